"""The part of JSON Schema that decoding can be bound to, for `strict` tools and `output_config.format`.

The API compiles such a schema into a grammar, which knows shapes and lists of values, but neither sizes nor
bounds. One walk tells all that stands in the way of one schema, in document order.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.rules.references import cycle
from tooluse.rules.schema_check import Level, children
from tooluse.rules.shape import kind_of, shown

# Words that the API refuses. Those of annotation pass, and so do words that JSON Schema does not know.
REFUSED = frozenset(
    """
    minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minLength maxLength maxItems uniqueItems
    prefixItems contains minContains maxContains unevaluatedItems patternProperties propertyNames
    minProperties maxProperties dependentRequired dependentSchemas dependencies unevaluatedProperties
    oneOf not if then else
    """.split()
)
COMPOSITIONS = ("oneOf", "not", "if")  # what a schema may be made of instead of having a type
_TELLING = ("type", "anyOf", "allOf", "$ref", "enum", "const", *COMPOSITIONS)
_OBJECTS = ("properties", "required", "additionalProperties")
_INTEGERS = ("integer", "number")
# `true` there is told in another sentence.
_CLOSED = ("additionalProperties", "unevaluatedProperties", "unevaluatedItems", "if", "then", "else", "not")


class Obstacle(NamedTuple):
    """What keeps a schema from being compiled; `rule` is the name of the rule that tells it."""

    rule: str
    place: tuple[str, ...]
    sentence: str


def obstacles(levels: list[Level]) -> Iterator[Obstacle]:
    """All that keeps a schema from being compiled; `levels` are those of a valid one, the whole first."""
    root = levels[0].schema
    names = cycle(root) if any("$ref" in level.schema for level in levels) else None
    if names:
        chain = " -> ".join(names[:20])  # a stranger's cycle may be of any length
        yield Obstacle("strict-reference", (), f"Circular reference detected in schema definitions: {chain}")
    for place, schema in levels:
        for rule, sentence in _level(schema):
            yield Obstacle(rule, place, sentence)


def optional_parameters(levels: list[Level]) -> int:
    """How many properties need not be given, at any depth."""
    count = 0
    for _, schema in levels:
        properties, required = schema.get("properties"), schema.get("required")
        if isinstance(properties, dict):
            count += len(properties.keys() - set(required if isinstance(required, list) else ()))
    return count


def unions(levels: list[Level]) -> int:
    """How many schemas leave the type open, by a list of types or by `anyOf`."""
    return sum("anyOf" in schema or _is_open(schema.get("type")) for _, schema in levels)


def _is_open(declared: Any) -> bool:
    return isinstance(declared, list) and len(declared) > 1


def _level(schema: dict[str, Any]) -> Iterator[tuple[str, str]]:
    kind = _kind(schema)
    if not kind and not any(word in schema for word in _TELLING):
        yield "strict-empty-schema", "Empty schema ({}) that accepts any JSON value is not supported."
    for _ in (child for (word, *_), child in children(schema) if child is True and word not in _CLOSED):
        yield "strict-empty-schema", "Empty schema ({}) that accepts any JSON value is not supported."
    if kind == "object" and schema.get("additionalProperties") is not False:
        sentence = "For 'object' type, 'additionalProperties' must be explicitly set to false"
        yield "strict-additional-properties", sentence
    yield from (("strict-keyword", sentence) for sentence in _keywords(schema, kind))
    yield from (("strict-reference", sentence) for sentence in _reference(schema))
    yield from (("strict-enum", sentence) for sentence in _values(schema))


def _kind(schema: dict[str, Any]) -> str:
    """The type that the API would name: the first that is not null; without any, what other words imply."""
    declared = schema.get("type")
    if isinstance(declared, list):
        return next((kind for kind in declared if kind != "null"), "null")
    if isinstance(declared, str):
        return declared
    if any(word in schema for word in _OBJECTS):
        return "object"
    return "array" if "items" in schema else ""


def _keywords(schema: dict[str, Any], kind: str) -> Iterator[str]:
    refused = sorted(word for word in schema if word in REFUSED)
    if refused and not kind:
        composed = [word for word in COMPOSITIONS if word in schema]
        if composed:
            yield f"Schema type '{composed[0]}' is not supported"
            return
        kind = "None"  # bounds beside an `enum` or an `anyOf`: what the API calls that is not public
    if len(refused) > 1:
        yield f"For '{kind}' type, properties {', '.join(refused)} are not supported"
    elif refused:
        yield f"For '{kind}' type, property '{refused[0]}' is not supported"
    least = schema.get("minItems")
    if isinstance(least, int | float) and least not in (0, 1):
        got = "" if "maxItems" in schema else f" (got: [{shown(least)}, ∞])"
        yield f"For '{kind}' type, 'minItems' values other than 0 or 1 are not supported{got}"


def _reference(schema: dict[str, Any]) -> Iterator[str]:
    """That these are refused is documented; the sentences are ours."""
    reference = schema.get("$ref")
    if isinstance(reference, str) and not reference.startswith("#"):
        yield "External '$ref' is not supported"
    parts = schema.get("allOf")
    if any(isinstance(part, dict) and "$ref" in part for part in parts or ()):
        yield "'allOf' with '$ref' is not supported"


def _values(schema: dict[str, Any]) -> Iterator[str]:
    """A value of an enum must be of the declared type, which must be one: a list of types matches nothing
    (reported 2026-08). That values are never objects or lists is documented; that sentence is ours."""
    declared, listed = schema.get("type"), schema.get("enum")
    values = listed if isinstance(listed, list) else []
    complex_ = [value for value in [*values, schema.get("const")] if isinstance(value, dict | list)]
    if complex_:
        yield "Invalid schema: Enum values must be strings, numbers, booleans or null"
        return
    for value in values:
        if declared is not None and not _is_of(value, declared):
            yield f"Invalid schema: Enum value '{shown(value)}' does not match declared type '{declared}'"
            return


def _is_of(value: Any, declared: Any) -> bool:
    kind = kind_of(value)
    return kind == declared or kind in _INTEGERS and declared == "number"
