"""Reading a schema that a stranger wrote: references, unions, types; the smallest value that it allows."""

import re
from datetime import date
from typing import Any

from tooluse.mock.models.simulated import patterns

DEEP = 8  # levels of a schema that are filled; recursive ones end here
TYPES = ("string", "integer", "number", "boolean", "array", "object", "null")
_STRUCTURE = ("properties", "items", "enum", "const", "pattern", "format")


def resolved(schema: Any, root: dict[str, Any]) -> dict[str, Any]:
    """The schema itself: references followed, `allOf` merged, the first branch of a union that is no null."""
    for _ in range(DEEP):
        if not isinstance(schema, dict):
            return {}
        rest = {key: value for key, value in schema.items() if key not in ("$ref", "allOf", "anyOf", "oneOf")}
        if isinstance(schema.get("$ref"), str):
            schema = {**_as_dict(_target(schema["$ref"], root)), **rest}
        elif isinstance(schema.get("allOf"), list):
            schema = _merged(rest, schema["allOf"][:DEEP], root)
        elif union := branches(schema):
            schema = {**rest, **_as_dict(_preferred(union, root))}
        else:
            return schema
    return {}


def branches(schema: Any) -> list[Any]:
    """The branches of a union, if it is one."""
    if not isinstance(schema, dict):
        return []
    found = schema.get("anyOf") or schema.get("oneOf")
    return found[:20] if isinstance(found, list) else []


def _preferred(union: list[Any], root: dict[str, Any]) -> Any:
    real = [branch for branch in union if isinstance(branch, dict) and branch.get("type") != "null"]
    return real[0] if real else union[0]


def _merged(rest: dict[str, Any], parts: list[Any], root: dict[str, Any]) -> dict[str, Any]:
    whole = dict(rest)
    for part in parts:
        part = _as_dict(_target(part["$ref"], root)) if _refers(part) else _as_dict(part)
        for key, value in part.items():
            if key == "properties" and isinstance(value, dict) and isinstance(whole.get(key), dict):
                whole[key] = {**whole[key], **value}
            elif key == "required" and isinstance(value, list) and isinstance(whole.get(key), list):
                whole[key] = [*whole[key], *value]
            else:
                whole.setdefault(key, value)
    return whole


def _refers(part: Any) -> bool:
    return isinstance(part, dict) and isinstance(part.get("$ref"), str)


def _as_dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _target(reference: str, root: dict[str, Any]) -> Any:
    if not reference.startswith("#"):
        return {}
    place: Any = root
    for step in reference[1:].split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(place, dict):
            place = place.get(step, {})
        elif isinstance(place, list) and step.isdecimal() and int(step) < len(place):
            place = place[int(step)]
        else:
            return {}
    return place


def type_of(schema: dict[str, Any]) -> str:
    """The one type to fill, from `type` or from the other keywords; "" when anything goes."""
    said = schema.get("type")
    listed = [kind for kind in (said if isinstance(said, list) else [said]) if kind in TYPES]
    real = [kind for kind in listed if kind != "null"]
    if listed:
        return real[0] if real else "null"
    values = choices(schema)
    if values:
        return _type_of_value(values[0])
    for word, kind in (
        ("properties", "object"),
        ("items", "array"),
        ("pattern", "string"),
        ("format", "string"),
    ):
        if word in schema:
            return kind
    return "number" if "minimum" in schema or "maximum" in schema else ""


def _type_of_value(value: Any) -> str:
    if value is None:
        return "null"
    kinds = {bool: "boolean", int: "integer", float: "number", str: "string", list: "array", dict: "object"}
    return kinds.get(type(value), "")


def choices(schema: dict[str, Any]) -> list[Any]:
    """The values of an enum or a const, if it is one."""
    if "const" in schema:
        return [schema["const"]]
    values = schema.get("enum")
    return values[:2000] if isinstance(values, list) else []


def is_nullable(schema: Any, root: dict[str, Any]) -> bool:
    """Whether null will do."""
    if any(_as_dict(branch).get("type") == "null" for branch in branches(schema)):
        return True
    own = resolved(schema, root)
    said = own.get("type")
    allowed = said == "null" or (isinstance(said, list) and "null" in said) or own.get("nullable") is True
    values = choices(own)
    return (allowed and (not values or None in values)) or (None in values and said is None)


def required(schema: dict[str, Any]) -> list[str]:
    names = schema.get("required")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def properties(schema: dict[str, Any]) -> dict[str, Any]:
    found = schema.get("properties")
    return found if isinstance(found, dict) else {}


def bounded(value: float, schema: dict[str, Any]) -> float | int:
    """The nearest number that the bounds allow."""
    low, high = (
        _bound(schema, "minimum", "exclusiveMinimum", 1),
        _bound(schema, "maximum", "exclusiveMaximum", -1),
    )
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    step = schema.get("multipleOf")
    if isinstance(step, int) and not isinstance(step, bool) and step > 0 and abs(value) < 1e15:
        value = -(-value // step) * step
    return value


def _bound(schema: dict[str, Any], loose: str, tight: str, step: int) -> float | None:
    for word, shift in ((tight, step), (loose, 0)):
        said = schema.get(word)
        if isinstance(said, int | float) and not isinstance(said, bool) and abs(said) < 1e15:
            return said + shift
    return None


_FORMATS = {
    "date": "2025-01-01", "date-time": "2025-01-01T09:00:00Z", "time": "09:00:00Z", "duration": "P1D",
    "email": "contact@example.com", "hostname": "example.com", "uri": "https://example.com",
    "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "uuid": "00000000-0000-4000-8000-000000000000",
}  # fmt: skip


def smallest(schema: Any, root: dict[str, Any], depth: int = 0, today: date | None = None) -> Any:
    """The plainest value that the schema allows, as far as its keywords are the usual ones."""
    own = resolved(schema, root)
    if values := choices(own):
        return values[0]
    if depth >= DEEP:
        return None
    kind = type_of(own)
    if kind == "object":
        inner = properties(own)
        return {name: smallest(inner.get(name, {}), root, depth + 1, today) for name in required(own)}
    if kind == "array":
        count = own.get("minItems", 0)
        count = min(count, 20) if isinstance(count, int) and not isinstance(count, bool) else 0
        return [smallest(own.get("items"), root, depth + 1, today) for _ in range(count)]
    if kind in ("integer", "number"):
        number = bounded(0, own)
        return int(number) if kind == "integer" else number
    return (
        {"boolean": False, "null": None}.get(kind, _smallest_string(own))
        if kind != "string"
        else _smallest_string(own)
    )


def _smallest_string(schema: dict[str, Any]) -> str:
    pattern = schema.get("pattern")
    if isinstance(pattern, str) and (said := patterns.example(pattern)) is not None:
        return said
    shortest = schema.get("minLength")
    said = _FORMATS.get(str(schema.get("format")), "")
    wanted = shortest if isinstance(shortest, int) and shortest < 1000 else 0
    return said + re.sub(".", "x", " " * (wanted - len(said)))
