"""The plain encoding between tests and student code, and the calls that cross it.

Two peers face each other. Data crosses as JSON; SDK objects as the API's JSON; functions as proxies; a
client as a real SDK client whose requests come back here; anything else stays where it is, as a reference.
Both peers may stand in one process: values still pass through JSON, so nothing is shared by accident.
"""

import base64
import builtins
import datetime
import json
from collections.abc import Callable, Iterator
from typing import Any

from tooluse.mock import transport
from tooluse.mock.exchange import Answer
from tooluse.mock.models import ScriptFault
from tooluse.mock.strikes import Cut, NoAnswer

Packed = Any
Message = dict[str, Any]
Send = Callable[[Message], Message]

_SCALARS = (bool, int, float, str)
_JSON_SAFE_INT = 2**63


class Peer:
    """One side: packs its values for the other side, and answers the calls that come from there."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._kept: list[Any] = []

    def pack(self, value: Any) -> Packed:
        if value is None or type(value) in _SCALARS:
            return _pack_scalar(value)
        if isinstance(value, Remote) and value.peer is self:
            return {"$yours": value.number}
        if isinstance(value, list):
            return [self.pack(item) for item in list.__iter__(value)]
        if isinstance(value, dict):
            return self._pack_dict(dict(dict.items(value)))
        for kind in (tuple, set, frozenset):
            if isinstance(value, kind):
                return {f"${kind.__name__}": [self.pack(item) for item in kind.__iter__(value)]}
        if type(value) in (bytes, bytearray):
            return {"$bytes": base64.b64encode(value).decode()}
        if isinstance(value, datetime.date):
            return {f"${type(value).__name__}": value.isoformat()}
        if transport.is_sdk_object(value):
            return {"$sdk": type(value).__name__, "data": transport.to_json(value)}
        if isinstance(value, _SCALARS):  # a subclass: its plain value crosses, its methods do not
            return _pack_scalar(_base(value))
        return self._keep(value)

    def _pack_dict(self, value: dict) -> Packed:
        if all(type(key) is str and not key.startswith("$") for key in value):
            return {key: self.pack(item) for key, item in value.items()}
        return {"$dict": [[self.pack(key), self.pack(item)] for key, item in value.items()]}

    def _keep(self, value: Any) -> Packed:
        self._kept.append(value)
        kind = (
            "client" if isinstance(value, transport.MockClaude) else "call" if callable(value) else "object"
        )
        name = getattr(value, "__name__", type(value).__name__)
        return {"$mine": len(self._kept) - 1, "kind": kind, "name": str(name)}

    def unpack(self, packed: Packed) -> Any:
        if isinstance(packed, list):
            return [self.unpack(item) for item in packed]
        if not isinstance(packed, dict):
            return packed
        tag = next(iter(packed), "")
        if not tag.startswith("$"):
            return {key: self.unpack(item) for key, item in packed.items()}
        if tag == "$yours":
            return self._kept[packed[tag]]
        if tag == "$mine":
            return self._far(packed)
        return _UNPACK[tag](self, packed)

    def _far(self, packed: Packed) -> Any:
        if packed["kind"] == "client":
            return transport.MockClaude(server=_FarServer(self, packed["$mine"]))
        remote = Remote(self, packed["$mine"], packed["name"])
        return remote.as_function() if packed["kind"] == "call" else remote

    def ask(self, message: Message) -> Message:
        """Send a message to the other side and wait for its answer; both pass through JSON text."""
        return json.loads(json.dumps(self._send(json.loads(json.dumps(message)))))

    def answer(self, message: Message) -> Message:
        """Serve one message of the other side."""
        target = self._kept[message["target"]]
        if message["do"] == "http":
            return _serve_http(target, message)
        return self.run(target, message)

    def run(
        self,
        function: Callable[..., Any],
        message: Message,
        describe: Callable[[BaseException], dict[str, str]] | None = None,
    ) -> Message:
        """Call ``function`` with the packed arguments; the arguments go back as the call left them."""
        args = self.unpack(message["args"])
        kwargs = self.unpack(message["kwargs"])
        answer: Message = {}
        try:
            answer["value"] = self.pack(function(*args, **kwargs))
        except Exception as error:
            answer = {"raised": (describe or describe_error)(error)}
        return {**answer, "args": self._pack_quietly(args), "kwargs": self._pack_quietly(kwargs)}

    def _pack_quietly(self, value: Any) -> Packed:
        try:
            return self.pack(value)
        except RecursionError:  # an argument that now contains itself
            return {"$mine": -1, "kind": "object", "name": "cycle"}


class Remote:
    """Something that lives on the other side: it can be called, and passed back."""

    def __init__(self, peer: Peer, number: int, name: str) -> None:
        self.peer, self.number, self.name = peer, number, name

    def __repr__(self) -> str:
        return f"<{self.name}>"

    def __call__(self, *args: Any, **kwargs: Any) -> Any:
        peer = self.peer
        packed = {"args": peer.pack(list(args)), "kwargs": peer.pack(kwargs)}
        answer = peer.ask({"do": "call", "target": self.number, **packed})
        if "raised" in answer:
            raise rebuild(answer["raised"])
        return peer.unpack(answer["value"])

    def as_function(self) -> "Remote":
        self.__name__ = self.__qualname__ = self.name
        return self


class _FarServer:
    """A server on the other side, in the form that the transport needs."""

    name = "scripté"

    def __init__(self, peer: Peer, number: int) -> None:
        self._peer, self._number = peer, number
        self.model = self
        self.calls: list[Any] = []  # the record is the tester's

    def handle(self, method: str, path: str, headers: dict[str, str], body: bytes) -> Answer:
        request = {
            "method": method,
            "path": path,
            "headers": headers,
            "body": base64.b64encode(body).decode(),
        }
        answer = self._peer.ask({"do": "http", "target": self._number, **request})
        if "fault" in answer:
            raise ScriptFault(answer["fault"])
        if "silence" in answer:
            raise NoAnswer(answer["silence"])
        body = base64.b64decode(answer["body"])
        sent = _broken(body) if answer["cut"] else body
        return Answer(answer["status"], answer["headers"], sent)


def _broken(body: bytes) -> Iterator[bytes]:
    yield body
    raise Cut


def _serve_http(client: Any, message: Message) -> Message:
    body = base64.b64decode(message["body"])
    try:
        answer = client.server.handle(message["method"], message["path"], message["headers"], body)
    except ScriptFault as fault:
        return {"fault": str(fault)}
    except NoAnswer as silence:
        return {"silence": silence.seconds}
    came, cut = bytearray(), False
    try:
        for piece in [answer.body] if isinstance(answer.body, bytes) else answer.body:
            came += piece
    except Cut:
        cut = True
    content = base64.b64encode(came).decode()
    return {"status": answer.status, "headers": answer.headers, "body": content, "cut": cut}


def describe_error(error: BaseException) -> dict[str, str]:
    """Type and message of an exception, and the builtin type it derives from: all of it that crosses."""
    builtin = next(kind.__name__ for kind in type(error).__mro__ if kind.__module__ == "builtins")
    return {"type": type(error).__name__, "message": str(error), "builtin": builtin}


def rebuild(raised: dict[str, str]) -> Exception:
    """An exception of the same name and message: the builtin one, or one made for the name."""
    kind = getattr(builtins, raised["type"], None)
    if isinstance(kind, type) and issubclass(kind, Exception):
        try:
            return kind(raised["message"])
        except TypeError:  # UnicodeDecodeError and the like want more than a message
            pass
    return type(raised["type"], (Exception,), {})(raised["message"])


def _pack_scalar(value: Any) -> Packed:
    if type(value) is int and abs(value) >= _JSON_SAFE_INT:
        return {"$int": hex(value)}
    return value


def _base(value: Any) -> Any:
    kind = next(kind for kind in _SCALARS if isinstance(value, kind))
    return {bool: bool, int: int.__int__, float: float.__float__, str: str.__str__}[kind](value)


def _unpack_sdk(peer: Peer, packed: Packed) -> Any:
    return transport.from_json(packed["$sdk"], packed["data"])


_UNPACK: dict[str, Callable[[Peer, Packed], Any]] = {
    "$dict": lambda peer, packed: {peer.unpack(key): peer.unpack(item) for key, item in packed["$dict"]},
    "$tuple": lambda peer, packed: tuple(map(peer.unpack, packed["$tuple"])),
    "$set": lambda peer, packed: set(map(peer.unpack, packed["$set"])),
    "$frozenset": lambda peer, packed: frozenset(map(peer.unpack, packed["$frozenset"])),
    "$bytes": lambda _, packed: base64.b64decode(packed["$bytes"]),
    "$int": lambda _, packed: int(packed["$int"], 16),
    "$date": lambda _, packed: datetime.date.fromisoformat(packed["$date"]),
    "$datetime": lambda _, packed: datetime.datetime.fromisoformat(packed["$datetime"]),
    "$sdk": _unpack_sdk,
}


def connected() -> tuple[Peer, Peer]:
    """Two peers in one process, each the other's far side."""
    peers: list[Peer] = []
    near = Peer(lambda message: peers[1].answer(message))
    other = Peer(lambda message: peers[0].answer(message))
    peers.extend((near, other))
    return near, other
