"""The misconceptions that the course knows: a code, a name, why it matters, where it is taught."""

from dataclasses import dataclass
from functools import cache

from tooluse.data import read_json
from tooluse.french import typeset

OTHER = "AUTRE"  # a failure that no code explains
NOT_BEGUN = "A-FAIRE"  # a task not begun: nothing to explain yet
NO_LESSON = frozenset({OTHER, NOT_BEGUN})


@dataclass(frozen=True)
class Misconception:
    code: str
    name: str
    explanation: str
    lesson: str


@cache
def misconceptions() -> dict[str, Misconception]:
    """All of them by code, those that no lesson teaches included."""
    table = read_json("misconceptions.json")
    return {
        code: Misconception(code, typeset(entry["name"]), typeset(entry["explanation"]), entry["lesson"])
        for code, entry in table.items()
    }
