"""Every `tool_use` gets its `tool_result`, at once, in the next user turn, and no result comes unasked."""

from collections.abc import Iterator

from tooluse.rules.conversation import Block, Turn
from tooluse.rules.request import Finding, Request


def orphan_tool_use(request: Request) -> Iterator[Finding]:
    """A `tool_use` is not answered by a result at the head of the next user turn.

    A result that stands after other content counts as missing. The sentence names the message that should
    have held the results, or the assistant's own message when nothing follows: the reports agree on the first
    (2026-02, 2026-08), the second is the reading that explains the others. All unanswered ids are listed."""
    for turn in request.turns_with("tool_use", role="assistant"):
        calls = turn.ids("tool_use")
        following = request.neighbour(turn, +1, "user")
        answered = _leading_results(following) if following else set()
        missing = [name for name in calls if name not in answered]
        if missing:
            index = following.messages[0] if following else calls[missing[0]].message
            path = f"messages.{index}"
            yield Finding(
                path,
                f"{path}: `tool_use` ids were found without `tool_result` blocks immediately after: "
                f"{', '.join(missing)}. Each `tool_use` block must have a corresponding `tool_result` block "
                "in the next message.",
            )


def _leading_results(turn: Turn) -> set[str | None]:
    found = set()
    for block in turn.blocks:
        if block.type != "tool_result":
            break
        found.add(block.text("tool_use_id"))
    return found


def unexpected_tool_result(request: Request) -> Iterator[Finding]:
    """A `tool_result` answers no `tool_use` of the assistant turn right before it."""
    for turn in request.turns_with("tool_result", role="user"):
        previous = request.neighbour(turn, -1, "assistant")
        asked = previous.ids("tool_use") if previous else {}
        for block in turn.of("tool_result"):
            name = block.text("tool_use_id")
            if name is not None and name not in asked:
                yield Finding(
                    block.path,
                    f"{block.path}: unexpected `tool_use_id` found in `tool_result` blocks: {name}. Each "
                    "`tool_result` block must have a corresponding `tool_use` block in the previous message.",
                )


def duplicate_tool_use_id(request: Request) -> Iterator[Finding]:
    """Two `tool_use` blocks of one assistant turn have the same id.

    Whether an id may come again in a later turn is not settled by public reports: it is accepted here."""
    for turn in request.turns_with("tool_use", role="assistant"):
        for block, _ in _repeated(turn, "tool_use", "id"):
            yield Finding(block.path, f"{block.path}: `tool_use` ids must be unique")


def duplicate_tool_result(request: Request) -> Iterator[Finding]:
    """Two results answer the same call."""
    for turn in request.turns_with("tool_result", role="user"):
        for block, name in _repeated(turn, "tool_result", "tool_use_id"):
            yield Finding(
                block.path,
                f"{block.path}: each tool_use must have a single result. "
                f"Found multiple `tool_result` blocks with id: {name}",
            )


def _repeated(turn: Turn, block_type: str, key: str) -> Iterator[tuple[Block, str]]:
    blocks = turn.of(block_type)
    first = turn.ids(block_type, key) if len(blocks) > 1 else {}
    for block in blocks if first else ():
        name = block.text(key)
        if name is not None and first[name] is not block:
            yield block, name


def tool_result_in_assistant(request: Request) -> Iterator[Finding]:
    """A result speaks for your code: it never stands in an `assistant` message."""
    return _misplaced(request, "tool_result", "assistant", "user")


def tool_use_in_user(request: Request) -> Iterator[Finding]:
    """A request for a tool is the model's: it never stands in a `user` message (reported 2026-02)."""
    return _misplaced(request, "tool_use", "user", "assistant")


def _misplaced(request: Request, block_type: str, role: str, allowed: str) -> Iterator[Finding]:
    for turn in request.turns_with(block_type, role=role):
        for block in turn.of(block_type):
            sentence = f"`{block_type}` blocks can only be in `{allowed}` messages"
            yield Finding(block.path, f"messages.{block.message}: {sentence}")
