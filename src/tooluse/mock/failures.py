"""Failures on demand, each in one line.

    client.inject(failures.rate_limit(retry_after=2))         # strikes the next exchange
    client.inject(failures.cut_stream(after=3), call=2)       # strikes the second one
    ScriptedModel([failures.overloaded(), reply("Bonjour.")]) # a line of a script

Every one takes ``times=``: so many exchanges in a row. None is left to chance: the same line does the same
thing at every run. One that finds nothing to change, such as ``wrong_enum`` where no tool is called, raises a
ScriptFault that says so. The SDK tries again by itself after errors 408, 409, 429 and from 500 on, and each
try is an exchange: ``times=3`` outlasts its two retries.
"""

from tooluse.french import typeset
from tooluse.mock import endings, mistakes
from tooluse.mock.broken import CutStream, StreamError
from tooluse.mock.fault import Fault
from tooluse.mock.headers import LIMITS, ORGANIZATION
from tooluse.mock.models.reply import Block
from tooluse.mock.strikes import Altered, Cut, Failure, NoAnswer, Pending, Refused, Request, Silent

__all__ = [
    "Cut",
    "Failure",
    "NoAnswer",
    "Pending",
    "bad_json",
    "context_exceeded",
    "cut_stream",
    "gateway_timeout",
    "internal_error",
    "invented_id",
    "max_tokens",
    "missing_field",
    "overloaded",
    "pause_turn",
    "permission_denied",
    "rate_limit",
    "refusal",
    "spend_cap",
    "spend_limit",
    "stream_error",
    "timeout",
    "two_calls",
    "unknown_tool",
    "wrong_enum",
    "wrong_type",
]

_MESSAGES = {
    "overloaded_error": "Overloaded",
    "api_error": "Internal server error",
    "timeout_error": "Request timed out",  # the API's own text is not public
}


# Refusals of the whole request


def rate_limit(retry_after: float = 2, kind: str = "requests", *, times: int = 1) -> Failure:
    """429: too many ``"requests"``, ``"input_tokens"`` or ``"output_tokens"`` a minute.

    The answer says in ``retry-after`` how many seconds to wait; the SDK waits that long, then tries again.
    """
    _one_of("kind", kind, [name.replace("-", "_") for name in LIMITS if name != "tokens"])
    bucket = kind.replace("_", "-")
    _seconds("retry_after", retry_after)
    headers = {
        "retry-after": f"{retry_after:g}",
        f"anthropic-ratelimit-{bucket}-limit": str(LIMITS[bucket]),
        f"anthropic-ratelimit-{bucket}-remaining": "0",
    }

    def fault(request: Request) -> Fault:
        model = request.get("model") if isinstance(request, dict) else None
        sentence = (
            f"This request would exceed your organization's rate limit of {LIMITS[bucket]:,} "
            f"{kind.replace('_', ' ')} per minute (org: {ORGANIZATION}, model: {model}). "
            "For details, refer to: https://docs.claude.com/en/api/rate-limits. You can see the response "
            "headers for current usage. Please reduce the prompt length or the maximum tokens requested, or "
            "try again later. You may also contact sales at https://claude.com/contact-sales to discuss your "
            "options for a rate limit increase."
        )
        return Fault("rate_limit_error", sentence, headers=headers)

    return Refused("rate_limit", fault, times)


def spend_cap(*, times: int = 1) -> Failure:
    """429 of a usage tier's monthly spend: without ``retry-after``, since waiting does not help.

    The API's own sentence is not public; this one says the same.
    """
    return _refused("spend_cap", "rate_limit_error", "You have reached your usage tier's spend limit.", times)


def spend_limit(until: str = "2027-01-01", *, times: int = 1) -> Failure:
    """400: the workspace has spent what its owner allows; it opens again on the day ``until``."""
    sentence = (
        "You have reached your specified workspace API usage limits. "
        f"You will regain access on {until} at 00:00 UTC."
    )
    return _refused("spend_limit", "invalid_request_error", sentence, times)


def permission_denied(*, times: int = 1) -> Failure:
    """403: the key may not use this. The SDK does not try again."""
    sentence = "Your API key does not have permission to use the specified resource."
    return _refused("permission_denied", "permission_error", sentence, times)


def overloaded(*, times: int = 1) -> Failure:
    """529: the API has too much to do. No fault of the request, which may be sent again."""
    return _refused("overloaded", "overloaded_error", _MESSAGES["overloaded_error"], times)


def internal_error(*, times: int = 1) -> Failure:
    """500: something broke on the API's side."""
    return _refused("internal_error", "api_error", _MESSAGES["api_error"], times)


def gateway_timeout(*, times: int = 1) -> Failure:
    """504: the API itself ran out of time. A streamed request would have lived."""
    return _refused("gateway_timeout", "timeout_error", _MESSAGES["timeout_error"], times)


# Answers that do not arrive, or not whole


def timeout(seconds: float = 600, *, times: int = 1) -> Failure:
    """No answer at all: the client gives up with ``APITimeoutError``, offline without waiting."""
    return Silent("timeout", _seconds("seconds", seconds), times)


