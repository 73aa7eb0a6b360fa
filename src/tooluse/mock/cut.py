"""Where an answer ends before its own end: at a stop sequence, or at ``max_tokens``, inside any block."""

import json
import re
from bisect import bisect_right
from dataclasses import replace
from typing import Any

from tooluse.mock.blocks import (
    CALLS,
    Block,
    Unfinished,
    block_tokens,
    eager_tools,
    json_text,
    opening_tokens,
    toolset_of,
    with_thinking,
)
from tooluse.mock.models.reply import Reply
from tooluse.mock.tokens import estimate

_OPEN_ENDED = ("end_turn", "tool_use")


def cut(said: Reply, request: dict[str, Any], *, eager: bool = False) -> Reply:
    """What is left of a reply under the request's ``stop_sequences`` and ``max_tokens``.

    A reply that states another end (``max_tokens``, ``refusal``, ``pause_turn``…) stays as its script says,
    and one that states ``output_tokens`` is not cut at the limit. ``max_tokens: 0`` warms the cache: nothing
    is ever written. ``eager``: the request carries the old beta header of eager input streaming.
    """
    limit = request.get("max_tokens")
    if limit == 0:
        return _ended(said, [], "max_tokens", output_tokens=0)
    if said.stop_reason not in _OPEN_ENDED:
        return said
    said = _at_sequence(said, _sequences(request))
    stated = said.output_tokens is not None or "output_tokens" in (said.usage or {})
    if stated or not isinstance(limit, int | float):  # 3.0 is a whole number in JSON, and a limit like 3
        return said
    return _at_limit(said, int(limit), request, eager)


def _ended(said: Reply, content: list[Block], reason: str, **fields: Any) -> Reply:
    ending = {"stop_reason": reason, "stop_sequence": None, "stop_details": None}
    return replace(said, content=tuple(content), **{**ending, **fields})


def _sequences(request: dict[str, Any]) -> list[str]:
    return [text for text in request.get("stop_sequences") or () if isinstance(text, str) and text]


def _at_sequence(said: Reply, sequences: list[str]) -> Reply:
    """The reply up to the sequence that is complete first. Only texts are searched, each on its own."""
    for index, block in enumerate(said.content if sequences else ()):
        if block["type"] != "text":
            continue
        text = block.get("text") or ""
        starts = {sequence: text.find(sequence) for sequence in sequences}
        found = [sequence for sequence in sequences if starts[sequence] >= 0]
        if found:
            first = min(found, key=lambda sequence: (starts[sequence] + len(sequence), starts[sequence]))
            before = text[: starts[first]]
            kept = [*said.content[:index], *([{**block, "text": before}] if before else [])]
            return _ended(said, kept, "stop_sequence", stop_sequence=first)
    return said


def _at_limit(said: Reply, limit: int, request: dict[str, Any], eager: bool) -> Reply:
    left = limit
    for index, block in enumerate(said.content):
        cost = block_tokens(block)
        if cost > left:
            part = _part(block, left, request, eager)
            kept = [*said.content[:index], *([part] if part is not None else [])]
            return _ended(said, kept, "max_tokens", output_tokens=limit)
        left -= cost
    return said


def _part(block: Block, left: int, request: dict[str, Any], eager: bool) -> Block | None:
    """What the model could write of a block with ``left`` tokens; None when it could not begin."""
    if block["type"] in CALLS:
        if left < max(1, opening_tokens(block)):
            return None
        return _call(block, left - opening_tokens(block), request, eager)
    if block["type"] == "redacted_thinking" or not block.get(block["type"]):
        return block if left else None  # nothing to read, so nothing to cut
    written = _prefix(block[block["type"]], left)
    if not written:
        return None
    return with_thinking(block, written) if block["type"] == "thinking" else {**block, "text": written}


def _call(block: Block, left: int, request: dict[str, Any], eager: bool) -> Block:
    """A call with the arguments that were written. As a rule the API sends an argument when it is whole,
    members of a toolset all at once; a tool with ``eager_input_streaming`` is cut anywhere."""
    arguments = block.get("input")
    if toolset_of(block, request) or not isinstance(arguments, dict):
        return {**block, "input": {}}
    written = _prefix(json_text(arguments), left)
    if block.get("name") in eager_tools(request, eager):
        return Unfinished({**block, "input": readable(written)}, written)
    return {**block, "input": _whole_arguments(arguments, len(written))}


def _whole_arguments(arguments: dict[str, Any], length: int) -> dict[str, Any]:
    """The arguments whose JSON ends within the first ``length`` characters of the whole."""
    kept: dict[str, Any] = {}
    end = -1  # of "{" for the first one, of ", " for the others, less its own braces
    for key, value in arguments.items():
        end += len(json_text({key: value}))
        if end > length:
            break
        kept[key] = value
    return kept


def _prefix(text: str, tokens: int) -> str:
    """The longest beginning of a text that costs no more than so many tokens, never half a character."""
    end = bisect_right(range(len(text) + 1), tokens, key=lambda length: estimate(text[:length])) - 1
    begun = text[:end]
    return begun[:-1] if "\ud800" <= begun[-1:] <= "\udbff" else begun


_TOKEN = re.compile(
    r"""
    (?P<string>"(?:[^"\\]|\\.)*")
    |(?P<scalar>(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|NaN|-?Infinity)(?=[\s,\]}]|$))
    |(?P<mark>[{}\[\]:,])
    |(?P<cut>")
    """,
    re.VERBOSE,
)
_CLOSING = {"{": "}", "[": "]"}


def readable(written: str) -> dict[str, Any]:
    """The input that the SDK reads from JSON that stops anywhere: what is whole, without a sign of loss."""
    best, open_marks, before = "{}", "", ""
    for found in _TOKEN.finditer(written):
        kind, token = found.lastgroup, found[0]
        if kind == "cut":
            break
        if token in _CLOSING:
            open_marks += token
        elif token in _CLOSING.values():
            open_marks = open_marks[:-1]
        is_key = kind == "string" and open_marks.endswith("{") and before != ":"
        if token not in (":", ",") and not is_key:
            best = written[: found.end()] + "".join(_CLOSING[mark] for mark in reversed(open_marks))
        before = token
    return json.loads(best)
