"""Turns that end before their work is done: cut, refused, paused, out of room."""

from dataclasses import replace
from typing import Any

from tooluse.mock.blocks import block_tokens
from tooluse.mock.cut import cut
from tooluse.mock.models.reply import Reply, server_tool_use, text
from tooluse.mock.models.script_fault import cannot
from tooluse.mock.strikes import Request
from tooluse.mock.variants import question
from tooluse.rules import profile

CATEGORIES = {
    "cyber": "This request was declined because it could enable cyber harm.",
    "bio": "This request was declined because it could enable biological harm.",
    "frontier_llm": "This request was declined because it could assist the development of competing models.",
    "reasoning_extraction": "This request was declined because it asks for the model's internal reasoning.",
    "general_harms": "This request was declined because it could lead to harm.",
}
_INPUTS = {
    "web_search": "query",
    "web_fetch": "url",
    "code_execution": "code",
    "tool_search_tool_regex": "pattern",
    "tool_search_tool_bm25": "query",
}


def refusal(category: str | None) -> Reply:
    """Nothing is said; ``stop_details`` name the category."""
    explanation = CATEGORIES[category] if category else None
    details = {"type": "refusal", "category": category, "explanation": explanation}
    return Reply((), "refusal", stop_details=details)


def pause(request: Request) -> Reply:
    """A call of one of the request's server tools, whose result is still to come."""
    name = next(filter(None, map(_server_tool, request.get("tools") or [])), None)
    if name is None:
        raise cannot(
            "`failures.pause_turn()` : seule une requête avec un outil serveur peut être mise en pause. "
            'Ajoutez-en un à `tools` : `{"type": "web_search_20250305", "name": "web_search"}`.'
        )
    asked = question(request).strip() or "actualités"
    value = {"url": "https://example.com/", "pattern": ".*", "code": "print(1 + 1)"}.get(_INPUTS[name], asked)
    call = server_tool_use(name, {_INPUTS[name]: value})
    return Reply((text("Je cherche encore."), call), "pause_turn")


def _server_tool(tool: dict[str, Any]) -> str | None:
    kind = str(tool.get("type") or "")
    return next((name for name in _INPUTS if kind.startswith(name) and tool.get("name") == name), None)


def at_limit(said: Reply, request: Request, at: int | None) -> Reply:
    """The reply cut after ``at`` output tokens, or in its middle."""
    whole = sum(block_tokens(block) for block in said.content)
    limit = max(1, whole // 2) if at is None else at
    short = _cut(said, request, limit)
    if short.stop_reason != "max_tokens":
        raise cannot(
            f"`failures.max_tokens(at={limit})` : la réplique tient en {whole} tokens, rien à couper. "
            "Donnez un nombre plus petit."
        )
    return short


def out_of_room(said: Reply, request: Request) -> Reply:
    """The reply stops in its middle because the context window is full: that is what the usage says too."""
    short = _cut(said, request, max(1, sum(block_tokens(block) for block in said.content) // 2))
    written = short.output_tokens or 0
    window = profile(request["model"]).context_window or 200_000
    return replace(
        short,
        stop_reason="model_context_window_exceeded",
        stop_sequence=None,
        stop_details=None,
        input_tokens=window - written,
        output_tokens=written,
    )


def _cut(said: Reply, request: Request, limit: int) -> Reply:
    """What the script says of the length does not count: the reply is to be cut."""
    open_ended = replace(said, output_tokens=None, usage=None)
    return cut(open_ended, {**request, "max_tokens": limit, "stop_sequences": None})
