"""Message threads: conversations that the server keeps, so that a request carries only what is new.

The SDK's tool runner uses them by default. `create` sends everything and asks the server to keep it under
the id of its answer; `continue` names that id and sends the new messages only. No answer tells whether it
was kept: the next `continue` does. Beta `message-threads-2026-08-12`; without it `thread` is an extra field.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from tooluse.mock.fault import Fault
from tooluse.mock.usage import unmarked

BETA = "message-threads-2026-08-12"
EXPIRES = 300.0  # seconds after its last request
MAX_THREADS = 256
MAX_SIZE = 64 * 1024 * 1024  # about bytes, all threads together

# What a `continue` takes from the thread and may not send, and what it must send again unchanged.
CREATE_ONLY = ("system", "tools")
FIXED = ("model", "thinking", "tool_choice", "cache_control", "output_config")

_NOT_FOUND = (  # as recorded from the API, 2026-09
    "No thread state was found for the requested `previous_message_id`. Replay the full conversation with "
    '`thread: {"type": "create"}` to start a new Thread.'
)
# The sentences below are not public; they say what the SDK's documentation of the error codes says.
_CONTINUED = (
    "The response that `previous_message_id` names has already been continued, and each response can be "
    "continued only once. Continue from the Thread's most recent response `id`."
)
_MISMATCH = (
    "thread: {fields} differs from the value stored with the Thread. Send the stored values, or replay the "
    'full conversation with `thread: {{"type": "create"}}` to change them.'
)
_CREATE_ONLY = (
    "thread: {fields} cannot be sent when a Thread is continued: it keeps the values it was created with."
)
_UNSUPPORTED = (
    "thread: {fields} is not supported with `thread`. Send the full conversation without `thread`, or change "
    "that field."
)


@dataclass
class _Thread:
    """A conversation up to one answer. ``size`` counts its bytes, roughly."""

    messages: list[Any]
    fields: dict[str, Any]
    betas: frozenset[str]
    size: int
    expires: float


class Threads:
    """The threads that one server keeps, by the id of the last answer of each.

    They are forgotten when they are too many, too large together, or too old by ``clock`` (seconds; the
    default stands still). Whoever continues a forgotten thread gets `thread_not_found`, and sends it all.
    """

    def __init__(
        self,
        clock: Callable[[], float] = lambda: 0.0,
        *,
        count: int = MAX_THREADS,
        size: int = MAX_SIZE,
    ) -> None:
        self._clock = clock
        self._count = count
        self._limit = size
        self._size = 0
        self._threads: OrderedDict[str, _Thread] = OrderedDict()
        self._continued: OrderedDict[str, None] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._threads)

    def resolve(self, request: Any, betas: Iterable[str] = ()) -> Any:
        """The request with the whole conversation in it and without ``thread``. Raises Fault.

        A ``thread`` that has no valid form is left where it is, for `check` to tell what is wrong.
        """
        kind = _kind(request)
        if kind is None:
            return _without_null(request)
        _refuse_unsupported(request)
        bare = {key: value for key, value in request.items() if key != "thread"}
        if kind == "create":
            return bare
        return self._continue(bare, request["thread"]["previous_message_id"], frozenset(betas))

    def remember(
        self,
        request: Any,
        resolved: dict[str, Any],
        message: dict[str, Any],
        betas: Iterable[str] = (),
    ) -> None:
        """Keep the conversation that ``message`` ends, if ``request`` (as sent) asked for a thread.

        To be called for each answer that reached its end. A refused turn is not kept.
        """
        if _kind(request) is None or message.get("stop_reason") == "refusal":
            return
        fields = {name: resolved.get(name) for name in (*CREATE_ONLY, *FIXED)}
        previous = request["thread"].get("previous_message_id")
        with self._lock:
            known = self._threads.get(previous or "")
            size, messages = (known.size, known.messages) if known else (_weight(fields), [])
            new = [_unmarked(turn) for turn in (request if known else resolved)["messages"]]
            new += _turn(message)
            size += _weight(new)
            self._retire(previous)
            if size <= self._limit:
                expires = self._clock() + EXPIRES
                thread = _Thread([*messages, *new], fields, frozenset(betas), size, expires)
                self._keep(message["id"], thread)

    def _continue(self, request: dict[str, Any], previous: str, betas: frozenset[str]) -> dict[str, Any]:
        with self._lock:
            thread = self._found(previous)
        _refuse("invalid_request_error", _CREATE_ONLY, [name for name in CREATE_ONLY if name in request])
        changed = [name for name in FIXED if request.get(name) != thread.fields[name]]
        if betas != thread.betas:
            changed.append("anthropic-beta")
        _refuse("invalid_request_error", _MISMATCH, changed, "thread_fingerprint_mismatch")
        kept = {name: thread.fields[name] for name in CREATE_ONLY if thread.fields[name] is not None}
        new = request.get("messages")
        messages = [*thread.messages, *new] if isinstance(new, list) else new
        return {**request, **kept, "messages": messages}

    def _found(self, previous: str) -> _Thread:
        thread = self._threads.get(previous)
        if thread is None and previous in self._continued:
            raise Fault("invalid_request_error", _CONTINUED, error_code="thread_already_continued")
        if thread is not None and self._clock() >= thread.expires:
            self._forget(previous)
            thread = None
        if thread is None:
            raise Fault("not_found_error", _NOT_FOUND, error_code="thread_not_found")
        thread.expires = self._clock() + EXPIRES
        self._threads.move_to_end(previous)
        return thread

    def _retire(self, previous: str | None) -> None:
        """An answer is continued once: what was kept for it goes, its id stays to tell so."""
        if previous is None:
            return
        self._forget(previous)
        self._continued[previous] = None
        while len(self._continued) > self._count:
            self._continued.popitem(last=False)

    def _keep(self, message_id: str, thread: _Thread) -> None:
        self._forget(message_id)
        self._threads[message_id] = thread
        self._size += thread.size
        while len(self._threads) > self._count or self._size > self._limit:
            self._forget(next(iter(self._threads)))

    def _forget(self, message_id: str) -> None:
        thread = self._threads.pop(message_id, None)
        self._size -= thread.size if thread else 0


def _kind(request: Any) -> str | None:
    """ "create" or "continue"; None when there is no thread, or one of no valid form."""
    thread = request.get("thread") if isinstance(request, dict) else None
    if not isinstance(thread, dict):
        return None
    if thread == {"type": "create"}:
        return "create"
    form = {"type": "continue", "previous_message_id": thread.get("previous_message_id")}
    return "continue" if thread == form and isinstance(form["previous_message_id"], str) else None


def _without_null(request: Any) -> Any:
    """`"thread": null` is no thread."""
    if isinstance(request, dict) and "thread" in request and request["thread"] is None:
        return {key: value for key, value in request.items() if key != "thread"}
    return request


def _unmarked(turn: dict[str, Any]) -> dict[str, Any]:
    """A message without `cache_control`: that was for the request that sent it, and a request takes four."""
    content = turn.get("content")
    return {**turn, "content": [unmarked(block) for block in content]} if isinstance(content, list) else turn


def _turn(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The answer as a message of the conversation; an empty one adds nothing to it."""
    content = message.get("content")
    return [{"role": "assistant", "content": content}] if content else []


def _refuse_unsupported(request: dict[str, Any]) -> None:
    given = [name for name in ("context_management",) if request.get(name) is not None]
    _refuse("invalid_request_error", _UNSUPPORTED, given, "thread_unsupported_request")


def _refuse(type: str, sentence: str, fields: list[str], error_code: str | None = None) -> None:
    if fields:
        named = ", ".join(f"`{name}`" for name in fields)
        raise Fault(type, sentence.format(fields=named), error_code=error_code)


def _weight(value: Any) -> int:
    """About how many bytes a JSON value takes in memory."""
    total, waiting = 0, [value]
    while waiting:
        item = waiting.pop()
        total += 64
        if isinstance(item, str):
            total += len(item) if item.isascii() else 4 * len(item)
        elif isinstance(item, dict):
            total += 128
            waiting += item
            waiting += item.values()
        elif isinstance(item, list):
            waiting += item
    return total
