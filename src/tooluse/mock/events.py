"""Server-sent events: a whole message told in the order and the pieces in which the API tells it."""

import re
from collections.abc import Iterable, Iterator
from itertools import cycle
from typing import Any

from tooluse.mock.blocks import CALLS, Block, Unfinished, eager_tools, json_bytes, json_text

Event = dict[str, Any]
_CUT = ("max_tokens", "model_context_window_exceeded")
_AT_THE_END = ("output_tokens_details", "server_tool_use")  # figures that message_start does not have yet
_ONCE = ("cache_creation", "service_tier", "inference_geo", "speed")  # and those that it alone has


def stream(
    message: dict[str, Any], request: dict[str, Any] | None = None, *, eager: bool = False
) -> Iterator[bytes]:
    """The bytes of a streamed answer, event by event.

    ``request`` says which tools have ``eager_input_streaming``; ``eager``: it carries the old beta header.
    """
    for number, event in enumerate(told(message, eager_tools(request, eager))):
        yield _bytes(event, number)


def error_event(type: str, message: str, request_id: str | None = None) -> bytes:
    """An error after the 200: it ends the stream, in the place of all that was still to come."""
    event: Event = {"type": "error", "error": {"type": type, "message": message}}
    return _bytes(event | ({"request_id": request_id} if request_id else {}))


def told(message: dict[str, Any], eager: Iterable[str] = ()) -> Iterator[Event]:
    """``message_start``, then each block, then ``message_delta`` with the stop reason, ``message_stop``."""
    content = message["content"]
    yield {"type": "message_start", "message": _begun(message)}
    if not content:
        yield {"type": "ping"}
    for index, block in enumerate(content):
        yield {"type": "content_block_start", "index": index, "content_block": _opened(block)}
        if index == 0:
            yield {"type": "ping"}
        last = index == len(content) - 1
        for delta in _deltas(block, eager, is_cut=last and message["stop_reason"] in _CUT):
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {key: message.get(key) for key in ("stop_reason", "stop_sequence", "stop_details", "container")}
    totals = {name: value for name, value in message["usage"].items() if name not in _ONCE}
    yield {"type": "message_delta", "delta": ending, "usage": totals}
    yield {"type": "message_stop"}


def _bytes(event: Event, number: int = 0) -> bytes:
    """One event on the wire. The API pads its data with spaces, within the last brace; never a ping."""
    if event["type"] == "ping":
        return b'event: ping\ndata: {"type": "ping"}\n\n'
    padding = b" " * (number * 5 % 16)
    return b"event: %s\ndata: %s%s}\n\n" % (event["type"].encode(), json_bytes(event)[:-1], padding)


def _begun(message: dict[str, Any]) -> dict[str, Any]:
    usage = {name: value for name, value in message["usage"].items() if name not in _AT_THE_END}
    usage["output_tokens"] = min(1, usage["output_tokens"])
    nothing_yet = {"content": [], "stop_reason": None, "stop_sequence": None, "stop_details": None}
    return {**message, **nothing_yet, "usage": usage}


_EMPTY: dict[str, Block] = {
    "text": {"text": ""},
    "thinking": {"thinking": "", "signature": ""},
    **dict.fromkeys(CALLS, {"input": {}}),
}


def _opened(block: Block) -> Block:
    """The block as it starts. One of a type that has no deltas is whole from the start."""
    opened = {**block, **_EMPTY.get(block["type"], {})}
    return {**opened, "citations": []} if block.get("citations") else opened


def _deltas(block: Block, eager: Iterable[str], is_cut: bool) -> Iterator[dict[str, Any]]:
    kind = block["type"]
    if kind == "text":
        yield from ({"type": "text_delta", "text": piece} for piece in _pieces(block["text"]))
        for citation in block.get("citations") or ():
            yield {"type": "citations_delta", "citation": citation}
    elif kind == "thinking":
        for piece in _pieces(block["thinking"]) or [""]:
            yield {"type": "thinking_delta", "thinking": piece}
        if block["signature"]:
            yield {"type": "signature_delta", "signature": block["signature"]}
    elif kind in CALLS:
        for piece in _fragments(block, eager, is_cut):
            yield {"type": "input_json_delta", "partial_json": piece}


def _fragments(block: Block, eager: Iterable[str], is_cut: bool) -> list[str]:
    """The JSON of an input. A first fragment is empty, so an input without arguments has no other.

    As a rule an argument is held back until it is whole, then told in short pieces: a piece may stop inside
    a value, but the value is there. An eager tool tells its input as it is written, in longer pieces, across
    the arguments. A member of a toolset tells all of it at once.
    """
    if isinstance(block, Unfinished):
        return ["", *_words(block.written)]
    arguments = _arguments(block["input"], is_cut)
    if block.get("toolset_name"):
        return ["".join(arguments)]
    if block.get("name") in eager:
        return ["", *_words("".join(arguments))]
    return ["", *(piece for argument in arguments for piece in _pieces(argument))]


def _arguments(values: Any, is_cut: bool) -> list[str]:
    """The text of an input, an argument an item; without its closing brace when it was cut."""
    if not isinstance(values, dict) or not values:
        return [json_text(values)] if values else []
    items = [json_text({key: value})[1:-1] for key, value in values.items()]
    items = ["{" + items[0], *(", " + item for item in items[1:])]
    return items if is_cut else [*items[:-1], items[-1] + "}"]


def _pieces(text: str) -> list[str]:
    """Short pieces that stop anywhere, also inside a word; joined again they are the text."""
    lengths = cycle((7, 9, 14, 4, 11))
    found, start = [], 0
    while start < len(text):
        end = start + next(lengths)
        found.append(text[start:end])
        start = end
    return found


def _words(text: str) -> list[str]:
    """Longer pieces, between words where there are any."""
    return re.findall(r".{1,24}(?=\s)|.{1,24}", text, re.DOTALL)
