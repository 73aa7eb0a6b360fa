"""`$ref` inside one schema: what a pointer names, and whether following it ends. Nothing is fetched."""

from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import unquote

from tooluse.rules.schema_check import children


class _Visit(NamedTuple):
    schema: dict[str, Any]
    name: str  # of the reference by which it was entered; "" when it simply stands inside
    steps: Iterator[tuple[dict[str, Any], str]]


def cycle(root: dict[str, Any]) -> list[str] | None:
    """The names on a way that leads from some schema back to itself: ["N", "N"]; None if there is none.

    Definitions count only where they are referred to. Each schema is entered once: linear, no recursion."""
    done: set[int] = set()
    active: set[int] = {id(root)}
    stack = [_Visit(root, "#", _steps(root, root))]
    while stack:
        following, name = next(stack[-1].steps, (None, ""))
        if following is None:
            left = stack.pop()
            active.discard(id(left.schema))
            done.add(id(left.schema))
        elif id(following) in active:
            return _names(stack, following, name)
        elif id(following) not in done:
            active.add(id(following))
            stack.append(_Visit(following, name, _steps(following, root)))
    return None


def _names(stack: list[_Visit], back_to: dict[str, Any], name: str) -> list[str]:
    start = next(index for index, visit in enumerate(stack) if visit.schema is back_to)
    return [name, *(visit.name for visit in stack[start + 1 :] if visit.name), name]


def _steps(schema: dict[str, Any], root: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    target = resolve(schema.get("$ref"), root)
    if target is not None:
        yield target, schema["$ref"].rpartition("/")[2]
    for (word, *_), child in children(schema):
        if isinstance(child, dict) and word not in ("$defs", "definitions"):
            yield child, ""


def resolve(reference: Any, root: dict[str, Any]) -> dict[str, Any] | None:
    """The object that a local pointer (`#/$defs/N`) names; nothing else is looked up."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    value: Any = root
    for part in unquote(reference[1:]).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value if isinstance(value, dict) else None
