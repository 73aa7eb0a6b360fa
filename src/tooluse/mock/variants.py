"""Plausible other values, the same at every run: near names, invented ids, arguments of a second call."""

import hashlib
import json
import re
from datetime import date, timedelta
from itertools import count
from typing import Any

from tooluse.mock import arguments

_VERBS = {
    "get": "fetch",
    "fetch": "get",
    "search": "find",
    "find": "search",
    "list": "get",
    "create": "add",
    "add": "create",
    "update": "edit",
    "delete": "remove",
    "send": "post",
    "read": "get",
    "chercher": "trouver",
    "trouver": "chercher",
    "lire": "obtenir",
    "lister": "obtenir",
    "obtenir": "lire",
    "creer": "ajouter",
    "envoyer": "transmettre",
}
_CITIES = ("Paris", "Lyon", "Marseille", "Nantes", "Lille", "Brest", "Toulouse", "Strasbourg")


def outside(values: list[Any], given: Any) -> Any:
    """A value that is not in the enum: the usual slip of a capital letter, else something near."""
    start = given if given in values else values[0]
    if isinstance(start, str):
        tries = [start.capitalize(), start.upper(), start.lower(), f"{start}s"]
        return next((word for word in tries if word not in values), f"{start}_2")
    if isinstance(start, (int, float)) and not isinstance(start, bool):
        return max(value for value in values if isinstance(value, (int, float))) + 1
    return "autre"


def only_case(value: Any, values: list[Any]) -> bool:
    """Whether a value differs from one of the enum by capital letters alone."""
    return isinstance(value, str) and value.lower() in {str(one).lower() for one in values}


def near_name(name: str, declared: set[Any]) -> str:
    """A tool's name that a model could have believed: another verb, or one word more."""
    verb, sign, rest = name.partition("_")
    tries = [f"{_VERBS[verb]}{sign}{rest}"] if verb in _VERBS and rest else []
    tries += [f"{name[:50]}_details", f"{name[:50]}s"]
    numbered = (f"{name[:50]}_v{number}" for number in count(2))
    return next(near for near in (*tries, *_first(numbered, 200)) if near not in declared)


def _first(names: Any, number: int) -> list[str]:
    return [name for name, _ in zip(names, range(number), strict=False)]


def invented(value: str | int, request: dict[str, Any]) -> str | int:
    """An identifier of the same form, that occurs nowhere in the request."""
    said = json.dumps(request, ensure_ascii=False)
    for attempt in count(1):
        made = _redrawn(str(value), attempt)
        if made not in said and made != str(value):
            return int(made) if isinstance(value, int) else made
    raise AssertionError("unreachable")


def _redrawn(value: str, attempt: int) -> str:
    """Other digits in the last run of digits; longer after many attempts, and where there is none."""
    found = re.search(r"[0-9]+(?=[^0-9]*$)", value)
    drawn = str(int(hashlib.sha256(f"{value}/{attempt}".encode("utf-8", "replace")).hexdigest(), 16))
    if found is None:
        return f"{value}{drawn[: 1 + attempt // 10]}"
    length = len(found[0]) + attempt // 10
    digits = drawn[:length]
    if not digits.strip("0"):
        digits = "9" * length
    return value[: found.start()] + digits + value[found.end() :]


def another(given: dict[str, Any], tool: dict[str, Any], request: dict[str, Any]) -> dict[str, Any]:
    """Other arguments for the same tool: an example of its definition, else one argument changed.

    The same arguments again when nothing else suggests itself: models do ask twice for the same thing.
    """
    for example in tool.get("input_examples") or []:
        if isinstance(example, dict) and example != given:
            return example
    schemas = dict(arguments.fields(tool.get("input_schema"), given))
    changes = [
        (path, _other(value, schemas.get(path, {}), request)) for path, value in arguments.leaves(given)
    ]
    changes = [(path, value) for path, value in changes if value is not None]
    changes.sort(key=lambda change: not isinstance(change[1], str))  # a text says what the call is about
    return arguments.put(given, *changes[0]) if changes else given


def _other(value: Any, schema: dict[str, Any], request: dict[str, Any]) -> Any:
    values = arguments.allowed(schema)
    if values:
        return next((one for one in values if one != value and type(one) is type(value)), None)
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    return _other_text(value, request) if isinstance(value, str) else None


def _other_text(value: str, request: dict[str, Any]) -> str | None:
    try:
        return (date.fromisoformat(value) + timedelta(days=1)).isoformat()
    except (ValueError, OverflowError):
        pass
    if value in _CITIES:
        named = [city for city in _CITIES if city in question(request)]
        return next(city for city in (*named, *_CITIES) if city != value)
    last = re.search(r"[0-9]+(?=[^0-9]*$)", value)
    if last:
        return value[: last.start()] + str(int(last[0][-18:]) + 1).zfill(len(last[0])) + value[last.end() :]
    names = re.findall(r"(?<=[\w,'’] )[A-ZÉÈ]\w+", question(request))
    return next((name for name in names if name != value), None)


def question(request: dict[str, Any]) -> str:
    """The last text of the user."""
    for message in reversed(request.get("messages") or []):
        if message.get("role") != "user":
            continue
        content = message.get("content")
        if isinstance(content, str):
            return content
        texts = [block["text"] for block in content or [] if block.get("type") == "text"]
        if texts:
            return texts[-1]
    return ""
