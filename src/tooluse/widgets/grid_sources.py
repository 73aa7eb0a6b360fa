"""Where the figures of the grid come from: published totals, the simulation, a recorded real run.

A source gives trials, each in the form of experiments.simulated.plain(): {"id", "pair", "wording", "asked",
"expected", "name", "input", "grade", "looked_up"}; the published one has totals only, which is why there is a
reconstruction beside it.
"""

import json
from collections.abc import Mapping
from dataclasses import asdict
from functools import lru_cache
from typing import Any

from tooluse.data import MissingData, read_json
from tooluse.experiments import vols24
from tooluse.experiments.grading import grade

Trial = dict[str, Any]
SOURCES = ("published", "reconstructed", "simulated", "recorded")


def published() -> dict[str, Any]:
    """{"rows": {"thin": {mark: {"count", "origin"}}, …}, "requests": 24, …}."""
    return read_json(*vols24.FOLDER, "published.json")


def reconstructed(version: str) -> tuple[str, list[Trial]]:
    """What the file says of itself, and its trials: calls made up so as to give the published totals."""
    found = read_json(*vols24.FOLDER, "reconstruction.json")
    asked = {one.id: one for one in vols24.requests("en")}
    calls = [call for call in found["calls"] if call["version"] == version]
    return found["note"], [_trial(asked[call["id"]], call["name"], call["input"]) for call in calls]


@lru_cache(32)
def simulated(version: str, today: bool, lookup: bool, enum: str) -> tuple[Trial, ...]:
    """The 24 trials of the simulated model; kept, for a learner goes back and forth."""
    from tooluse.experiments import simulated as experiment

    options = experiment.Options(version, today=today, lookup=lookup, enum=enum or None)
    return tuple(experiment.plain(trial) for trial in experiment.run(options))


def recorded() -> dict[str, Any]:
    """{"model": what ran, "conditions": {"rich-masked-today": [trial, …]}}; no condition without a record."""
    try:
        found = read_json(*vols24.FOLDER, "smollm2.json")
    except MissingData:
        return {"model": "", "conditions": {}}
    asked = {one.id: one for one in vols24.requests("en")}
    conditions: dict[str, list[Trial]] = {}
    for trial in found.get("trials", ()):
        if trial["id"] in asked:
            conditions.setdefault(trial["condition"], []).append(_recorded(trial, asked[trial["id"]]))
    return {"model": found.get("model", ""), "conditions": conditions}


def _recorded(trial: Mapping[str, Any], asked: vols24.Request) -> Trial:
    called = _call(trial.get("text", ""))
    found = _trial(asked, called.get("name"), called.get("arguments"))
    return {**found, "text": trial.get("text", "")}


def _trial(asked: vols24.Request, name: Any, given: Any) -> Trial:
    marks = grade(name, given, asked.expected, vols24.definition("thin", "en")["name"])
    return {
        "id": asked.id,
        "pair": asked.pair,
        "wording": asked.wording,
        "asked": asked.text,
        "expected": asked.expected,
        "name": name if isinstance(name, str) else None,
        "input": given if isinstance(given, dict) else None,
        "grade": asdict(marks),
        "looked_up": 0,
    }


def _call(text: str) -> dict[str, Any]:
    """The call in what a model wrote: the first JSON object that has a name and arguments."""
    decoder = json.JSONDecoder()
    at = text.find("{")
    while at >= 0:
        try:
            value, _ = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            value = None
        if isinstance(value, dict) and {"name", "arguments"} <= set(value):
            return value
        at = text.find("{", at + 1)
    return {}


def condition(version: str, mode: str, today: bool, enum: str) -> str:
    """The name under which such a run is recorded."""
    return "-".join(
        filter(None, [version, mode, "today" if today else "", {"codes": "enum"}.get(enum, enum)])
    )
