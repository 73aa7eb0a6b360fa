"""Practise tool use with Claude, offline: an API that refuses what the real one refuses.

Everything here loads on first use, so that ``import tooluse`` costs nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from tooluse.config import settings
    from tooluse.mock import AsyncMockClaude, MockClaude, connect, failures, message
    from tooluse.mock.models import (
        ReplayModel,
        ScriptedModel,
        reply,
        server_tool_use,
        text,
        thinking,
        tool_use,
    )
    from tooluse.mock.models.script_file import read_script

_HOMES = {
    "AsyncMockClaude": "tooluse.mock",
    "MockClaude": "tooluse.mock",
    "ReplayModel": "tooluse.mock.models",
    "ScriptedModel": "tooluse.mock.models",
    "connect": "tooluse.mock",
    "failures": "tooluse.mock",
    "message": "tooluse.mock",
    "read_script": "tooluse.mock.models.script_file",
    "reply": "tooluse.mock.models",
    "server_tool_use": "tooluse.mock.models",
    "settings": "tooluse.config",
    "text": "tooluse.mock.models",
    "thinking": "tooluse.mock.models",
    "tool_use": "tooluse.mock.models",
}

__all__ = [
    "AsyncMockClaude",
    "MockClaude",
    "ReplayModel",
    "ScriptedModel",
    "connect",
    "failures",
    "message",
    "read_script",
    "reply",
    "server_tool_use",
    "settings",
    "text",
    "thinking",
    "tool_use",
]


def __getattr__(name: str):
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_HOMES])
