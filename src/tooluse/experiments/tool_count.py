"""Does a model choose worse among many tools? The 24 requests again, with 1, 5, 10 and 20 definitions."""

import json
from collections import Counter
from functools import cache
from typing import Any

from tooluse.data import read_json
from tooluse.experiments import vols24
from tooluse.mock.models import SimulatedModel
from tooluse.mock.tokens import input_tokens
from tooluse.rules import default_model, profile

FOLDER = ("experiments", "tool-count")


@cache
def _data() -> dict[str, Any]:
    return read_json(*FOLDER, "tools.json")


def counts() -> list[int]:
    """How many tools the experiment shows, row by row."""
    return list(_data()["counts"])


def catalogue(count: int, language: str = "fr") -> list[dict[str, Any]]:
    """The flights' tool first, then as many others; the first three of them resemble it."""
    return [vols24.definition("rich", language), *_data()[language][: count - 1]]


def simulated(language: str = "fr") -> list[dict[str, Any]]:
    """A row for each count: prompt tokens as the kit estimates them, and what the simulated model chose."""
    model = SimulatedModel("small")
    return [_row(model, count, language) for count in counts()]


def _row(model: SimulatedModel, count: int, language: str) -> dict[str, Any]:
    tools, chosen = catalogue(count, language), Counter()
    for asked in vols24.requests(language):
        body = {"tools": tools, "messages": [{"role": "user", "content": asked.text}]}
        calls = [block["name"] for block in model.answer(body).content if block["type"] == "tool_use"]
        chosen[calls[0] if calls else None] += 1
    # The last body stands for all: the requests differ by a few words.
    return row(count, input_tokens(body, profile(default_model())), chosen)


def row(count: int, prompt_tokens: int, chosen: dict[str | None, int]) -> dict[str, Any]:
    """One line of the table; `chosen` says which tool was named how often, None for no tool at all."""
    right = catalogue(1)[0]["name"]
    return {
        "tools": count,
        "prompt_tokens": prompt_tokens,
        "right": chosen.get(right, 0),
        "of": sum(chosen.values()),
        "others": {str(name): times for name, times in chosen.items() if name != right},
    }


def recorded(trials: list[dict[str, Any]] | None = None) -> list[dict[str, Any]]:
    """The rows of the real run, from its record, or from the trials of a rerun."""
    trials = trials or read_json(*FOLDER, "smollm2.json")["trials"]
    rows = []
    for count in counts():
        own = [trial for trial in trials if trial["condition"] == f"tools-{count}"]
        tokens = max((trial["prompt_tokens"] for trial in own), default=0)
        chosen = Counter(json.loads(trial["text"])["name"] for trial in own)
        rows.append(row(count, tokens, chosen))
    return rows


def published() -> dict[str, Any]:
    """The published figures, with their origin."""
    return read_json(*FOLDER, "published.json")
