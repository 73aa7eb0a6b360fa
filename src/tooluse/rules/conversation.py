"""Messages as turns. The API merges consecutive messages of one role before it checks the conversation
(since 2024-10-08), yet its refusals keep naming the messages as they were sent."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, NamedTuple


class Block(NamedTuple):
    """One content block and where it stands; `index` is None when the content is a plain string."""

    message: int
    index: int | None
    type: str
    body: dict[str, Any]

    @property
    def path(self) -> str:
        if self.index is None:
            return f"messages.{self.message}.content"
        return f"messages.{self.message}.content.{self.index}"

    def text(self, key: str) -> str | None:
        """A field, if it is a string: ids and names are read through this, whatever was sent."""
        value = self.body.get(key)
        return value if isinstance(value, str) else None


@dataclass(slots=True)
class Turn:
    """Consecutive messages of one role. `role` is None for a message that has none to show."""

    role: str | None
    messages: list[int] = field(default_factory=list)
    blocks: list[Block] = field(default_factory=list)
    bare: bool = True  # every content is an empty string or an empty list
    by_type: dict[str, list[Block]] = field(default_factory=dict)

    def of(self, block_type: str) -> list[Block]:
        return self.by_type.get(block_type, [])

    def ids(self, block_type: str, key: str = "id") -> dict[str, Block]:
        """The first block of each id, in order."""
        found: dict[str, Block] = {}
        for block in self.of(block_type):
            if (name := block.text(key)) is not None:
                found.setdefault(name, block)
        return found


def turns(messages: Any) -> list[Turn]:
    """The turns of a conversation; what is no message or no block is left to the rules of shape."""
    found: list[Turn] = []
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        body = message if isinstance(message, dict) else {}
        role = body.get("role") if isinstance(body.get("role"), str) else None
        if not found or found[-1].role != role:
            found.append(Turn(role))
        found[-1].messages.append(index)
        found[-1].bare &= body.get("content") in ("", [])
        for block in _blocks(index, body.get("content")):
            found[-1].blocks.append(block)
            found[-1].by_type.setdefault(block.type, []).append(block)
    return found


def _blocks(message: int, content: Any) -> Iterator[Block]:
    if isinstance(content, str):  # counts as one text block
        yield Block(message, None, "text", {"type": "text", "text": content})
    elif isinstance(content, list):
        for index, body in enumerate(content):
            if isinstance(body, dict) and isinstance(body.get("type"), str):
                yield Block(message, index, body["type"], body)
