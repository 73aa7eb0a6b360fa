"""Token counts. They are estimates: no Claude tokenizer exists offline.

Everything is counted block by block and only ever added up, so a conversation costs what its messages
cost. Text is about four bytes a token; pictures, PDFs and the system prompt that the API adds for tools
follow the published figures. Where none is published (the tool prompt of the newest models) nothing is
added: `Profile.tool_tokens` is then null. Server tools count as their definition in the request.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.mock.media import image_tokens, pdf_tokens
from tooluse.rules import Profile
from tooluse.rules.memory import remembered

_BYTES_PER_TOKEN = 4
_PER_MESSAGE = 4
_PER_BLOCK = {"tool_use": 8, "tool_result": 8, "server_tool_use": 8}  # the marks around a call or a result
_NOT_READ = {"cache_control", "signature", "encrypted_content", "encrypted_index", "citations"}


class Part(NamedTuple):
    """One block of a prompt, in the order in which the model reads them."""

    section: str  # "tools", "system" or "messages"
    block: Any
    tokens: int
    role: str = ""


def estimate(value: Any) -> int:
    """About how many tokens a text, or the JSON of any other value, takes."""
    if type(value) is str:
        size = len(value) if value.isascii() else len(value.encode("utf-8", "surrogatepass"))
    else:
        size = 0 if value is None else _size(value)
    return -(-size // _BYTES_PER_TOKEN)


def input_tokens(request: dict[str, Any], profile: Profile) -> int:
    """Estimated input tokens of a request: the sum of its `parts`."""
    total = sum(part.tokens for part in _front(request, profile))
    for message in _list(request.get("messages")):
        content = message.get("content") if isinstance(message, dict) else None
        total += _PER_MESSAGE + content_tokens(content, profile.id)
    return total


def content_tokens(content: Any, model: str = "") -> int:
    """Estimated tokens of a message's content, a text or blocks: what a model reads or writes."""
    if not isinstance(content, list):
        return estimate(content)
    return sum([_block(block, model) for block in content])


def parts(request: dict[str, Any], profile: Profile) -> Iterator[Part]:
    """The prompt as the API lays it out: tools, system, messages."""
    yield from _front(request, profile)
    for message in _list(request.get("messages")):
        yield from _message(message, profile.id)


def _front(request: dict[str, Any], profile: Profile) -> Iterator[Part]:
    """What stands before the messages."""
    extra = _tool_prompt(request, profile)
    tools = _list(request.get("tools"))
    for tool, tokens in zip(tools, _tools(tools), strict=True):
        if not (isinstance(tool, dict) and tool.get("defer_loading") is True):  # not in the prompt yet
            yield Part("tools", tool, tokens + extra)
            extra = 0
    extra += _format_prompt(request)
    for block in _blocks(request.get("system")):
        yield Part("system", block, _block(block, profile.id) + extra)
        extra = 0
    if extra:
        yield Part("system", None, extra)


def _message(message: Any, model: str) -> Iterator[Part]:
    content, role = None, ""
    if isinstance(message, dict):
        content, role = message.get("content"), message.get("role", "")
    tokens = _PER_MESSAGE
    for block in _blocks(content):
        yield Part("messages", block, tokens + _block(block, model), role)
        tokens = 0
    if tokens:
        yield Part("messages", None, tokens, role)


def _tool_prompt(request: dict[str, Any], profile: Profile) -> int:
    """The system prompt that the API adds when there are tools; its published size depends on the mode."""
    if not request.get("tools"):
        return 0
    choice = request.get("tool_choice")
    mode = choice.get("type", "auto") if isinstance(choice, dict) else "auto"
    return (profile.tool_tokens or {}).get(mode, 0)


def _format_prompt(request: dict[str, Any]) -> int:
    """Structured outputs put the schema before the model."""
    config = request.get("output_config")
    form = config.get("format") if isinstance(config, dict) else None
    return estimate(form.get("schema")) if isinstance(form, dict) else 0


@remembered
def _tools(tools: list[Any]) -> tuple[int, ...]:
    """The tokens of each definition."""
    return tuple(_tool(tool) for tool in tools)


def _tool(tool: Any) -> int:
    if isinstance(tool, dict) and "cache_control" in tool:
        tool = {key: value for key, value in tool.items() if key != "cache_control"}
    return estimate(tool)


def _block(block: Any, model: str) -> int:
    """The tokens of one content block: what the model reads of it, not its JSON."""
    if not isinstance(block, dict):
        return estimate(block)
    kind = block.get("type")
    if kind == "text":
        return estimate(block.get("text"))
    if kind == "tool_result":
        return _PER_BLOCK[kind] + content_tokens(block.get("content"), model)
    if kind in ("tool_use", "server_tool_use"):
        return _PER_BLOCK[kind] + estimate(block.get("name")) + estimate(block.get("input"))
    if kind == "thinking":  # the signature holds a text that is not shown
        return estimate(block.get("thinking") or block.get("signature"))
    if kind == "image":
        return image_tokens(block.get("source"), model)
    if kind == "document":
        return _document(block, model)
    source = block.get("source")
    if _is_media(source):
        return image_tokens(source, model)
    return estimate({key: value for key, value in block.items() if key not in _NOT_READ})


def _is_media(source: Any) -> bool:
    return isinstance(source, dict) and source.get("type") in ("base64", "url", "file")


def _document(block: dict[str, Any], model: str) -> int:
    """A PDF by its pages; a text, or a document made of blocks, by what it says."""
    named = estimate(block.get("title")) + estimate(block.get("context"))
    source = block.get("source")
    kind = source.get("type") if isinstance(source, dict) else None
    if kind == "text":
        return named + estimate(source.get("data"))
    if kind == "content":
        return named + content_tokens(source.get("content"), model)
    return named + pdf_tokens(source)


def _blocks(content: Any) -> list[Any]:
    """A text is short for one text block."""
    return content if isinstance(content, list) else [content] if content else []


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _size(value: Any) -> int:
    """About the length in bytes of a value's JSON. A stack, as nesting may be deep."""
    total, waiting = 0, [value]
    while waiting:
        item = waiting.pop()
        kind = type(item)
        if kind is str:
            size = len(item) if item.isascii() else len(item.encode("utf-8", "surrogatepass"))
            total += size + 2
        elif kind is dict:
            total += 2 + 4 * len(item)
            waiting += item
            waiting += item.values()
        elif kind is list or kind is tuple:
            total += 2 + 2 * len(item)
            waiting += item
        elif kind is int:
            total += 1 + item.bit_length() * 3 // 10  # digits, without writing them
        else:
            total += 5
    return total
