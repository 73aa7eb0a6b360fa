"""Two sets of definitions, the same requests -> what the simulated model chooses with each, and why.

The form, plain data that the front end and the HTML fallback lay out:
    {"sides": [{"name", "problem", "at", "refused": [note], "right", "of", "total", "before", "matrix"}, …],
     "rows": [{"request", "sides": [{"expected", "got", "right", "word", "evidence"} | None, …]}, …],
     "problem": …, "at": [line, column] | None}                                  of the requests
A matrix is {"columns": [name], "rows": [{"name", "cells": [{"count", "kind": "right"|"wrong"|"zero"}]}]}.
"""

from typing import Any

from tooluse.widgets import evidence, json_text, requests_text
from tooluse.widgets.labels import label
from tooluse.widgets.prose import segments
from tooluse.widgets.requests_text import Asked, Unreadable

Report = dict[str, Any]
_TOOLS_SHOWN = 5  # of those that were weighed for a request


def names_in(text: str) -> list[str]:
    """The names of the tools in a text, in order."""
    tools = _tools(json_text.read(text).value) or []
    return [str(tool.get("name", "?")) for tool in tools]


def compared(
    texts: tuple[str, str],
    requests: str,
    *,
    names: tuple[str, str] = ("A", "B"),
    origins: tuple[list[str], list[str]] = ([], []),
    before: tuple[int | None, int | None] = (None, None),
) -> Report:
    """Both sets through the simulated model. `origins`: what the tools were called at the start."""
    sides = [_side(text, name) for text, name in zip(texts, names, strict=True)]
    problem, at, asked = "", None, []
    try:
        asked = requests_text.read(requests)
        expected = _expected(asked, sides, origins)
    except Unreadable as error:
        problem, at, asked = error.problem, [error.line, 1], []
    rows = [{"request": one.text, "sides": [None, None]} for one in asked]
    for index, side in enumerate(sides):
        tools = side.pop("tools")
        if tools is None or side["refused"] or not asked:
            continue
        for row, one, wanted in zip(rows, asked, expected[index], strict=True):
            row["sides"][index] = _decision(tools, one.text, wanted)
        _count(side, [row["sides"][index] for row in rows], tools, before[index])
    for row in rows:
        row["same"] = len({side and side["right"] for side in row["sides"]}) == 1
    return {"sides": sides, "rows": rows, "problem": segments(problem) if problem else [], "at": at}


def _side(text: str, name: str) -> Report:
    read = json_text.read(text)
    tools = _tools(read.value)
    problem = read.problem or (label("not_tools") if tools is None else "")
    side: Report = {"name": name, "refused": _refused(tools) if tools else [], "tools": tools}
    side |= {
        "problem": segments(problem) if problem else [],
        "at": [read.line, read.column] if read.line else None,
    }
    return side | {"right": None, "of": 0, "total": "", "before": "", "matrix": None}


def _tools(value: Any) -> list[dict[str, Any]] | None:
    """The definitions in a value: one, a list, or a request's."""
    if isinstance(value, dict):
        value = value["tools"] if isinstance(value.get("tools"), list) else [value]
    if isinstance(value, list) and value and all(isinstance(tool, dict) for tool in value):
        return value
    return None


def _request(tools: list[dict[str, Any]], text: str) -> dict[str, Any]:
    from tooluse.config import settings

    messages = [{"role": "user", "content": text}]
    return {"model": settings().model, "max_tokens": 1024, "tools": tools, "messages": messages}


def _refused(tools: list[dict[str, Any]]) -> list[Report]:
    """What the API would refuse: then there is nothing to simulate."""
    from tooluse.rules import check

    return [
        {
            "severity": "error",
            "word": label("violation_error"),
            "path": found.path,
            "message": found.message,
            "meaning": segments(found.detail),
            "remedy": segments(found.suggestion),
            "lesson": "",
        }
        for found in check(_request(tools, "…"))
        if found.severity == "error"
    ][:3]


def _expected(asked: list[Asked], sides: list[Report], origins: Any) -> list[list[str | None]]:
    """For each set, what is expected of each request, in the names that the set has now."""
    found = []
    for index, side in enumerate(sides):
        own = [str(tool.get("name", "?")) for tool in side["tools"] or ()]
        history = (origins[index], origins[1 - index])
        found.append([_own_name(one, one.expected[index], own, history) for one in asked])
    return found


def _own_name(one: Asked, name: str | None, own: list[str], history: Any) -> str | None:
    if name is None or not own:
        return None
    known = requests_text.known_as(name, own, history)
    if known is None:
        raise Unreadable(one.line, label("unknown_tool", line=one.line, name=name))
    return known


def _decision(tools: list[dict[str, Any]], text: str, wanted: str | None) -> Report:
    told = _model().answer(_request(tools, text)).explanation
    called = list(dict.fromkeys(call["tool"] for call in told["calls"]))
    right = called == ([wanted] if wanted else [])
    shown = evidence.shown(told)
    shown["tools"] = _few(shown["tools"], wanted)
    return {
        "expected": wanted or label("no_tool_long"),
        "called": called,
        "wanted": wanted,
        "got": ", ".join(called) or label("no_tool_long"),
        "right": right,
        "word": label("verdict_right" if right else "verdict_wrong"),
        "evidence": shown,
    }


def _model() -> Any:
    from tooluse.mock.models import SimulatedModel

    return SimulatedModel()


def _few(tools: list[Report], wanted: str | None) -> list[Report]:
    """The best, those that were chosen, and the one that was expected: what a reader asks about."""
    return [
        tool
        for rank, tool in enumerate(tools)
        if rank < _TOOLS_SHOWN or tool["chosen"] or tool["name"] == wanted
    ]


def _count(side: Report, decisions: list[Report], tools: list[dict[str, Any]], before: int | None) -> None:
    side["right"], side["of"] = sum(one["right"] for one in decisions), len(decisions)
    side["total"] = label("total", right=side["right"], of=side["of"])
    if before is not None:
        side["before"] = label("total_before", right=before, of=side["of"])
    side["matrix"] = _matrix([str(tool.get("name", "?")) for tool in tools], decisions)


def _matrix(names: list[str], decisions: list[Report]) -> Report:
    """Expected in rows, chosen in columns; rows of tools that nobody expects are left out."""
    none, several = label("no_tool"), label("several_tools")
    columns = [*dict.fromkeys(names), none]
    if any(len(one["called"]) > 1 for one in decisions):
        columns.append(several)
    rows = []
    for name in columns[: len(set(names)) + 1]:
        mine = [one for one in decisions if (one["wanted"] or none) == name]
        chosen = [several if len(one["called"]) > 1 else (one["called"] or [none])[0] for one in mine]
        if mine:
            rows.append(
                {"name": name, "cells": [_cell(chosen.count(other), name == other) for other in columns]}
            )
    return {"columns": columns, "rows": rows}


def _cell(count: int, same: bool) -> Report:
    return {"count": count, "kind": "zero" if not count else "right" if same else "wrong"}
