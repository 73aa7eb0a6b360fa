"""Who answers: a model is any object with ``answer(request) -> Reply``."""

from tooluse.mock.models.reply import (
    Reply,
    reply,
    server_tool_use,
    text,
    thinking,
    tool_use,
)
from tooluse.mock.models.scripted import ScriptedModel, ScriptFault

__all__ = [
    "Reply",
    "ScriptFault",
    "ScriptedModel",
    "reply",
    "server_tool_use",
    "text",
    "thinking",
    "tool_use",
]
