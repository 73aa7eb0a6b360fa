"""The bytes of a request, read within bounds: whatever is sent, memory does not follow."""

import re
from typing import Any

import orjson

from tooluse.mock.fault import Fault

MAX_BYTES = 32 * 2**20  # of the Messages API
MAX_VALUES = 500_000  # ours: 32 MB of `[],[],…` would take twenty times as much memory
_STRING = re.compile(rb'"[^"\\]*+(?:\\.[^"\\]*+)*+"?', re.DOTALL)  # cannot fail once begun: linear


def parse(body: bytes) -> Any:
    """The JSON value of a body. Raises Fault.

    The words after the colon are orjson's, with which the API answers: « no low surrogate in string: line 1
    column 37589 (char 37588) » (reported 2025-06 to 2026-05)."""
    if len(body) > MAX_BYTES or _values(body) > MAX_VALUES:
        raise too_large()
    try:
        return orjson.loads(body)
    except orjson.JSONDecodeError as error:
        raise Fault("invalid_request_error", f"The request body is not valid JSON: {error}") from error


def too_large() -> Fault:
    return Fault("request_too_large", "Request exceeds the maximum size")


def _values(body: bytes) -> int:
    """How many JSON values the body holds, at most: exact only where a rough count is too high."""
    if len(body) <= MAX_VALUES or _marks(body) <= MAX_VALUES:
        return 0
    count = end = 0
    for string in _STRING.finditer(body):
        count += 1 + _marks(body[end : string.start()])
        end = string.end()
        if count > MAX_VALUES:
            return count
    return count + _marks(body[end:])


def _marks(body: bytes) -> int:
    return body.count(b",") + body.count(b"[") + body.count(b"{")
