"""Server-sent events: a whole message told in the order and the pieces in which the API tells it."""

import json
import re
from collections.abc import Iterator
from typing import Any

Event = dict[str, Any]


def stream(message: dict[str, Any]) -> Iterator[bytes]:
    """The bytes of a streamed answer, event by event."""
    for event in told(message):
        data = json.dumps(event, ensure_ascii=False, separators=(",", ":"))
        yield f"event: {event['type']}\ndata: {data}\n\n".encode("utf-8", "backslashreplace")


def told(message: dict[str, Any]) -> Iterator[Event]:
    """``message_start``, then each block, then ``message_delta`` with the stop reason, ``message_stop``."""
    usage = message["usage"]
    opening = {**message, "content": [], "stop_reason": None, "stop_sequence": None, "stop_details": None}
    yield {"type": "message_start", "message": {**opening, "usage": {**usage, "output_tokens": 1}}}
    for index, block in enumerate(message["content"]):
        yield {"type": "content_block_start", "index": index, "content_block": _opened(block)}
        if index == 0:
            yield {"type": "ping"}
        for delta in _deltas(block):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {key: message[key] for key in ("stop_reason", "stop_sequence", "stop_details", "container")}
    yield {"type": "message_delta", "delta": ending, "usage": usage}
    yield {"type": "message_stop"}


_EMPTY = {"text": {"text": ""}, "thinking": {"thinking": "", "signature": ""}}


def _opened(block: dict[str, Any]) -> dict[str, Any]:
    if "input" in block:
        return {**block, "input": {}}
    return {**block, **_EMPTY.get(block["type"], {})}


def _deltas(block: dict[str, Any]) -> Iterator[dict[str, Any]]:
    kind = block["type"]
    if kind == "text":
        yield from ({"type": "text_delta", "text": piece} for piece in _pieces(block["text"]))
    elif kind == "thinking":
        yield from ({"type": "thinking_delta", "thinking": piece} for piece in _pieces(block["thinking"]))
        yield {"type": "signature_delta", "signature": block["signature"]}
    elif "input" in block:
        yield from (
            {"type": "input_json_delta", "partial_json": piece} for piece in _fragments(block["input"])
        )


def _pieces(text: str) -> list[str]:
    """About three words a piece; joined again they are the text."""
    return re.findall(r"(?:\s*\S+){1,3}\s*|\s+", text)


def _fragments(arguments: dict[str, Any]) -> Iterator[str]:
    """A first empty fragment, then one key and its value at a time (the API's buffered form)."""
    yield ""
    opening = "{"
    for key, value in arguments.items():
        yield f"{opening}{json.dumps(key, ensure_ascii=False)}: {json.dumps(value, ensure_ascii=False)}"
        opening = ", "
    if arguments:
        yield "}"
