"""Whatever flow() is given -> a list of Recording: plain JSON, one a HTTP exchange.

Accepted: a client with `.calls`, exchanges (objects or dicts with request/response/status), one request body,
a bare list of messages. Histories are taken apart again: each assistant turn is what one request was answered
with.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

MESSAGES = "/v1/messages"
_SCALARS = (str, int, float, bool, type(None))


@dataclass(frozen=True)
class Recording:
    """One exchange. `rebuilt` says that nobody recorded it: it was read back from a history."""

    request: Any
    response: dict[str, Any] | None
    status: int
    path: str = MESSAGES
    streamed: bool = False
    rebuilt: bool = False


class NotRecorded(TypeError):
    """No exchange, client or list of messages."""


def recordings(source: Any) -> list[Recording]:
    """The exchanges in `source`; NotRecorded when it is something else."""
    calls = getattr(source, "calls", None)
    if calls is not None and not callable(calls):
        source = calls
    if isinstance(source, Mapping) or hasattr(source, "request"):
        return _one(source)
    if isinstance(source, (str, bytes)) or not hasattr(source, "__iter__"):
        raise NotRecorded(type(source).__name__)
    items = list(source)
    if items and all(_is_message(item) for item in items):
        return from_messages({"messages": plain(items)})
    return [recording for item in items for recording in _one(item)]


def _is_message(item: Any) -> bool:
    return isinstance(item, Mapping) and "role" in item and "request" not in item


def _one(item: Any) -> list[Recording]:
    if isinstance(item, Recording):
        return [item]
    if isinstance(item, Mapping) and "messages" in item and "request" not in item:
        return from_messages(plain(item))
    if "request" not in item if isinstance(item, Mapping) else not hasattr(item, "request"):
        raise NotRecorded(type(item).__name__)
    request = plain(_field(item, "request"))
    response = plain(_field(item, "response"))
    response = response if isinstance(response, dict) and response else None  # {}: nobody answered
    refused = response is not None and response.get("type") == "error"
    status = _field(item, "status")
    return [
        Recording(
            request=request,
            response=response,
            status=status if isinstance(status, int) else (400 if refused else 200 if response else 0),
            path=str(_field(item, "path") or MESSAGES),
            streamed=bool(_field(item, "streamed") or (isinstance(request, dict) and request.get("stream"))),
        )
    ]


def _field(item: Any, name: str) -> Any:
    return item.get(name) if isinstance(item, Mapping) else getattr(item, name, None)


def from_messages(body: dict[str, Any]) -> list[Recording]:
    """The exchanges that a history must have come from; a last user message still waits for its answer."""
    messages = body.get("messages")
    if not isinstance(messages, list):
        return [Recording(body, None, 0, rebuilt=True)]
    found = []
    for index, message in enumerate(messages):
        if index and isinstance(message, dict) and message.get("role") == "assistant":
            request = {**body, "messages": messages[:index]}
            found.append(Recording(request, _reply(message), 200, rebuilt=True))
    last = messages[-1] if messages else None
    if not found or not (isinstance(last, dict) and last.get("role") == "assistant"):
        found.append(Recording({**body, "messages": messages}, None, 0, rebuilt=True))
    return found


def _reply(message: dict[str, Any]) -> dict[str, Any]:
    """`stop_reason` is left out: a history does not keep it, and steps.py says that it was inferred."""
    return {"role": "assistant", "content": message.get("content")}


def plain(value: Any) -> Any:
    """`value` as JSON, copied: SDK objects become the API's own dicts, anything else its repr."""
    if isinstance(value, Mapping):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    if isinstance(value, _SCALARS):
        return value
    if hasattr(value, "to_dict"):
        return plain(value.to_dict())
    if hasattr(value, "model_dump"):
        return plain(value.model_dump(mode="json", exclude_unset=True))
    return repr(value)
