"""The one thread in which the server and its model work: neither is made for two at once."""

import asyncio
import json
from collections.abc import AsyncIterator, Iterable
from concurrent.futures import ThreadPoolExecutor, wait
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from tooluse.french import typeset
from tooluse.mock.exchange import Answer
from tooluse.mock.fault import Fault
from tooluse.mock.headers import answer_headers
from tooluse.mock.ids import Ids
from tooluse.mock.models import ScriptFault
from tooluse.mock.sockets.journal import Entry, Journal
from tooluse.mock.sockets.limits import PATIENCE
from tooluse.mock.strikes import Cut, NoAnswer

_NO_RETRY = {"x-should-retry": "false"}
_UNKNOWN = "Le serveur hors ligne a échoué ({name}) : son journal dit où. Ce n'est pas une réponse de l'API."


class Busy(Exception):
    """Nobody had time for this request."""


class Worker:
    """Asks `server` for answers, one request or one piece of a stream at a time."""

    def __init__(self, server: Any, journal: Journal) -> None:
        self._server = server
        self._journal = journal
        self._ids = Ids()
        self._thread = ThreadPoolExecutor(1, "tooluse-serve")

    async def ask(
        self, method: str, target: str, headers: dict[str, str], body: BytesIO, entry: Entry
    ) -> Answer:
        """The server's answer; never an exception of its own. Raises NoAnswer and Cut, Busy after PATIENCE.

        `body` is closed afterwards: what it holds must go with the request.
        """
        job = self._thread.submit(self._ask, method, target, headers, body, entry)
        waiting = asyncio.wrap_future(job)
        done, _ = await asyncio.wait({waiting}, timeout=PATIENCE)
        if not done and job.cancel():  # it has not begun
            raise Busy
        return await waiting

    async def pieces(self, body: Iterable[bytes]) -> AsyncIterator[bytes]:
        """A streamed body, each piece as soon as it is there; other requests have their turn in between."""
        loop = asyncio.get_running_loop()
        iterator = iter(body)
        try:
            while (piece := await loop.run_in_executor(self._thread, next, iterator, None)) is not None:
                yield piece
        finally:
            if close := getattr(iterator, "close", None):
                self._thread.submit(close)

    def refusal(self, fault: Fault) -> Answer:
        """The answer to what is refused before the server has seen it."""
        request_id = self._ids.next("req")
        headers = answer_headers("application/json", request_id, datetime.now(UTC)) | fault.headers
        body = json.dumps(fault.envelope(request_id), ensure_ascii=False, separators=(",", ":"))
        return Answer(fault.status, headers, body.encode("utf-8", "backslashreplace"))

    def close(self) -> bool:
        """False when the model is still at work: waiting for it could take for ever."""
        idle = self._thread.submit(bool)
        self._thread.shutdown(wait=False)
        return bool(wait({idle}, timeout=1).done)

    def _ask(self, method, target, headers, body: BytesIO, entry: Entry) -> Answer:
        data = body.getvalue()  # no copy, as long as nothing is written
        body.close()
        try:
            answer = self._server.handle(method, target, headers, data)
            for call in self._server.calls:
                entry.note(call.request, call.response)
            return answer
        except (NoAnswer, Cut):
            raise
        except ScriptFault as fault:
            entry.remark = str(fault)
            return self.refusal(Fault("invalid_request_error", str(fault), headers=_NO_RETRY))
        except Exception as error:  # of a script's own function, or ours: the client learns that much
            self._journal.failure(error)
            entry.remark = typeset(_UNKNOWN.format(name=type(error).__name__))
            return self.refusal(Fault("invalid_request_error", entry.remark, headers=_NO_RETRY))
        finally:
            self._server.calls.clear()  # nobody asks for them here, and a request may be large
