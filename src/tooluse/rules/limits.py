"""How much a request may ask, and what must not be empty in it."""

from collections.abc import Iterator

from tooluse.rules.request import Finding, Request
from tooluse.rules.shape import shown

MESSAGES = 100_000
BREAKPOINTS = 4  # cache_control over tools, system and messages


def too_many_messages(request: Request) -> Iterator[Finding]:
    """More than 100,000 messages, says the SDK's docstring. The text is not public: this sentence is ours."""
    messages = request.get("messages")
    if isinstance(messages, list) and len(messages) > MESSAGES:
        yield Finding("messages", f"messages: at most {MESSAGES} messages are allowed, found {len(messages)}")


def max_tokens_too_large(request: Request) -> Iterator[Finding]:
    """`max_tokens` is above what the model can write. 0 is accepted: it fills the cache, no more."""
    asked, most = request.get("max_tokens"), request.profile.max_output
    if most and not request.counting and type(asked) in (int, float) and asked > most:
        reason = f"which is the maximum allowed number of output tokens for {request.profile.id}"
        yield Finding("max_tokens", f"max_tokens: {shown(asked)} > {most}, {reason}")


def stop_sequence_blank(request: Request) -> Iterator[Finding]:
    """A stop sequence is empty, or white space only. An empty list is accepted."""
    sequences = request.get("stop_sequences")
    for index, text in enumerate(sequences if isinstance(sequences, list) else ()):
        if isinstance(text, str) and not text.strip():
            what = "contain non-whitespace" if text else "be non-empty"
            yield Finding(f"stop_sequences.{index}", f"stop_sequences: each stop sequence must {what}")


def container_without_code_execution(request: Request) -> Iterator[Finding]:
    """A container is named and no tool runs in one. Told last, after unknown keys (measured 2026-08).

    Web tools from 2026 on bring code execution along."""
    container = request.get("container")
    named = container.get("id") if isinstance(container, dict) else container
    runs = ("code_execution", "web_search_2026", "web_fetch_2026")
    if isinstance(named, str) and not any(tool.kind.startswith(runs) for tool in request.tools):
        sentence = "Container identifier can only be provided when using the code execution tool"
        yield Finding("container", f"container: {sentence}")


def too_many_breakpoints(request: Request) -> Iterator[Finding]:
    """More than four blocks or tools carry `cache_control`; that of the whole request takes a place too."""
    automatic = request.get("cache_control") is not None
    count = automatic + len(request.breakpoints)
    if count > BREAKPOINTS:
        sentence = f"A maximum of {BREAKPOINTS} blocks with cache_control may be provided. Found {count}."
        yield Finding("", sentence)


def breakpoint_order(request: Request) -> Iterator[Finding]:
    """A breakpoint of one hour stands behind one of five minutes, which is the usual length."""
    short = False
    for path, control in request.breakpoints:
        if short and control.get("ttl") == "1h":
            place, order = f"{path}.cache_control.ttl", "`tools`, `system`, `messages`"
            rule = "a ttl='1h' cache_control block must not come after a ttl='5m' cache_control block."
            note = f"Note that blocks are processed in the following order: {order}."
            yield Finding(place, f"{place}: {rule} {note}")
            return
        short = short or control.get("ttl") != "1h"
