"""Where a request asks for a cache breakpoint, in the order of the cached prefix: tools, system, messages."""

from collections.abc import Iterator
from typing import Any

from tooluse.rules.conversation import Turn

Breakpoint = tuple[str, dict[str, Any]]  # the path of what carries it, and the `cache_control` itself


def breakpoints(tools: list[Any], system: Any, turns: list[Turn]) -> Iterator[Breakpoint]:
    """Every `cache_control` that is an object; a result's own content may carry some, too."""
    for tool in tools:
        if "cache_control" in tool.body:
            yield from _of(tool.path, tool.body)
    yield from _inside("system", system)
    for turn in turns:
        for block in turn.blocks:  # hot: most blocks have neither
            if "cache_control" in block.body:
                yield from _of(block.path, block.body)
            if isinstance(block.body.get("content"), list):
                yield from _inside(f"{block.path}.content", block.body["content"])


def _inside(path: str, items: Any) -> Iterator[Breakpoint]:
    for index, body in enumerate(items if isinstance(items, list) else ()):
        if isinstance(body, dict) and "cache_control" in body:
            yield from _of(f"{path}.{index}", body)


def _of(path: str, body: dict[str, Any]) -> Iterator[Breakpoint]:
    control = body["cache_control"]
    if isinstance(control, dict):
        yield path, control
