"""The offline Messages API as a plain function of bytes: no socket, no SDK, no clock of the machine."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from threading import RLock
from typing import Any, NamedTuple

from tooluse.mock import catalog, events, gate
from tooluse.mock.blocks import json_bytes
from tooluse.mock.body import parse
from tooluse.mock.cut import cut
from tooluse.mock.exchange import Answer, Exchange
from tooluse.mock.fault import Fault
from tooluse.mock.headers import answer_headers
from tooluse.mock.ids import Ids
from tooluse.mock.judged import Judged
from tooluse.mock.models import Reply, SimulatedModel
from tooluse.mock.response import build_message
from tooluse.mock.strikes import Failure, NoAnswer, Pending
from tooluse.mock.threads import BETA as THREADS
from tooluse.mock.threads import Threads
from tooluse.mock.usage import PromptCache

_CREDENTIALS = ("authorization", "x-api-key", "cookie", "proxy-authorization")
EAGER = "fine-grained-tool-streaming-2025-05-14"
_CONSTANT = datetime(2026, 1, 1, tzinfo=UTC)


class Told(NamedTuple):
    """What the server answers with 200, and what only its record keeps."""

    body: dict[str, Any]
    pieces: Iterator[bytes] | None = None  # of a stream, or of an answer that breaks on the way
    streamed: bool = False
    resolved: Any = None
    explanation: dict[str, Any] | None = None


class Server:
    """Answers requests by asking ``model``, after ``check``; keeps every exchange in ``calls``.

    ``clock`` dates the rate limits and ages the prompt cache: constant unless one is given, so that the same
    requests get the same bytes. ``keep`` bounds ``calls``, for a server that runs for long.
    """

    def __init__(
        self,
        model: Any = None,
        *,
        clock: Callable[[], datetime] = lambda: _CONSTANT,
        keep: int | None = None,
    ) -> None:
        self.model = SimulatedModel() if model is None else model
        self.calls: Any = [] if keep is None else deque(maxlen=keep)
        self.failures = Pending()
        self._clock = clock
        self._ids = Ids()
        self._threads = Threads(clock=lambda: clock().timestamp())
        self._cache = PromptCache(clock=lambda: clock().timestamp())
        self._count = self._asked = 0
        self._lock = RLock()  # again by the same thread: a model may itself be a client of this server

    def inject(self, failure: Failure, call: int | None = None) -> None:
        """Let ``failure`` strike the next message request, or the one of number ``call`` (from 1)."""
        self.failures.add(failure, call)

    def handle(self, method: str, target: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answer one HTTP request; ``target`` is its path, with the query if it has one.

        Raises only what the model raises (a script that does not fit) and an injected ``NoAnswer``."""
        with self._lock:
            sent = {name.lower(): value for name, value in headers.items()}
            return self._handle(method, target, sent, body)

    def _handle(self, method: str, target: str, headers: dict[str, str], body: bytes) -> Answer:
        request: Any = None
        resolved: Any = None
        path = target.partition("?")[0]
        try:
            admitted = gate.admit(method, target, headers)
            if admitted.path == gate.MODELS:
                told = Told(catalog.one(admitted.name) if admitted.name else catalog.page(admitted.query))
            else:
                request = parse(body)
                struck = self._struck(request) if admitted.path == gate.MESSAGES else None
                resolved = self._resolved(request, admitted)
                judged = Judged(resolved, admitted, bytes(body) if resolved is request else None)
                if struck is None:
                    told = self._count_tokens(judged)
                else:
                    told = self._message(request, judged, struck)
        except Fault as fault:
            return self._refuse(path, request, fault, headers, resolved)
        except NoAnswer:
            self._record(path, request, 0, Told({}), headers, "")
            raise
        return self._accept(path, request, told, headers)

    def _struck(self, request: Any) -> list[Failure]:
        """The failures that strike this message request. Raises those that come before its answer."""
        self._asked += 1
        struck = self.failures.take(self._asked)
        for failure in struck:
            failure.before(request)
        return struck

    def _resolved(self, request: Any, admitted: gate.Admitted) -> Any:
        """The whole request behind the one that was sent, if that continues a thread. Raises Fault."""
        if THREADS not in admitted.betas:
            return request
        return self._threads.resolve(request, admitted.betas)

    def _message(self, request: Any, judged: Judged, struck: list[Failure]) -> Told:
        known = judged.accepted()
        resolved, betas = judged.request, judged.admitted.betas
        said = self._asked_model(resolved, struck)
        for failure in struck:
            said = failure.alter(said, resolved)
        struck = [*struck, *said.failures]  # those of the script's own line have altered it already
        eager = EAGER in betas
        said = cut(said, resolved, eager=eager)
        usage = self._cache.counters(resolved, known, judged.tokens(known))
        message = build_message(said, resolved, known, self._ids, usage)
        if THREADS in betas:
            self._threads.remember(request, resolved, message, betas)
        streamed = resolved.get("stream") is True
        pieces = events.stream(message, resolved, eager=eager) if streamed else None
        if struck:
            pieces = pieces or iter([json_bytes(message)])
            for failure in struck:
                pieces = failure.stream(pieces)
        return Told(message, pieces, streamed, resolved, said.explanation)

    def _asked_model(self, resolved: dict[str, Any], struck: list[Failure]) -> Reply:
        if resolved.get("max_tokens") == 0:  # warms the cache: the model is not asked
            return Reply((), "max_tokens")
        if any(failure.takes_place for failure in struck):
            return Reply((), "end_turn")
        return self.model.answer(resolved)

    def _count_tokens(self, judged: Judged) -> Told:
        known = judged.accepted(counting=True)
        return Told({"input_tokens": judged.tokens(known)}, resolved=judged.request)

    def _refuse(
        self, path: str, request: Any, fault: Fault, headers: Mapping[str, str], resolved: Any
    ) -> Answer:
        request_id = self._ids.next("req")
        told = Told(fault.envelope(request_id), resolved=resolved)
        self._record(path, request, fault.status, told, headers, request_id)
        sent = answer_headers("application/json", request_id, self._clock()) | fault.headers
        return Answer(fault.status, sent, json_bytes(told.body))

    def _accept(self, path: str, request: Any, told: Told, headers: Mapping[str, str]) -> Answer:
        request_id = self._ids.next("req")
        self._record(path, request, 200, told, headers, request_id)
        content_type = "text/event-stream; charset=utf-8" if told.streamed else "application/json"
        sent = answer_headers(content_type, request_id, self._clock(), told.body.get("usage"))
        return Answer(200, sent, json_bytes(told.body) if told.pieces is None else told.pieces)

    def _record(
        self, path: str, request: Any, status: int, told: Told, headers: Mapping[str, str], request_id: str
    ) -> None:
        self._count += 1
        exchange = Exchange(
            number=self._count,
            path=path,
            request=request,
            status=status,
            response=told.body,
            streamed=told.streamed,
            headers={name: value for name, value in headers.items() if name not in _CREDENTIALS},
            request_id=request_id,
            resolved=told.resolved,
            explanation=told.explanation,
        )
        self.calls.append(exchange)
