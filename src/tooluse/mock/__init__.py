"""The offline Messages API, and SDK clients that talk to it without a socket."""

from tooluse.mock.exchange import Exchange
from tooluse.mock.server import Server
from tooluse.mock.transport import AsyncMockClaude, MockClaude, ScriptError, connect, message

__all__ = ["AsyncMockClaude", "Exchange", "MockClaude", "ScriptError", "Server", "connect", "message"]
