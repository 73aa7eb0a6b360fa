"""What to do next: the calls that remain, the lookup that they need first, the correction after an error."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tooluse.mock.models.simulated import choose, patterns, prose
from tooluse.mock.models.simulated.catalogue import Evidence, catalogue_of
from tooluse.mock.models.simulated.choose import Intent
from tooluse.mock.models.simulated.definition import Definition, is_key
from tooluse.mock.models.simulated.fill import Filled, fill
from tooluse.mock.models.simulated.knowledge import Profile
from tooluse.mock.models.simulated.lexicon import alike, content, fold, name_words, tokens, words_of
from tooluse.mock.models.simulated.outcome import holds, is_lasting
from tooluse.mock.models.simulated.perceive import Call, Scene
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Reading
from tooluse.mock.models.simulated.repair import about, gives_id, repair

_DEEP = 5  # lookups behind one another
_TRIES = 3  # corrections of one call


@dataclass(frozen=True)
class Step:
    """A call to make, and how its arguments came about."""

    tool: Definition
    input: dict[str, Any]
    filled: Filled
    why: str


@dataclass
class Plan:
    """What remains to be done, and what was given up."""

    steps: list[Step] = field(default_factory=list)
    given_up: list[Call] = field(default_factory=list)
    lacking: list[Property] = field(default_factory=list)
    ranked: list[Evidence] = field(default_factory=list)
    intents: list[Intent] = field(default_factory=list)


class Planner:
    """Works out the next calls of one request."""

    def __init__(self, scene: Scene, tools: Sequence[Definition], profile: Profile) -> None:
        self.scene, self.profile = scene, profile
        self.catalogue = catalogue_of(tools)
        self.plan = Plan()

    def work_out(self) -> Plan:
        """The plan under the request's `tool_choice`."""
        self.plan.ranked = self.catalogue.weigh(self.scene.task, self.scene.facts)
        self.plan.intents = self._intents()
        for at, intent in enumerate(self.plan.intents):
            if self._must_wait(intent, self.plan.intents[:at]):
                continue
            given = self._inherited(intent)
            self.plan.steps += self._pursue(intent.tool, (intent.start, intent.end), (), given)
        if self.scene.mode in ("any", "tool") and not self.plan.steps:
            self._obey()
        self.plan.steps = _distinct(self.plan.steps)[: 1 if self.scene.single else 20]
        return self.plan

    def _must_wait(self, intent: Intent, before: list[Intent]) -> bool:
        """« La plus élevée », "if it is lost": what an earlier call gives must be known first."""
        if intent.condition and before:
            done = [call for call in self.scene.calls if call.name in {one.tool.name for one in before}]
            return bool(self.plan.steps) or not any(holds(intent.condition, call) for call in done)
        if not self.plan.steps or self.scene.mode == "tool":
            return False
        wanting = self._wanting(fill(self._reading(intent.tool, (intent.start, intent.end))), intent.tool)
        keys = [lack for lack in wanting if lack.kind == "id" or is_key(lack)]
        return any(self._provides(one.tool, lack, intent.tool) >= 1 for lack in keys for one in before)

    def _wanting(self, filled: Filled, tool: Definition) -> list[Property]:
        """What must be looked up: the required values that nothing gives, or that are of the wrong form."""
        needs = [one for one in [*filled.missing, *filled.unsure] if one.required or one in filled.unsure]
        needs += [one for one in tool.required if one not in needs and _misshapen(one, filled.input)]
        return [one for one in needs if not one.choices and one.type != "boolean"]

    def _intents(self) -> list[Intent]:
        scene, whole = self.scene, (0, len(self.scene.task))
        if scene.mode == "tool":
            named = [entry for entry in self.plan.ranked if entry.tool.name == scene.choice.get("name")]
            return [Intent(scene.task, *whole, entry) for entry in named[:1]]
        found = choose.intents(self.catalogue, scene.task, scene.facts) or self._continued()
        if not found and scene.mode == "any" and self.plan.ranked:
            way_out = (entry for entry in self.plan.ranked if entry.tool.way_out)
            return [Intent(scene.task, *whole, next(way_out, self.plan.ranked[0]))]
        return found

    def _continued(self) -> list[Intent]:
        """« Et à Oslo ? » goes on with the tool of before."""
        task, past = self.scene.task, self.scene.past
        words = tokens(task)
        short = len(content(words)) <= 5 and words[:1] and words[0] in words_of("words", "follow")
        if not (short and past and self.scene.facts):
            return []
        return [
            Intent(task, 0, len(task), entry)
            for entry in self.plan.ranked
            if entry.tool.name == past[-1].name
        ]

    def _inherited(self, intent: Intent) -> dict[str, Any] | None:
        past = [call for call in self.scene.past if call.name == intent.tool.name]
        short = len(content(tokens(self.scene.task))) <= 5
        return past[-1].input if past and short else None

    def _obey(self) -> None:
        """A call is asked for in any case: the same once more, when there is no other."""
        for intent in self.plan.intents[:1]:
            reading = self._reading(intent.tool, (intent.start, intent.end))
            filled = fill(reading, self._inherited(intent))
            self.plan.steps.append(Step(intent.tool, filled.input, filled, "obligatoire"))

    def _reading(self, tool: Definition, span: tuple[int, int]) -> Reading:
        material = self.scene.mode == "tool" or _brings_text(self.scene)
        return Reading(tool, self.scene, self.profile, span, material)

    def _pursue(
        self,
        tool: Definition,
        span: tuple[int, int],
        behind: tuple[str, ...],
        given: dict[str, Any] | None = None,
    ) -> list[Step]:
        """The calls that this tool still needs: lookups first, then its own, unless they are done."""
        filled = fill(self._reading(tool, span), given)
        lacking = len(self.plan.lacking)
        if len(behind) < _DEEP and self.scene.mode != "tool":
            needs = self._wanting(filled, tool)
            lookups = [step for one in needs for step in self._look_up(one, tool, span, behind, filled)]
            if lookups:
                return _distinct(lookups)
            if len(self.plan.lacking) > lacking:
                return []  # a lookup behind this one was in vain
            if self._in_vain(filled, tool, behind):
                self.plan.lacking += filled.missing or filled.unsure
                return []
        why = "pour trouver ce qui manque" if behind else "demandé"
        steps = []
        for wanted in _variants(filled):
            steps += self._next_try(tool, wanted, filled, why)
        return steps

    def _in_vain(self, filled: Filled, tool: Definition, behind: tuple[str, ...]) -> bool:
        """Whether a lookup was made and gave nothing: better to say so than to make a value up."""
        providers = {call.name for call in self.scene.calls if call.name != tool.name}
        return any(
            provider.name in providers and self._provides(provider, one, tool) >= 1
            for one in [*filled.missing, *(one for one in filled.unsure if one.kind == "id")]
            for provider in self.catalogue.tools
        )

    def _next_try(self, tool: Definition, wanted: dict[str, Any], filled: Filled, why: str) -> list[Step]:
        mine = [call for call in self.scene.calls if call.name == tool.name and call.result is not None]
        for _ in range(_TRIES + 1):
            made = [call for call in mine if _agrees(call, wanted, filled, tool)]
            if any(not call.failed for call in made):
                return []
            if not made:
                return [Step(tool, wanted, filled, why)]
            again = repair(made[-1], tool, self.scene)
            tried = len(mine) > _TRIES or (again is not None and again.again and len(made) > 1)
            if again is None or tried or (again.again and is_lasting(made[-1])):
                break
            if again.again:
                return [Step(tool, wanted, filled, again.why)]
            wanted, why = again.input, again.why
        self.plan.given_up.append(made[-1])
        return []

    def _look_up(self, one: Property, tool: Definition, span, behind, filled: Filled) -> list[Step]:
        """The calls by which another tool can find a value."""
        found = filled.found.get(one.path)
        if found is not None and found.fact is not None and found.fact.source == "request":
            span = (found.fact.start, found.fact.end)
        ranked = sorted(
            ((self._provides(other, one, tool), -at, other) for at, other in enumerate(self.catalogue.tools)),
            key=lambda hit: hit[:2],
            reverse=True,
        )
        for worth, _, other in ranked[:3]:
            if worth < 1 or other.name in behind or other is tool:
                continue
            steps = self._pursue(other, span, (*behind, tool.name))
            if steps and not any(_made_up(step) for step in steps):
                return steps
        return []

    def _provides(self, other: Definition, one: Property, tool: Definition) -> float:
        """How well a tool's result would give a value for a property of another."""
        if other is tool or other.act not in (None, "read", "compute", "transform"):
            return 0.0
        if other.name in one.text or (one.kind != "date" and _says_given_by(tool, other.name)):
            return 5.0
        keyed = one.kind == "id" or is_key(one)
        if not keyed and one.kind not in ("airport", "date") and one.code is None:
            return 0.0
        if keyed and any(fold(mine.name) == fold(one.name) for mine in other.required):
            return 0.0
        own = about(one)
        purpose = [
            known.word for known in other.vocabulary.values() if known.where in ("name", "purpose", "trigger")
        ]
        subject = max(
            (
                alike(word, said) / (1 + 0.2 * at)
                for at, word in enumerate(own)
                for said in {*purpose, *name_words(other.name)}
            ),
            default=0.0,
        )
        named = set(name_words(one.name)) <= set(other.returns) or one.name in other.description
        if one.kind == "date" and one.code is None:
            return (
                1.2
                if subject > 0.7
                and {"date"} & {*name_words(other.name), *purpose[:6]}
                and _is_calendar(other)
                else 0.0
            )
        yields = gives_id(other.returns) or gives_id(purpose) or not other.returns
        return (
            (subject if subject > 0.6 else 0)
            + (1.0 if named else 0.0)
            + (0.4 if yields and subject > 0.6 else 0.0)
        )


