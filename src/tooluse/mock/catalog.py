"""`GET /v1/models` and `/v1/models/{id}`: the profiles in the API's form."""

from typing import Any

from tooluse.mock.fault import Fault
from tooluse.rules import Profile
from tooluse.rules.profiles import model_ids, profile

LINES = ("haiku", "sonnet", "opus", "fable", "mythos")
EPOCH = "1970-01-01T00:00:00Z"  # what the API sends for a release date that it does not know
_THINKING = ("adaptive", "between_tools", "disabled", "enabled")
_EFFORTS = ("low", "medium", "high", "xhigh", "max")


def one(name: str) -> dict[str, Any]:
    """One model. Raises Fault (404) for an id that is unknown or retired."""
    try:
        return _info(profile(name))
    except LookupError:
        raise Fault("not_found_error", f"model: {name}") from None


def page(query: dict[str, list[str]]) -> dict[str, Any]:
    """A page of the list: `limit` (1 to 1000, default 20), `after_id` or `before_id`. Raises Fault."""
    limit = _limit(query.get("limit", ["20"])[-1])
    names = model_ids()
    if after := query.get("after_id"):
        names = names[_position(names, after[-1]) + 1 :]
    if before := query.get("before_id"):
        names = names[: _position(names, before[-1])]
        shown = names[-limit:]
    else:
        shown = names[:limit]
    data = [_info(profile(name)) for name in shown]
    return {
        "data": data,
        "has_more": len(shown) < len(names),
        "first_id": shown[0] if shown else None,
        "last_id": shown[-1] if shown else None,
    }


def _limit(value: str) -> int:
    if not value.isdecimal():
        raise Fault("invalid_request_error", "limit: Input should be a valid integer")
    if not 1 <= int(value[:9]) <= 1000:
        raise Fault("invalid_request_error", "limit: range: 1..1000")
    return int(value)


def _position(names: list[str], name: str) -> int:
    if name not in names:
        raise Fault("invalid_request_error", f"model: {name}")
    return names.index(name)


def _info(known: Profile) -> dict[str, Any]:
    return {
        "type": "model",
        "id": known.id,
        "display_name": _display_name(known.id),
        "created_at": EPOCH,
        "deprecated_at": None,
        "retires_at": f"{known.end_of_life}T00:00:00Z" if known.end_of_life else None,
        "lifecycle": "deprecated" if known.end_of_life else "active",
        "line": next((line for line in LINES if f"-{line}" in known.id), None),
        "max_input_tokens": known.context_window,
        "max_tokens": known.max_output,
        "capabilities": _capabilities(known),
    }


def _display_name(model_id: str) -> str:
    """`claude-sonnet-4-5-20250929` -> `Claude Sonnet 4.5`."""
    words = [word for word in model_id.split("-") if not (word.isdecimal() and len(word) > 4)]
    numbers = ".".join(word for word in words if word.isdecimal())
    return " ".join([*(word.capitalize() for word in words if not word.isdecimal()), numbers]).strip()


def _capabilities(known: Profile) -> dict[str, Any]:
    def supported(value: bool) -> dict[str, bool]:
        return {"supported": value}

    yes = supported(True)
    return {
        "batch": yes,
        "citations": yes,
        "code_execution": yes,
        "context_management": yes,
        "effort": supported(bool(known.effort))
        | {level: supported(level in known.effort) for level in _EFFORTS},
        "image_input": yes,
        "pdf_input": yes,
        "server_tools": yes | {"code_execution": yes, "web_search": yes},
        "structured_outputs": supported(known.structured_outputs),
        "thinking": supported(known.thinking != ("disabled",))
        | {"types": {mode: supported(mode in known.thinking) for mode in _THINKING}},
    }
