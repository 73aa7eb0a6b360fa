"""What the rules look at: a request, seen once and shared by all rules."""

from collections.abc import Collection
from functools import cached_property
from itertools import islice
from typing import Any, NamedTuple

from tooluse.rules.bound import FORMAT_PATH, Bound, format_of
from tooluse.rules.cache import Breakpoint, breakpoints
from tooluse.rules.conversation import Block, Turn, holders, turns
from tooluse.rules.fits import fits
from tooluse.rules.profiles import Profile
from tooluse.rules.schema_check import Level, is_schema, levels
from tooluse.rules.shape import ENOUGH, Fault, faults
from tooluse.rules.strict_schema import Obstacle


class Finding(NamedTuple):
    """What a rule yields: where, and the API's own sentence.

    `path` may be more precise than the sentence, which often names no place at all. `place` is the rank among
    other findings, where the path does not tell it. `details`: what the rule's French sentence names."""

    path: str
    message: str
    place: tuple[Any, ...] | None = None
    details: tuple[tuple[str, str], ...] = ()


class Tool(NamedTuple):
    """One entry of `tools` that is an object; `path` is how the API writes it: `tools.0.custom`."""

    path: str
    kind: str
    body: dict[str, Any]


class Request:
    """A request body of any shape whatever, with the views on it that rules share."""

    def __init__(
        self, body: Any, profile: Profile, api_version: str, beta: bool = False, counting: bool = False
    ) -> None:
        self.body = body
        self.profile = profile
        self.api_version = api_version
        self.beta = beta  # some anthropic-beta header came along
        self.counting = counting  # for count_tokens
        self._valid: dict[int, bool] = {}

    def get(self, field: str) -> Any:
        return self.body.get(field) if isinstance(self.body, dict) else None

    @cached_property
    def faults(self) -> list[Fault]:
        """Faults of shape, in document order."""
        form = (self.body, self.beta, self.counting)
        return [] if fits(*form) else faults(*form)

    @cached_property
    def turns(self) -> list[Turn]:
        """The conversation as the API sees it: consecutive messages of one role are one turn."""
        return turns(self.get("messages"))

    @cached_property
    def _holders(self) -> dict[str, list[Turn]]:
        return holders(self.turns)

    @property
    def block_types(self) -> Collection[str]:
        """Of all blocks of the conversation."""
        return self._holders.keys()

    def turns_with(self, *block_types: str, role: str | None = None) -> list[Turn]:
        """The turns that hold a block of one of these types, in order: all, or those of one role."""
        found = [turn for kind in block_types for turn in self._holders.get(kind, ())]
        if len(block_types) > 1:
            found = sorted(set(found), key=lambda turn: turn.number)
        return [turn for turn in found if turn.role == role] if role else found

    def neighbour(self, turn: Turn, step: int, role: str) -> Turn | None:
        """The turn right before (-1) or right behind (+1), if it is one of this role."""
        at = turn.number + step
        found = self.turns[at] if 0 <= at < len(self.turns) else None
        return found if found and found.role == role else None

    @cached_property
    def system_turns(self) -> list[Turn]:
        return [turn for turn in self.turns if turn.role == "system"]

    @cached_property
    def blank_texts(self) -> list[Block]:
        """The texts of the conversation that say nothing: several rules are about these."""
        return [block for turn in self.turns_with("text") for block in turn.of("text") if block.is_blank()]

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
    def breakpoints(self) -> list[Breakpoint]:
        """The cache breakpoints that blocks and tools carry."""
        return list(breakpoints(self.tools, self.get("system"), self.turns))

    @cached_property
    def custom_tools(self) -> list[Tool]:
        """The tools that the caller runs and describes."""
        return [tool for tool in self.tools if tool.kind == "custom"]

    @cached_property
    def schemas(self) -> list[tuple[Tool, list[Level]]]:
        """The schemas of these tools, if they are objects, taken apart: the first level is the whole."""
        taken = [(tool, list(levels(tool.body.get("input_schema")))) for tool in self.custom_tools]
        return [(tool, found) for tool, found in taken if found]

    @cached_property
    def format_schema(self) -> list[Level]:
        """The schema of `output_config.format`, taken apart; empty when there is none."""
        return list(levels(format_of(self.get("output_config")).get("schema")))

    def is_schema(self, found: list[Level]) -> bool:
        """Whether one of these schemas is valid JSON Schema: found out once."""
        if id(found) not in self._valid:
            self._valid[id(found)] = is_schema(found)
        return self._valid[id(found)]

    @cached_property
    def bound_schemas(self) -> list[Bound]:
        """The schemas that the answer is bound to: of strict tools, of the format. Invalid ones are told as
        such, and not looked at any further."""
        strict = any(tool.body.get("strict") is True for tool in self.tools)
        found = [
            Bound(tool.path, f"{tool.path}.input_schema", inner)
            for tool, inner in (self.schemas if strict else ())
            if tool.body.get("strict") is True and self.is_schema(inner)
        ]
        inner = self.format_schema
        if inner and self.is_schema(inner):
            found.append(Bound(FORMAT_PATH, FORMAT_PATH, inner))
        return found

    @cached_property
    def obstacles(self) -> list[tuple[Bound, Obstacle]]:
        """What keeps these from being compiled, each with the schema it is found in."""
        found = ((schema, obstacle) for schema in self.bound_schemas for obstacle in schema.obstacles())
        return list(islice(found, ENOUGH))
