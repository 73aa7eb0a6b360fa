"""What is asked of a request before anyone reads its body: its path, a credential, two headers."""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple
from urllib.parse import parse_qs, unquote

from tooluse.data import read_json
from tooluse.mock.fault import Fault

MESSAGES, COUNT, MODELS = "/v1/messages", "/v1/messages/count_tokens", "/v1/models"
VERSIONS = ("2023-01-01", "2023-06-01", "2026-10-21")
_METHODS = {MESSAGES: "POST", COUNT: "POST", MODELS: "GET"}


class Admitted(NamedTuple):
    """A request that may be read; ``name`` is what follows the path (a model id)."""

    path: str
    name: str
    query: dict[str, list[str]]
    version: str
    betas: tuple[str, ...]


def admit(method: str, target: str, headers: Mapping[str, str]) -> Admitted:
    """Look at everything but the body. ``headers`` have lower-case names. Raises Fault."""
    address, _, query = target.partition("?")
    path, name = _route(address)
    if method.upper() != _METHODS[path]:
        raise Fault("invalid_request_error", "Method Not Allowed", status=405)
    _authenticate(headers)
    version = headers.get("anthropic-version", "")
    if not version:
        raise Fault("invalid_request_error", "anthropic-version: header is required")
    if version not in VERSIONS:
        raise Fault("invalid_request_error", f'anthropic-version: "{version}" is not a valid version')
    return Admitted(path, name, parse_qs(query), version, _betas(headers.get("anthropic-beta")))


def _route(path: str) -> tuple[str, str]:
    if path in _METHODS:
        return path, ""
    base, _, name = path.rpartition("/")
    if base == MODELS and name:
        return MODELS, unquote(name)
    raise Fault("not_found_error", "Not found")


def _authenticate(headers: Mapping[str, str]) -> None:
    """Any key will do offline; none at all is refused. The SDK sends Bearer, curl examples `x-api-key`."""
    bearer = headers.get("authorization", "").strip()
    if not headers.get("x-api-key", "").strip() and bearer.lower() in ("", "bearer"):
        raise Fault("authentication_error", "x-api-key header is required")


@cache
def known_betas() -> frozenset[str]:
    return frozenset(read_json("betas.json")["betas"])


def _betas(header: str | None) -> tuple[str, ...]:
    if header is None:
        return ()
    asked = tuple(name.strip() for name in header.split(","))
    unknown = [name for name in asked if name not in known_betas()]
    if unknown:
        named = ", ".join(f"`{name}`" for name in unknown)
        raise Fault(
            "invalid_request_error",
            f"Unexpected value(s) {named} for the `anthropic-beta` header. "
            "Please consult our documentation at platform.claude.com/docs or try again without the header.",
        )
    return asked
