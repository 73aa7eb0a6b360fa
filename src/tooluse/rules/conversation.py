"""Messages as turns. The API merges consecutive messages of one role before it checks the conversation
(since 2024-10-08), yet its refusals keep naming the messages as they were sent."""

from dataclasses import dataclass
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

    def is_blank(self) -> bool:
        """Whether its text is empty, or white space."""
        text = self.body.get("text")
        return isinstance(text, str) and (not text or text.isspace())


@dataclass(slots=True, eq=False)
class Turn:
    """Consecutive messages of one role. `role` is None for a message that has none to show."""

    number: int  # from 0
    role: str | None
    messages: list[int]
    blocks: list[Block]
    bare: bool = True  # every content is an empty string or an empty list

    def of(self, block_type: str) -> list[Block]:
        return [block for block in self.blocks if block.type == block_type]

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
    turn = None
    for index, message in enumerate(messages if isinstance(messages, list) else ()):
        body = message if isinstance(message, dict) else {}
        role, content = body.get("role"), body.get("content")
        if not isinstance(role, str):
            role = None
        if turn is None or turn.role != role:
            turn = Turn(len(found), role, [], [])
            found.append(turn)
        turn.messages.append(index)
        turn.bare = turn.bare and content in ("", [])
        if isinstance(content, str):  # counts as one text block
            turn.blocks.append(Block(index, None, "text", {"type": "text", "text": content}))
        elif isinstance(content, list):
            turn.blocks += _blocks(index, content)
    return found


def holders(turns: list[Turn]) -> dict[str, list[Turn]]:
    """The turns that hold a block of each type, in order: most rules are about one type, which few hold."""
    found: dict[str, list[Turn]] = {}
    for turn in turns:
        for block_type in {block.type for block in turn.blocks}:
            found.setdefault(block_type, []).append(turn)
    return found


def _blocks(message: int, content: list[Any]) -> list[Block]:
    return [
        Block(message, index, body["type"], body)
        for index, body in enumerate(content)
        if isinstance(body, dict) and isinstance(body.get("type"), str)
    ]
