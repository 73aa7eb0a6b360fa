"""A refusal: what the API answers instead of a message."""

from typing import Any

STATUS = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "api_error": 500,
    "timeout_error": 504,
    "overloaded_error": 529,
}


class Fault(Exception):
    """A request that is refused: ``type`` is the error type of the envelope, ``message`` its sentence.

    ``status`` follows from the type unless it is given; ``error_code`` is what newer features send in
    ``error.details``; ``headers`` join those of every answer (``retry-after``).
    """

    def __init__(
        self,
        type: str,
        message: str,
        *,
        status: int | None = None,
        headers: dict[str, str] | None = None,
        error_code: str | None = None,
    ) -> None:
        super().__init__(message)
        self.type = type
        self.message = message
        self.status = STATUS.get(type, 400) if status is None else status
        self.headers = headers or {}
        self.error_code = error_code

    def envelope(self, request_id: str) -> dict[str, Any]:
        """The body of the answer."""
        error: dict[str, Any] = {"type": self.type, "message": self.message}
        if self.error_code:
            error["details"] = {"error_code": self.error_code}
        if self.type == "request_too_large":  # answered in front of the API (reported bodies of 2026)
            return {"error": error}
        return {"type": "error", "error": error, "request_id": request_id}
