"""What arguments are read from, and what is found for them."""

from dataclasses import dataclass
from typing import Any

from tooluse.mock.models.simulated import prose
from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.knowledge import Profile
from tooluse.mock.models.simulated.perceive import Scene

_JUDGED = 3000  # characters at each end of a text that is judged


@dataclass(frozen=True)
class Found:
    """A value, and where it came from; `fact` is what in the text gave it."""

    value: Any
    source: str
    why: str = ""
    fact: Fact | None = None
    unsure: bool = False  # a lookup tool would be better


@dataclass(frozen=True)
class Reading:
    """What a tool's arguments are read from."""

    tool: Definition
    scene: Scene
    profile: Profile
    span: tuple[int, int]
    material: bool = False  # the request brings a text to work on: judge that text

    @property
    def clause(self) -> str:
        return self.scene.task[self.span[0] : self.span[1]]

    @property
    def text(self) -> str:
        """The text to work on, if the request brings one; else the clause."""
        given = prose.given_text(self.scene.task, self.scene.facts)
        return given or (self.scene.task if self.material else self.clause) or self.scene.notes

    @property
    def judged(self) -> str:
        """What an enum or a boolean is read from."""
        found = self.text if self.material else self.clause
        return found if len(found) <= 2 * _JUDGED else f"{found[:_JUDGED]}\n{found[-_JUDGED:]}"
