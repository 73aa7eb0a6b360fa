"""A JSON document -> the lines that are shown, each with its path, its marks and its notes.

A line is {"d": depth, "p": path, "x": [[kind, text], …], "m": mark, "f": first line of its mark, "n": notes};
kinds are k(ey), s(tring), n(umber), w(ord), p(unctuation). Lines come in sections, some of them folded.
"""

import json
from collections.abc import Iterable
from typing import Any

from tooluse.widgets.paths import Path, children, dotted

Line = dict[str, Any]
Section = dict[str, Any]

_WIDTH = 68
_LONGEST = 1500


class Layout:
    """Lays out one document; `marks` and `notes` are found by path, whatever the text looks like."""

    def __init__(self, marks: dict[Path, str], notes: dict[Path, list[int]]) -> None:
        self.marks = marks
        self.notes = notes

    def lines(self, value: Any, at: Path = (), key: str | None = None, end: str = "") -> list[Line]:
        """The lines of `value`, which stands at `at`."""
        head = [["k", json.dumps(key, ensure_ascii=False)], ["p", ": "]] if key is not None else []
        below = children(value)
        if not below or self._fits(value, at, head):
            found = [self._line(at, [*head, *_inline(value), *_punctuation(end)])]
        else:
            opener, closer = ("{", "}") if isinstance(value, dict) else ("[", "]")
            found = [self._line(at, [*head, ["p", opener]])]
            for index, (segment, item) in enumerate(below):
                name = segment if isinstance(value, dict) else None
                found += self.lines(item, (*at, segment), name, "," if index < len(below) - 1 else "")
            found.append(self._line(at, [["p", closer + end]]))
        if at in self.notes:
            found[0]["n"] = self.notes[at]
        if at in self.marks:
            for line in found:
                line["m"] = self.marks[at]
            found[0]["f"] = True
        return found

    def quiet(self, at: Path) -> bool:
        """Nothing at or below `at` is marked or noted."""
        return not any(path[: len(at)] == at for path in (*self.marks, *self.notes))

    def _fits(self, value: Any, at: Path, head: list[list[str]]) -> bool:
        """A small container goes on one line, unless something inside it must be pointed at."""
        deeper = any(len(path) > len(at) and path[: len(at)] == at for path in (*self.marks, *self.notes))
        size = sum(len(text) for _, text in (*head, *_inline(value))) if not deeper else _WIDTH
        return size + 2 * len(at) < _WIDTH

    def _line(self, at: Path, tokens: list[list[str]]) -> Line:
        return {"d": len(at), "p": dotted(at), "x": tokens}


def sections(
    document: Any, marks: dict[Path, str], notes: dict[Path, list[int]], *, fold: bool
) -> list[Section]:
    """The document in sections; with `fold`, what is neither marked nor noted is folded away.

    A folded section is {"fold": path or "messages.0/messages.3", "lines": […]}, an open one {"fold": "", …}.
    """
    layout = Layout(marks, notes)
    if not fold or not isinstance(document, dict):
        return [{"fold": "", "lines": layout.lines(document)}]
    found = [("", [layout._line((), [["p", "{"]])])]
    for index, (key, value) in enumerate(document.items()):
        end = "," if index < len(document) - 1 else ""
        if key == "messages" and isinstance(value, list) and not layout.quiet((key,)):
            found += _messages(layout, value, end)
        else:
            lines = layout.lines(value, (key,), key, end)
            found.append((key if len(lines) > 2 and layout.quiet((key,)) else "", lines))
    found.append(("", [layout._line((), [["p", "}"]])]))
    return list(_joined((fold if len(lines) > 2 else "", lines) for fold, lines in _pairs(_joined(found))))


def _pairs(found: Iterable[Section]) -> Iterable[tuple[str, list[Line]]]:
    return ((section["fold"], section["lines"]) for section in found)


def _messages(layout: Layout, value: list[Any], end: str) -> Iterable[tuple[str, list[Line]]]:
    at = ("messages",)
    opener = layout._line(at, [["k", '"messages"'], ["p", ": ["]])
    mark = layout.marks.get(at)
    if mark or at in layout.notes:
        return [("", layout.lines(value, at, "messages", end))]
    found = [("", [opener])]
    for index, message in enumerate(value):
        place = (*at, str(index))
        lines = layout.lines(message, place, None, "," if index < len(value) - 1 else "")
        found.append((dotted(place) if layout.quiet(place) else "", lines))
    return [*found, ("", [layout._line(at, [["p", f"]{end}"]])])]


def _joined(parts: Iterable[tuple[str, list[Line]]]) -> Iterable[Section]:
    """Neighbours of the same kind become one section: open lines together, folded messages together."""
    section: Section | None = None
    for fold, lines in parts:
        previous = section["fold"] if section else None
        both_open = previous == "" and not fold
        both_messages = bool(previous and fold) and previous[:9] == fold[:9] == "messages."
        if section and (both_open or both_messages):
            section["lines"] = section["lines"] + lines
            if both_messages:
                section["fold"] = f"{previous.split('/')[0]}/{fold}"
            continue
        if section:
            yield section
        section = {"fold": fold, "lines": lines}
    if section:
        yield section


def _punctuation(end: str) -> list[list[str]]:
    return [["p", end]] if end else []


def _inline(value: Any) -> list[list[str]]:
    """`value` on one line, as tokens."""
    if isinstance(value, dict):
        items = [[["k", _quoted(key)], ["p", ": "], *_inline(item)] for key, item in value.items()]
        return _wrapped("{", items, "}")
    if isinstance(value, list):
        return _wrapped("[", [_inline(item) for item in value], "]")
    if isinstance(value, str):
        return [["s", _quoted(value)]]
    return [["w" if value is None or isinstance(value, bool) else "n", json.dumps(value)]]


def _wrapped(opener: str, items: list[list[list[str]]], closer: str) -> list[list[str]]:
    found = [["p", opener]]
    for index, item in enumerate(items):
        found += [["p", ", "], *item] if index else item
    return [*found, ["p", closer]]


def _quoted(text: str) -> str:
    """JSON, cut where a value would fill the screen (an image, a whole document)."""
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST]}… (+ {len(text) - _LONGEST})"
    return json.dumps(text, ensure_ascii=False)


def text_of(line: Line) -> str:
    """The line as plain text, indented."""
    return "  " * line["d"] + "".join(text for _, text in line["x"])
