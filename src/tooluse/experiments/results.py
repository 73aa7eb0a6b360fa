"""The four sources of figures, in one form: published, reconstructed, simulated, measured.

A result is plain data: {"origin", "label", "trials", "totals"}; a total is {"count", "of", "interval"}.
"""

import json
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any

from tooluse.data import read_json
from tooluse.experiments import simulated, vols24
from tooluse.experiments.grading import Grade, grade, totals
from tooluse.experiments.intervals import clopper_pearson
from tooluse.french import typeset

LABELS = {
    "published": "publié",
    "reconstructed": "reconstruit à partir des totaux",
    "simulated": "simulé",
    "measured": "mesuré, enregistré",
}
_NO_TRIALS: list[dict[str, Any]] = []


def published(version: str) -> dict[str, Any]:
    """The published totals of the thin or the rich definition; a total also has its own `origin`."""
    found = read_json(*vols24.FOLDER, "published.json")
    of = found["requests"]
    counted = {
        column: _total(total["count"], of) | {"origin": total["origin"]}
        for column, total in found["rows"][version].items()
    }
    return _result("published", _NO_TRIALS, counted) | {"source": typeset(found["source"])}


def reconstruction(version: str) -> dict[str, Any]:
    """24 calls that give the published totals: an illustration, never raw data."""
    found = read_json(*vols24.FOLDER, "reconstruction.json")
    calls = {call["id"]: call for call in found["calls"] if call["version"] == version}
    trials = [
        _trial(asked, calls[asked.id]["name"], calls[asked.id]["input"]) for asked in vols24.requests("en")
    ]
    return _result("reconstructed", trials) | {"note": typeset(found["note"])}


def simulation(
    version: str = "rich",
    *,
    today: bool = False,
    lookup: bool = False,
    enum: str | None = None,
    language: str = "fr",
    profile: str = "small",
) -> dict[str, Any]:
    """The simulated trials under these options (see `simulated.Options`)."""
    options = simulated.Options(version, today, lookup, enum)
    trials = [simulated.plain(one) for one in simulated.run(options, language=language, profile=profile)]
    return _result("simulated", trials) | {"options": asdict(options)}


def recorded(condition: str, trials: Iterable[dict[str, Any]] | None = None) -> dict[str, Any]:
    """The real run of SmolLM2 under one condition ("thin-free", "rich-masked"…), from its record.

    `trials` stand for the record's own, after a rerun.
    """
    kept = record()["trials"] if trials is None else trials
    own = {one["id"]: one for one in kept if one["condition"] == condition}
    found = []
    for asked in vols24.requests("en"):
        if asked.id in own:
            name, given = read_call(own[asked.id]["text"])
            found.append(_trial(asked, name, given) | own[asked.id])
    return _result("measured", found) | {"condition": condition}


def record() -> dict[str, Any]:
    """The whole record of the real run: header and trials."""
    return read_json(*vols24.FOLDER, "smollm2.json")


def conditions() -> list[str]:
    """The conditions that the record holds, in order."""
    return list(dict.fromkeys(one["condition"] for one in record()["trials"]))


def read_call(text: str) -> tuple[str | None, dict[str, Any] | None]:
    """The first JSON object of a text, if it has the form of a call: the name and the arguments."""
    at = text.find("{")
    if at < 0:
        return None, None
    try:
        found, _ = json.JSONDecoder().raw_decode(text, at)
    except ValueError:
        return None, None
    name, given = found.get("name"), found.get("arguments")
    return (name, given) if isinstance(name, str) and isinstance(given, dict) else (None, None)


def grid(result: dict[str, Any], language: str = "fr") -> dict[str, Any]:
    """Six rows of four cells, in the order of the design; a cell has two layers, `format` and `value`.

    `value` without `format` cannot be; `format` without `value` is what the lesson is about.
    """
    plan, cells = vols24.design(), {one["id"]: _cell(one) for one in result["trials"]}
    pairs = [f"{pair['from'][language]} → {pair['to'][language]}" for pair in plan["pairs"]]
    return {
        "origin": result["origin"],
        "label": result["label"],
        "rows": pairs,
        "columns": [wording["text"][language] for wording in plan["wordings"]],
        "cells": [
            [cells.get(f"{pair['id']}-{wording['id']}") for wording in plan["wordings"]]
            for pair in plan["pairs"]
        ],
        "totals": result["totals"],
    }


def _cell(trial: dict[str, Any]) -> dict[str, Any]:
    marks = trial["grade"]
    return {
        **{key: trial[key] for key in ("id", "asked", "expected", "name", "input", "grade")},
        "text": trial.get("text"),
        "layers": {
            "format": marks["airports_format"] and marks["date_format"],
            "value": marks["airports_right"] and marks["date_right"],
        },
    }


def _trial(asked: vols24.Request, name: str | None, given: Any) -> dict[str, Any]:
    marks = grade(name, given, asked.expected, vols24.definition("thin")["name"])
    return simulated.plain(simulated.Trial(asked, name, given, marks))


def _result(origin: str, trials: list[dict[str, Any]], counted: dict[str, Any] | None = None):
    if counted is None:
        counts = totals(Grade(**one["grade"]) for one in trials)
        counted = {column: _total(count, len(trials)) for column, count in counts.items()}
    return {"origin": origin, "label": LABELS[origin], "trials": trials, "totals": counted}


def _total(count: int | None, of: int) -> dict[str, Any]:
    known = count is not None and of > 0
    return {"count": count, "of": of, "interval": list(clopper_pearson(count, of)) if known else None}
