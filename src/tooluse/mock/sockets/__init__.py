"""The offline API on a socket: any client that speaks HTTP, in any language, may use it."""

import asyncio
import signal
import socket
from collections.abc import Callable
from typing import Any

from tooluse.mock.sockets import limits
from tooluse.mock.sockets.connection import Connection
from tooluse.mock.sockets.journal import Journal
from tooluse.mock.sockets.limits import Room
from tooluse.mock.sockets.worker import Worker

__all__ = ["Journal", "address", "listen", "serve"]

_BACKLOG = 512


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 is any free one. Raises OSError."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    family, _, _, _, place = found[0]
    return socket.create_server(place[:2], family=family, backlog=_BACKLOG)


def address(listening: socket.socket) -> str:
    """What a client on this machine takes for ANTHROPIC_BASE_URL."""
    host, port = listening.getsockname()[:2]
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"http://{f'[{host}]' if ':' in host else host}:{port}"


def serve(
    server: Any,
    listening: socket.socket,
    *,
    journal: Journal | None = None,
    ready: Callable[[], None] | None = None,
) -> bool:
    """Answer until SIGINT or SIGTERM; answers under way are finished.

    `ready` is called when requests are answered. False when the model was still at work at the end.
    """
    return asyncio.run(_Listener(server, journal or Journal()).run(listening, ready))


class _Listener:
    def __init__(self, server: Any, journal: Journal) -> None:
        self._journal = journal
        self._worker = Worker(server, journal)
        self._room = Room()
        self._connections: dict[asyncio.Task, Connection] = {}

    async def run(self, listening: socket.socket, ready: Callable[[], None] | None) -> bool:
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(lambda _, context: self._failed(context))
        stop = asyncio.Event()
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(stop.set))
        listener = await asyncio.start_server(
            self._accept, sock=listening, limit=limits.READ_BYTES // 2, backlog=_BACKLOG
        )
        if ready:
            ready()
        await stop.wait()
        listener.close()
        await self._finish()
        return self._worker.close()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._connections) >= limits.CONNECTIONS:
            writer.close()
            return
        # Else a small answer in two packets waits 40 ms for the client's acknowledgement.
        writer.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        writer.transport.max_size = limits.READ_BYTES  # asyncio's own 256 KiB are 50 MiB for 200 clients
        connection = Connection(reader, writer, self._worker, self._room, self._journal)
        task = asyncio.current_task()
        self._connections[task] = connection
        try:
            await connection.run()
        finally:
            del self._connections[task]

    async def _finish(self) -> None:
        for connection in self._connections.values():
            connection.stop()
        if self._connections:
            await asyncio.wait(list(self._connections), timeout=limits.GRACE)
        for task in list(self._connections):
            task.cancel()

    def _failed(self, context: dict[str, Any]) -> None:
        """What asyncio would tell the terminal: a client that went is nothing to tell."""
        error = context.get("exception")
        if error is not None and not isinstance(error, OSError):
            self._journal.failure(error)
