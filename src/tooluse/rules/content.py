"""Who speaks last, and what a message may hold."""

from collections.abc import Iterator

from tooluse.rules.conversation import Block
from tooluse.rules.request import Finding, Request
from tooluse.rules.server_tools import is_result, pending

# The first version of the API that refuses documents in assistant messages, and citations in user text.
DOCUMENTS_REFUSED = CITATIONS_REFUSED = "2026-10-21"
ROLES = ("user", "assistant", "system", None)


def messages_empty(request: Request) -> Iterator[Finding]:
    """`messages` holds no message."""
    if request.get("messages") == []:
        yield Finding("messages", "messages: at least one message is required")


def unexpected_role(request: Request) -> Iterator[Finding]:
    """A message has a role that the API does not know: `tool`, `function`, `developer`.

    `system` is a role of messages since mid-2026. Most quotes end in a full stop, one measurement in none."""
    for turn in request.turns:
        if turn.role not in ROLES:
            for index in turn.messages:
                yield Finding(
                    f"messages.{index}.role",
                    f'messages: Unexpected role "{turn.role}". Allowed roles are "user" or "assistant".',
                )


def prefill_unsupported(request: Request) -> Iterator[Finding]:
    """The conversation ends with an assistant message, which 4.6 and later models do not continue.

    A turn paused by a server tool is sent back as it is: that is no prefill."""
    if request.profile.prefill or not request.turns:
        return
    last = request.turns[-1]
    paused = pending(last) or last.blocks and is_result(last.blocks[-1])
    if last.role == "assistant" and not paused:
        yield Finding(
            f"messages.{last.messages[-1]}",
            "This model does not support assistant message prefill. "
            "The conversation must end with a user message.",
        )


def prefill_trailing_space(request: Request) -> Iterator[Finding]:
    """The text that the model is to continue ends in white space (reported from 2025-07 to 2026-02)."""
    last = request.turns[-1] if request.turns else None
    if request.profile.prefill and last and last.role == "assistant" and last.blocks:
        block = last.blocks[-1]
        if block.type == "text" and (block.text("text") or "")[-1:].isspace():
            sentence = "final assistant content cannot end with trailing whitespace"
            yield Finding(block.path, f"messages: {sentence}")


def system_text_blank(request: Request) -> Iterator[Finding]:
    """A block of `system` says nothing (reported 2025-07); white space is refused beside real text too
    (reported 2026-05). Of a plain string no report is known."""
    system = request.get("system")
    for index, block in enumerate(system if isinstance(system, list) else ()):
        text = block.get("text") if isinstance(block, dict) else None
        if isinstance(text, str) and not text.strip():
            what = "contain non-whitespace text" if text else "be non-empty"
            yield Finding(f"system.{index}", f"system: text content blocks must {what}")


def empty_text(request: Request) -> Iterator[Finding]:
    """A text block of the last user turn is empty; earlier ones pass (measured 2026-08 on Sonnet 5)."""
    if not request.blank_texts:
        return
    last = next((turn for turn in reversed(request.turns) if turn.role == "user"), None)
    for block in last.of("text") if last and not last.bare else ():
        if block.text("text") == "":
            yield Finding(block.path, "messages: text content blocks must be non-empty")


def whitespace_text(request: Request) -> Iterator[Finding]:
    """All the text of a turn is white space; beside real text it passes (measured 2026-04)."""
    for turn in request.turns_with("text") if request.blank_texts else ():
        blocks = turn.of("text")
        if all(block.is_blank() for block in blocks):
            for block in blocks:
                if block.text("text"):
                    what = "text content blocks must contain non-whitespace text"
                    yield Finding(block.path, f"messages: {what}")


def empty_message(request: Request) -> Iterator[Finding]:
    """A turn other than a final assistant one holds nothing at all.

    The check comes after the merge of neighbours. Newer models let an empty assistant turn pass; the sentence
    for a user's is a newer one, and holds for `""` as for `[]` (both measured 2026-08 on Sonnet 5)."""
    for turn in request.turns:
        if not turn.bare:
            continue
        path = f"messages.{turn.messages[0]}"
        if turn.role == "user":
            yield Finding(path, f"{path}: user messages must have non-empty content")
        elif (
            turn.role == "assistant" and turn is not request.turns[-1] and not request.profile.empty_assistant
        ):
            exception = "except for the optional final assistant message"
            yield Finding(path, f"{path}: all messages must have non-empty content {exception}")


def cache_control_on_empty_text(request: Request) -> Iterator[Finding]:
    """An empty text block is a cache breakpoint; this is told before the block's emptiness."""
    for block in request.blank_texts:
        if block.text("text") == "" and block.body.get("cache_control") is not None:
            sentence = "cache_control cannot be set for empty text blocks"
            yield Finding(f"{block.path}.cache_control", f"{block.path}.text: {sentence}")


def error_without_content(request: Request) -> Iterator[Finding]:
    """A result says `is_error` and nothing else. Without `is_error`, an empty result is fine."""
    for block in _errors(request):
        if not block.body.get("content"):
            sentence = "content cannot be empty if `is_error` is true"
            yield Finding(block.path, f"{block.path}.tool_result: {sentence}")


def error_with_other_content(request: Request) -> Iterator[Finding]:
    """An error's content is not all text.

    Both styles of quotes are reported, `'text'` and `"text"`; the place is inferred from the rule above."""
    for block in _errors(request):
        content = block.body.get("content")
        parts = content if isinstance(content, list) else []
        if any(isinstance(part, dict) and part.get("type") != "text" for part in parts):
            sentence = 'all content must be type "text" if "is_error" is true'
            yield Finding(block.path, f"{block.path}.tool_result: {sentence}")


def _errors(request: Request) -> Iterator[Block]:
    for turn in request.turns_with("tool_result"):
        for block in turn.of("tool_result"):
            if block.body.get("is_error") is True:
                yield block


def document_in_assistant(request: Request) -> Iterator[Finding]:
    """A `document` stands in an assistant message: refused since version 2026-10-21, text not public."""
    if request.api_version < DOCUMENTS_REFUSED:
        return
    for turn in request.turns_with("document", role="assistant"):
        for block in turn.of("document"):
            yield Finding(block.path, f"{block.path}: `document` blocks can only be in `user` messages")


def citations_in_user_text(request: Request) -> Iterator[Finding]:
    """A user's text carries `citations`: refused since version 2026-10-21, text not public; an empty list
    passes."""
    if request.api_version < CITATIONS_REFUSED:
        return
    for turn in request.turns_with("text", role="user"):
        for block in turn.of("text"):
            if block.body.get("citations"):
                path = f"{block.path}.text.citations"
                yield Finding(path, f"{path}: citations can only be in `assistant` messages")
