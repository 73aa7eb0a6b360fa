"""From and until: the ends of a range, where one date or one duration gives both."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from tooluse.mock.models.simulated import values
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import fold
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading
from tooluse.mock.models.simulated.units import Unit

_NIGHTS = frozenset(("nuit", "nuits", "night", "nights"))


def complete(leaves: Sequence[Property], dealt: dict[str, Found], reading: Reading) -> None:
    """The missing end of a range, put into `dealt`."""
    for start, end in pairs(leaves):
        first, last = dealt.get(start.path), dealt.get(end.path)
        if first is None and last is not None and _is_period(last.fact, reading):
            dealt[start.path] = values.from_fact(start, last.fact, reading)
        elif first is not None and last is None and (found := _until(end, first, reading)) is not None:
            dealt[end.path] = found
        elif first is None and last is not None and start.required and _whole_day(last.fact):
            dealt[start.path] = values.from_fact(start, last.fact, reading)


def pairs(leaves: Sequence[Property]) -> list[tuple[Property, Property]]:
    """The start and the end of each range: two dates of the same object."""
    found = []
    for start in leaves:
        if start.kind == "date" and start.role == "start":
            home = start.path.rpartition(".")[0]
            ends = (one for one in leaves if one.kind == "date" and one.role == "end")
            found += [(start, end) for end in ends if end.path.rpartition(".")[0] == home][:1]
    return found


def _whole_day(fact: Fact | None) -> bool:
    return fact is not None and fact.kind == "date" and fact.before[:1] not in (("avant",), ("before",))


def _is_period(fact: Fact | None, reading: Reading) -> bool:
    if fact is None or fact.kind != "date":
        return False
    first, last = fact.detail.span(reading.scene.today or reading.profile.assumed_today)
    return first != last


def _until(end: Property, first: Found, reading: Reading) -> Found | None:
    """The end after so many nights or days, the end of the period, or the same day."""
    if first.fact is None or first.fact.kind != "date":
        return None
    if _is_period(first.fact, reading):
        return values.from_fact(end, first.fact, reading)
    for fact in reading.scene.facts:
        if not reading.span[0] <= fact.start < reading.span[1] or fact.kind != "number":
            continue
        nights = fact.after[:1] and fact.after[0] in _NIGHTS
        unit = fact.detail if isinstance(fact.detail, Unit) else None
        if nights or unit is not None and unit.dimension == "duration" and unit.size >= 86400:
            days = fact.value if nights else fact.value * unit.size / 86400 - 1
            later = replace(first.fact, detail=_Later(first.fact.detail, timedelta(int(days))))
            found = values.from_fact(end, later, reading)
            return replace(found, why=f"« {first.fact.text} », plus « {fold(fact.text)} »")
    return values.from_fact(end, first.fact, reading) if end.required else None


class _Later:
    """A date phrase and so many days more."""

    def __init__(self, phrase, days: timedelta) -> None:
        self.phrase, self.days = phrase, days
        self.needs, self.text = phrase.needs, phrase.text

    def span(self, *when):
        first, last = self.phrase.span(*when)
        return first + self.days, last + self.days

    def on(self, *when):
        return self.span(*when)[0]
