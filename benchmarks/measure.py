"""What every benchmark measures with: many rounds, as the machine has other work too."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gc import collect, disable, enable
from statistics import median
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Result:
    """One line of the table: a figure, and the most that it may be (None: only told)."""

    name: str
    value: float
    limit: float | None = None
    unit: str = ""
    note: str = ""

    @property
    def ok(self) -> bool:
        return self.limit is None or self.value <= self.limit


def timed(
    *actions: Callable[[Any], object], subject: Callable[[int], Any], seconds: float = 5.0
) -> list[list[float]]:
    """Seconds that each action took, in as many rounds as the time allows.

    Each round is about one subject, made from its number beforehand. The actions take turns, so that a busy
    moment of the machine meets them all."""
    taken: list[list[float]] = [[] for _ in actions]
    for action in actions:
        action(subject(0))
    end, number = perf_counter() + seconds, 0
    with _no_collection():
        while perf_counter() < end:
            number += 1
            about = subject(number)
            for action, own in zip(actions, taken, strict=True):
                start = perf_counter()
                action(about)
                own.append(perf_counter() - start)
            if number % 50 == 0:
                collect()
    return taken


def ratio(base: list[float], other: list[float]) -> float:
    """How many times as long the other took, in the middle one of the rounds.

    The two of one round met the same machine; so it tells more than the fastest of each do, which need not
    have met it in the same mood."""
    return median(second / first for first, second in zip(base, other, strict=True))


@contextmanager
def _no_collection() -> Iterator[None]:
    """The collector starts wherever it happens to: it would charge one action with the waste of another."""
    disable()
    try:
        yield
    finally:
        enable()
