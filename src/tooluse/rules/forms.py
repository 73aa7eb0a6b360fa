"""Faults of shape: each kind is a rule; the walk that finds them is `shape.py`."""

from collections.abc import Iterator

from tooluse.rules.request import Finding, Request
from tooluse.rules.shape import Fault


def _finding(fault: Fault) -> Finding:
    path = ".".join(map(str, fault.path))
    message = f"{path}: {fault.sentence}" if path else fault.sentence
    return Finding(path, message, place=(fault.stage, 0, (fault.number,)))


def field_required(request: Request) -> Iterator[Finding]:
    """A field that has no default is missing."""
    return _of(request, "field-required")


def wrong_type(request: Request) -> Iterator[Finding]:
    """A value has another JSON type than its place asks.

    Where a string or an array would do (`content`, `system`), the API asks for an array. Until 2025 its words
    were "a valid list" and "a valid dictionary"."""
    return _of(request, "wrong-type")


def unexpected_value(request: Request) -> Iterator[Finding]:
    """A value is none of the few that its place allows (`input_schema.type` must be 'object')."""
    return _of(request, "unexpected-value")


def unknown_tag(request: Request) -> Iterator[Finding]:
    """`type` names no known variant of the object that stands there."""
    return _of(request, "unknown-tag")


def string_pattern(request: Request) -> Iterator[Finding]:
    """A name or an id holds a forbidden character, or does not begin as it must."""
    return _of(request, "string-pattern")


def string_too_long(request: Request) -> Iterator[Finding]:
    """A name has too many characters (reported 2026-02 and 2026-09); told before its pattern."""
    return _of(request, "string-too-long")


def string_too_short(request: Request) -> Iterator[Finding]:
    """An empty string stands where a name is asked for: the model, a tool's name (measured 2026-08)."""
    return _of(request, "string-too-short")


def out_of_range(request: Request) -> Iterator[Finding]:
    """A number is too small or too large; the words differ from field to field."""
    return _of(request, "out-of-range")


def extra_field(request: Request) -> Iterator[Finding]:
    """A field that the API does not know; at the top of the request it is told after all other shapes."""
    return _of(request, "extra-field")


def _of(request: Request, kind: str) -> Iterator[Finding]:
    return (_finding(fault) for fault in request.faults if fault.kind == kind)
