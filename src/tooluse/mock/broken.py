"""Answers that break on the way: a stream, or the body of an answer that is not streamed."""

from collections.abc import Iterator

from tooluse.mock.events import error_event
from tooluse.mock.fault import Fault
from tooluse.mock.strikes import Cut, Failure, Request

_END = b"event: message_stop"


class CutStream(Failure):
    """The connection breaks after ``after`` events, at the latest before the last one."""

    def __init__(self, name: str, after: int, times: int) -> None:
        super().__init__(name, times)
        self.after = after

    def stream(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for number, piece in enumerate(pieces):
            if not piece.startswith(b"event:"):  # a whole body: half of it arrives
                yield piece[: len(piece) // 2]
                break
            if number == self.after or piece.startswith(_END):
                break
            yield piece
        raise Cut


class StreamError(Failure):
    """An ``error`` event after ``after`` events of a 200; a request that does not stream gets the status."""

    def __init__(self, name: str, type: str, message: str, after: int, times: int) -> None:
        super().__init__(name, times)
        self._fault = Fault(type, message)
        self.after = after

    def before(self, request: Request) -> None:
        if not isinstance(request, dict) or request.get("stream") is not True:
            raise self._fault

    def stream(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        for number, piece in enumerate(pieces):
            if number == self.after or piece.startswith(_END):
                break
            yield piece
        yield error_event(self._fault.type, self._fault.message)
