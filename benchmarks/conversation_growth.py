"""The work of the server grows as the conversation does, not faster: a message costs the same in a long one.

Each request is new, so that nothing of it is remembered."""

from collections.abc import Callable, Iterator
from functools import partial
from json import dumps

from benchmarks.measure import Result, fastest
from benchmarks.requests import conversation
from tooluse import ScriptedModel, reply
from tooluse.mock import Server

SHORT, LONG = 200, 2000
HEADERS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}


def results() -> Iterator[Result]:
    (short,), (long,) = (fastest(_sent(), subject=partial(_body, length)) for length in (SHORT, LONG))
    growth = (long / LONG) / (short / SHORT)
    note = f"{short / SHORT * 1e6:.1f} µs of {SHORT}, {long / LONG * 1e6:.1f} µs of {LONG}"
    yield Result(f"One message of {LONG} / one of {SHORT}", growth, 1.5, "×", note)


def _body(length: int, number: int) -> bytes:
    return dumps(conversation(length, f"{number}")).encode()


def _sent() -> Callable[[bytes], object]:
    server = Server(ScriptedModel([reply("Bien.")], repeat=True), keep=1)
    return lambda body: server.handle("POST", "/v1/messages", HEADERS, body)
