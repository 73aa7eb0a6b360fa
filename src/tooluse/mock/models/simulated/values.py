"""The value that a fact gives a property, in the format that the definition states, and its source."""

import re
from datetime import date
from typing import Any

from tooluse.mock.models.simulated import codes, schema, tense, units
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.formats import cased, write_date
from tooluse.mock.models.simulated.lexicon import fold
from tooluse.mock.models.simulated.perceive import Scene
from tooluse.mock.models.simulated.properties import Property, leaves_of
from tooluse.mock.models.simulated.reading import Found, Reading


def from_fact(one: Property, fact: Fact, reading: Reading) -> Found:
    """The value that a fact gives a property, in the format that the definition states."""
    if fact.kind == "date" and fact.detail is not None and one.type not in ("integer", "number"):
        return _date(one, fact, reading)
    if fact.kind in ("time", "date") and one.type in ("integer", "number"):
        value = schema.bounded(lasting(one, fact) or 0, one.schema)
        value = int(value) if one.type == "integer" or float(value).is_integer() else value
        return Found(value, fact.source, f"« {fact.text} »", fact)
    if fact.kind == "time":
        written = _clock(one, fact)
        return Found(written, fact.source, f"« {fact.text} »", fact)
    if one.code and isinstance(fact.value, str):
        return _coded(one, fact, reading)
    if isinstance(fact.value, int | float) and one.type != "string":
        return Found(_number(one, fact), fact.source, f"« {fact.text} »", fact)
    said = fact.text if isinstance(fact.value, int | float) else str(fact.value)
    if fact.kind == "money" and one.kind == "currency":
        said = str(fact.detail)
    if fact.kind == "id" and said.startswith("#"):
        said = said[1:]
    # A name where an identifier is wanted: it will do if no tool gives the identifier.
    unsure = one.kind == "id" and fact.kind in ("name", "person", "organisation", "place")
    unasked = reading.profile.code_unasked
    if fold(said) in unasked and one.kinds[:1] and one.kind in ("place", "airport"):
        pair = [other for other in reading.scene.facts if other.kind == "place"]
        if all(fold(other.text) in unasked for other in pair):
            return Found(reading.profile.code("airport", said), "habit", said, fact)
    if fact.kind == "address" and one.kind in ("place", "address") and not _split(one, reading):
        said = str(fact.detail)
    said = cased(said, one.text) if len(said) < 40 else said
    return Found(said, fact.source, f"« {fact.text} »", fact, unsure)


def _split(one: Property, reading: Reading) -> bool:
    """Whether the town of an address has a property of its own."""
    home = one.path.rpartition(".")[0]
    others = (other for other in leaves_of(reading.tool.properties) if other is not one)
    return any(other.kind == "place" and other.path.rpartition(".")[0] == home for other in others)


def _date(one: Property, fact: Fact, reading: Reading) -> Found:
    phrase, today = fact.detail, reading.scene.today
    pattern = one.time_format or _habit(phrase, reading)
    if pattern is None:
        return Found(fact.text, fact.source, "aucun format demandé", fact)
    learned = _learned(fact, reading.scene)
    if learned is not None:
        day, source, why = learned, "result", f"« {fact.text} », résolu par un outil"
    else:
        known = not phrase.needs or today is not None
        assumed = reading.profile.assumed_today
        span = phrase.span(today or assumed, tense.way(one, fact.start, reading, phrase.needs))
        day = span[1] if one.role == "end" else span[0]
        source = fact.source if known else "assumed_today"
        why = f"« {fact.text} »" if known else f"« {fact.text} », compté depuis le {assumed}"
    clock = _clock_for(fact, reading)
    return Found(
        write_date(day, pattern, clock),
        source,
        why,
        fact,
        unsure=source == "assumed_today" and phrase.needs == "day",
    )


def _clock_for(fact: Fact, reading: Reading) -> tuple[int, int] | None:
    """The time that goes with a date: the first one behind it, else the first in reach."""
    start, end = reading.span
    clocks = [one for one in reading.scene.facts if one.kind == "time" and isinstance(one.detail, tuple)]
    inside = [one for one in clocks if start <= one.start < end] or clocks
    behind = [one for one in inside if one.start >= fact.end]
    return next((one.detail for one in behind or inside), None)


def _habit(phrase: Any, reading: Reading) -> str | None:
    """A profile that writes codes unasked writes a date that needs no clock in ISO, too: its habit."""
    profile = reading.profile
    places = [fact for fact in reading.scene.facts if fact.kind == "place"]
    in_codes = places and all(fold(fact.text) in profile.code_unasked for fact in places)
    plain = phrase.needs != "day" or re.search(r"\d", phrase.text)
    return "%Y-%m-%d" if profile.iso_after_code and in_codes and plain else None


def _learned(fact: Fact, scene: Scene) -> date | None:
    """A date that a tool worked out for these very words."""
    for call in reversed(scene.calls):
        if not call.failed and any(fold(str(value)) == fold(fact.text) for value in call.input.values()):
            hit = re.search(r"\d{4}-\d{2}-\d{2}", call.result or "")
            if hit:
                try:
                    return date.fromisoformat(hit[0])
                except ValueError:
                    return None
    return None


def _clock(one: Property, fact: Fact) -> str:
    if one.time_format is None or not isinstance(fact.detail, tuple):
        return fact.text
    return write_date(date(2000, 1, 1), one.time_format if "%H" in one.time_format else "%H:%M", fact.detail)


def _coded(one: Property, fact: Fact, reading: Reading) -> Found:
    found = codes.find(one.code, str(fact.value), one, reading.scene, reading.profile)
    if found is not None:
        return Found(found.value, found.source, f"« {fact.text} »", fact, unsure=found.source == "belief")
    if one.choices:
        return Found(
            codes.among(str(fact.value), one.choices), "definition", f"« {fact.text} », parmi l'enum", fact
        )
    said = codes.invented(one.code, str(fact.value), reading.profile)
    if said is not None:
        return Found(said, "invented", f"« {fact.text} », code inconnu", fact, unsure=True)
    return Found(str(fact.value), fact.source, f"« {fact.text} », code inconnu", fact, unsure=True)


def _number(one: Property, fact: Fact) -> float | int:
    value = fact.value
    said = fact.detail if isinstance(fact.detail, units.Unit) else None
    if said is None and fact.kind == "money":
        said = units.units().get(fold(str(fact.detail)))
    asked = units.wanted(one.name, one.text)
    if said is not None and asked is not None and (other := units.convert(value, said, asked)) is not None:
        value = other
    value = schema.bounded(value, one.schema)
    return int(value) if one.type == "integer" or float(value).is_integer() else value


def lasting(one: Property, fact: Fact) -> float | None:
    """« 1h30 » as a length of time, in the unit that the property asks for."""
    asked = units.wanted(one.name, one.text)
    if asked is None or asked.dimension != "duration" or fact.detail is None:
        return None
    if fact.kind == "date":
        first, last = fact.detail.span(date(2025, 1, 1))
        return units.convert((last - first).days + 1, units.units()["day"], asked)
    hour, minute = fact.detail
    return units.convert(hour * 60 + minute, units.units()["min"], asked)
