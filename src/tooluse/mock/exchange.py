"""What passes between a client and the server: raw answers, and the record that views and graders read."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True)
class Answer:
    """An HTTP answer. ``body`` is the whole of it, or its pieces when it is streamed."""

    status: int
    headers: dict[str, str]
    body: bytes | Iterable[bytes]

    def read(self) -> bytes:
        return self.body if isinstance(self.body, bytes) else b"".join(self.body)


@dataclass(frozen=True)
class Exchange:
    """One request and its answer.

    ``request`` is the body as it was sent; ``response`` the whole message, also when it was streamed, or
    the error envelope; ``headers`` are the request's, lower-case, without any credential. ``resolved`` is the
    request that the model answered: the whole conversation, also where a message thread sent only its end;
    ``explanation`` is what a simulated model says of its reasons.
    """

    number: int
    path: str
    request: Any
    status: int
    response: dict[str, Any]
    streamed: bool = False
    headers: dict[str, str] = field(default_factory=dict)
    request_id: str = ""
    resolved: Any = None
    explanation: dict[str, Any] | None = None

    @property
    def ok(self) -> bool:
        return self.status < 400
