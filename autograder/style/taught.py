"""No task needs a name that was not taught before it.

What a task needs is read from its reference, the one solution that is known to do, and from the code spans
of its consigne. A name of the API, of the SDK or of the kit must stand in a lesson up to this one; any other
name that is not plain Python, in a lesson or in what the TP itself shows. Python itself is taken for known.
"""

import ast
import builtins
import datetime
import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, get_args

from autograder.style.document import Document, Finding
from autograder.style.tps import REGION
from autograder.tasks import Part
from tooluse.data import read_json

WORD = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TYPES = (str, bytes, int, float, list, tuple, dict, set, type, Exception, KeyError, type(WORD), re.Match)
_TYPES += (datetime.date, datetime.datetime, datetime.timedelta, Decimal, Fraction, Path)
_MODULES = (
    "json re math random itertools functools collections datetime zoneinfo calendar time copy difflib".split()
)


def taught(doc: Document) -> Iterator[Finding]:
    """What the reference of a task uses is taught before it."""
    lessons = _lessons(doc)
    if not lessons:
        return  # a course of exercises alone teaches elsewhere
    shown, told, local, imports = set(), set(), set(), {}
    for part in doc.parts:
        if part.id.endswith("-consigne"):
            yield from _untaught(doc, part, _fields(part.source) - lessons)
        words = _words(REGION.sub("", part.source) if part.kind == "code" else part.source)
        shown |= words
        told |= words if part.kind == "markdown" else set()
        tree = _tree(part)
        if tree is None:
            continue
        imports |= _imports(tree)
        local |= _bound(tree)
        if REGION.search(part.source):
            needed = _needed(tree, local - set(imports)) - lessons
            mine = (told & set(imports)) | (shown - set(imports) - _api())  # taught by the TP itself
            yield from _untaught(doc, part, needed - mine)


def _untaught(doc: Document, part: Part, names: set[str]) -> Iterator[Finding]:
    for name in sorted(names):
        remedy = f"teach it in a lesson up to {_number(doc)}, or do without"
        yield doc.find(part, f"{name!r} is needed, and nothing before teaches it", remedy)


def _fields(text: str) -> set[str]:
    """The API's names in the code spans of a text; a single word may be anybody's."""
    spans = re.findall(r"`([^`\n]+)`", text)
    return {word for span in spans for word in _words(span) & _api() if "_" in word}


def _number(doc: Document) -> str:
    return doc.unit.name.removeprefix("tp")


def _lessons(doc: Document) -> set[str]:
    """Every word of the lessons that come before this TP, its own lesson included."""
    units = [unit for unit in doc.course.select(kind="lesson") if unit.name <= _number(doc)]
    questions = [path for unit in units if (path := doc.course.questions(unit.name)).exists()]
    texts = [path.read_text(encoding="utf-8") for path in [*(unit.source for unit in units), *questions]]
    return {word for text in texts for word in _words(text)}


def _words(text: str) -> set[str]:
    return set(WORD.findall(text))


def _tree(part: Part) -> ast.Module | None:
    if part.kind != "code":
        return None
    try:
        return ast.parse(part.source)
    except SyntaxError:
        return None  # said by plain-python


@cache
def _api() -> set[str]:
    """The API's own names: fields of requests and replies, and the values that they take."""
    from anthropic import types

    found = {*types.Message.model_fields, *types.Usage.model_fields, *get_args(types.StopReason)}

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            for key in ("fields", "tags"):
                found.update(value.get(key) or {} if isinstance(value.get(key), dict) else {})
            found.update(one for one in value.get("enum") or [] if isinstance(one, str))
        for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
            walk(item)

    walk(read_json("shape.json"))
    return {name for name in found if WORD.fullmatch(name)}


def _imports(tree: ast.Module) -> dict[str, str]:
    """The names that come from outside Python, each with its module."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            found |= {(one.asname or one.name).partition(".")[0]: one.name for one in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {one.asname or one.name: node.module for one in node.names}
    return {name: module for name, module in found.items() if not _standard(module) and not _given(module)}


def _standard(module: str) -> bool:
    return module.partition(".")[0] in sys.stdlib_module_names


def _given(module: str) -> bool:
    """What every TP imports in its first cell, and explains there."""
    return module in ("tooluse.practice", "tooluse.data")


def _bound(tree: ast.Module) -> set[str]:
    """The names that the code itself makes: functions, arguments, variables, keys that it writes."""
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AsyncFunctionDef):
            found.add(node.name)
        elif isinstance(node, ast.arg):
            found.add(node.arg)
        elif isinstance(node, ast.Name | ast.Attribute) and isinstance(node.ctx, ast.Store):
            found.add(node.id if isinstance(node, ast.Name) else node.attr)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            found.add(node.name)
        elif isinstance(node, ast.Import | ast.ImportFrom):
            found |= {(one.asname or one.name).partition(".")[0] for one in node.names}
        elif isinstance(node, ast.MatchAs | ast.MatchStar) and node.name:
            found.add(node.name)
    return found


def _needed(tree: ast.Module, local: set[str]) -> set[str]:
    """What one must know to write this: names, attributes, keywords, keys, texts compared or returned."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, ast.Attribute):
            found.add(node.attr)
        elif isinstance(node, ast.keyword) and node.arg:
            found.add(node.arg)
        else:
            found |= {text for text in _texts(node) if WORD.fullmatch(text)}
    return found - local - _python()


def _texts(node: ast.AST) -> set[str]:
    """The texts in a place where only the right one will do."""
    places: list[ast.AST | None] = []
    if isinstance(node, ast.Dict):
        places = [*node.keys]
    elif isinstance(node, ast.Subscript):
        places = [node.slice]
    elif isinstance(node, ast.Compare):
        places = [node.left, *node.comparators]
    elif isinstance(node, ast.Return | ast.MatchValue):
        places = [node.value]
    elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "get":
        places = node.args[:1]
    inside = [item for place in places for item in getattr(place, "elts", [place])]
    return {one.value for one in inside if isinstance(one, ast.Constant) and isinstance(one.value, str)}


@cache
def _python() -> frozenset[str]:
    """Python's own names: builtins, what its types and its usual modules bear."""
    bearers = [builtins, *_TYPES, *map(import_module, _MODULES)]
    return frozenset(name for bearer in bearers for name in dir(bearer))
