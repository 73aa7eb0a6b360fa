"""The offline Messages API, and SDK clients that talk to it without a socket.

The server needs no SDK, which takes seconds to load: what needs it loads on first use.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tooluse.mock import failures
    from tooluse.mock.exchange import Exchange
    from tooluse.mock.server import Server
    from tooluse.mock.transport import AsyncMockClaude, MockClaude, ScriptError, connect, message

_HOMES = {
    "AsyncMockClaude": "transport",
    "Exchange": "exchange",
    "MockClaude": "transport",
    "ScriptError": "transport",
    "Server": "server",
    "connect": "transport",
    "message": "transport",
}

__all__ = [
    "AsyncMockClaude",
    "Exchange",
    "MockClaude",
    "ScriptError",
    "Server",
    "connect",
    "failures",
    "message",
]


def __getattr__(name: str):
    if name == "failures":
        return import_module("tooluse.mock.failures")
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"tooluse.mock.{_HOMES[name]}"), name)