def cut_stream(after: int = 3, *, times: int = 1) -> Failure:
    """The connection breaks after ``after`` events of a stream; a body in one piece breaks in its middle."""
    return CutStream("cut_stream", _count("after", after), times)


def stream_error(type: str = "overloaded_error", after: int = 3, *, times: int = 1) -> Failure:
    """An ``error`` event after ``after`` events: the status was 200, so the SDK does not try again.

    A request that does not stream gets the error as an HTTP status.
    """
    _one_of("type", type, list(_MESSAGES))
    return StreamError("stream_error", type, _MESSAGES[type], _count("after", after), times)


# Turns that end otherwise than expected


def refusal(category: str | None = "cyber", *, times: int = 1) -> Failure:
    """Status 200, empty ``content`` and ``stop_reason: "refusal"``; ``stop_details`` name the category."""
    _one_of("category", category, [*endings.CATEGORIES, None])
    said = endings.refusal(category)
    return Altered("refusal", lambda _, request: said, times, takes_place=True)


def pause_turn(*, times: int = 1) -> Failure:
    """A server tool of the request, such as ``web_search``, is at work: send the turn back as it is.

    The model is not asked; when the turn is sent back, it gets its reply.
    """
    return Altered("pause_turn", lambda _, request: endings.pause(request), times, takes_place=True)


def context_exceeded(*, times: int = 1) -> Failure:
    """The reply stops in its middle: the context window is full."""
    return Altered("context_exceeded", endings.out_of_room, times)


def max_tokens(at: int | None = None, *, times: int = 1) -> Failure:
    """The reply is really cut after ``at`` output tokens, or in its middle; also inside a ``tool_use``."""
    at = None if at is None else _count("at", at)
    return Altered("max_tokens", lambda said, request: endings.at_limit(said, request, at), times)


# Mistakes of the model in its calls


def wrong_enum(field: str | None = None, value: object = None, *, times: int = 1) -> Failure:
    """A value outside the ``enum`` of ``field``, or of the first field that has one."""
    _name("field", field)
    return Altered("wrong_enum", lambda said, req: mistakes.enum_value(said, req, field, value), times)


def wrong_type(field: str | None = None, *, times: int = 1) -> Failure:
    """An argument of another type than its schema says: ``"3"`` for ``3``, ``"a, b"`` for a list."""
    _name("field", field)
    return Altered("wrong_type", lambda said, request: mistakes.wrong_type(said, request, field), times)


def missing_field(field: str | None = None, *, times: int = 1) -> Failure:
    """A required argument is left out."""
    _name("field", field)
    return Altered("missing_field", lambda said, request: mistakes.missing_field(said, request, field), times)


def invented_id(field: str | None = None, *, times: int = 1) -> Failure:
    """An identifier of the right form that occurs nowhere in the conversation."""
    _name("field", field)
    return Altered("invented_id", lambda said, request: mistakes.invented_id(said, request, field), times)


def unknown_tool(name: str | None = None, *, times: int = 1) -> Failure:
    """A call of a tool that is not declared, under ``name`` or one that is near: ``fetch_weather``."""
    _name("name", name)
    return Altered("unknown_tool", lambda said, request: mistakes.unknown_tool(said, request, name), times)


def two_calls(other: Block | None = None, *, times: int = 1) -> Failure:
    """Two calls at once: beside the model's own, ``other`` (a ``tool_use(…)``) or the same tool once more."""
    if other is not None and not (isinstance(other, dict) and other.get("type") == "tool_use"):
        raise TypeError(typeset(f"`other={other!r}` : écrivez l'appel avec `tool_use(…)`."))
    return Altered("two_calls", lambda said, request: mistakes.two_calls(said, request, other), times)


def bad_json(*, times: int = 1) -> Failure:
    """Arguments that are no JSON, as a tool with ``eager_input_streaming`` may send them in a stream."""
    return Altered("bad_json", mistakes.bad_json, times)


def _refused(name: str, type: str, message: str, times: int) -> Failure:
    return Refused(name, lambda request: Fault(type, message), times)


def _one_of(name: str, given: object, known: list) -> None:
    if given not in known:
        raise ValueError(
            typeset(f"`{name}={given!r}` n'existe pas. Valeurs : {', '.join(str(one) for one in known)}.")
        )


def _seconds(name: str, given: object) -> float:
    if isinstance(given, bool) or not isinstance(given, (int, float)) or not given >= 0:
        raise ValueError(typeset(f"`{name}={given!r}` : donnez un nombre de secondes."))
    return given


def _name(name: str, given: object) -> None:
    if given is not None and not isinstance(given, str):
        raise TypeError(typeset(f"`{name}={given!r}` : donnez un nom, entre guillemets."))


def _count(name: str, given: object) -> int:
    if isinstance(given, bool) or not isinstance(given, int) or given < 0:
        raise ValueError(typeset(f"`{name}={given!r}` : donnez un nombre entier, 0 ou plus."))
    return given
