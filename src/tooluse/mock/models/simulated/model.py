"""`SimulatedModel`: reads a request as a model would, by rules that anyone can follow. It is no Claude."""

import json
from dataclasses import replace
from typing import Any

from tooluse.mock.models.reply import Reply, reply, tool_use
from tooluse.mock.models.simulated import answer, explain, knowledge, perceive
from tooluse.mock.models.simulated.conform import conform
from tooluse.mock.models.simulated.definition import read_tool
from tooluse.mock.models.simulated.fill import fill
from tooluse.mock.models.simulated.follow_up import Plan, Planner, Step
from tooluse.mock.models.simulated.perceive import Scene
from tooluse.mock.models.simulated.reading import Reading

_SIGHT = 4_000  # tools and parameters read of one request: the rest is out of sight, and time stays short


class SimulatedModel:
    """A deterministic stand-in whose behaviour follows from the text of the definitions.

    `profile` names what it is taken to know: "default", or "small" for the experiment of lesson 04.
    """

    name = "simulé"

    def __init__(self, profile: str = "default") -> None:
        self.profile = knowledge.load(profile)

    def answer(self, request: dict[str, Any]) -> Reply:
        """One turn, the same for the same request, with its explanation."""
        scene = perceive.read(request)
        if (shape := output_schema(request)) is not None and not self._must_call(scene):
            return self._moulded(scene, shape)
        tools = [] if scene.mode == "none" else [read_tool(tool) for tool in _in_sight(scene)]
        plan = Planner(scene, tools, self.profile).work_out() if tools and not scene.prefilled else Plan()
        if plan.steps:
            return self._calls(scene, plan)
        return self._said(scene, plan, answer.closing(scene, plan), "answer")

    def _must_call(self, scene: Scene) -> bool:
        return bool(scene.tools) and scene.mode in ("any", "tool")

    def _calls(self, scene: Scene, plan: Plan) -> Reply:
        blocks = [tool_use(step.tool.name, _input(step)) for step in plan.steps]
        first = scene.mode == "auto" and not scene.calls
        blocks = [answer.preface(scene, plan), *blocks] if first else blocks
        return self._explained(reply(*blocks), scene, plan, "call")

    def _said(self, scene: Scene, plan: Plan, text: str, decision: str) -> Reply:
        return self._explained(reply(text), scene, plan, decision)

    def _explained(self, said: Reply, scene: Scene, plan: Plan, decision: str) -> Reply:
        return replace(said, explanation=explain.explanation(scene, plan, self.profile, decision))

    def _moulded(self, scene: Scene, shape: dict[str, Any]) -> Reply:
        """A text that is JSON of the shape asked for by `output_config.format`."""
        tool = read_tool({"name": "output", "input_schema": shape, "strict": True})
        filled = fill(Reading(tool, scene, self.profile, (0, len(scene.task)), material=True))
        value = conform(filled.input, shape, shape)
        plan = Plan(steps=[Step(tool, value, filled, "format imposé")])
        return self._said(scene, plan, json.dumps(value, ensure_ascii=False), "format")


def _input(step: Step) -> dict[str, Any]:
    if step.tool.strict:
        return conform(step.input, step.tool.schema, step.tool.schema)
    return step.input


def output_schema(request: dict[str, Any]) -> dict[str, Any] | None:
    """The schema that the answer's text must meet, if there is one."""
    config = request.get("output_config")
    form = config.get("format") if isinstance(config, dict) else None
    shape = form.get("schema") if isinstance(form, dict) and form.get("type") == "json_schema" else None
    return shape if isinstance(shape, dict) else None


def _in_sight(scene: Scene) -> list[dict[str, Any]]:
    """The tools that are read: those at the front, and one that the request imposes wherever it stands."""
    imposed = scene.choice.get("name")
    kept, room = [], _SIGHT
    for tool in scene.tools:
        schema = tool.get("input_schema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        room -= 1 + (len(properties) if isinstance(properties, dict) else 0)
        if not kept or room >= 0 or imposed is not None and tool.get("name") == imposed:
            kept.append(tool)
    return kept
