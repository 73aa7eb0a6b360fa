"""`thinking` blocks that come back: unchanged, first in their turn where that is asked, never last."""

from collections.abc import Iterator

from tooluse.rules.conversation import Block, Turn
from tooluse.rules.request import Finding, Request
from tooluse.rules.signatures import is_signature, seals
from tooluse.rules.thinking import CONSULT, manual

KINDS = ("thinking", "redacted_thinking")


def thinking_block_first(request: Request) -> Iterator[Finding]:
    """Under manual thinking, a tool loop that is going on begins with the thinking that led to it.

    A turn that ended before the last question need not: thinking may be turned on in mid-conversation. In a
    loop of several calls the model thinks once, so that one turn of the loop that begins so is enough."""
    if not manual(request):
        return
    loop = _running(request.turns)
    heads = [turn.blocks[0] for turn in loop if turn.blocks]
    if not heads or any(head.type in KINDS for head in heads):
        return
    head = heads[-1]  # the final assistant message is named
    path = f"messages.{head.message}.content.{head.index or 0}.type"
    yield Finding(
        path,
        f"{path}: Expected `thinking` or `redacted_thinking`, but found `{head.type}`. When `thinking` is "
        "enabled, a final `assistant` message must start with a thinking block (preceeding the lastmost set "
        "of `tool_use` and `tool_result` blocks). We recommend you include thinking blocks from previous "
        f"turns. To avoid this requirement, disable `thinking`. {CONSULT}",
    )


def _running(turns: list[Turn]) -> list[Turn]:
    """The assistant turns of the loop that the conversation ends in, in order: they, and results between."""
    found: list[Turn] = []
    for turn in reversed(turns):
        if turn.role == "assistant":
            found.append(turn)
        elif not turn.of("tool_result"):
            break
    return found[::-1]


def thinking_block_final(request: Request) -> Iterator[Finding]:
    """An assistant turn ends in its thinking: cut there, it leads to nothing (reported 2025-12)."""
    for turn in request.turns_with(*KINDS, role="assistant"):
        last = turn.blocks[-1]
        if last.type in KINDS:
            path = f"messages.{last.message}"
            yield Finding(path, f"{path}: The final block in an assistant message cannot be `{last.type}`.")


def thinking_block_changed(request: Request) -> Iterator[Finding]:
    """A thinking block is not the one that the model gave: its signature is false, or its text edited.

    Newer models bind blocks to the conversation as well, and say so in a further sentence; not checked."""
    for turn in request.turns_with(*KINDS, role="assistant"):
        for block in turn.of("thinking"):
            if not _unchanged(block):
                yield Finding(block.path, f"{block.path}: Invalid `signature` in `thinking` block")
        for block in turn.of("redacted_thinking"):
            if block.text("data") is not None and not is_signature(block.body["data"]):
                yield Finding(block.path, f"{block.path}: Invalid `data` in `redacted_thinking` block")


def _unchanged(block: Block) -> bool:
    text, signature = block.text("thinking"), block.text("signature")
    return text is None or signature is None or seals(signature, text)  # other types are faults of shape