def _misshapen(one: Property, given: dict[str, Any]) -> bool:
    pattern, value = one.schema.get("pattern"), given.get(one.name)
    return isinstance(pattern, str) and isinstance(value, str) and patterns.fits(pattern, value) is False


def _made_up(step: Step) -> bool:
    """Whether a lookup would be asked with a value that stands nowhere: better not."""
    return any(one.path in step.filled.found or one.name in step.input for one in step.filled.missing)


_GIVEN = (
    r"\b(?:donne|rend|renvoy|fourni|issu|trouve|given|return|provided|found|from|via|par|by|apres|after|avant|before"
    r"|first|d'abord)\w*\W+(?:\w+\W+){0,3}?"
)


def _says_given_by(tool: Definition, name: str) -> bool:
    """« Identifiant donné par X », "call X first": a mention, not a frontier that sends elsewhere."""
    if name not in tool.description or any(name in frontier.names for frontier in tool.frontiers):
        return False
    return bool(re.search(_GIVEN + re.escape(fold(name)), fold(tool.description)))


def _is_calendar(other: Definition) -> bool:
    """Whether a tool is about dates themselves: today's, or one put into words."""
    return not other.required or (
        len(other.required) == 1 and bool({"date", "query", ""} & {other.required[0].kind})
    )


def _variants(filled: Filled) -> list[dict[str, Any]]:
    found = [filled.input]
    for one, other in filled.more:
        if one.name in filled.input:
            found.append({**filled.input, one.name: other.value})
    return found


def _agrees(call: Call, wanted: dict[str, Any], filled: Filled, tool: Definition) -> bool:
    """Whether a call of the past is this one: same required arguments, same ones that the request gave."""
    names = {one.name for one in tool.required}
    said = {one.name for one in tool.properties if _source(filled, one) == "request"} & call.input.keys()
    return all(call.input.get(name) == wanted.get(name) for name in names | said)


def _source(filled: Filled, one: Property) -> str:
    found = filled.found.get(one.path)
    return found.source if found else ""


def _distinct(steps: list[Step]) -> list[Step]:
    kept: list[Step] = []
    for step in steps:
        if not any(other.tool is step.tool and other.input == step.input for other in kept):
            kept.append(step)
    return kept


def _brings_text(scene: Scene) -> bool:
    """Whether the request brings a text to work on, rather than only asking."""
    return len(scene.task) > 300 or prose.material_start(scene.task) is not None
