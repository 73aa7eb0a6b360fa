"""What every benchmark measures with: the fastest of many rounds, as the machine has other work too."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from gc import collect, disable, enable
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


def fastest(
    *actions: Callable[[Any], object], subject: Callable[[int], Any], seconds: float = 5.0
) -> list[float]:
    """Seconds of the fastest call of each action, in as many rounds as the time allows.

    Each round is about one subject, made from its number beforehand. The actions take turns, so that a busy
    moment of the machine meets them all; whatever disturbs adds time, so the least comes nearest."""
    best = [float("inf")] * len(actions)
    for action in actions:
        action(subject(0))
    end, number = perf_counter() + seconds, 0
    with _no_collection():
        while perf_counter() < end:
            number += 1
            about = subject(number)
            for place, action in enumerate(actions):
                start = perf_counter()
                action(about)
                best[place] = min(best[place], perf_counter() - start)
            if number % 50 == 0:
                collect()
    return best


@contextmanager
def _no_collection() -> Iterator[None]:
    """The collector starts wherever it happens to: it would charge one action with the waste of another."""
    disable()
    try:
        yield
    finally:
        enable()
