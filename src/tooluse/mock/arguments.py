"""The arguments of a call beside the schema of its tool: which fields there are, what they may hold."""

import copy
from collections.abc import Iterator
from typing import Any

Path = tuple[str | int, ...]

JSON_TYPES = {
    "string": str,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


_UNIONS = ("anyOf", "oneOf")
_DEEPEST = 8


def fields(schema: Any, given: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every field that a schema declares, with its own schema, from the outside in; ``0`` is an item.

    Inside a field only where the arguments ``given`` have something: a schema may contain itself.
    """
    return _fields(_resolved(schema, schema), schema, given, ())


def _fields(schema: Any, root: Any, given: Any, path: Path) -> Iterator[tuple[Path, dict[str, Any]]]:
    if not isinstance(schema, dict) or len(path) >= _DEEPEST:
        return
    declared = schema.get("properties")
    inside = list(declared.items()) if isinstance(declared, dict) else []
    inside += [(0, schema["items"])] if "items" in schema else []
    for step, inner in inside:
        inner = _resolved(inner, root)
        if isinstance(inner, dict):
            yield (*path, step), inner
            for one in (inner, *_branches(inner)) if has(given, (step,)) else ():
                yield from _fields(one, root, given[step], (*path, step))


def _resolved(schema: Any, root: Any) -> Any:
    """A schema without ``$ref``, also in its branches, as pydantic writes one for a class of its own."""
    schema = _followed(schema, root)
    if not isinstance(schema, dict):
        return schema
    unions = {word: schema[word] for word in _UNIONS if isinstance(schema.get(word), list)}
    return {**schema, **{word: [_followed(one, root) for one in inner] for word, inner in unions.items()}}


def _followed(schema: Any, root: Any) -> Any:
    for _ in range(_DEEPEST):
        address = schema.get("$ref") if isinstance(schema, dict) else None
        if not isinstance(address, str) or not address.startswith("#/"):
            break
        steps = tuple(address.removeprefix("#/").split("/"))
        schema = get(root, steps) if has(root, steps) else None
    return schema


def leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Every value of the arguments that holds no other, with its path."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from leaves(inner, (*path, name))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from leaves(inner, (*path, index))
    else:
        yield path, value


def has(arguments: Any, path: Path) -> bool:
    try:
        get(arguments, path)
    except LookupError:
        return False
    return True


def has_room(arguments: Any, path: Path) -> bool:
    """Whether a value can be put there: it is there, or the object around it is."""
    around = get(arguments, path[:-1]) if has(arguments, path[:-1]) else None
    return has(arguments, path) or (isinstance(around, dict) and isinstance(path[-1], str))


def get(arguments: Any, path: Path) -> Any:
    """The value there. Raises LookupError, also where the values have not the form of the path."""
    for step in path:
        if not isinstance(arguments, dict if isinstance(step, str) else list):
            raise LookupError(step)
        arguments = arguments[step]
    return arguments


def put(arguments: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of the arguments with ``value`` there, where there is room."""
    changed = copy.deepcopy(arguments)
    get(changed, path[:-1])[path[-1]] = value
    return changed


def without(arguments: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in arguments.items() if key != name}


def named(path: Path, field: str | None) -> bool:
    """Whether ``field`` means this path: its last name, or all its names with dots (``filtre.statut``)."""
    if field is None:
        return True
    names = [step for step in path if isinstance(step, str)]
    return field in (names[-1], ".".join(names))


def allowed(schema: dict[str, Any]) -> list[Any] | None:
    """The values of an ``enum``, also inside the ``anyOf`` of an optional field; None without one."""
    if isinstance(schema.get("enum"), list) and schema["enum"]:
        return schema["enum"]
    found = (allowed(inner) for inner in _branches(schema))
    return next((values for values in found if values), None)


def types(schema: dict[str, Any]) -> set[str]:
    """The JSON types that a field may have; an empty set when its schema does not say."""
    declared = schema.get("type")
    if isinstance(declared, str):
        return {declared}
    if isinstance(declared, list):
        return {name for name in declared if isinstance(name, str)}
    return set().union(*(types(inner) for inner in _branches(schema)))


def _branches(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        inner
        for word in _UNIONS
        if isinstance(schema.get(word), list)
        for inner in schema[word]
        if isinstance(inner, dict)
    ]


def fits(value: Any, names: set[str]) -> bool:
    """Whether a value has one of these JSON types."""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return "number" in names or ("integer" in names and float(value).is_integer())
    return any(isinstance(value, JSON_TYPES[name]) for name in names if name in JSON_TYPES)


def other_type(value: Any) -> Any:
    """The same value as a hurried model would write it in another type: ``"3"``, ``["Lyon"]``, ``"a, b"``."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return ", ".join(str(item) for item in value)
    return str(value)
