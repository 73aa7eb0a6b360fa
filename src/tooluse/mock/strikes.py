"""What a failure on demand is: an object that strikes an exchange at one of a few points."""

from collections.abc import Callable, Iterator
from threading import Lock
from typing import Any

from tooluse.french import typeset
from tooluse.mock.fault import Fault
from tooluse.mock.models.reply import Reply
from tooluse.mock.models.script_fault import cannot

Request = dict[str, Any]
Change = Callable[[Reply, Request], Reply]


class NoAnswer(Exception):
    """The server stays silent: ``seconds`` until a client without a time limit of its own hears of it."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no answer within {seconds} s")
        self.seconds = seconds


class Cut(Exception):
    """The connection breaks here."""

    def __init__(self) -> None:
        super().__init__("the connection broke before the answer was complete")


class Failure:
    """Strikes ``times`` exchanges. Each kind overrides the point at which it strikes.

    ``takes_place``: as a line of a script it stands in the place of a reply, instead of spoiling the next.
    """

    takes_place = False

    def __init__(self, name: str, times: int = 1) -> None:
        if isinstance(times, bool) or not isinstance(times, int) or times < 1:
            raise ValueError(typeset(f"`times={times!r}` : donnez un nombre entier, 1 ou plus."))
        self.name = name
        self.times = times

    def __repr__(self) -> str:
        return f"failures.{self.name}(…)"

    def before(self, request: Request) -> None:
        """Before anybody reads the request, which may be any JSON; may raise Fault or NoAnswer."""

    def alter(self, said: Reply, request: Request) -> Reply:
        """What the model said -> what is sent. Raises ScriptFault when it has nothing to change there."""
        return said

    def stream(self, pieces: Iterator[bytes]) -> Iterator[bytes]:
        """The events of a stream, one a piece, or the one piece of a whole body; may raise Cut."""
        return pieces


class Refused(Failure):
    """The API answers with an error: ``make`` builds it from the request."""

    takes_place = True

    def __init__(self, name: str, make: Callable[[Request], Fault], times: int) -> None:
        super().__init__(name, times)
        self._make = make

    def before(self, request: Request) -> None:
        raise self._make(request)


class Silent(Failure):
    """Nobody answers."""

    takes_place = True

    def __init__(self, name: str, seconds: float, times: int) -> None:
        super().__init__(name, times)
        self.seconds = seconds

    def before(self, request: Request) -> None:
        raise NoAnswer(self.seconds)


class Altered(Failure):
    """Another turn than the model's: ``change`` makes it. ``takes_place`` when it needs no turn to change."""

    def __init__(self, name: str, change: Change, times: int, *, takes_place: bool = False) -> None:
        super().__init__(name, times)
        self._change = change
        self.takes_place = takes_place

    def alter(self, said: Reply, request: Request) -> Reply:
        return self._change(said, request)


class Pending:
    """The failures that wait for their exchange, for one server.

    With ``call`` a failure strikes that exchange, whatever else does. Without, the failures stand in a queue:
    the first takes the next exchange (``times`` of them in a row), the second those after it.
    """

    def __init__(self) -> None:
        self._queue: list[list[Any]] = []  # [failure, times left]
        self._booked: list[tuple[int, Failure]] = []
        self._last = 0
        self._lock = Lock()

    def __bool__(self) -> bool:
        return bool(self._queue or self._booked)

    def add(self, failure: Failure, call: int | None = None) -> None:
        """Keep ``failure`` for exchange ``call``, or for the next that is free of others."""
        if not isinstance(failure, Failure):
            raise TypeError(
                typeset(f"`inject` prend une panne comme `failures.overloaded()`, pas `{failure!r}`.")
            )
        with self._lock:
            if call is None:
                self._queue.append([failure, failure.times])
            elif call <= self._last:
                raise cannot(f"L'appel {call} est déjà passé : le prochain est l'appel {self._last + 1}.")
            else:
                self._booked.append((call, failure))

    def take(self, number: int) -> list[Failure]:
        """The failures that strike exchange ``number``; to be asked once an exchange, in order."""
        with self._lock:
            self._last = max(self._last, number)
            struck = [failure for call, failure in self._booked if call <= number < call + failure.times]
            self._booked = [(call, one) for call, one in self._booked if call + one.times > number + 1]
            if self._queue:
                failure, left = self._queue[0]
                struck.append(failure)
                self._queue[0][1] = left - 1
                if left == 1:
                    del self._queue[0]
            return struck
