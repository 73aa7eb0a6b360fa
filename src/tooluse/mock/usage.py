"""Token usage of an answer, and the prompt cache behind three of its counters.

A prefix of the prompt (tools, system, messages) that ends at a block marked `cache_control` is written to
the cache; a later request that begins in the same way reads it. Only a digest of each prefix is kept.
"""

import threading
from collections import OrderedDict
from collections.abc import Callable
from hashlib import blake2b
from typing import Any, NamedTuple

from tooluse.mock.media import family, table
from tooluse.mock.tokens import Part, input_tokens, parts
from tooluse.rules import Profile

LOOKBACK = 20  # positions that the API tries at each breakpoint, the breakpoint included
MAX_ENTRIES = 2048
_SECONDS = {"5m": 300.0, "1h": 3600.0}
_NEVER_MARKED = ("thinking", "redacted_thinking")

Digest = bytes


class Breakpoint(NamedTuple):
    """A prefix that may be cached: where it ends, how many tokens it has, how long it is kept."""

    position: int
    tokens: int
    ttl: str


class _Entry(NamedTuple):
    ttl: str
    expires: float


class _Counts(NamedTuple):
    read: int = 0
    written: int = 0  # for five minutes
    written_1h: int = 0


def cache_minimum(profile: Profile) -> int:
    """The shortest prefix in tokens that this model's cache takes; a shorter one is silently not cached."""
    minima = table("cache_minimum")
    return minima.get(family(profile.id), minima["default"])


class PromptCache:
    """The prompt cache of one server: one workspace.

    ``clock`` gives seconds. The default stands still, so that entries never expire and the same requests
    give the same counters at every run; at most ``entries`` prefixes are kept, the oldest go first.
    """

    def __init__(self, clock: Callable[[], float] = lambda: 0.0, *, entries: int = MAX_ENTRIES) -> None:
        self._clock = clock
        self._limit = entries
        self._entries: OrderedDict[Digest, _Entry] = OrderedDict()
        self._lock = threading.Lock()

    def __len__(self) -> int:
        return len(self._entries)

    def counters(
        self, request: dict[str, Any], profile: Profile, estimate: int | None = None
    ) -> dict[str, Any]:
        """The side of the input in the `usage` of an answer to ``request`` (resolved), which this enters
        into the cache. `input_tokens` is the rest after the last breakpoint: the three counters add up to
        the ``estimate`` of the whole prompt, which is made here unless it is given."""
        total, counts = self._count(request, profile, estimate)
        return {
            "input_tokens": total - sum(counts),
            "cache_creation_input_tokens": counts.written + counts.written_1h,
            "cache_read_input_tokens": counts.read,
            "cache_creation": {
                "ephemeral_5m_input_tokens": counts.written,
                "ephemeral_1h_input_tokens": counts.written_1h,
            },
        }

    def usage(
        self,
        request: dict[str, Any],
        profile: Profile,
        output_tokens: int,
        thinking_tokens: int = 0,
        input_tokens: int | None = None,
    ) -> dict[str, Any]:
        """The whole `usage`; ``input_tokens`` stands for the counter of that name, if it is given."""
        given = {} if input_tokens is None else {"input_tokens": input_tokens}
        return {
            **self.counters(request, profile),
            **given,
            "output_tokens": output_tokens,
            "output_tokens_details": {"thinking_tokens": thinking_tokens},
            "service_tier": "standard",
            "inference_geo": request.get("inference_geo") or "global",
            "speed": request.get("speed") or "standard",
            "server_tool_use": None,
        }

    def _count(
        self, request: dict[str, Any], profile: Profile, estimate: int | None = None
    ) -> tuple[int, _Counts]:
        if not _marked(request):
            return input_tokens(request, profile) if estimate is None else estimate, _Counts()
        prompt = list(parts(request, profile))
        total = sum(part.tokens for part in prompt)
        breakpoints = _breakpoints(request, prompt, cache_minimum(profile))
        if not breakpoints:
            return total, _Counts()
        digests = _digests(request, prompt[: breakpoints[-1].position + 1], profile)
        if digests is None:
            return total, _Counts()
        with self._lock:
            hit = self._hit(digests, breakpoints)
            self._write(digests, breakpoints)
        return total, _billed(prompt, breakpoints, hit)

    def _hit(self, digests: list[Digest], breakpoints: list[Breakpoint]) -> int:
        """The last position whose prefix is in the cache, -1 if none is; reading keeps it alive."""
        for breakpoint in reversed(breakpoints):
            last = breakpoint.position
            for position in range(last, max(last - LOOKBACK, -1), -1):
                if self._alive(digests[position]):
                    self._keep(digests[position], self._entries[digests[position]].ttl)
                    return position
        return -1

    def _write(self, digests: list[Digest], breakpoints: list[Breakpoint]) -> None:
        for breakpoint in breakpoints:
            digest = digests[breakpoint.position]
            kept = self._entries[digest].ttl if self._alive(digest) else breakpoint.ttl
            self._keep(digest, max(kept, breakpoint.ttl, key=_SECONDS.__getitem__))
        while len(self._entries) > self._limit:
            self._entries.popitem(last=False)

    def _alive(self, digest: Digest) -> bool:
        entry = self._entries.get(digest)
        return entry is not None and self._clock() < entry.expires

    def _keep(self, digest: Digest, ttl: str) -> None:
        self._entries[digest] = _Entry(ttl, self._clock() + _SECONDS[ttl])
        self._entries.move_to_end(digest)


