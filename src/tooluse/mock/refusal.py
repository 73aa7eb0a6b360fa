"""What a learner sees of a refusal in a notebook: the API's sentence, then what it means and the remedy."""

from typing import Any

from tooluse.cells import shown
from tooluse.french import typeset
from tooluse.mock.exchange import Exchange
from tooluse.rules import Violation, check


def violation_of(call: Exchange) -> Violation | None:
    """The violation that this exchange was refused for, if the catalogue knows it."""
    message = call.response.get("error", {}).get("message")
    version = call.headers.get("anthropic-version")
    options: dict[str, Any] = {"api_version": version} if version else {}
    options |= {"beta": "anthropic-beta" in call.headers, "counting": call.path.endswith("/count_tokens")}
    found = check(call.request if call.resolved is None else call.resolved, **options)
    return next((violation for violation in found if violation.message == message), None)


def rendering(error: Exception, call: Exchange) -> list[str]:
    """Lines in the place of a traceback, most of which would be the SDK's own frames."""
    said = call.response.get("error", {}).get("message", error)
    message = f"{call.status} · {said}"
    violation = violation_of(call)
    if violation is None:
        return shown(error, message)
    return shown(
        error,
        message,
        "",
        typeset(f"Sens : {violation.meaning}"),
        typeset(f"Remède : {violation.remedy} (leçon {violation.lesson})"),
    )


def short(error: Any, call: Exchange) -> Any:
    """The same error, which IPython now shows in a few lines."""
    error._render_traceback_ = lambda: rendering(error, call)
    return error
