"""Where the values of a document stand, so that a verdict can name a line."""

import json
import re
from bisect import bisect
from typing import NamedTuple

# A string, with the colon behind it if it is a key; a bracket; or any other value. Commas tell nothing more.
_TOKEN = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")(\s*:)?|([\[{])|([\]}])|[^\s,]+?(?=[\s,\]}]|$)', re.DOTALL)


class Place(NamedTuple):
    """Lines and columns count from one; `cell`, from one too, only in a notebook."""

    line: int
    column: int
    cell: int = 0

    def __str__(self) -> str:
        cell = f"cellule {self.cell}:" if self.cell else ""
        return f"{cell}{self.line}:{self.column}"


class Node:
    """One value of a document: its place, that of its key, and what is inside, by key or in order.

    In JSON, a place is the distance from the start of the text: most are never asked for."""

    __slots__ = ("children", "key", "place")

    def __init__(self, place: Place | int, key: Place | int | None = None) -> None:
        self.place = place
        self.key = key
        self.children: dict[str, Node] | list[Node] = {}

    def child(self, key: str) -> "Node | None":
        if isinstance(self.children, dict):
            return self.children.get(key)
        return self.children[int(key)] if key.isdecimal() and int(key) < len(self.children) else None


def find(node: Node, parts: list[str]) -> Place | int:
    """The place that a path names, or of the nearest value around it when there is none such.

    Keys may hold dots, as the path does: then as few parts as possible are joined."""
    last = node
    while parts:
        sizes = range(1, len(parts) + 1)
        step = next(((size, found) for size in sizes if (found := last.child(".".join(parts[:size])))), None)
        if step is None:
            break
        size, last = step
        parts = parts[size:]
    return last.place if last.key is None else last.key


class Lines:
    """Where the lines of a text begin."""

    def __init__(self, text: str) -> None:
        self.starts = [0, *(found.end() for found in re.finditer("\n", text))]

    def place(self, offset: int) -> Place:
        line = bisect(self.starts, offset)
        return Place(line, offset - self.starts[line - 1] + 1)


def json_places(text: str) -> Node:
    """The places in a text that `json` has read; without recursion."""
    top = Node(0)
    top.children = []
    stack = [top]
    key = name = None
    for token in _TOKEN.finditer(text):
        kind = token.lastindex
        if kind == 2:  # a key
            key = token.start()
            name = json.loads(token[1], strict=False) if "\\" in token[1] else token[1][1:-1]
        elif kind == 4:  # a closing bracket
            stack.pop()
        else:
            node = Node(token.start(), key)
            inside = stack[-1].children
            if key is None:
                inside.append(node)
            else:
                inside[name] = node
                key = None
            if kind == 3:  # an opening bracket
                node.children = {} if token[3] == "{" else []
                stack.append(node)
    return top.children[0]