def _billed(prompt: list[Part], breakpoints: list[Breakpoint], hit: int) -> _Counts:
    """Up to the hit: read; from there to the last one-hour breakpoint: written for an hour; then for five
    minutes."""
    read = sum(part.tokens for part in prompt[: hit + 1])
    hour = max([read, *(point.tokens for point in breakpoints if point.ttl == "1h")])
    return _Counts(read, max(breakpoints[-1].tokens - hour, 0), hour - read)


def _marked(request: dict[str, Any]) -> bool:
    """Is there any `cache_control`? Most requests have none, and then nothing below is worth its time."""
    if request.get("cache_control"):
        return True
    sections = (request.get("tools"), request.get("system"), request.get("messages"))
    return any(_any_mark(section) for section in sections if isinstance(section, list))


def _any_mark(blocks: list[Any]) -> bool:
    """In blocks, or in messages: whatever has a list as its ``content`` is looked into."""
    for block in blocks:
        if type(block) is dict:
            if block.get("cache_control"):
                return True
            inner = block.get("content")
            if type(inner) is list and _any_mark(inner):
                return True
    return False


def _mark(block: Any) -> dict[str, Any] | None:
    """The `cache_control` of a block, or of the last block inside a result that has one."""
    if not isinstance(block, dict):
        return None
    own = block.get("cache_control")
    if own or block.get("type") != "tool_result" or not isinstance(block.get("content"), list):
        return own or None
    return next((mark for inner in reversed(block["content"]) if (mark := _mark(inner))), None)


def _breakpoints(request: dict[str, Any], prompt: list[Part], minimum: int) -> list[Breakpoint]:
    """Where prefixes end that are long enough, in order. A `cache_control` of the request itself marks the
    last block that can be marked."""
    marks = {position: mark for position, part in enumerate(prompt) if (mark := _mark(part.block))}
    automatic = request.get("cache_control")
    if automatic:
        last = next((at for at in reversed(range(len(prompt))) if _can_be_marked(prompt[at].block)), None)
        if last is not None:
            marks.setdefault(last, automatic)
    found, tokens = [], 0
    for position, part in enumerate(prompt):
        tokens += part.tokens
        if position in marks and tokens >= minimum:
            found.append(Breakpoint(position, tokens, _ttl(marks[position])))
    return found


def _ttl(mark: Any) -> str:
    ttl = mark.get("ttl") if isinstance(mark, dict) else None
    return ttl if isinstance(ttl, str) and ttl in _SECONDS else "5m"


def _can_be_marked(block: Any) -> bool:
    if not isinstance(block, dict):
        return bool(block)
    return block.get("type") not in _NEVER_MARKED and block.get("text") != ""


def _digests(request: dict[str, Any], prompt: list[Part], profile: Profile) -> list[Digest] | None:
    """A digest of every prefix. What else a section depends on is mixed in where the section begins: a
    change of `tool_choice` or `thinking` costs the messages only. None if a block cannot be written down."""
    state = blake2b(repr(family(profile.id)).encode(), digest_size=16)
    section, found = "", []
    try:
        for part in prompt:
            if part.section != section:
                section = part.section
                state.update(repr((section, _depends(request, section))).encode("utf-8", "surrogatepass"))
            state.update(repr((part.role, unmarked(part.block))).encode("utf-8", "surrogatepass"))
            found.append(state.digest())
    except (ValueError, RecursionError):  # an integer of 5,000 digits, a schema nested a thousand deep
        return None
    return found


def _depends(request: dict[str, Any], section: str) -> Any:
    if section == "tools":
        return None
    config = request.get("output_config")
    fast = request.get("speed")
    form = config.get("format") if isinstance(config, dict) else None
    if section == "system":
        return fast, form
    return fast, form, request.get("tool_choice"), request.get("thinking"), _pictured(request)


def _pictured(request: dict[str, Any]) -> bool:
    """Is there a picture anywhere? The first one, or losing the last one, costs the cached messages."""
    for message in request.get("messages") or ():
        content = message.get("content") if isinstance(message, dict) else None
        for block in content if isinstance(content, list) else ():
            inner = block.get("content") if isinstance(block, dict) else None
            for item in (block, *(inner if isinstance(inner, list) else ())):
                if isinstance(item, dict) and item.get("type") == "image":
                    return True
    return False


def unmarked(block: Any) -> Any:
    """A block as the cache compares it: without `cache_control`, a text as one text block."""
    if isinstance(block, str):
        return {"type": "text", "text": block}
    if not isinstance(block, dict):
        return block
    bare = {key: value for key, value in block.items() if key != "cache_control"}
    if bare.get("type") == "tool_result" and isinstance(bare.get("content"), list):
        bare["content"] = [unmarked(inner) for inner in bare["content"]]
    return bare
