"""The work of the server grows as the conversation does, not faster: a message costs the same in a long one.

Each request is new, so that nothing of it is remembered."""

from collections.abc import Callable, Iterator
from json import dumps

from benchmarks.measure import Result, ratio, timed
from benchmarks.requests import conversation
from tooluse import ScriptedModel, reply
from tooluse.mock import Server

SHORT, LONG = 200, 2000
HEADERS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}


def results() -> Iterator[Result]:
    short, long = timed(_sent(SHORT), _sent(LONG), subject=_bodies, seconds=10)
    growth = ratio(short, long) * SHORT / LONG
    note = f"{min(short) / SHORT * 1e6:.1f} µs of {SHORT}, {min(long) / LONG * 1e6:.1f} µs of {LONG}"
    yield Result(f"One message of {LONG} / one of {SHORT}", growth, 1.5, "×", note)


def _bodies(number: int) -> dict[int, bytes]:
    return {length: dumps(conversation(length, f"{number}")).encode() for length in (SHORT, LONG)}


def _sent(length: int) -> Callable[[dict[int, bytes]], object]:
    server = Server(ScriptedModel([reply("Bien.")], repeat=True), keep=1)
    return lambda bodies: server.handle("POST", "/v1/messages", HEADERS, bodies[length])
