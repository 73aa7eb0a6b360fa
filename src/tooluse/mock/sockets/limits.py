"""What a socket allows: sizes, times, and the bytes that all requests together may hold."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tooluse.mock.body import MAX_BYTES

KIB, MIB = 2**10, 2**20

HEAD_BYTES = 64 * KIB  # request line and headers
READ_BYTES = 32 * KIB
SMALL_BYTES = 64 * KIB  # bodies up to this size wait for nobody
IN_FLIGHT_BYTES = MAX_BYTES  # one of the largest bodies: to read one takes several times as much
CONNECTIONS = 500

PATIENCE = 4.0  # seconds: for a head, a turn, the next piece of a body; all are answered or closed within 5
BODY_RATE = 1 * MIB  # bytes a second: a body may take PATIENCE and its size at this rate
KEEP_ALIVE = 75.0  # longer than clients keep an idle connection, so that they close first
STALLED = 60.0  # a client that takes nothing of its answer
LINGER = 1.0  # what still comes is thrown away, or the answer would be lost with the connection
GRACE = 10.0  # for answers under way when the server is asked to stop


class Room:
    """The bytes that bodies may hold at once. Who wants more waits in turn, whatever its size."""

    def __init__(self, size: int = IN_FLIGHT_BYTES) -> None:
        self.free = size
        self._turn = asyncio.Lock()
        self._freed = asyncio.Event()

    @asynccontextmanager
    async def share(self) -> AsyncIterator["Share"]:
        """One request's part of the room, given back at the end."""
        share = Share(self)
        try:
            yield share
        finally:
            self.give(share.size)

    async def take(self, size: int) -> None:
        """Raises TimeoutError when there is no room for too long."""
        async with asyncio.timeout(PATIENCE), self._turn:
            while self.free < size:
                self._freed.clear()
                await self._freed.wait()
            self.free -= size

    def give(self, size: int) -> None:
        self.free += size
        self._freed.set()


class Share:
    def __init__(self, room: Room) -> None:
        self.size = 0
        self._room = room

    async def grow(self, size: int) -> None:
        """Hold `size` bytes from now on. Nobody may grow twice: two who did would wait for each other."""
        if size > SMALL_BYTES and not self.size:
            await self._room.take(size)
            self.size = size
