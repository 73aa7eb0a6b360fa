"""The SDK side: real clients whose transport is a function call. Nothing else here knows ``anthropic``."""

import os
from collections.abc import AsyncIterator, Iterator
from typing import Any, Protocol

import anthropic
import httpx2
from anthropic import types as sdk_types

from tooluse import cells
from tooluse.config import settings
from tooluse.french import typeset
from tooluse.mock import refusal
from tooluse.mock.exchange import Answer, Exchange
from tooluse.mock.ids import Ids
from tooluse.mock.models import Reply, ScriptFault
from tooluse.mock.recording import recorded, recording_client
from tooluse.mock.response import build_message
from tooluse.mock.server import Server
from tooluse.mock.strikes import Cut, Failure, NoAnswer
from tooluse.rules import profile

_BASE_URL = "http://offline.invalid"
_KEY = "hors-ligne"


class Handler(Protocol):
    """What a transport needs of a server; one in another process has the same form."""

    def handle(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer: ...


class ScriptError(anthropic.AnthropicError, ScriptFault):
    """The script and the requests do not fit. An SDK error, so that it is neither hidden nor retried."""

    def _render_traceback_(self) -> list[str]:
        return cells.shown(self, str(self))


class _Body(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    def __init__(self, answer: Answer) -> None:
        self._pieces = [answer.body] if isinstance(answer.body, bytes) else answer.body

    def __iter__(self) -> Iterator[bytes]:
        try:
            yield from self._pieces
        except Cut as cut:
            raise httpx2.RemoteProtocolError(str(cut)) from None

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for piece in self:
            yield piece


class InProcess(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    """Hands each request to ``server`` and its answer back, in the caller's thread."""

    def __init__(self, server: Handler) -> None:
        self.server = server

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        request.read()
        return self._ask(request)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        await request.aread()
        return self._ask(request)

    def _ask(self, request: httpx2.Request) -> httpx2.Response:
        try:
            target = request.url.raw_path.decode("ascii")
            headers = dict(request.headers.items())  # without `items`, each name would be looked for again
            answer = self.server.handle(request.method, target, headers, request.content)
        except ScriptFault as fault:
            raise ScriptError(str(fault)) from None
        except NoAnswer as silence:  # at once: nobody learns from waiting
            raise httpx2.ReadTimeout(str(silence), request=request) from None
        except Exception as error:  # the SDK would hide it as a connection error, and try again
            what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
            raise ScriptError(typeset(f"Le modèle a échoué ({what}).")) from error
        return httpx2.Response(answer.status, headers=answer.headers, stream=_Body(answer), request=request)


class _Offline:
    """What both clients share: where the server is, and what passed."""

    def _prepare(self, model: Any, server: Handler | None, options: dict[str, Any]) -> InProcess | None:
        options.setdefault("api_key", _KEY)
        options.setdefault("base_url", _BASE_URL)
        copied = options.get("http_client")  # the SDK copies a client with its http_client
        if copied is not None:
            self.server = copied.tooluse_server
            return None
        self.server = server or Server(model)
        return InProcess(self.server)

    @property
    def calls(self) -> list[Exchange]:
        """Every exchange so far, in order."""
        return self.server.calls

    def inject(self, failure: Failure, call: int | None = None) -> None:
        """Let a failure strike the next message request, or that of number ``call`` (from 1)."""
        self.server.inject(failure, call)

    def _make_status_error(self, *args: Any, **options: Any) -> anthropic.APIStatusError:
        """The SDK's own hook for its errors: the same error, shown in a few lines by a notebook."""
        error = super()._make_status_error(*args, **options)
        call = next((call for call in reversed(self.calls) if call.request_id == error.request_id), None)
        return refusal.short(error, call) if call else error

    @property
    def backend(self) -> str:
        """Who answers: ``scripté``, or the name of another model."""
        return getattr(self.server.model, "name", type(self.server.model).__name__)


class MockClaude(_Offline, anthropic.Anthropic):
    """An ``anthropic.Anthropic`` whose answers come from ``model``: no network, no key."""

    def __init__(
        self, model: Any = None, *, server: Handler | None = None, record: Any = None, **options: Any
    ) -> None:
        transport = self._prepare(model, server, options)
        if transport:
            used = recorded(transport, record) if record else transport
            options["http_client"] = anthropic.DefaultHttpxClient(transport=used)
            options["http_client"].tooluse_server = self.server
        super().__init__(**options)


class AsyncMockClaude(_Offline, anthropic.AsyncAnthropic):
    """The same for ``async`` code: an ``anthropic.AsyncAnthropic``."""

    def __init__(
        self, model: Any = None, *, server: Handler | None = None, record: Any = None, **options: Any
    ) -> None:
        transport = self._prepare(model, server, options)
        if transport:
            used = recorded(transport, record) if record else transport
            options["http_client"] = anthropic.DefaultAsyncHttpxClient(transport=used)
            options["http_client"].tooluse_server = self.server
        super().__init__(**options)


def connect(
    model: Any = None, *, record: str | os.PathLike[str] | None = None, quiet: bool = False
) -> anthropic.Anthropic:
    """The client that notebooks use, and a line that says who answers.

    Offline, unless ``TOOLUSE_BACKEND=live``: then the real API, and ``model`` is not used. ``record`` names a
    file to which each exchange is added, for a ``ReplayModel``; no key and no header enters it.
    Raises RuntimeError when a live backend is asked for without a key.
    """
    chosen = settings()
    if chosen.backend == "live":
        if not (os.environ.get("ANTHROPIC_API_KEY") or os.environ.get("ANTHROPIC_AUTH_TOKEN")):
            raise RuntimeError(typeset("TOOLUSE_BACKEND=live exige une clé : définissez ANTHROPIC_API_KEY."))
        http_client = recording_client(record) if record else None
        client: anthropic.Anthropic = anthropic.Anthropic(http_client=http_client)
        line = f"Claude réel, {chosen.model} : chaque appel est facturé."
    else:
        client = MockClaude(model, record=record)
        line = f"Claude {client.backend}, hors ligne : aucun appel ne sort de cette machine."
    if not quiet:
        print(typeset(line))
    return client


def message(said: Reply) -> sdk_types.Message:
    """The SDK object that a client would return for this reply, without any client."""
    request = {"model": settings().model, "messages": []}
    body = build_message(said, request, profile(request["model"]), Ids())
    return from_json("Message", body)


def is_sdk_object(value: Any) -> bool:
    return isinstance(value, anthropic.BaseModel)


def to_json(value: Any) -> dict[str, Any]:
    """The API's JSON of an SDK object."""
    return value.to_dict(mode="json", use_api_names=True, exclude_unset=True)


def from_json(kind: str, data: dict[str, Any]) -> Any:
    """The SDK object of type ``anthropic.types.<kind>`` with this JSON, built as the SDK builds answers."""
    return getattr(sdk_types, kind, sdk_types.Message).construct(**data)
