"""What a model says, in one readable line: ``reply("Je regarde.", tool_use("get_weather", city="Lyon"))``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tooluse.french import typeset

STOP_REASONS = (
    "end_turn",
    "max_tokens",
    "stop_sequence",
    "tool_use",
    "pause_turn",
    "refusal",
    "model_context_window_exceeded",
)

Block = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """One turn of the model. A block without ``id`` gets one from the server when it is sent."""

    content: tuple[Block, ...]
    stop_reason: str
    stop_sequence: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    expect: Callable[[dict[str, Any]], bool] | str | None = None


def reply(
    *blocks: Block | str,
    stop_reason: str | None = None,
    stop_sequence: str | None = None,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    expect: Callable[[dict[str, Any]], bool] | str | None = None,
) -> Reply:
    """Build a turn. A string is a text block; ``stop_reason`` follows from the blocks unless it is given.

    ``expect`` states what the request must be: a function of it, or a text that must occur in its JSON.
    Raises ValueError for a stop reason that the API does not have, TypeError for something that is no block.
    """
    content = tuple(_block(block) for block in blocks)
    reason = stop_reason or ("tool_use" if _asks(content) else "end_turn")
    if reason not in STOP_REASONS:
        raise ValueError(
            typeset(f"stop_reason={reason!r} n'existe pas. Valeurs : {', '.join(STOP_REASONS)}.")
        )
    return Reply(content, reason, stop_sequence, input_tokens, output_tokens, expect)


def text(value: str) -> Block:
    return {"type": "text", "text": value}


def thinking(value: str = "", *, signature: str = "EqQBCgIYAhIM") -> Block:
    """A thinking block. Newer models send an empty text and a signature only."""
    return {"type": "thinking", "thinking": value, "signature": signature}


def tool_use(
    name: str, input: dict[str, Any] | None = None, /, *, id: str | None = None, **arguments: Any
) -> Block:
    """A call of one of the client's tools; arguments by keyword, or as a dict when a name is not Python's."""
    return _call("tool_use", name, input, id, arguments)


def server_tool_use(
    name: str, input: dict[str, Any] | None = None, /, *, id: str | None = None, **arguments: Any
) -> Block:
    """A call of a tool that runs at Anthropic, such as ``web_search``: nothing for the client to execute."""
    return _call("server_tool_use", name, input, id, arguments)


def _call(
    kind: str, name: str, given: dict[str, Any] | None, id: str | None, arguments: dict[str, Any]
) -> Block:
    block = {"type": kind, "id": id, "name": name, "input": {**(given or {}), **arguments}}
    if kind == "tool_use":
        block["caller"] = {"type": "direct"}
    return block


def _block(value: Block | str) -> Block:
    if isinstance(value, str):
        return text(value)
    if isinstance(value, dict) and isinstance(value.get("type"), str):
        return value
    raise TypeError(typeset(f"`reply` prend des textes et des blocs comme `tool_use(…)`, pas `{value!r}`."))


def _asks(content: tuple[Block, ...]) -> bool:
    return any(block["type"] == "tool_use" for block in content)
