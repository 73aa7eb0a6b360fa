"""The handle through which tests reach a student's code: functions by name, data as data."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tooluse.cells import own_line
from tooluse.mock import transport
from tooluse.practice import wire
from tooluse.practice.limits import TimeUp, silence, time_limit
from tooluse.practice.misconceptions import NOT_BEGUN
from tooluse.practice.verdict import Failure


@dataclass(frozen=True)
class Raised:
    """An exception of the student's code: its type's name, its message, the line that raised it if known.

    ``builtin`` names the builtin type that it is, or derives from.
    """

    type: str
    message: str
    line: str = ""
    builtin: str = ""

    def __str__(self) -> str:
        at = f" (ligne `{self.line}`)" if self.line else ""
        return f"`{self.type}`{at} : {self.message}" if self.message else f"`{self.type}`{at}."


@dataclass(frozen=True)
class Outcome:
    """What became of a call: a value or an exception, and the arguments as the call left them."""

    exception: Raised | None = None
    args_after: list[Any] = field(default_factory=list)
    kwargs_after: dict[str, Any] = field(default_factory=dict)
    returned: Any = None
    function: str = ""

    @property
    def value(self) -> Any:
        """The value returned. Raises a Failure without a code when the call raised instead."""
        return self.value_or_fail(None, f"`{self.function}` a levé {self.exception}")

    def value_or_fail(self, code: str | None, seen: str, look: str | None = None) -> Any:
        """The value returned; an exception is the misconception ``code``, told as ``seen``."""
        if self.exception is not None and self.exception.type == NotImplementedError.__name__:
            raise Failure(NOT_BEGUN, f"`{self.function}` n'est pas encore écrite.")
        if self.exception is not None:
            raise Failure(code, seen, look)
        return self.returned


class LocalStudent:
    """A student whose code stands in ``namespace``, in this process; values still pass through the wire.

    ``quiet`` swallows what the code prints. ``seconds`` ends a call that runs too long (main thread of
    Linux and macOS only).
    """

    def __init__(
        self, namespace: dict[str, Any], *, quiet: bool = True, seconds: float | None = None
    ) -> None:
        self._namespace = namespace
        self._quiet = quiet
        self._seconds = seconds
        self._near, self._far = wire.connected()

    def has(self, name: str) -> bool:
        return name in self._namespace

    def value(self, name: str) -> Any:
        """A copy of what the student's cells bind to ``name``."""
        return self._near.unpack(self._far.pack(self._lookup(name)))

    def call(self, function: str | wire.Remote, /, *args: Any, **kwargs: Any) -> Outcome:
        """Call a function by name, or an object that an earlier call returned."""
        if isinstance(function, wire.Remote):
            target, name = self._far.unpack({"$yours": function.number}), function.name
        else:
            target, name = self._lookup(function), function
        if not callable(target):
            raise Failure(None, f"`{name}` n'est pas une fonction.")
        packed = {"args": self._near.pack(list(args)), "kwargs": self._near.pack(kwargs)}
        return self._outcome(name, self._run(target, packed))

    def _lookup(self, name: str) -> Any:
        if name not in self._namespace:
            raise Failure(NOT_BEGUN, f"`{name}` n'existe pas dans ce carnet.")
        return self._namespace[name]

    def _run(self, target: Callable[..., Any], packed: wire.Message) -> wire.Message:
        def watched(*args: Any, **kwargs: Any) -> Any:
            try:
                with silence(self._quiet), time_limit(self._seconds):
                    return target(*args, **kwargs)
            except TimeUp:
                raise TimeoutError(f"l'appel a duré plus de {_seconds(self._seconds)}") from None
            except (SystemExit, KeyboardInterrupt) as error:
                raise _named(error) from error

        return self._far.run(watched, packed, describe=_describe)

    def _outcome(self, name: str, answer: wire.Message) -> Outcome:
        unpack = self._near.unpack
        raised = answer.get("raised")
        return Outcome(
            exception=Raised(**raised) if raised else None,
            args_after=unpack(answer["args"]),
            kwargs_after=unpack(answer["kwargs"]),
            returned=None if raised else unpack(answer["value"]),
            function=name,
        )


def plain(value: Any) -> Any:
    """``value`` with every SDK object inside it as the API's JSON."""
    if transport.is_sdk_object(value):
        return transport.to_json(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def _seconds(limit: float | None) -> str:
    rounded = max(1, round(limit or 0))
    return f"{rounded} seconde{'s' if rounded > 1 else ''}"


def _named(error: BaseException) -> Exception:
    return type(type(error).__name__, (Exception,), {})(str(error))


def _describe(error: BaseException) -> dict[str, str]:
    cause = error.__cause__ or error
    return {**wire.describe_error(error), "line": own_line(cause)}
