"""Units: what a number is measured in, what a property is to be measured in, and from one to the other."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from tooluse.mock.models.simulated.lexicon import fold, name_words, table


class Unit(NamedTuple):
    """A unit as it is written, its dimension, and how many of the smallest unit it is."""

    word: str
    dimension: str
    size: float


@cache
def units() -> dict[str, Unit]:
    return {
        word: Unit(word, dimension, size)
        for dimension, known in table("units").items()
        if dimension != "note"
        for word, size in known.items()
    }


@cache
def words() -> str:
    """The units as alternatives of an expression, the longest first."""
    return "|".join(re.escape(word) for word in sorted(units(), key=len, reverse=True))


@cache
def _behind() -> re.Pattern[str]:
    return re.compile(rf"\s?({words()})(?!\w)(?:\s(?:et|and)\s(?:a\s)?(demie?|half)\b)?")


def behind(folded: str, position: int) -> tuple[Unit, int, float] | None:
    """The unit right behind a number, where it ends, and what « et demie » adds."""
    found = _behind().match(folded, position)
    return (units()[found[1]], found.end(), 0.5 if found[2] else 0.0) if found else None


@cache
def _asked() -> re.Pattern[str]:
    return re.compile(rf"(?:\b(?:en|in)\s|\()(?:nombre de |whole |entiers? de )?({words()})(?!\w)")


@cache
def _counted() -> re.Pattern[str]:
    long = "|".join(word for word in sorted(units(), key=len, reverse=True) if len(word) > 2)
    return re.compile(rf"(?<!\w)(?<!pour )(?<!per )({long})(?!\w)")


@lru_cache(2048)
def wanted(name: str, text: str) -> Unit | None:
    """The unit that a definition asks for: « en grammes », "(kg)", a name such as `weight_g`, « minutes »."""
    said = fold(text)
    if found := _asked().search(said):
        return units()[found[1]]
    own = name_words(name)
    for word in reversed(own[1:] if len(own) > 1 else [part for part in own if len(part) > 2]):
        if word in units():
            return units()[word]
    found = _counted().search(re.split(r"[.;]", said.partition(". ")[2] or said)[0])
    return units()[found[1]] if found else None


def convert(value: float, said: Unit, asked: Unit) -> float | None:
    """The value in the unit that is asked for; None between dimensions."""
    if said.dimension == asked.dimension:
        return round(value * said.size / asked.size, 6)
    days = {"months": 86400 * 30, "duration": 1}
    if {said.dimension, asked.dimension} == set(days):
        return round(value * said.size * days[said.dimension] / (asked.size * days[asked.dimension]), 2)
    return None
