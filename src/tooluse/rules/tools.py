"""The list of tools, beyond the shape of each."""

import re
from collections.abc import Iterator

from tooluse.rules.request import Finding, Request

PROPERTY_KEYS = "^[a-zA-Z0-9_.-]{1,64}$"
_PROPERTY_KEY = re.compile(PROPERTY_KEYS.removesuffix("$"))


def tool_names_unique(request: Request) -> Iterator[Finding]:
    """Two tools have one name; server tools count (reported 2026-05)."""
    seen = set()
    for tool in request.tools:
        name = tool.body.get("name")
        if isinstance(name, str) and name in seen:
            yield Finding(f"{tool.path}.name", "tools: Tool names must be unique.")
            return
        seen.add(name if isinstance(name, str) else None)


def property_keys(request: Request) -> Iterator[Finding]:
    """A parameter's name holds a forbidden character (`$top`); nested objects are not looked at."""
    for tool in request.custom_tools:
        schema = tool.body.get("input_schema")
        properties = schema.get("properties") if isinstance(schema, dict) else None
        keys = properties if isinstance(properties, dict) else ()
        if not all(isinstance(key, str) and _PROPERTY_KEY.fullmatch(key) for key in keys):
            path = f"{tool.path}.input_schema.properties"
            yield Finding(path, f"{path}: Property keys should match pattern '{PROPERTY_KEYS}'")


def all_tools_deferred(request: Request) -> Iterator[Finding]:
    """Every tool is deferred: the model would see none."""
    tools = request.tools
    if tools and all(tool.body.get("defer_loading") is True for tool in tools):
        yield Finding(
            "tools", "At least one tool must have defer_loading=false. All tools cannot be deferred."
        )


def deferred_with_cache_control(request: Request) -> Iterator[Finding]:
    """A deferred tool is a cache breakpoint.

    The docs of 2026-08 contradict themselves: the page on tool search says 400, the reference says that the
    two combine. No measurement is known; the narrower statement is followed. The sentence is ours."""
    for tool in request.tools:
        if tool.body.get("defer_loading") is True and tool.body.get("cache_control") is not None:
            path = f"{tool.path}.cache_control"
            yield Finding(path, f"{path}: cache_control cannot be set for tools with defer_loading=true")
