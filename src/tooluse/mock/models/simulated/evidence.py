"""What speaks for a tool and against it, word by word, value by value."""

from dataclasses import dataclass, field
from typing import Any

from tooluse.mock.models.simulated.definition import Definition

_WORDED = frozenset("name purpose trigger returns property about enum sent".split())


@dataclass
class Evidence:
    """`relevance`: whether to call the tool at all; `rank`: before which others."""

    tool: Definition
    relevance: float = 0.0
    rank: float = 0.0
    for_: list[dict[str, Any]] = field(default_factory=list)
    against: list[dict[str, Any]] = field(default_factory=list)
    values: int = 0  # identifiers of the request that are this tool's for sure
    taken: set[str] = field(default_factory=set)  # the arguments that they are for
    soft: dict[str, int] = field(default_factory=dict)  # dates, amounts, names that have a place, by kind

    unread: int = 0  # words of the request that are nothing to the tool

    @property
    def worded(self) -> int:
        """How many words of the request speak for the tool."""
        return len({told["word"] for told in self.for_ if told["where"] in _WORDED})

    def count(self, relevance: float, rank: float, **told: Any) -> None:
        self.relevance += relevance
        self.rank += rank
        if rank:
            (self.for_ if rank > 0 else self.against).append({**told, "weight": round(rank, 2)})
