"""Who answers: a model is any object with ``answer(request) -> Reply``."""

from tooluse.mock.models.replay import ReplayModel
from tooluse.mock.models.reply import (
    Reply,
    reply,
    server_tool_use,
    text,
    thinking,
    tool_use,
)
from tooluse.mock.models.script_fault import ScriptFault
from tooluse.mock.models.scripted import ScriptedModel
from tooluse.mock.models.simulated import SimulatedModel

__all__ = [
    "ReplayModel",
    "Reply",
    "ScriptFault",
    "ScriptedModel",
    "SimulatedModel",
    "reply",
    "server_tool_use",
    "text",
    "thinking",
    "tool_use",
]
