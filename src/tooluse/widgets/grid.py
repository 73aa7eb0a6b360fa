"""Trials -> the grid of the 24: rows of pairs, columns of wordings, two layers, bars with their intervals.

The form, plain data that the front end and the HTML fallback lay out:
    {"mark", "notes", "effects", "columns": [{"label", "expected"}],
     "rows": [{"label", "expected", "cells": [cell | None]}], "bars": [bar], "said": sentence}
A cell is {"asked", "call", "expected", "looked_up", "airports", "date",
           "format": {"airports": bool, "date": bool}, "value": {"airports": bool, "date": bool}}.
A bar is {"title", "count", "of", "text", "interval", "low", "high", "origin"}; count None: not given.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from tooluse.experiments import vols24
from tooluse.experiments.grading import COLUMNS
from tooluse.experiments.intervals import clopper_pearson, percent
from tooluse.widgets.json_text import short
from tooluse.widgets.labels import label

Trial = Mapping[str, Any]


def columns(language: str) -> list[dict[str, str]]:
    """The wordings of a date, each with the day that it means."""
    wordings = vols24.design()["wordings"]
    return [{"label": one["text"][language], "expected": one["date"]} for one in wordings]


def rows(trials: Iterable[Trial], language: str) -> list[dict[str, Any]]:
    """The pairs of cities, each with its four cells; a request without a trial has none."""
    by_place = {(trial["pair"], trial["wording"]): trial for trial in trials}
    plan = vols24.design()
    return [
        {
            "label": f"{pair['from'][language]} → {pair['to'][language]}",
            "expected": f"{pair['from']['code']} → {pair['to']['code']}",
            "cells": [_cell(by_place.get((pair["id"], wording["id"]))) for wording in plan["wordings"]],
        }
        for pair in plan["pairs"]
    ]


def _cell(trial: Trial | None) -> dict[str, Any] | None:
    if trial is None:
        return None
    given, marks, expected = trial["input"] or {}, trial["grade"], trial["expected"]
    return {
        "asked": trial["asked"],
        "call": _call(trial),
        "expected": short(expected, 200),
        "looked_up": label("looked_up", count=trial["looked_up"]) if trial.get("looked_up") else "",
        "airports": _airports(given),
        "date": _said(given.get("date")),
        "format": {"airports": marks["airports_format"], "date": marks["date_format"]},
        "value": {"airports": marks["airports_right"], "date": marks["date_right"]},
    }


def _call(trial: Trial) -> str:
    if trial["name"]:
        return f"{trial['name']}({short(trial['input'], 200)})"
    text = trial.get("text", "")
    return f"{label('no_call')} : {text[:200]}" if text else label("no_call")


def _airports(given: Mapping[str, Any]) -> str:
    return f"{_said(given.get('from'))} → {_said(given.get('to'))}" if given else "–"


def _said(value: Any) -> str:
    """A string as it was written, without its quotes; anything else as JSON."""
    return value if isinstance(value, str) else "–" if value is None else short(value, 30)


def counted_bars(trials: Iterable[Trial]) -> list[dict[str, Any]]:
    """One bar a mark. All the requests count, the unreadable ones too."""
    marks = [trial["grade"] for trial in trials]
    return [bar(key, sum(one[key] for one in marks), len(marks)) for key in COLUMNS] if marks else []


def total_bars(totals: Mapping[str, Any]) -> list[dict[str, Any]]:
    """The bars of published totals; what is not given has none, and what was inferred says so."""
    return [bar(key, totals[key]["count"], totals[key]["of"], totals[key]["origin"]) for key in COLUMNS]


def bar(key: str, count: int | None, of: int, origin: str = "") -> dict[str, Any]:
    """A total with the interval in which the true share may be."""
    told = {"key": key, "title": label(f"bar_{key}"), "count": count, "of": of}
    if count is None:
        return {**told, "text": label("bar_missing"), "interval": "", "low": 0, "high": 0, "origin": ""}
    low, high = percent(clopper_pearson(count, of))
    return {
        **told,
        "text": label("bar_text", count=count, of=of),
        "interval": label("bar_interval", low=low, high=high),
        "low": low,
        "high": high,
        "origin": label("origin_inferred") if origin == "inferred" else "",
    }
