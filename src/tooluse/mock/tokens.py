"""Token counts. They are estimates: no Claude tokenizer exists offline."""

import json
from typing import Any

from tooluse.rules import Profile

_BYTES_PER_TOKEN = 4
_PER_MESSAGE = 4


def estimate(value: Any) -> int:
    """About how many tokens a text, or the JSON of any other value, takes."""
    if value is None:
        return 0
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    size = len(text.encode("utf-8", "surrogatepass"))
    return -(-size // _BYTES_PER_TOKEN)


def input_tokens(request: dict[str, Any], profile: Profile) -> int:
    """Estimated input tokens of a request: messages, system, tools, and the published tool system prompt."""
    messages = request.get("messages") or []
    total = sum(_PER_MESSAGE + estimate(message.get("content")) for message in messages)
    total += estimate(request.get("system"))
    tools = request.get("tools")
    if tools:
        total += sum(estimate(tool) for tool in tools) + _tool_prompt(request, profile)
    return total


def _tool_prompt(request: dict[str, Any], profile: Profile) -> int:
    """The system prompt that the API adds when there are tools; its published size depends on the mode."""
    mode = (request.get("tool_choice") or {}).get("type", "auto")
    return (profile.tool_tokens or {}).get(mode, 0)
