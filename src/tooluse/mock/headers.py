"""The headers of an answer: its id, and what is left of the rate limits."""

from datetime import datetime, timedelta
from functools import lru_cache
from typing import Any

# Those of an organisation of the first tier, a minute: figures of an example, not of anybody's contract.
LIMITS = {"requests": 50, "tokens": 38_000, "input-tokens": 30_000, "output-tokens": 8_000}
ORGANIZATION = "00000000-0000-4000-8000-000000000000"


def answer_headers(
    content_type: str, request_id: str, now: datetime, usage: dict[str, Any] | None = None
) -> dict[str, str]:
    """Headers of any answer; those of the rate limits come with ``usage``, of a message.

    Each bucket was full before this request: what is left, and when it is full again, follow from this
    request alone (RFC 3339; tokens left are rounded to thousands)."""
    found = {
        "content-type": content_type,
        "request-id": request_id,
        "anthropic-organization-id": ORGANIZATION,
    }
    return found if usage is None else found | _rate_limits(now, usage)


def _rate_limits(now: datetime, usage: dict[str, Any]) -> dict[str, str]:
    read = usage["input_tokens"] + usage["cache_creation_input_tokens"]  # cache reads do not count
    written = usage["output_tokens"]
    used = {"requests": 1, "tokens": read + written, "input-tokens": read, "output-tokens": written}
    found = {}
    for name, limit in LIMITS.items():
        left = max(0, limit - used[name])
        if name != "requests":
            left = round(left, -3)
        found |= {
            f"anthropic-ratelimit-{name}-limit": str(limit),
            f"anthropic-ratelimit-{name}-remaining": str(left),
            f"anthropic-ratelimit-{name}-reset": _after(now, -(-60 * min(used[name], limit) // limit)),
        }
    return found


@lru_cache(256)  # an offline clock stands still: the same few moments come again
def _after(now: datetime, seconds: int) -> str:
    return (now + timedelta(seconds=seconds)).isoformat()[:19] + "Z"
