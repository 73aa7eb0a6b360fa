"""The shape of a request: one walk along the closed description in `data/shape.json`.

The description is derived from the SDK's types by `tests/rules/make_shape.py`, which explains its notation;
count_tokens takes fewer fields, a request with a beta header more of everything.
The sentences are those of pydantic, which the API answers with, and so are the paths: the tag of a
discriminated object is part of the path (`messages.2.content.0.tool_result.tool_use_id`).
"""

import math
import re
from contextlib import suppress
from functools import cache
from typing import Any, NamedTuple

from tooluse.data import read_json

# The order in which the API reports (measured 2026-08); other known fields follow, then unknown ones.
FIELDS = (
    "model", "tool_choice", "tools", "messages", "system", "thinking", "output_config", "cache_control",
    "max_tokens", "metadata", "stop_sequences", "temperature", "service_tier", "top_k", "top_p", "stream",
    "container", "inference_geo",
)  # fmt: skip
ENOUGH = 1_000  # faults told of one request: the API tells one, and memory must not follow a hostile body

_RANK = {name: number for number, name in enumerate(FIELDS)}
_KINDS = {str: "string", dict: "object", list: "array", bool: "boolean", int: "integer", float: "number"}
_EXPECTED = {
    "array": "a valid array",  # also where a string would do: the API says no word of it
    "object": "an object",
    "string": "a valid string",
    "integer": "a valid integer",
    "number": "a valid number",
    "boolean": "a valid boolean",
}
_ABSENT = object()


class Fault(NamedTuple):
    """A fault of shape; `kind` is the name of the rule that tells it."""

    kind: str
    path: tuple[Any, ...]
    sentence: str
    number: int  # in document order

    @property
    def stage(self) -> int:
        """The place of its field in the order of report; fields outside of it come together, last."""
        if self.kind == "extra-field" and len(self.path) == 1:
            return len(FIELDS)
        return _RANK.get(self.path[0], len(FIELDS)) if self.path else 0


class _Enough(Exception):
    pass


@cache
def description(beta: bool = False, counting: bool = False) -> dict[str, Any]:
    """What a request may hold, from `data/shape.json`, its fields in the order of report."""
    shape = read_json("shape.json")
    patch = shape.pop("beta")
    if beta:
        shape = _patched(shape, patch)
    request, counts = shape["request"], shape.pop("counting")
    fields = request["fields"]
    allowed = counts["fields"] if counting else fields
    order = [*FIELDS, *sorted(fields.keys() - set(FIELDS))]
    request["fields"] = {name: fields[name] for name in order if name in allowed}
    request["required"] = counts["required"] if counting else request["required"]
    return shape


