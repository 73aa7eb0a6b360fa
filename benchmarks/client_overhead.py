"""A call through `MockClaude`, beside the same call of the same SDK on a transport that does nothing.

The ratio is what the offline API adds to the SDK's own work: checking the request, counting its tokens,
building the answer. The limits are for a request that was sent before, as when a cell is run again. Without a
limit stand the other cases: the next turn of a loop, which sends all that was said once more and two messages
behind it, and a conversation of which not one message was ever seen.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import anthropic
import httpx2

from benchmarks.measure import Result, ratio, timed
from benchmarks.requests import Request, conversation, five_tools, plain
from tooluse import MockClaude, ScriptedModel, reply
from tooluse.mock import Server

ANSWER = "Trois devis attendent une réponse : le premier est de trois mille euros."
LIMITS = {
    "a plain request": (plain(), 1.3),
    "five tools": (five_tools(), 1.3),
    "30 messages": (conversation(30), 1.3),
    "200 messages": (conversation(200), 2.0),
}


def results() -> Iterator[Result]:
    for name, (request, limit) in LIMITS.items():
        yield _compared(name, lambda _, request=request: request, limit)
    for length in (30, 200):
        yield _compared(f"{length} messages, next turn", partial(_conversation, length, 2))
        yield _compared(f"{length} messages, all new", partial(_conversation, length, length))


def _conversation(length: int, new: int, number: int) -> Request:
    return conversation(length, f"{number}", new)


def _compared(name: str, request: Callable[[int], Request], limit: float | None = None) -> Result:
    offline = MockClaude(server=Server(ScriptedModel([reply(ANSWER)], repeat=True), keep=50))
    offline.messages.create(**request(0))
    bare = _bare(offline.calls[0].response)
    alone, through = timed(_sender(bare), _sender(offline), subject=request)
    note = f"{min(through) * 1e3:.2f} ms, the SDK alone {min(alone) * 1e3:.2f} ms"
    return Result(f"MockClaude / SDK: {name}", ratio(alone, through), limit, "×", note)


def _sender(client: anthropic.Anthropic) -> Callable[[Request], object]:
    return lambda request: client.messages.create(**request)


def _bare(answer: dict[str, Any]) -> anthropic.Anthropic:
    """The SDK on a transport that gives the same answer to everything."""
    body = httpx2.Response(200, json=answer).content
    headers = {"content-type": "application/json", "request-id": "req_1"}
    transport = httpx2.MockTransport(lambda _: httpx2.Response(200, headers=headers, content=body))
    http_client = anthropic.DefaultHttpxClient(transport=transport)
    return anthropic.Anthropic(api_key="k", base_url="http://offline.invalid", http_client=http_client)
