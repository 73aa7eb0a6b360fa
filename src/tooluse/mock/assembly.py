"""A stream of events put together again: the message that it told."""

import json
from collections.abc import Iterator
from typing import Any

from tooluse.mock.cut import readable

_PARTS = {  # of each delta: its field, and the field of the block that it lengthens
    "text_delta": ("text", "text"),
    "thinking_delta": ("thinking", "thinking"),
    "signature_delta": ("signature", "signature"),
}


def read(body: bytes, complete: bool) -> dict[str, Any] | None:
    """The JSON of a body in one piece; what is no JSON object (a proxy's page) becomes an error."""
    try:
        value = json.loads(body)
        if isinstance(value, dict):
            return value
    except ValueError:
        if not complete:
            return None
    seen = body[:300].decode("utf-8", "replace")
    return {"type": "error", "error": {"type": "api_error", "message": seen}}


def assembled(body: bytes) -> dict[str, Any] | None:
    """The whole message of a stream, the envelope of its ``error`` event, or None when it broke off."""
    try:
        return _assembled(body)
    except (LookupError, TypeError, ValueError, AttributeError):  # no stream of the Messages API
        return None


def _assembled(body: bytes) -> dict[str, Any] | None:
    message: dict[str, Any] | None = None
    written: dict[int, str] = {}
    for event in _events(body):
        kind = event.get("type")
        if kind == "error":
            return event
        if kind == "message_start":
            message = event["message"]
        elif kind == "message_stop":
            return message
        elif message is not None:
            _add(message, event, written)
    return None


def _add(message: dict[str, Any], event: dict[str, Any], written: dict[int, str]) -> None:
    kind = event.get("type")
    if kind == "content_block_start":
        message["content"].append(event["content_block"])
    elif kind == "content_block_delta":
        _lengthen(message["content"][event["index"]], event["delta"], event["index"], written)
    elif kind == "content_block_stop" and written.get(event["index"]):
        message["content"][event["index"]]["input"] = _arguments(written[event["index"]])
    elif kind == "message_delta":
        message.update(event["delta"])
        message["usage"].update(event.get("usage") or {})


def _lengthen(block: dict[str, Any], delta: dict[str, Any], index: int, written: dict[int, str]) -> None:
    kind = delta.get("type")
    if kind in _PARTS:
        source, target = _PARTS[kind]
        block[target] = block.get(target, "") + delta[source]
    elif kind == "input_json_delta":
        written[index] = written.get(index, "") + delta["partial_json"]
    elif kind == "citations_delta":
        block["citations"] = [*(block.get("citations") or []), delta["citation"]]


def _arguments(text: str) -> Any:
    """The arguments; those cut by ``max_tokens`` as far as they were whole."""
    try:
        return json.loads(text)
    except ValueError:
        return readable(text)


def _events(body: bytes) -> Iterator[dict[str, Any]]:
    """The data of each event. Lines may end in any of the three ways, data may span several lines."""
    data: list[str] = []
    for line in [*body.decode("utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n").split("\n"), ""]:
        if line.startswith("data:"):
            data.append(line[5:])
        elif not line and data:
            yield json.loads("\n".join(data))
            data = []
