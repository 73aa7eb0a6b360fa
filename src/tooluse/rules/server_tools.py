"""Tools that run at Anthropic: their results stand in the assistant's turn, and a turn may be resumed."""

from collections.abc import Iterator

from tooluse.rules.conversation import Block, Turn
from tooluse.rules.request import Finding, Request

# Server calls that are no tool of that name, but a part of one.
_PART_OF = {"bash_code_execution": "code_execution", "text_editor_code_execution": "code_execution"}


def is_result(block: Block) -> bool:
    """Whether a block is a server tool's result: `web_search_tool_result`, `advisor_tool_result`, …"""
    return block.type.endswith("_tool_result")


def pending(turn: Turn) -> list[Block]:
    """The server calls of a turn that have no result in it yet: the turn was interrupted."""
    answered = {block.text("tool_use_id") for block in turn.blocks if is_result(block)}
    return [block for name, block in turn.ids("server_tool_use").items() if name not in answered]


def _resumed(request: Request) -> tuple[Turn, Turn | None] | None:
    """The interrupted assistant turn that this request resumes, and the user turn behind it."""
    last = request.turns[-2:]
    if last and last[-1].role == "assistant":
        return last[-1], None
    if len(last) == 2 and last[0].role == "assistant" and last[1].role == "user":
        return last[0], last[1]
    return None


def unexpected_server_tool_result(request: Request) -> Iterator[Finding]:
    """A server tool's result has no `server_tool_use` with its id before it."""
    if not any(kind.endswith("_tool_result") for kind in request.block_types):
        return
    asked: set[str | None] = set()
    for turn in request.turns:
        for block in turn.blocks:
            if block.type in ("server_tool_use", "mcp_tool_use"):
                asked.add(block.text("id"))
            elif is_result(block) and (name := block.text("tool_use_id")) is not None and name not in asked:
                yield Finding(
                    block.path,
                    f"{block.path}: unexpected `tool_use_id` found in `{block.type}` blocks: {name}. Each "
                    f"`{block.type}` block must have a corresponding `server_tool_use` block before it.",
                )


def server_tool_missing(request: Request) -> Iterator[Finding]:
    """A resumed turn waits for a server tool that this request no longer lists.

    Only the end of the API's sentence is public; the beginning is ours."""
    resumed = _resumed(request)
    if not resumed or resumed[1] and not resumed[1].of("tool_result") or not pending(resumed[0]):
        return
    provided = {tool.body.get("name") for tool in request.tools if isinstance(tool.body.get("name"), str)}
    # Web tools from 2026 on bring code execution along.
    if any(tool.kind.startswith(("web_search_2026", "web_fetch_2026")) for tool in request.tools):
        provided.add("code_execution")
    for block in pending(resumed[0]):
        name = block.text("name") or ""
        if name not in provided and _PART_OF.get(name) not in provided:
            waiting = f"{block.path}: `server_tool_use` is waiting for its result"
            yield Finding(block.path, f"{waiting} but no `{name}` tool was provided")


def text_on_resume(request: Request) -> Iterator[Finding]:
    """A turn that mixes a pending server call with calls of yours is answered by results only.

    The refusal is documented, its text is not public: this sentence is ours."""
    resumed = _resumed(request)
    if not resumed or not resumed[1] or not resumed[0].of("tool_use") or not pending(resumed[0]):
        return
    for block in resumed[1].blocks:
        if block.type != "tool_result":
            sentence = "only `tool_result` blocks may answer a turn with a pending `server_tool_use`"
            yield Finding(block.path, f"{block.path}: {sentence}")
