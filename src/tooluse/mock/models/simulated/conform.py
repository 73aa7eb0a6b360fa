"""Valid against the schema, whatever was understood: the effect of grammar-constrained decoding."""

from typing import Any

from tooluse.mock.models.simulated import patterns, schema


def conform(value: Any, wanted: Any, root: dict[str, Any], depth: int = 0) -> Any:
    """The value if the schema allows it, else the nearest one that it does allow."""
    if value is None and schema.is_nullable(wanted, root):
        return None
    own = schema.resolved(wanted, root)
    if depth >= schema.DEEP:
        return None if schema.is_nullable(wanted, root) else schema.smallest(own, root, depth - 2)
    if values := schema.choices(own):
        return value if any(value == one and type(value) is type(one) for one in values) else values[0]
    kind = schema.type_of(own)
    read = {
        "object": _object,
        "array": _array,
        "string": _string,
        "integer": _integer,
        "number": _number,
    }.get(kind)
    if read is not None:
        return read(value, own, root, depth)
    if kind == "boolean":
        return value if isinstance(value, bool) else False
    return None if kind == "null" else value


def _object(value: Any, own: dict[str, Any], root: dict[str, Any], depth: int) -> dict[str, Any]:
    given = value if isinstance(value, dict) else {}
    inner = schema.properties(own)
    needed = schema.required(own)
    kept = {
        name: conform(given.get(name), inner.get(name, {}), root, depth + 1)
        for name in [*needed, *(name for name in inner if name in given and name not in needed)]
        if name in given or name in needed
    }
    if own.get("additionalProperties") is not False and not inner:
        kept = {**given, **kept}
    return kept


def _array(value: Any, own: dict[str, Any], root: dict[str, Any], depth: int) -> list[Any]:
    given = value if isinstance(value, list) else []
    items = [conform(one, own.get("items"), root, depth + 1) if "items" in own else one for one in given]
    least, most = own.get("minItems"), own.get("maxItems")
    while isinstance(least, int) and len(items) < min(least, 20):
        items.append(conform(None, own.get("items", {}), root, depth + 1))
    return items[:most] if isinstance(most, int) and most >= 0 else items


def _string(value: Any, own: dict[str, Any], root: dict[str, Any], depth: int) -> str:
    said = value if isinstance(value, str) else "" if value is None else str(value)
    pattern = own.get("pattern")
    wrong = isinstance(pattern, str) and patterns.fits(pattern, said) is not True
    if wrong or value is None or (not said and "format" in own) or _out_of_format(said, own):
        return schema.smallest(own, root)
    most = own.get("maxLength")
    return said[:most] if isinstance(most, int) and most >= 0 else said


def _out_of_format(said: str, own: dict[str, Any]) -> bool:
    """Whether a text is not of the format that the schema names, as far as a glance tells."""
    shape = _GLANCE.get(str(own.get("format")))
    return shape is not None and patterns.fits(shape, said) is False


_GLANCE = {
    "date": r"^\d{4}-\d{2}-\d{2}$",
    "date-time": r"^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$",
    "time": r"^\d{2}:\d{2}:\d{2}Z?$",
    "email": r"^[^@\s]{1,64}@[^@\s]{1,80}$",
    "uri": r"^[a-z]{2,10}:[^\s]+$",
    "uuid": r"^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$",
    "ipv4": r"^\d{1,3}\.\d{1,3}\.\d{1,3}\.\d{1,3}$",
    "hostname": r"^[a-zA-Z0-9.-]+$",
}


def _integer(value: Any, own: dict[str, Any], root: dict[str, Any], depth: int) -> int:
    return int(_number(value, own, root, depth))


def _number(value: Any, own: dict[str, Any], root: dict[str, Any], depth: int) -> float | int:
    try:
        number = 0 if value is None or isinstance(value, bool) else float(value)
    except (TypeError, ValueError):
        number = 0
    number = number if abs(number) < 1e300 else 0
    number = int(number) if float(number).is_integer() else number
    return schema.bounded(number, own)
