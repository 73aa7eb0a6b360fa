"""The recorded run of the masks: what a real small model wanted to write, and what the masks left of it."""

from functools import cache
from typing import Any

from tooluse.data import read_json
from tooluse.decoding.steps import Candidate, Step, Text

FOLDER = ("experiments", "masks")


@cache
def plan() -> dict[str, Any]:
    """The questions and their schemas, with the bound on tokens."""
    return read_json(*FOLDER, "scenes.json")


def scenes() -> dict[str, dict[str, Any]]:
    return plan()["scenes"]


@cache
def record() -> dict[str, Any]:
    """What SmolLM2 wrote: {"model", …, "trials": [trial]}; the "id" of a trial is its scene."""
    return read_json(*FOLDER, "smollm2.json")


def trial(scene: str) -> dict[str, Any]:
    return next(one for one in record()["trials"] if one["id"] == scene)


def text(told: dict[str, Any], max_tokens: int | None = None) -> Text:
    """A trial as the text that it wrote, cut after so many tokens."""
    kept = told["steps"][:max_tokens]
    whole = len(kept) == len(told["steps"])
    steps = [_step(one, told["vocabulary"]) for one in kept]
    written = told["text"] if whole else told["steps"][len(kept)]["written"]
    return Text(steps, written, told["stop"] if whole else "max_tokens")


def _step(one: dict[str, Any], size: int) -> Step:
    candidates = tuple(Candidate(token, chance, bool(free)) for token, chance, free in one["candidates"])
    return Step(
        one["written"], candidates, one["allowed"], size, one["removed"], one["wanted"], one["chosen"]
    )


def table(trials: list[dict[str, Any]] | None = None) -> str:
    """What was written free and under the mask, a line each."""
    lines = []
    for one in record()["trials"] if trials is None else trials:
        refused = sum(step["wanted"] != step["chosen"] for step in one["steps"])
        lines += [
            scenes()[one["id"]]["title"],
            f"  libre   {one['free']!r}",
            f"  masqué  {one['text']}",
            f"  {len(one['steps'])} tokens, dont {refused} où le masque a écarté le favori",
        ]
    return "\n".join(lines)
