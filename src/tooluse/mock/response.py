"""The body of a successful answer: every key that the API sends, in the order in which it sends them."""

from typing import Any

import orjson

from tooluse.mock.blocks import (
    Block,
    Unfinished,
    block_tokens,
    thinking_tokens,
    toolset_of,
    with_thinking,
)
from tooluse.mock.ids import Ids
from tooluse.mock.models.reply import Reply
from tooluse.mock.tokens import input_tokens
from tooluse.rules import Profile

_PREFIXES = {"tool_use": "toolu", "server_tool_use": "srvtoolu"}
_SEARCHES = ("web_search", "web_fetch")


def build_message(
    said: Reply, request: dict[str, Any], known: Profile, ids: Ids, usage: dict[str, Any] | None = None
) -> dict[str, Any]:
    """The whole message for a reply.

    ``usage`` gives the side of the input (``input_tokens`` and the cache counters), which is an estimate
    without it; what the reply states itself (``usage``, ``input_tokens``, ``output_tokens``) comes first.
    """
    content = [_block(block, request, ids) for block in _sendable(said.content)]
    return {
        "model": request["model"],
        "id": said.id or ids.next("msg"),
        "type": "message",
        "role": "assistant",
        "content": content,
        "container": None,
        "stop_reason": said.stop_reason,
        "stop_sequence": said.stop_sequence,
        "stop_details": _stop_details(said),
        "usage": _usage(said, content, request, known, usage),
        "diagnostics": None,
    }


def _block(block: Block, request: dict[str, Any], ids: Ids) -> Block:
    """A copy with what every block of its type has. An id that the script gave stays."""
    kind = block["type"]
    if kind == "text":
        return {"type": kind, "text": "", **block}
    if kind == "thinking":
        return {"type": kind, "thinking": "", "signature": "", **block}
    if kind not in _PREFIXES:
        return dict(block)
    made = {**block, "id": block.get("id") or ids.next(_PREFIXES[kind])}
    made.setdefault("input", {})
    if kind == "tool_use":
        made.setdefault("caller", {"type": "direct"})
        if family := toolset_of(block, request):
            made["toolset_name"] = family
    return Unfinished(made, block.written) if isinstance(block, Unfinished) else made


def _stop_details(said: Reply) -> dict[str, Any] | None:
    """Only a refusal has details, and only when its script gives them: the API does not always."""
    if said.stop_reason != "refusal" or not said.stop_details:
        return None
    return {"type": "refusal", "category": None, "explanation": None, **said.stop_details}


def _usage(
    said: Reply, content: list[Block], request: dict[str, Any], known: Profile, given: dict[str, Any] | None
) -> dict[str, Any]:
    stated = {**(said.usage or {}), **_figures(said)}
    written = stated.get("output_tokens", max(1, sum(map(block_tokens, content))))
    usage = {
        "input_tokens": 0,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "cache_creation": {"ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0},
        "output_tokens": 0,
        "output_tokens_details": {},
        "service_tier": "standard",
        "inference_geo": request.get("inference_geo") or "global",
    }
    usage |= {"input_tokens": input_tokens(request, known)} if given is None else given
    usage["output_tokens"] = written
    usage["output_tokens_details"] = {"thinking_tokens": min(written, thinking_tokens(content))}
    return {**usage, **_server_tools(content), **stated}


def _figures(said: Reply) -> dict[str, int]:
    figures = {"input_tokens": said.input_tokens, "output_tokens": said.output_tokens}
    return {name: value for name, value in figures.items() if value is not None}


def _server_tools(content: list[Block]) -> dict[str, Any]:
    """A counter that is there only when one of these tools was used."""
    used = [block["name"] for block in content if block["type"] == "server_tool_use"]
    counted = {f"{name}_requests": used.count(name) for name in _SEARCHES}
    return {"server_tool_use": counted} if any(counted.values()) else {}


def _sendable(blocks: tuple[Block, ...]) -> list[Block]:
    """The blocks, in Unicode that can be sent: a script may repeat half a surrogate pair of its request."""
    try:
        orjson.dumps(blocks)
    except TypeError:  # also for other reasons, which change nothing here
        return [_mended(block) for block in blocks]
    return list(blocks)


def _mended(block: Block) -> Block:
    if block["type"] == "thinking" and isinstance(block.get("thinking"), str):
        return with_thinking(block, _whole(block["thinking"]))
    return _whole(block)


def _whole(value: Any) -> Any:
    if isinstance(value, str):
        return value.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    if isinstance(value, Unfinished):
        return Unfinished(_whole(dict(value)), _whole(value.written))
    if isinstance(value, dict):
        return {_whole(key): _whole(member) for key, member in value.items()}
    return [_whole(member) for member in value] if isinstance(value, list) else value
