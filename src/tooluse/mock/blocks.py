"""What the cut, the body and the stream must all know of a content block: what it costs, how it is told."""

import json
from collections.abc import Iterator
from typing import Any

import orjson

from tooluse.mock.tokens import estimate
from tooluse.rules.signatures import signature_of

Block = dict[str, Any]
_SPACED = json.JSONEncoder(ensure_ascii=False)
_COMPACT = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))
CALLS = ("tool_use", "server_tool_use")
_TOOLSET = "_toolset_"


class Unfinished(dict):
    """A call cut inside a value: for everybody a plain block, with the JSON text that was ``written``.

    The API sends that text in a stream only; the body has what can be read of it. It stays an attribute, so
    that no serialisation ever shows it.
    """

    def __init__(self, block: Block, written: str) -> None:
        super().__init__(block)
        self.written = written


def json_text(value: Any) -> str:
    """JSON with the spaces that the API's models write: ``{"city": "Paris"}``."""
    return _SPACED.encode(value)


def json_bytes(value: Any) -> bytes:
    """JSON as the API sends it: no space, UTF-8. Numbers of any size and lone surrogates pass too."""
    try:
        return orjson.dumps(value)
    except TypeError:
        return _COMPACT.encode(value).encode("utf-8", "backslashreplace")


def block_tokens(block: Block) -> int:
    """About how many tokens the model wrote for a block; none for what Anthropic's tools put there.

    A thinking text that is not shown was written all the same: its signature, which holds it, tells about
    how long it was.
    """
    kind = block["type"]
    if kind == "text":
        return estimate(block.get("text"))
    if kind == "thinking":
        return estimate(block.get("thinking") or block.get("signature"))
    if kind == "redacted_thinking":
        return estimate(block.get("data"))
    if kind in CALLS:
        written = getattr(block, "written", None) or json_text(block.get("input", {}))
        return opening_tokens(block) + estimate(written)
    return 0


def opening_tokens(block: Block) -> int:
    """What a call costs before its first argument."""
    return estimate(block.get("name"))


def thinking_tokens(blocks: list[Block]) -> int:
    return sum(block_tokens(block) for block in blocks if block["type"].endswith("thinking"))


def with_thinking(block: Block, text: str) -> Block:
    """A thinking block with another text; a seal of ours goes with the text, any other stays."""
    signature = block.get("signature", "")
    if signature == signature_of(block["thinking"]):
        signature = signature_of(text)
    return {**block, "thinking": text, "signature": signature}


def eager_tools(request: Any, by_header: bool = False) -> set[str]:
    """Names of the tools whose input is streamed as it is written, not a whole argument at a time.

    ``by_header``: the request asks for it with the old beta header, which decides for tools that say nothing.
    """
    return {
        name
        for name, tool in _named(request)
        if (by_header if tool.get("eager_input_streaming") is None else tool["eager_input_streaming"] is True)
    }


def toolset_of(block: Block, request: Any) -> str | None:
    """``computer`` or ``browser``: the family of a call to a member of a client toolset.

    Deduced from the request when the block does not say: no tool of that name, and one toolset.
    """
    if block["type"] != "tool_use" or "toolset_name" in block:
        return block.get("toolset_name")
    kinds = [kind for tool in _tools(request) if isinstance(kind := tool.get("type"), str)]
    families = {kind.partition(_TOOLSET)[0] for kind in kinds if _TOOLSET in kind}
    if len(families) != 1 or any(name == block.get("name") for name, _ in _named(request)):
        return None
    return families.pop()


def _tools(request: Any) -> Iterator[dict[str, Any]]:
    tools = request.get("tools") if isinstance(request, dict) else None
    yield from (tool for tool in tools or () if isinstance(tool, dict))


def _named(request: Any) -> Iterator[tuple[str, dict[str, Any]]]:
    yield from ((tool["name"], tool) for tool in _tools(request) if isinstance(tool.get("name"), str))
