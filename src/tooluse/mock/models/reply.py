"""What a model says, in one readable line: ``reply("Je regarde.", tool_use("get_weather", city="Lyon"))``."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from tooluse.french import typeset
from tooluse.rules.signatures import signature_of

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
    """One turn of the model. A block without ``id``, or a turn, gets one from the server when it is sent.

    ``usage`` are figures for the message's own; ``input_tokens`` and ``output_tokens`` come before them.
    ``failures`` are those of a script that have still to strike the answer on its way; ``explanation`` is a
    simulated model's evidence for this turn.
    """

    content: tuple[Block, ...]
    stop_reason: str
    stop_sequence: str | None = None
    input_tokens: int | None = None
    output_tokens: int | None = None
    expect: Callable[[dict[str, Any]], bool] | str | None = None
    id: str | None = None
    usage: dict[str, Any] | None = None
    stop_details: dict[str, Any] | None = None
    failures: tuple[Any, ...] = ()
    explanation: dict[str, Any] | None = None


def reply(
    *blocks: Block | str,
    stop_reason: str | None = None,
    stop_sequence: str | None = None,
    input_tokens: int | None = None,
    output_tokens: int | None = None,
    expect: Callable[[dict[str, Any]], bool] | str | None = None,
    id: str | None = None,
    usage: dict[str, Any] | None = None,
    stop_details: dict[str, Any] | None = None,
) -> Reply:
    """Build a turn. A string is a text block; ``stop_reason`` follows from the blocks unless it is given.

    The server cuts the turn at the request's ``stop_sequences`` and ``max_tokens``, unless the script says
    itself why it ends (``stop_reason="max_tokens"``, ``"refusal"``…) or how long it is (``output_tokens``).
    ``id`` and ``usage`` stand for the message's own; ``stop_details`` goes with ``stop_reason="refusal"``:
    ``stop_details={"category": "cyber"}``.
    ``expect`` states what the request must be: a function of it, or a text that must occur in its JSON.
    Raises ValueError for a stop reason that the API does not have, TypeError for something that is no block.
    """
    content = tuple(_block(block) for block in blocks)
    reason = stop_reason or ("tool_use" if _asks(content) else "end_turn")
    if reason not in STOP_REASONS:
        raise ValueError(
            typeset(f"stop_reason={reason!r} n'existe pas. Valeurs : {', '.join(STOP_REASONS)}.")
        )
    return Reply(content, reason, stop_sequence, input_tokens, output_tokens, expect, id, usage, stop_details)


def text(value: str) -> Block:
    return {"type": "text", "text": value}


def thinking(value: str = "", *, signature: str | None = None) -> Block:
    """A thinking block, signed. Newer models send an empty text and a signature only."""
    seal = signature_of(value) if signature is None else signature
    return {"type": "thinking", "thinking": value, "signature": seal}


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
