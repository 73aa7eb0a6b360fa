"""Choices told by numbers: « jeunesse (6 à 14 ans) », "small (under 5 kg)"."""

import re
from functools import lru_cache

from tooluse.mock.models.simulated import units
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.units import Unit

_NUMBER = r"(\d{1,9}(?:[.,]\d{1,4})?)"
_BELOW = re.compile(rf"(?:moins de|under|below|less than|jusqu'a|up to|au plus|at most|<=?) ?{_NUMBER}")
_ABOVE = re.compile(rf"(?:plus de|over|above|more than|a partir de|at least|au moins|from|>=?) ?{_NUMBER}")
_BETWEEN = re.compile(rf"{_NUMBER} ?(?:a|to|-|–|et|and) ?{_NUMBER}")


@lru_cache(2048)
def bounds(gloss: str) -> tuple[float, float, Unit] | None:
    """From, until, and in which unit; None when the gloss says no such thing."""
    found = _BETWEEN.search(gloss)
    low = high = None
    if found:
        low, high = found[1], found[2]
    elif found := _BELOW.search(gloss):
        high = found[1]
    elif found := _ABOVE.search(gloss):
        low = found[1]
    unit = units.behind(gloss, found.end()) if found else None
    if unit is None:
        return None
    return _value(low, 0), _value(high, float("inf")), unit[0]


def _value(said: str | None, default: float) -> float:
    return float(said.replace(",", ".")) if said else default


def among(glosses: dict[str, str], facts: list[Fact]) -> tuple[str, Fact] | None:
    """The choice whose bounds a number of the request keeps to; the narrowest, if several do."""
    best: tuple[float, str, Fact] | None = None
    for value, text in glosses.items():
        limits = bounds(text)
        for fact in facts if limits else ():
            if not isinstance(fact.detail, Unit) or not isinstance(fact.value, int | float):
                continue
            number = units.convert(fact.value, fact.detail, limits[2])
            if number is not None and limits[0] <= number <= limits[1]:
                width = limits[1] - limits[0]
                if best is None or width < best[0]:
                    best = (width, value, fact)
    return (best[1], best[2]) if best else None