def _patched(base: Any, patch: Any) -> Any:
    """A JSON merge patch (RFC 7396); our own data, hence no deeper than they are."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(base) if isinstance(base, dict) else {}
    for key, value in patch.items():
        if value is None:
            merged.pop(key, None)
        else:
            merged[key] = _patched(merged.get(key), value)
    return merged


@cache
def compiled_pattern(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern.removesuffix("$"))  # used with fullmatch: `$` would let a newline through


def faults(body: Any, beta: bool = False, counting: bool = False) -> list[Fault]:
    """All faults of shape (a thousand at most), in the order in which the API would meet them."""
    shape = description(beta, counting)
    walk = _Walk(shape["defs"])
    with suppress(_Enough):
        walk.fields(shape["request"], body, ())
    return walk.found


class _Walk:
    # No recursion on the request: the description is not recursive, so the walk is as deep as it is.

    def __init__(self, defs: dict[str, Any]) -> None:
        self.found: list[Fault] = []
        self.defs = defs

    def tell(self, kind: str, path: tuple[Any, ...], sentence: str) -> None:
        self.found.append(Fault(kind, path, sentence, len(self.found)))
        if len(self.found) >= ENOUGH:
            raise _Enough

    def node(self, node: dict[str, Any], value: Any, path: tuple[Any, ...]) -> None:
        if not node:
            return
        kind = kind_of(value)
        if kind not in node:  # 2 is a number, and 2.0 a whole one
            kind = {"integer": "number", "number": "integer" if _is_whole(kind, value) else ""}.get(kind, "")
        asked = node.get(kind)
        if asked is None:
            self.wrong_type(node, path)
        elif asked:
            getattr(self, kind)(asked, value, path)

    def wrong_type(self, node: dict[str, Any], path: tuple[Any, ...]) -> None:
        if "misfit" in node:
            place = (*path, node["misfit"]) if node["misfit"] else path
            self.tell("wrong-type", place, "Input does not match the expected shape.")
        elif "says" not in node.get("string", ()) and "enum" in node.get("string", ()):
            self.tell("unexpected-value", path, f"Input should be {_either(node['string']['enum'])}")
        else:
            expected = next(words for kind, words in _EXPECTED.items() if kind in node)
            self.tell("wrong-type", path, f"Input should be {expected}")

    def string(self, asked: dict[str, Any], value: str, path: tuple[Any, ...]) -> None:
        if "enum" in asked and value not in asked["enum"]:
            usual = f"Input should be {_either(asked['enum'])}"
            self.tell("unexpected-value", path, asked.get("says", usual))
        elif len(value) > asked.get("max_length", math.inf):  # before the pattern, as pydantic does
            most = asked["max_length"]
            self.tell("string-too-long", path, f"String should have at most {most} characters")
        elif len(value) < asked.get("min_length", 0):
            least = asked["min_length"]
            self.tell("string-too-short", path, f"String should have at least {least} character")
        elif "pattern" in asked and not compiled_pattern(asked["pattern"]).fullmatch(value):
            self.tell("string-pattern", path, f"String should match pattern '{asked['pattern']}'")

    def number(self, asked: dict[str, Any], value: float, path: tuple[Any, ...]) -> None:
        inside = asked.get("min", -math.inf) <= value <= asked.get("max", math.inf)
        if not inside and value != asked.get("besides"):
            self.tell("out-of-range", path, asked["says"])

    integer = number

    def array(self, asked: dict[str, Any], value: list[Any], path: tuple[Any, ...]) -> None:
        items = asked["items"]
        if items:
            for index, item in enumerate(value):
                self.node(items, item, (*path, index))

    def object(self, asked: dict[str, Any], value: dict[str, Any], path: tuple[Any, ...]) -> None:
        if "tags" not in asked:
            self.fields(self.defs[asked["ref"]], value, path)
            return
        tag = value.get("type", _ABSENT)
        if tag in (None, _ABSENT) and "default" in asked:
            tag = asked["default"]
        if tag is _ABSENT:
            self.tell("field-required", (*path, "type"), "Field required")
        elif isinstance(tag, str) and tag in asked["tags"]:
            self.fields(self.defs[asked["tags"][tag]], value, (*path, tag))
        else:
            tags = ", ".join(f"'{known}'" for known in asked["tags"])
            found = f"Input tag '{shown(tag)}' found using 'type'"
            self.tell("unknown-tag", path, f"{found} does not match any of the expected tags: {tags}")

    def fields(self, shape: dict[str, Any], value: Any, path: tuple[Any, ...]) -> None:
        if not isinstance(value, dict):
            self.tell("wrong-type", path, "Input should be an object")
            return
        known = shape["fields"]
        for name, node in known.items():
            inner = value.get(name, _ABSENT)
            if inner is _ABSENT:
                if name in shape["required"]:
                    self.tell("field-required", (*path, name), "Field required")
            elif node.get(_KINDS.get(type(inner))) != {}:  # else nothing more is asked, the usual case
                self.node(node, inner, (*path, name))
        if not ("open" in shape or value.keys() <= known.keys()):
            for name in value:
                if name not in known:
                    self.tell("extra-field", (*path, name), "Extra inputs are not permitted")


def kind_of(value: Any) -> str:
    """The JSON type of a value, as JSON Schema names it; "" for what JSON does not have."""
    kind = _KINDS.get(type(value))
    if kind is None:
        kind = next((name for python, name in _KINDS.items() if isinstance(value, python)), "")
    return "null" if value is None else kind


def _is_whole(kind: str, value: Any) -> bool:
    return kind == "number" and value % 1 == 0  # 256.0 is an integer, as in JSON Schema; nan and inf are not


def shown(value: Any) -> str:
    """A scalar as the API would quote it; never a digit too many for Python to print."""
    if isinstance(value, str):
        return value
    huge = isinstance(value, int) and value.bit_length() > 64
    return kind_of(value) if huge or isinstance(value, dict | list) else str(value)


def _either(values: list[str]) -> str:
    *most, last = [f"'{value}'" for value in values]
    return f"{', '.join(most)} or {last}" if most else last
