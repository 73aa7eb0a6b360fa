"""JSON Schema draft 2020-12: is a schema one, does an example meet it. The only user of `jsonschema`.

Schemas come from strangers, and `jsonschema` recurses, resolves references and runs regular expressions.
So it is only ever given one level of a schema at a time (any depth is fine, and small levels repeat, which a
cache rewards), and examples only under a budget.
"""

import json
import sys
import threading
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, NamedTuple


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


# What may follow a keyword: a schema, a list of schemas, schemas by name, a string, anything, a list.
_ONE = _words("""
    additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems
    unevaluatedProperties
""")
_MANY = _words("allOf anyOf oneOf prefixItems")
_NAMED = _words("$defs definitions dependencies dependentSchemas patternProperties properties")
_TEXT = _words("$comment $ref $dynamicRef contentEncoding contentMediaType description format pattern title")
_ANYTHING = _words("const default")
_LISTS = _words("enum examples")
_PLAIN = _words("""
    $anchor $dynamicAnchor $id $recursiveAnchor $recursiveRef $schema $vocabulary dependentRequired deprecated
    exclusiveMaximum exclusiveMinimum maxContains maxItems maxLength maxProperties maximum minContains
    minItems minLength minProperties minimum multipleOf readOnly required type uniqueItems writeOnly
""")
KNOWN_KEYWORDS = _ONE | _MANY | _NAMED | _TEXT | _ANYTHING | _LISTS | _PLAIN

_import = threading.Lock()


@cache
def library() -> Any:
    """`jsonschema.validators`, imported when a schema must really be checked.

    With `rfc3987_syntax` installed (JupyterLab brings it), the import takes seconds: that package builds a
    grammar when imported. Hidden meanwhile, jsonschema merely goes without its `iri` formats, unused here."""
    with _import:
        absent = object()
        before = sys.modules.get("rfc3987_syntax", absent)
        sys.modules["rfc3987_syntax"] = None
        try:
            import jsonschema.validators
        finally:
            if before is absent:
                del sys.modules["rfc3987_syntax"]
            else:
                sys.modules["rfc3987_syntax"] = before
    return jsonschema.validators


class Level(NamedTuple):
    """One object that stands where a schema stands, and its place in the whole."""

    place: tuple[str, ...]
    schema: dict[str, Any]


def levels(schema: Any) -> Iterator[Level]:
    """Every object that stands where a schema stands, the whole first; without recursion.

    A place is told down to thirty steps: further down nobody reads it, and it would take quadratic time."""
    todo: list[tuple[tuple[str, ...], Any]] = [((), schema)]
    while todo:
        place, value = todo.pop()
        if isinstance(value, dict):
            yield Level(place, value)
            deep = len(place) >= 30
            inner = [(place if deep else (*place, *step), child) for step, child in children(value)]
            todo += reversed(inner)


def children(schema: dict[str, Any]) -> Iterator[tuple[tuple[str, ...], Any]]:
    """What stands where a schema stands, right inside a schema."""
    for word, value in schema.items():
        if word in _ONE:
            yield (word,), value
        elif word in _MANY and isinstance(value, list):
            yield from (((word, str(index)), child) for index, child in enumerate(value))
        elif word in _NAMED and isinstance(value, dict):
            # A name of a megabyte would otherwise be copied into every path below it.
            yield from (((word, str(name)[:100]), child) for name, child in value.items())


def is_schema(found: list[Level]) -> bool:
    """Whether the levels of a tool's `input_schema` are valid against the meta-schema of draft 2020-12."""
    told = [_level(level.schema) for level in found]
    for nullable in "properties", "required":  # at the top, for the API as for the SDK's types
        if found[0].schema.get(nullable) is None:
            told[0].pop(nullable, None)
    return all(_level_is_valid(json.dumps(level)) for level in told)


def _level(schema: dict[str, Any]) -> dict[str, Any]:
    """One level of a schema: inner schemas become `true`, what is not one stays a fault. What the meta-schema
    does not look at is left out, so that levels repeat more often."""
    return {word: _told(word, value) for word, value in schema.items() if word in KNOWN_KEYWORDS}


def _told(word: str, value: Any) -> Any:
    if word in _ANYTHING:
        return None
    if word in _TEXT:
        return "" if isinstance(value, str) else _flat(value, 1)
    if word in _ONE:
        return _inner(value)
    if word in _LISTS and isinstance(value, list):
        return []
    if word in _MANY and isinstance(value, list):
        faulty = [inner for inner in map(_inner, value) if inner is not True]
        return faulty or ([True] if value else [])
    if word in _NAMED and isinstance(value, dict):
        return {name: inner for name, child in value.items() if (inner := _inner(child, word)) is not True}
    if word == "required":
        return _names(value)
    if word == "dependentRequired" and isinstance(value, dict):
        return {name: inner for name, child in value.items() if (inner := _names(child)) != []}
    return _flat(value, 3)


def _inner(value: Any, word: str = "") -> Any:
    if word == "dependencies" and isinstance(value, list):  # a list of names will do, too
        return _names(value) or True
    return True if isinstance(value, bool | dict) else _flat(value, 1)


def _names(value: Any) -> Any:
    """A list of names, as short as its fault allows: distinct strings, however many, are as good as none."""
    if not isinstance(value, list):
        return _flat(value, 1)
    others = [item for item in value if not isinstance(item, str)]
    if others:
        return [_flat(others[0], 1)]
    return [] if len(set(value)) == len(value) else ["twice", "twice"]


def _flat(value: Any, depth: int) -> Any:
    """A value cut to `depth` levels, to ten items a list (only `type` has any left here, and seven are all it
    can hold) and to numbers that Python prints: types and signs stay."""
    if isinstance(value, dict):
        return {str(key): _flat(inner, depth - 1) for key, inner in value.items()} if depth else {}
    if isinstance(value, list):
        return [_flat(inner, depth - 1) for inner in value[:10]] if depth else []
    if isinstance(value, int) and value.bit_length() > 64:
        return 2**64 if value > 0 else -(2**64)
    return value


@cache
def _metaschema() -> Any:
    draft = library().Draft202012Validator
    return draft(draft.META_SCHEMA)  # no format checker: in this draft, formats are annotations


@lru_cache(4096)
def _level_is_valid(level: str) -> bool:
    return _metaschema().is_valid(json.loads(level))


def faults(found: list[Level]) -> Iterator[tuple[tuple[str, ...], str, Any]]:
    """Where the meta-schema refuses a schema: the place, the keyword of the meta-schema, the value there."""
    for level in found:
        for error in _metaschema().iter_errors(_level(level.schema)):
            yield (*level.place, *map(str, error.absolute_path)), str(error.validator), error.instance
