"""Recording what passes between a client and the API, to play it back later without network or key.

No header is ever written, so no key either, and no address. What stands in the body of a request or of an
answer is written as it is: a secret that is part of a message (a prompt, a tool's result, an MCP server's
token) gets into the file.
"""

import json
import threading
import warnings
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import anthropic
import httpx2

from tooluse.french import typeset
from tooluse.mock import assembly
from tooluse.mock.models.script_fault import cannot
from tooluse.mock.tape import VERSION, line_of, read_tape

_MESSAGES = "/v1/messages"


class Recorder:
    """Writes exchanges to one file, each as soon as it is complete.

    A new file begins with a header. A file that is a recording is continued; any other stays as it is:
    ScriptFault, in French, before anything is sent.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._lock = threading.Lock()
        self._number = 0
        self._begun = self.path.exists() and self.path.stat().st_size > 0
        if self.path.is_dir() or not self.path.parent.is_dir():
            raise cannot(f"{path} ne peut pas être écrit : donnez un fichier dans un dossier qui existe.")
        if self._begun:
            self._number = len(self._continued().exchanges)

    def _continued(self) -> Any:
        try:
            return read_tape(self.path)
        except Exception as error:
            raise cannot(
                f"{self.path} existe déjà et n'est pas un enregistrement que l'on puisse continuer : {error} "
                "Choisissez un autre nom, rien n'a été écrasé."
            ) from None

    def write(self, request: Any, status: int, response: dict[str, Any] | None, streamed: bool) -> None:
        """Add one exchange. ``response`` is None when it was not read to its end."""
        with self._lock:
            lines = b"" if self._begun else line_of(_header(request))
            self._number += 1
            exchange = {
                "request": request,
                "status": status,
                "response": response,
                "streamed": streamed,
                "number": self._number,
            }
            try:
                with self.path.open("ab") as file:
                    file.write(lines + line_of(exchange))
            except OSError as error:  # an answer that was paid for is not lost for that
                warnings.warn(typeset(f"{self.path} : échange non enregistré. {error}"), stacklevel=2)
            else:
                self._begun = True

    def watch(self, request: httpx2.Request, response: httpx2.Response) -> httpx2.Response:
        """The same response, whose body will be written when its reader has come to the end."""
        if request.method == "POST" and request.url.path.endswith(_MESSAGES):
            response.stream = _Tee(response.stream, self, request, response)
        return response


def _header(request: Any) -> dict[str, Any]:
    model = request.get("model") if isinstance(request, dict) else None
    return {"tooluse": "recording", "version": VERSION, "sdk": anthropic.__version__, "model": model}


class _Tee(httpx2.SyncByteStream, httpx2.AsyncByteStream):
    """Hands each piece on at once and keeps a copy; writes the exchange at the end.

    An answer that breaks on the way is not written, like one that never came: the client asks again.
    """

    def __init__(self, stream: Any, recorder: Recorder, request: httpx2.Request, response: Any) -> None:
        self._stream = stream
        self._recorder = recorder
        self._request = json.loads(request.content)
        self._response = response
        self._pieces: list[bytes] = []
        self._written = False

    def __iter__(self) -> Iterator[bytes]:
        try:
            for piece in self._stream:
                self._pieces.append(piece)
                yield piece
        except Exception:
            self._written = True
            raise
        self._write(complete=True)

    async def __aiter__(self) -> AsyncIterator[bytes]:
        try:
            async for piece in self._stream:
                self._pieces.append(piece)
                yield piece
        except Exception:
            self._written = True
            raise
        self._write(complete=True)

    def close(self) -> None:
        if self._unread():
            self._pieces.extend(self._stream)
        self._write()
        self._stream.close()

    async def aclose(self) -> None:
        if self._unread():
            self._pieces.extend([piece async for piece in self._stream])
        self._write()
        await self._stream.aclose()

    def _unread(self) -> bool:
        """A refusal that nobody reads: the SDK closes that of a stream when it is going to try again."""
        return not self._written and not self._pieces and self._response.status_code >= 400

    def _write(self, complete: bool = False) -> None:
        """A reader may stop after the last event, before the end of the body: that is complete too."""
        if self._written:
            return
        self._written = True
        status = self._response.status_code
        body, streamed = _decoded(self._response, b"".join(self._pieces))
        response = assembly.assembled(body) if streamed else assembly.read(body, complete)
        self._recorder.write(self._request, status, response, streamed)


def _decoded(response: httpx2.Response, raw: bytes) -> tuple[bytes, bool]:
    """The body without its compression, and whether it is a stream of events."""
    names = ("content-encoding", "content-type")
    headers = {name: response.headers[name] for name in names if name in response.headers}
    try:
        body = httpx2.Response(200, headers=headers, content=raw).content
    except httpx2.DecodingError:
        body = b""
    return body, headers.get("content-type", "").startswith("text/event-stream")


class _Recorded(httpx2.BaseTransport, httpx2.AsyncBaseTransport):
    def __init__(self, transport: Any, recorder: Recorder) -> None:
        self._transport = transport
        self._recorder = recorder

    def handle_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._recorder.watch(request, self._transport.handle_request(request))

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        return self._recorder.watch(request, await self._transport.handle_async_request(request))

    def close(self) -> None:
        self._transport.close()

    async def aclose(self) -> None:
        await self._transport.aclose()


def recorded(transport: Any, path: str | Path) -> _Recorded:
    """A transport, for a sync or an async client, that records each exchange of ``transport`` to ``path``.

    Events of a stream are handed on as they come; the exchange is written when the last one has passed.
    """
    return _Recorded(transport, Recorder(path))


class _RecordingClient(anthropic.DefaultHttpxClient):
    """The SDK's own HTTP client, proxies of the environment included; its answers pass the recorder."""

    def __init__(self, recorder: Recorder) -> None:
        super().__init__()
        self._recorder = recorder

    def send(self, request: httpx2.Request, *, stream: bool = False, **options: Any) -> httpx2.Response:
        response = self._recorder.watch(request, super().send(request, stream=True, **options))
        if not stream:
            response.read()
        return response


def recording_client(path: str | Path) -> httpx2.Client:
    """The ``http_client`` of a live ``anthropic.Anthropic`` that records to ``path``."""
    return _RecordingClient(Recorder(path))
