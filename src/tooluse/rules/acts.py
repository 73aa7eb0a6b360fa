"""What a tool does, as far as its name and its first words tell: read, write, or who knows."""

from collections.abc import Iterable

from tooluse.rules.request import Tool
from tooluse.rules.vocabulary import name_words, read, words


def act_of(some: Iterable[str]) -> str:
    """`read` (computing is no more) or `write`, by the first verb among these words; else empty."""
    for word in some:
        for form in (word, word.removesuffix("s")):
            if form in words("read") or form in words("compute"):
                return "read"
            if form in words("write"):
                return "write"
    return ""


def act(tool: Tool) -> str:
    name, description = tool.body.get("name"), tool.body.get("description")
    told = act_of(name_words(name)) if isinstance(name, str) else ""
    if told or not isinstance(description, str):
        return told
    return act_of(read(description).words[:2])


def looks_for(tool: Tool) -> str:
    """The verb of a tool that looks for several things, of which there may be none; empty for others."""
    name = tool.body.get("name")
    parts = name_words(name) if isinstance(name, str) else ()
    return next((part for part in parts if part in words("listing")), "")
