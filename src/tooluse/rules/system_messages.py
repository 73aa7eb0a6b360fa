"""`role: "system"` inside `messages`: which models take it, what it may hold, where it may stand.

All sentences were measured in 2026-08 and 2026-10; a run of system messages counts as one."""

from collections import Counter
from collections.abc import Iterator

from tooluse.rules.conversation import Turn
from tooluse.rules.request import Finding, Request
from tooluse.rules.server_tools import is_result

BLOCKS = ("text", "tool_addition", "tool_removal")
_DIRECTIVE = "the directive-only form (content: [] with output_config) is accepted at any position"


def system_message_unsupported(request: Request) -> Iterator[Finding]:
    """The model takes no system message in the conversation: those before Opus 4.8."""
    if not request.profile.system_messages:
        for turn in request.system_turns:
            yield Finding(f"messages.{turn.messages[0]}.role", "role 'system' is not supported on this model")


def system_message_content(request: Request) -> Iterator[Finding]:
    """It is empty, or holds another block than text and the beta's changes of tools."""
    for turn in request.system_turns:
        foreign = {block.message for block in turn.blocks if block.type not in BLOCKS}
        for index in turn.messages:
            path = f"messages.{index}"
            content = request.body["messages"][index].get("content")
            if content in ("", []) and not _directive(request, index):
                yield Finding(path, f"{path}: system content must contain at least one block")
            elif index in foreign:
                sentence = "role 'system' supports text, tool_addition, and tool_removal blocks only"
                yield Finding(path, f"{path}: {sentence}")


def system_message_place(request: Request) -> Iterator[Finding]:
    """It opens the conversation, does not follow a user turn, or precedes one.

    Until 2026-07 the sentences ended before the semicolon."""
    for turn, before, after in _neighbours(request):
        first, last = f"messages.{turn.messages[0]}", f"messages.{turn.messages[-1]}"
        if any(_directive(request, index) for index in turn.messages):
            continue
        if before is None:
            sentence = "use the top-level 'system' parameter for the initial system prompt"
            yield Finding(first, f"{first}: {sentence}; {_DIRECTIVE}")
        elif not _may_precede(before):
            sentence = "must follow a 'user' message or an 'assistant' message ending in a server tool result"
            yield Finding(first, f"{first}: role 'system' {sentence}; {_DIRECTIVE}")
        elif after is not None and after.role != "assistant":
            sentence = "must precede an 'assistant' message or end the array"
            yield Finding(last, f"{last}: role 'system' {sentence}; {_DIRECTIVE}")


def system_message_blank(request: Request) -> Iterator[Finding]:
    """One of its texts is white space; a lone empty block has the sentence of other messages."""
    for turn in request.system_turns:
        held = Counter(block.message for block in turn.blocks)
        for block in turn.of("text"):
            text = block.text("text")
            if text is None or text.strip() or block.index is None and not text:
                continue
            if text or held[block.message] > 1:
                path = f"messages.{block.message}"
                yield Finding(path, f"{path}: system text blocks must contain non-whitespace text")
            else:
                yield Finding(block.path, "messages: text content blocks must be non-empty")


def _neighbours(request: Request) -> Iterator[tuple[Turn, Turn | None, Turn | None]]:
    turns = request.turns
    for turn in request.system_turns:
        after = turns[turn.number + 1] if turn.number + 1 < len(turns) else None
        yield turn, turns[turn.number - 1] if turn.number else None, after


def _may_precede(turn: Turn) -> bool:
    ended = turn.role == "assistant" and bool(turn.blocks) and is_result(turn.blocks[-1])
    return ended or turn.role in ("user", None)


def _directive(request: Request, index: int) -> bool:
    """The beta form that only sets `output_config`: it counts for the shape, and stands anywhere."""
    message = request.body["messages"][index]
    return message.get("content") == [] and bool(message.get("output_config"))
