"""One step of a text being written: the favourites of the model, what the mask forbids, what is left.

Only the probabilities before the mask are kept, with their allowed share: all else follows from these.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

SOFT = 5.0  # what the half-hearted mask takes off a logit
MASKS = ("none", "soft", "hard")


def softmax(logits: Sequence[float]) -> list[float]:
    """Probabilities of logits; −inf gets exactly 0."""
    top = max(logits)
    weights = [math.exp(one - top) for one in logits]
    total = sum(weights)
    return [weight / total for weight in weights]


@dataclass(frozen=True)
class Candidate:
    """A token as it is shown, its probability before any mask, and whether the grammar allows it."""

    token: str
    before: float
    allowed: bool

    def after(self, mask: str, removed: float) -> float:
        """Its probability under a mask, where the forbidden tokens had `removed` in all."""
        kept = {"none": 1.0, "soft": math.exp(-SOFT), "hard": 0.0}[mask]
        whole = (1 - removed) + removed * kept
        return self.before * (1 if self.allowed else kept) / whole if whole else 0.0


@dataclass(frozen=True)
class Step:
    """`written` so far; `allowed` tokens out of `size`; `removed`, the probability of the forbidden ones."""

    written: str
    candidates: tuple[Candidate, ...]
    allowed: int
    size: int
    removed: float
    wanted: str
    chosen: str

    @property
    def leak(self) -> float:
        """What the forbidden tokens keep in all under the soft mask."""
        kept = self.removed * math.exp(-SOFT)
        return kept / (1 - self.removed + kept) if kept else 0.0

    @property
    def choice(self) -> bool:
        """Whether there is something to see: several tokens allowed."""
        return self.allowed > 1


@dataclass
class Text:
    """What was written, step by step. `stop`: "end", "max_tokens", or "left" where the grammar was left."""

    steps: list[Step] = field(default_factory=list)
    text: str = ""
    stop: str = "max_tokens"

    def value(self) -> Any:
        """The text as JSON. Raises ValueError where it is none."""
        return json.loads(self.text)
