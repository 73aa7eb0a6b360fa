"""`thinking`: which modes a model knows, and what each asks of the other fields."""

from collections.abc import Iterator
from typing import Any

from tooluse.rules.request import Finding, Request
from tooluse.rules.sampling import SAMPLING_REFUSED

DOCS = "https://platform.claude.com/docs/en/build-with-claude/extended-thinking"
CONSULT = f"Please consult our documentation at {DOCS}"

_ADAPTIVE = 'Use "thinking.type.adaptive" and "output_config.effort" to control thinking behavior.'
_WRONG_HINT = (  # the hint is wrong for the first two: they take no manual thinking either
    'Thinking defaults to adaptive mode when not specified; use "thinking.type.enabled" with '
    '"budget_tokens" for extended thinking.'
)
_HINTED = ("claude-fable-5", "claude-mythos-5", "claude-mythos-preview")
_BETWEEN_TOOLS = (
    'To turn thinking off on this model, send "thinking": {"type": "between_tools"} instead of '
    '{"type": "disabled"}. The model does not think before responding. The short updates it writes between '
    "tool calls come back as thinking blocks."
)


def mode(request: Request) -> str | None:
    """`thinking.type` as it was sent, if it is a string."""
    config = request.get("thinking")
    kind = config.get("type") if isinstance(config, dict) else None
    return kind if isinstance(kind, str) else None


def manual(request: Request) -> bool:
    """Whether the request asks for manual thinking, and the model knows it."""
    return mode(request) == "enabled" and "enabled" in request.profile.thinking


def _unsupported(kind: str) -> str:
    return f'"thinking.type.{kind}" is not supported for this model.'


def thinking_enabled_unsupported(request: Request) -> Iterator[Finding]:
    """Manual thinking, with a budget, is refused since Claude 4.7."""
    if mode(request) == "enabled" and "enabled" not in request.profile.thinking:
        yield Finding("thinking.type", f"{_unsupported('enabled')} {_ADAPTIVE}")


def thinking_adaptive_unsupported(request: Request) -> Iterator[Finding]:
    """Adaptive thinking is unknown to Claude 4.5 and earlier."""
    if mode(request) == "adaptive" and "adaptive" not in request.profile.thinking:
        yield Finding("thinking.type", "adaptive thinking is not supported on this model")


def thinking_disabled_unsupported(request: Request) -> Iterator[Finding]:
    """The model always thinks, or is quiet only by `between_tools`. Each has a sentence of its own."""
    known = request.profile.thinking
    if mode(request) != "disabled" or "disabled" in known:
        return
    if "between_tools" in known:
        yield Finding("thinking.type", _BETWEEN_TOOLS)
    else:
        hint = _WRONG_HINT if request.profile.id in _HINTED else _ADAPTIVE
        yield Finding("thinking.type", f"{_unsupported('disabled')} {hint}")


def thinking_between_tools_unsupported(request: Request) -> Iterator[Finding]:
    """Only Sonnet 5.5 takes `between_tools`. Text not public: this sentence follows the others."""
    if mode(request) == "between_tools" and "between_tools" not in request.profile.thinking:
        yield Finding("thinking.type", f"{_unsupported('between_tools')} {_ADAPTIVE}")


def budget_reaches_max_tokens(request: Request) -> Iterator[Finding]:
    """Thinking counts in `max_tokens`: a budget as large as that leaves nothing for the answer.

    With the beta of interleaved thinking, and tools, the budget covers the whole turn and may be larger."""
    budget, limit = _budget(request), _number(request.get("max_tokens"))
    interleaved = request.beta and request.tools
    if budget is not None and limit is not None and budget >= limit and not interleaved:
        sentence = "`max_tokens` must be greater than `thinking.budget_tokens`."
        yield Finding("thinking.budget_tokens", f"{sentence} {CONSULT}#max-tokens-and-context-window-size")


def _budget(request: Request) -> int | float | None:
    return _number(request.get("thinking").get("budget_tokens")) if manual(request) else None


def _number(value: Any) -> int | float | None:
    return value if isinstance(value, int | float) and not isinstance(value, bool) else None


def effort_unsupported(request: Request) -> Iterator[Finding]:
    """`output_config.effort` is a level that this model does not have, or the model has none at all."""
    effort = _effort(request)
    levels = request.profile.effort
    if effort is None or effort in levels:
        return
    if levels:
        sentence = f"level '{effort}'. Supported levels: {', '.join(sorted(levels))}."
        yield Finding("output_config.effort", f"This model does not support effort {sentence}")
    else:
        yield Finding("output_config.effort", "This model does not support the effort parameter.")


def effort_without_thinking(request: Request) -> Iterator[Finding]:
    """The highest efforts are efforts of thinking: since Opus 5 they do not go with thinking turned off.

    Reported 2026-07 for `disabled`; that `between_tools` has the same sentence is deduced."""
    effort, allowed = _effort(request), request.profile.effort_thinking_off
    off = mode(request) in ("disabled", "between_tools")
    if effort is not None and allowed is not None and off and effort not in allowed:
        yield Finding(
            "output_config.effort",
            f"output_config.effort '{effort}' is not supported when thinking is disabled on this model. "
            f"Use effort '{allowed[-1]}' or below, or enable thinking.",
        )


def _effort(request: Request) -> str | None:
    config = request.get("output_config")
    effort = config.get("effort") if isinstance(config, dict) else None
    return effort if effort in ("low", "medium", "high", "xhigh", "max") else None  # others are of shape


def sampling_with_thinking(request: Request) -> Iterator[Finding]:
    """A sampling parameter is set beside thinking, under a version of the API that still takes them.

    The words "or in adaptive mode" are in reports about adaptive thinking (2026), not in those about manual
    thinking. The sentence for `top_p` is not public."""
    kind = mode(request)
    if kind not in ("enabled", "adaptive") or request.api_version >= SAMPLING_REFUSED:
        return
    when = "when thinking is enabled" + (" or in adaptive mode" if kind == "adaptive" else "")
    temperature, top_p = _number(request.get("temperature")), _number(request.get("top_p"))
    told = {}
    if temperature is not None and temperature != 1:
        told["temperature"] = "may only be set to 1"
    if request.get("top_k") is not None:
        told["top_k"] = "must be unset"
    if top_p is not None and top_p < 0.95:
        told["top_p"] = "must be greater than or equal to 0.95 or unset"
    for field, what in told.items():
        yield Finding(field, f"`{field}` {what} {when}. {CONSULT}")
