"""The offline Messages API as a plain function of bytes: no socket, no SDK, no clock."""

import json
from collections.abc import Mapping
from typing import Any

from tooluse.mock import events
from tooluse.mock.exchange import Answer, Exchange
from tooluse.mock.ids import Ids
from tooluse.mock.models import Reply, ScriptedModel
from tooluse.mock.tokens import estimate, input_tokens
from tooluse.rules import Profile, check, profile

MESSAGES = "/v1/messages"
_CREDENTIALS = ("authorization", "x-api-key", "cookie", "proxy-authorization")
_STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "not_found_error": 404,
}


class Fault(Exception):
    """A request that the API refuses: ``type`` is the error type of the envelope."""

    def __init__(self, type: str, message: str) -> None:
        super().__init__(message)
        self.type = type


class Server:
    """Answers requests by asking ``model``, after ``check``; keeps every exchange in ``calls``."""

    def __init__(self, model: Any = None) -> None:
        self.model = ScriptedModel() if model is None else model
        self.calls: list[Exchange] = []
        self._ids = Ids()

    def handle(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Answer one HTTP request. Raises only what the model raises (a script that does not fit)."""
        headers = {name.lower(): value for name, value in headers.items()}
        request: Any = None
        streamed = False
        try:
            _route(method, path)
            _authenticate(headers)
            request = _parse(body)
            message = self._answer(request, headers)
            streamed = request.get("stream") is True
            status, response = 200, message
        except Fault as fault:
            status, response = _STATUS[fault.type], _envelope(fault, self._ids.next("req"))
        self._record(path, request, status, response, streamed, headers)
        if streamed:
            return Answer(200, self._headers("text/event-stream; charset=utf-8"), events.stream(response))
        return Answer(status, self._headers("application/json", response), _dump(response))

    def _answer(self, request: Any, headers: Mapping[str, str]) -> dict[str, Any]:
        known = _profile(request)
        version = headers.get("anthropic-version", "")
        for violation in check(request, known, **({"api_version": version} if version else {})):
            if violation.severity == "error":
                raise Fault("invalid_request_error", violation.message)
        if known is None:
            raise Fault("not_found_error", f"model: {request['model']}")
        return build_message(self.model.answer(request), request, known, self._ids)

    def _record(self, path, request, status, response, streamed, headers) -> None:
        kept = {name: value for name, value in headers.items() if name not in _CREDENTIALS}
        number = len(self.calls) + 1
        self.calls.append(Exchange(number, path, request, status, response, streamed, kept))

    def _headers(self, content_type: str, response: dict[str, Any] | None = None) -> dict[str, str]:
        request_id = (response or {}).get("request_id") or self._ids.next("req")
        return {"content-type": content_type, "request-id": request_id}


def build_message(said: Reply, request: dict[str, Any], known: Profile, ids: Ids) -> dict[str, Any]:
    """The body of a successful answer, with every key that the API sends."""
    content = [_identified(block, ids) for block in said.content]
    given = said.input_tokens
    written = said.output_tokens
    return {
        "id": ids.next("msg"),
        "type": "message",
        "role": "assistant",
        "model": request["model"],
        "content": content,
        "stop_reason": said.stop_reason,
        "stop_sequence": said.stop_sequence,
        "stop_details": {"type": "refusal"} if said.stop_reason == "refusal" else None,
        "usage": {
            "input_tokens": input_tokens(request, known) if given is None else given,
            "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "output_tokens": estimate(content) if written is None else written,
            "service_tier": "standard",
        },
        "container": None,
    }


def _identified(block: dict[str, Any], ids: Ids) -> dict[str, Any]:
    prefixes = {"tool_use": "toolu", "server_tool_use": "srvtoolu"}
    if block["type"] in prefixes and not block.get("id"):
        return {**block, "id": ids.next(prefixes[block["type"]])}
    return dict(block)


def _profile(request: Any) -> Profile | None:
    try:
        return profile(request["model"])
    except (LookupError, TypeError):
        return None


def _route(method: str, path: str) -> None:
    if method != "POST" or path != MESSAGES:
        raise Fault("not_found_error", "Not found")


def _authenticate(headers: Mapping[str, str]) -> None:
    if not headers.get("x-api-key") and not headers.get("authorization"):
        raise Fault("authentication_error", "x-api-key header is required")


def _parse(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Fault("invalid_request_error", "The request body is not valid JSON") from error


def _envelope(fault: Fault, request_id: str) -> dict[str, Any]:
    return {"type": "error", "error": {"type": fault.type, "message": str(fault)}, "request_id": request_id}


def _dump(value: Any) -> bytes:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")
