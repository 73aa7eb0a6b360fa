"""The requests of a comparison, as data and as text to be edited: one a line, « demande => outil ».

The expected tool is a name, "aucun" for none, or « outil A | outil B » where the sets name it apart.
"""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from tooluse.widgets.labels import label

_ARROW = re.compile(r"\s*(?:=>|⇒)\s*")
_MOST = 200  # requests: more would make the kernel wait


class Asked(NamedTuple):
    line: int
    text: str
    expected: tuple[str | None, str | None]  # for the one set and for the other


class Unreadable(Exception):
    """A line without an arrow, or too many of them: told in French, with its line."""

    def __init__(self, line: int, problem: str) -> None:
        super().__init__(problem)
        self.line = line
        self.problem = problem


def written(requests: Any) -> str:
    """Requests as text. Each is ("demande", tool or None), a pair of tools, or {"text": …, "tool": …}."""
    return requests if isinstance(requests, str) else "\n".join(_line(one) for one in requests)


def _line(one: Any) -> str:
    if isinstance(one, Mapping):
        text = one.get("text", one.get("request", one.get("demande", "")))
        tool = one.get("tool", one.get("expected", one.get("outil")))
    elif isinstance(one, str):
        text, tool = one, None
    else:
        text, tool = one
    names = list(tool) if isinstance(tool, list | tuple) else [tool]
    words = " | ".join(label("no_tool") if name is None else str(name) for name in names)
    return f"{' '.join(str(text).split())} => {words}"


def read(text: str) -> list[Asked]:
    """The requests in a text. Raises Unreadable."""
    found = [_read(number, row) for number, row in enumerate(text.split("\n"), start=1) if row.strip()]
    if not found:
        raise Unreadable(1, label("no_requests"))
    if len(found) > _MOST:
        raise Unreadable(found[_MOST].line, label("too_many_requests", most=_MOST))
    return found


def _read(number: int, row: str) -> Asked:
    text, *rest = _ARROW.split(row.strip())
    if len(rest) != 1 or not text or not rest[0]:
        raise Unreadable(number, label("bad_line", line=number))
    names = [_name(word) for word in rest[0].split("|")]
    if len(names) > 2:
        raise Unreadable(number, label("bad_line", line=number))
    return Asked(number, text, (names[0], names[-1]))


def _name(word: str) -> str | None:
    word = word.strip().strip("`")
    return None if word.casefold() in (label("no_tool"), "none", "-", "") else word


def known_as(name: str, own: list[str], origins: Iterable[list[str]]) -> str | None:
    """What a set calls an expected tool: by its name, else by the rank that it had in a set at the start.

    So a renamed tool is still the tool that was expected. None when nothing fits."""
    if name in own:
        return name
    rank = next((names.index(name) for names in origins if name in names), None)
    return own[rank] if rank is not None and rank < len(own) else None
