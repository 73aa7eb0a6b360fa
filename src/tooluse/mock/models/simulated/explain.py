"""Why the model did what it did, as plain data: evidence per tool, the source of each argument."""

from typing import Any

from tooluse.mock.models.simulated.catalogue import ENOUGH, Evidence
from tooluse.mock.models.simulated.follow_up import Plan, Step
from tooluse.mock.models.simulated.knowledge import Profile
from tooluse.mock.models.simulated.perceive import Scene


def explanation(scene: Scene, plan: Plan, profile: Profile, decision: str) -> dict[str, Any]:
    """What `client.calls[-1].explanation` shows; JSON throughout."""
    chosen = {step.tool.name for step in plan.steps}
    return {
        "model": "simulé",
        "profile": profile.name,
        "language": scene.language,
        "today": scene.today.isoformat() if scene.today else None,
        "mode": scene.mode,
        "decision": decision,
        "threshold": ENOUGH,
        "intents": [
            {"text": intent.text.strip(), "tool": intent.tool.name, "score": round(intent.evidence.rank, 2)}
            for intent in plan.intents
        ],
        "tools": [_tool(entry, entry.tool.name in chosen) for entry in plan.ranked],
        "arguments": [argument for step in plan.steps for argument in _arguments(step)],
        "calls": [{"tool": step.tool.name, "why": step.why} for step in plan.steps],
        "given_up": [{"tool": call.name, "error": call.result} for call in plan.given_up],
        "lacking": [one.path for one in plan.lacking],
    }


def _tool(entry: Evidence, chosen: bool) -> dict[str, Any]:
    return {
        "name": entry.tool.name,
        "chosen": chosen,
        "score": round(entry.rank, 2),
        "relevance": round(entry.relevance, 2),
        "for": entry.for_,
        "against": entry.against,
    }


def _arguments(step: Step) -> list[dict[str, Any]]:
    told = []
    for path, found in step.filled.found.items():
        changed = path in step.input and step.input[path] != found.value
        told.append(
            {
                "tool": step.tool.name,
                "argument": path,
                "value": step.input[path] if changed else found.value,
                "source": "correction" if changed and step.why != "demandé" else found.source,
                "why": step.why if changed and step.why != "demandé" else found.why,
            }
        )
    left_out = [one.name for one in step.tool.properties if one.name not in step.input]
    return told + [{"tool": step.tool.name, "argument": name, "source": "left_out"} for name in left_out]
