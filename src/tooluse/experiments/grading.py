"""How one call is graded: the tool, the JSON, then for each kind of value its format and its truth, apart."""

import re
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from datetime import date
from typing import Any

from tooluse.experiments.vols24 import COLUMNS

_CODE = re.compile(r"[A-Z]{3}")
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}")


@dataclass(frozen=True)
class Grade:
    """Six marks that never replace one another; a pair of airports counts once, with both sides."""

    tool: bool = False
    json: bool = False
    airports_format: bool = False
    airports_right: bool = False
    date_format: bool = False
    date_right: bool = False


def grade(name: str | None, given: Any, expected: dict[str, str], tool: str) -> Grade:
    """The marks of a call. `given` is its input as data, or None when no JSON object could be read."""
    if not isinstance(given, dict):
        return Grade(tool=name == tool)
    pair = [given.get("from"), given.get("to")]
    day = given.get("date")
    return Grade(
        tool=name == tool,
        json=True,
        airports_format=all(isinstance(one, str) and _CODE.fullmatch(one) for one in pair),
        airports_right=pair == [expected["from"], expected["to"]],
        date_format=is_iso_day(day),
        date_right=day == expected["date"],
    )


def is_iso_day(value: Any) -> bool:
    """Whether a value is written YYYY-MM-DD and such a day exists: 2026-02-31 does not."""
    if not isinstance(value, str) or not _DAY.fullmatch(value):
        return False
    try:
        date.fromisoformat(value)
    except ValueError:
        return False
    return True


def totals(grades: Iterable[Grade]) -> dict[str, int]:
    """How many calls have each mark. The denominator is all the requests, never the valid ones only."""
    marks = [asdict(one) for one in grades]
    return {column: sum(one[column] for one in marks) for column in COLUMNS}
