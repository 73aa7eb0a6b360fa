"""One connection: requests in (h11 reads them), answers out, and what goes wrong on the way."""

import asyncio
from contextlib import aclosing, suppress
from email.utils import formatdate
from http.client import responses
from io import BytesIO

import h11

from tooluse.mock.body import MAX_BYTES, too_large
from tooluse.mock.exchange import Answer
from tooluse.mock.fault import Fault
from tooluse.mock.sockets import limits
from tooluse.mock.sockets.journal import Entry, Journal
from tooluse.mock.sockets.limits import Room, Share
from tooluse.mock.sockets.worker import Busy, Worker
from tooluse.mock.strikes import Cut, NoAnswer

_TLS = b"\x16"  # the first byte of who speaks https
_SLOW = "rien ne vient, ou trop lentement : connexion fermée"
_BUSY = "trop de requêtes à la fois : connexion fermée"
_GONE = "le client est parti"


class Connection:
    """Speaks HTTP/1.1 over one pair of streams until either side has enough."""

    def __init__(self, reader, writer, worker: Worker, room: Room, journal: Journal) -> None:
        self._reader: asyncio.StreamReader = reader
        self._writer: asyncio.StreamWriter = writer
        self._worker = worker
        self._room = room
        self._journal = journal
        self._http = h11.Connection(h11.SERVER, max_incomplete_event_size=limits.HEAD_BYTES)
        self._first = b""
        self._waiting = False  # nothing is owed to the client
        self._stopping = False
        self._cut = False

    def stop(self) -> None:
        """Close now if nothing is owed, else after the answer under way."""
        self._stopping = True
        if self._waiting:
            self._writer.close()

    async def run(self) -> None:
        """Returns when the connection is closed. Raises nothing."""
        try:
            while await self._exchange() and not self._stopping:
                self._http.start_next_cycle()
        except Exception as error:
            self._journal.failure(error)
        finally:
            await self._close()

    async def _exchange(self) -> bool:
        """One request and its answer. True when another may follow."""
        head = await self._head()
        if head is None:
            return False
        method, target = _start(head)
        entry = Entry(method, target.partition("?")[0])
        try:
            await self._send(await self._answer(head, entry), entry)
        except NoAnswer as silence:
            entry.remark = "pas de réponse, comme demandé"
            await self._silence(silence.seconds)
        except Cut:
            entry.remark = "connexion coupée, comme demandé"
            self._cut = True
        except Busy:
            entry.remark = _BUSY
        except TimeoutError:
            entry.remark = entry.remark or _SLOW
        except OSError:
            entry.remark = f"{entry.remark} ({_GONE})" if entry.remark else _GONE
        self._journal.line(entry)
        return self._http.our_state is h11.DONE and self._http.their_state is h11.DONE

    async def _answer(self, head: h11.Request | Fault, entry: Entry) -> Answer:
        """The server's answer, or a refusal of what is no request."""
        try:
            if isinstance(head, Fault):
                raise head
            async with self._room.share() as share:
                body = await self._body(head, share)
                return await self._worker.ask(*_start(head), _headers(head), body, entry)
        except h11.RemoteProtocolError as error:
            fault = _malformed(error)
        except Fault as refused:
            fault = refused
        entry.remark = fault.message
        return self._worker.refusal(fault)

    # --- receiving

    async def _head(self) -> h11.Request | Fault | None:
        """The next request, a Fault where it cannot be read, None when there is none."""
        self._waiting = True
        deadline = _now() + (limits.KEEP_ALIVE if self._first else limits.PATIENCE)
        try:
            while (event := self._http.next_event()) is h11.NEED_DATA:
                data = await self._read(deadline)
                if self._waiting and data:
                    self._waiting, self._first = False, data[:1]
                    deadline = _now() + limits.PATIENCE
        except h11.RemoteProtocolError as error:
            return _malformed(error, tls=self._first == _TLS)
        except (TimeoutError, OSError):
            return None
        self._waiting = False
        return event if isinstance(event, h11.Request) else None

    async def _body(self, head: h11.Request, share: Share) -> BytesIO:
        """The whole body. Raises Fault when it is too large, TimeoutError when it does not come."""
        declared = next((int(value[:20]) for name, value in head.headers if name == b"content-length"), None)
        if declared is not None and declared > MAX_BYTES:
            raise too_large()
        if declared:
            await self._grow(share, declared)
        if self._http.they_are_waiting_for_100_continue:
            await self._write(h11.InformationalResponse(status_code=100, headers=[], reason="Continue"))
        body = BytesIO()
        began = _now()
        while not isinstance(event := self._http.next_event(), h11.EndOfMessage):
            if event is h11.NEED_DATA:
                await self._read(began + limits.PATIENCE + body.tell() / limits.BODY_RATE)
                continue
            body.write(event.data)
            if body.tell() > MAX_BYTES:
                raise too_large()
            if body.tell() > limits.SMALL_BYTES and not share.size:  # in chunks: it may become anything
                await self._grow(share, MAX_BYTES)
                began = _now()
        return body

    async def _grow(self, share: Share, size: int) -> None:
        try:
            await share.grow(size)
        except TimeoutError:
            raise Busy from None

    async def _read(self, deadline: float) -> bytes:
        async with asyncio.timeout_at(deadline):
            data = await self._reader.read(limits.READ_BYTES)
        self._http.receive_data(data)
        return data

    async def _silence(self, seconds: float | None) -> None:
        """Nothing, until the client goes or the time is over."""
        self._waiting = True
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(seconds):
                while await self._reader.read(limits.READ_BYTES):
                    pass

    # --- sending

    async def _send(self, answer: Answer, entry: Entry) -> None:
        headers = [(name, value.encode("latin-1", "replace")) for name, value in answer.headers.items()]
        headers.append(("date", formatdate(usegmt=True)))
        if isinstance(answer.body, bytes):
            headers.append(("content-length", str(len(answer.body))))
        if self._stopping or self._http.their_state is not h11.DONE:
            headers.append(("connection", "close"))
        entry.status = answer.status
        start = h11.Response(
            status_code=answer.status, headers=headers, reason=responses.get(answer.status, "")
        )
        if entry.method == "HEAD":
            await self._write(start, h11.EndOfMessage())
        elif isinstance(answer.body, bytes):
            await self._write(start, h11.Data(data=answer.body), h11.EndOfMessage())
        else:
            await self._write(start)
            async with aclosing(self._worker.pieces(answer.body)) as pieces:
                async for piece in pieces:
                    await self._write(h11.Data(data=piece))
            await self._write(h11.EndOfMessage())

    async def _write(self, *events: h11.Event) -> None:
        """Send, and wait while the client takes less than it gets. Raises OSError when it has gone."""
        self._writer.write(b"".join(self._http.send(event) or b"" for event in events))
        async with asyncio.timeout(limits.STALLED):
            await self._writer.drain()

    async def _close(self) -> None:
        """Close so that the client reads our last words, also when it has not finished its own."""
        with suppress(TimeoutError, OSError, RuntimeError):
            if self._http.their_state is not h11.DONE and not self._cut and not self._reader.at_eof():
                self._writer.write_eof()
                async with asyncio.timeout(limits.LINGER):
                    while await self._reader.read(limits.READ_BYTES):
                        pass
        self._writer.close()
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(limits.LINGER):
                await self._writer.wait_closed()
        self._writer.transport.abort()


def _now() -> float:
    return asyncio.get_running_loop().time()


def _start(head: h11.Request | Fault) -> tuple[str, str]:
    if isinstance(head, Fault):
        return "?", "?"
    return head.method.decode("ascii"), head.target.decode("ascii")


def _headers(head: h11.Request) -> dict[str, str]:
    """By lower-case name. A header that comes twice is one with a list (RFC 9110, 5.3)."""
    found: dict[str, str] = {}
    for raw_name, raw_value in head.headers:
        name, value = raw_name.decode("ascii"), raw_value.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


def _malformed(error: Exception, tls: bool = False) -> Fault:
    why = "this is https, and the server speaks http" if tls else str(error)
    return Fault("invalid_request_error", f"Malformed HTTP request: {why}")
