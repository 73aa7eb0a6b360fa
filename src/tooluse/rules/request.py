"""What the rules look at: a request, seen once and shared by all rules."""

from functools import cached_property
from typing import Any, NamedTuple

from tooluse.rules.conversation import Turn, turns
from tooluse.rules.profiles import Profile
from tooluse.rules.schema_check import Level, levels
from tooluse.rules.shape import Fault, faults


class Finding(NamedTuple):
    """What a rule yields: where, and the API's own sentence.

    `path` may be more precise than the sentence, which often names no place at all. `place` is the rank among
    other findings, where the path does not tell it."""

    path: str
    message: str
    place: tuple[Any, ...] | None = None


class Tool(NamedTuple):
    """One entry of `tools` that is an object; `path` is how the API writes it: `tools.0.custom`."""

    path: str
    kind: str
    body: dict[str, Any]


class Request:
    """A request body of any shape whatever, with the views on it that rules share."""

    def __init__(self, body: Any, profile: Profile, api_version: str) -> None:
        self.body = body
        self.profile = profile
        self.api_version = api_version

    def get(self, field: str) -> Any:
        return self.body.get(field) if isinstance(self.body, dict) else None

    @cached_property
    def faults(self) -> list[Fault]:
        """Faults of shape, in document order."""
        return faults(self.body)

    @cached_property
    def turns(self) -> list[Turn]:
        """The conversation as the API sees it: consecutive messages of one role are one turn."""
        return turns(self.get("messages"))

    @cached_property
    def tools(self) -> list[Tool]:
        """The tools that are objects at least."""
        entries = self.get("tools")
        found = []
        for index, entry in enumerate(entries if isinstance(entries, list) else ()):
            if isinstance(entry, dict):
                kind = entry.get("type") if isinstance(entry.get("type"), str) else "custom"
                found.append(Tool(f"tools.{index}.{kind}", kind, entry))
        return found

    @cached_property
    def custom_tools(self) -> list[Tool]:
        """The tools that the caller runs and describes."""
        return [tool for tool in self.tools if tool.kind == "custom"]

    @cached_property
    def schemas(self) -> list[tuple[Tool, list[Level]]]:
        """The schemas of these tools, if they are objects, taken apart: the first level is the whole."""
        taken = [(tool, list(levels(tool.body.get("input_schema")))) for tool in self.custom_tools]
        return [(tool, found) for tool, found in taken if found]
