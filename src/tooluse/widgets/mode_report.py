"""The matrix of modes -> what is shown of it: plain data for the front end and for the fallback.

The form: {"problem": prose, "at": None | [line, column], "names": [tool],
"columns": [{"name", "note": prose}], "rows": [{"mode", "cells": [cell]}], "picked": None | picked, "said"}.
A cell is {"word", "state": "open" | "right" | "wrong", "name"}. What is picked is {"title", "sent",
"choices": [[guess, prose]], "answer": None | {"right", "text": prose, "facts": [[name, prose]],
"rows": [row]}}; a row is one step of the exchange, as in incident_report.
"""

import json
from collections.abc import Mapping
from typing import Any

from tooluse.rules import profile
from tooluse.rules.profiles import default_model
from tooluse.widgets import json_text
from tooluse.widgets.incident_report import rows
from tooluse.widgets.json_text import short
from tooluse.widgets.labels import label
from tooluse.widgets.mode_play import MODES, Column, Played, Setting, choice, columns, play
from tooluse.widgets.prose import plain, segments

Shown = dict[str, Any]


def tools_read(text: str) -> tuple[list[Any] | None, str, list[int] | None]:
    """(tools, problem, place) of a text of definitions: one, a list, or a request's."""
    read = json_text.read(text)
    if read.problem:
        return None, read.problem, [read.line, read.column] if read.line else None
    value = read.value
    if isinstance(value, dict):
        value = value["tools"] if isinstance(value.get("tools"), list) else [value]
    if isinstance(value, list) and value and all(isinstance(tool, dict) for tool in value):
        return value, "", None
    return None, label("not_tools"), None


def key(mode: str, column: Column, setting: Setting) -> str:
    """What a prediction is about: another question or other tools make another cell."""
    return json.dumps([mode, column.model, *setting], ensure_ascii=False, default=str)


def outcome(kind: str, *, long: bool = False) -> str:
    """The word for an outcome, or the whole of it."""
    kind, _, name = kind.partition(":")
    return label(f"outcome_{'long_' if long else ''}{kind}", name=name)


def names_of(tools: list[Any]) -> list[str]:
    return list(dict.fromkeys(tool["name"] for tool in tools if isinstance(tool.get("name"), str)))


def report(setting: Setting, found: Mapping[str, str], cell: tuple[int, int] | None) -> Shown:
    """The matrix with the predictions made so far, and the cell that is picked."""
    told = [
        {"mode": mode, "cells": [_cell(mode, one, setting, found) for one in columns()]} for mode in MODES
    ]
    picked = _picked(MODES[cell[0]], columns()[cell[1]], setting, found) if cell else None
    return {
        "problem": [],
        "at": None,
        "names": names_of(setting.tools),
        "columns": [{"name": one.model, "note": segments(_note(one))} for one in columns()],
        "rows": told,
        "picked": picked,
        "said": plain(picked["answer"]["text"]) if picked and picked["answer"] else "",
    }


def _note(column: Column) -> str:
    if column.thinking:
        return label("mode_column_thinking")
    return label("mode_column_default") if column.model == default_model() else ""


def _cell(mode: str, column: Column, setting: Setting, found: Mapping[str, str]) -> Shown:
    name = f"{mode}, {column.model}"
    guess = found.get(key(mode, column, setting))
    if guess is None:
        return {"word": label("mode_open"), "state": "open", "name": name}
    played = play(mode, column, setting)
    return {
        "word": outcome(played.outcome),
        "state": "right" if guess == played.outcome else "wrong",
        "name": name,
    }


def _picked(mode: str, column: Column, setting: Setting, found: Mapping[str, str]) -> Shown:
    sent = {"model": column.model, "tool_choice": choice(mode, setting.named)}
    sent |= {"thinking": column.thinking} if column.thinking else {}
    kinds = ["text", *(f"tool:{name}" for name in names_of(setting.tools)), "several", "refused", "loop"]
    guess = found.get(key(mode, column, setting))
    return {
        "title": f"{mode} · {column.model}",
        "sent": json.dumps(sent, ensure_ascii=False),
        "choices": [[kind, segments(outcome(kind, long=True))] for kind in kinds],
        "answer": None if guess is None else answer(mode, column, setting, guess),
    }


def answer(mode: str, column: Column, setting: Setting, guess: str) -> Shown:
    """What a cell gave, beside what was predicted."""
    played = play(mode, column, setting)
    right = guess == played.outcome
    told = outcome(played.outcome, long=True)
    text = (
        label("mode_right", outcome=told)
        if right
        else label("mode_wrong", guess=outcome(guess, long=True), outcome=told)
    )
    facts = [[name, segments(words)] for name, words in _facts(mode, column, setting, played)]
    return {"right": right, "text": segments(text), "facts": facts, "rows": rows(played.calls)}


def _facts(mode: str, column: Column, setting: Setting, played: Played) -> list[tuple[str, str]]:
    told = []
    if played.sentence:
        told.append((label("mode_api"), f"`{played.sentence.replace('`', chr(39))}`"))
    if played.asked:
        asked = ", ".join(f"`{name}({short(given)})`" for name, given in played.asked)
        told.append((label("mode_asked"), asked))
    if mode in ("any", "tool") and played.asked:
        told += _compared(column, setting, played)
    told.append((label("mode_tokens"), _tokens(column, played)))
    count = str(len(played.calls))
    if played.outcome == "loop":
        count = label("mode_capped", count=count)
    return [*told, (label("mode_requests"), count)]


def _compared(column: Column, setting: Setting, played: Played) -> list[tuple[str, str]]:
    """What the model does of the same question when it is free to choose, where that is another thing."""
    free = play("auto", column, setting)
    if [name for name, _ in free.asked] == [name for name, _ in played.asked]:
        return []
    if free.outcome == "text":
        return [(label("mode_under_auto"), label("mode_auto_text"))]
    told = outcome(free.outcome, long=True)
    return [(label("mode_under_auto"), label("mode_auto_other", outcome=told))]


def _tokens(column: Column, played: Played) -> str:
    if played.input_tokens is None:
        return label("mode_tokens_none")
    known = profile(column.model).tool_tokens
    return label("mode_tokens_some" if known else "mode_tokens_unpublished", count=played.input_tokens)
