"""What depends on the model: one profile a model, from `data/models.json`."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tooluse.data import read_json

EFFORT = ("low", "medium", "high", "xhigh", "max")
SAMPLING = ("free", "one", "default")  # any values; temperature or top_p, not both; default values only


@dataclass(frozen=True)
class Profile:
    """What one model accepts. The defaults are the permissive profile of a model that nobody knows."""

    id: str
    checked: str | None = None  # the day on which these facts were last compared with their sources
    forced_tool_choice: bool = True  # tool_choice any / tool
    prefill: bool = True  # a conversation may end with an assistant message
    empty_assistant: bool = True  # an assistant message may be empty before the last one
    thinking: tuple[str, ...] = ("enabled", "disabled", "adaptive", "between_tools")
    thinking_default: str | None = None  # what an absent `thinking` means
    effort: tuple[str, ...] = EFFORT  # values of output_config.effort; () means that it takes none
    effort_thinking_off: tuple[str, ...] | None = None  # those it takes while thinking is off; None: all
    system_messages: bool = True  # role "system" inside messages
    sampling: str = "free"  # temperature and top_p under 2023-06-01: see SAMPLING
    structured_outputs: bool = True  # strict tools and output_config.format
    context_window: int | None = None  # tokens of input and output together
    max_output: int | None = None  # the largest max_tokens
    tool_tokens: dict[str, int] | None = None  # tool-use system prompt, by tool_choice type
    end_of_life: str | None = None  # announced; from that day on the model may answer 404
    assumed: tuple[str, ...] = ()  # fields deduced from a neighbouring model, not found in any source


@cache
def _models() -> dict[str, Any]:
    return read_json("models.json")


def default_model() -> str:
    """The model id that the course uses."""
    return _models()["default"]


def model_ids() -> list[str]:
    """The models that have a profile, the newest first; other names of the same models are left out."""
    return list(_models()["models"])


def dated_ids() -> dict[str, str]:
    """Names that carry a date, each with the model that it is."""
    return dict(_models()["aliases"])


def retired() -> dict[str, str]:
    """Models that the API no longer has, each with the day of its end."""
    return dict(_models()["retired"])


@cache
def profile(model_id: str) -> Profile:
    """The profile of a model; LookupError for one that the API would answer 404."""
    models = _models()
    known = models["models"].get(models["aliases"].get(model_id, model_id))
    if known is not None:
        facts = {key: tuple(value) if isinstance(value, list) else value for key, value in known.items()}
        return Profile(id=model_id, **facts)
    if model_id in models["retired"]:
        raise LookupError(f"model {model_id!r} was retired on {models['retired'][model_id]}")
    raise LookupError(f"no profile for model {model_id!r}; known are {', '.join(models['models'])}")


def profile_of(request: Any) -> Profile:
    """The profile of the model that a request names, or the permissive one."""
    name = request.get("model") if isinstance(request, dict) else None
    try:
        return profile(name) if isinstance(name, str) else _UNKNOWN
    except LookupError:
        return _UNKNOWN


_UNKNOWN = Profile(id="")
