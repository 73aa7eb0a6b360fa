"""`temperature`, `top_p`, `top_k`: gone in version 2026-10-21, and before it a matter of the model.

Their ranges belong to the shape of the request."""

from collections.abc import Iterator
from typing import Any

from tooluse.rules.request import Finding, Request

PARAMETERS = ("temperature", "top_k", "top_p")
SAMPLING_REFUSED = "2026-10-21"  # the first version of the API that takes none of them


def _given(request: Request) -> dict[str, Any]:
    """Those that are sent, as long as the version takes any."""
    if request.api_version >= SAMPLING_REFUSED or not isinstance(request.body, dict):
        return {}
    return {name: request.body[name] for name in PARAMETERS if name in request.body}


def sampling_refused_by_version(request: Request) -> Iterator[Finding]:
    """Since version 2026-10-21 even a default value is refused. Text not public: this sentence is ours."""
    if request.api_version < SAMPLING_REFUSED or not isinstance(request.body, dict):
        return
    for name in PARAMETERS:
        if name in request.body:
            yield Finding(name, f"{name}: not supported since anthropic-version {SAMPLING_REFUSED}")


def sampling_refused_by_model(request: Request) -> Iterator[Finding]:
    """From 4.7 on: `temperature` other than 1, `top_p` and `top_k` at any value (probed live, 2026-08)."""
    if request.profile.sampling == "default":
        for name, value in _given(request).items():
            if name != "temperature" or value != 1:
                yield Finding(name, f"`{name}` is deprecated for this model.")


def sampling_unset_value(request: Request) -> Iterator[Finding]:
    """-1 stood for "unset", and models since 4.5 refuse it. Some reports have no full stop."""
    if request.profile.sampling == "one":
        for name, value in _given(request).items():
            if value == -1 and name != "top_k":
                yield Finding(name, f"`{name}` cannot be set to -1 for this model.")


def temperature_with_top_p(request: Request) -> Iterator[Finding]:
    """Both are set, on a model between 4.1 and 4.6 that takes either."""
    if request.profile.sampling == "one" and {"temperature", "top_p"} <= _given(request).keys():
        sentence = "cannot both be specified for this model. Please use only one."
        yield Finding("top_p", f"`temperature` and `top_p` {sentence}")
