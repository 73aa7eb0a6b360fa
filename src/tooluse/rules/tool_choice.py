"""Choosing for the model: `tool_choice` against the tools, the model and the thinking of the same request."""

from collections.abc import Iterator
from typing import Any

from tooluse.rules.request import Finding, Request

FORCED = ("any", "tool")


def _choice(request: Request) -> tuple[Any, Any]:
    """The type of `tool_choice`, and the name in it."""
    choice = request.get("tool_choice")
    return (choice.get("type"), choice.get("name")) if isinstance(choice, dict) else (None, None)


def tool_choice_without_tools(request: Request) -> Iterator[Finding]:
    """A call is forced and there is no tool; `auto` and `none` pass, even with `[]` (live, 2026-09)."""
    kind, _ = _choice(request)
    if kind == "any" and not request.tools:
        yield Finding("tool_choice", "tool_choice.any may only be specified while providing tools")


def tool_choice_unknown_tool(request: Request) -> Iterator[Finding]:
    """The tool that is forced is none of the list, or there is no list (live, 2026-09).

    An MCP toolset names its tools elsewhere, and a conversation may bring some: nothing is said then."""
    kind, name = _choice(request)
    if kind != "tool" or not isinstance(name, str):
        return
    elsewhere = any(tool.kind == "mcp_toolset" for tool in request.tools)
    elsewhere = elsewhere or "tool_addition" in request.block_types
    if not elsewhere and all(tool.body.get("name") != name for tool in request.tools):
        yield Finding("tool_choice.name", f"Tool '{name}' not found in provided tools")


def forced_choice_unsupported(request: Request) -> Iterator[Finding]:
    """The model refuses to be forced (the 5.1 and 5.5 lines, Haiku 5.5 excepted).

    A call without tools and an unknown tool are told first, as seen on Sonnet 5.5."""
    kind, _ = _choice(request)
    if kind in FORCED and not request.profile.forced_tool_choice:
        sentence = 'type "tool" and "any" are not supported for this model.'
        yield Finding("tool_choice", f"tool_choice: {sentence}")


def tool_choice_not_direct(request: Request) -> Iterator[Finding]:
    """The tool that is forced may be called from code only: `allowed_callers` has no `direct`.

    The refusal is documented, its text is not public: this sentence is ours."""
    kind, name = _choice(request)
    for tool in request.tools if kind == "tool" and isinstance(name, str) else ():
        callers = tool.body.get("allowed_callers")
        if (
            tool.body.get("name") == name
            and isinstance(callers, list)
            and callers
            and "direct" not in callers
        ):
            sentence = f"tool '{name}' cannot be called directly (see its allowed_callers)"
            yield Finding("tool_choice", f"tool_choice: {sentence}")


def forced_choice_with_thinking(request: Request) -> Iterator[Finding]:
    """Manual thinking and a forced call. Adaptive thinking and a forced call are documented as compatible."""
    thinking = request.get("thinking")
    manual = isinstance(thinking, dict) and thinking.get("type") == "enabled"
    if manual and _choice(request)[0] in FORCED:
        yield Finding("tool_choice", "Thinking may not be enabled when tool_choice forces tool use.")
