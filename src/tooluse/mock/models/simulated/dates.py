"""Dates as people write them: found in a text, and worked out once a day of today is known.

A phrase that does not suffice by itself (« vendredi prochain ») says so: who reads it must know the date.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from tooluse.mock.models.simulated.lexicon import fold, table, words_of

Resolve = Callable[[date], date]


@dataclass(frozen=True)
class DatePhrase:
    """Where a date stands, how to work it out, and what it needs for that: "" | "year" | "day"."""

    text: str
    start: int
    end: int
    resolve: Resolve
    needs: str = ""

    def on(self, today: date) -> date:
        try:
            return self.resolve(today)
        except (ValueError, OverflowError):
            return today


def find_dates(text: str) -> list[DatePhrase]:
    """Every date of a text, from left to right, none inside another."""
    folded, found, end = fold(text), [], 0
    hits = sorted(_matches(folded), key=lambda hit: (hit[0].start(), -hit[0].end()))
    for match, (resolve, needs) in hits:
        if match.start() >= end:
            end = match.end()
            found.append(DatePhrase(text[match.start() : end], match.start(), end, resolve, needs))
    return found


def _matches(folded: str) -> Iterator[tuple[re.Match[str], tuple[Resolve, str]]]:
    for pattern, read in _grammar():
        for match in pattern.finditer(folded):
            meaning = read(match)
            if meaning is not None:
                yield match, meaning


@cache
def _grammar() -> list[tuple[re.Pattern[str], Callable[[re.Match[str]], tuple[Resolve, str] | None]]]:
    words = table("dates")
    month = "|".join(sorted(words["months"], key=len, reverse=True))
    weekday = "|".join(words["weekdays"])
    unit = "|".join(sorted(words["units"], key=len, reverse=True))
    relative = "|".join(re.escape(fold(word)) for word in sorted(words["relative"], key=len, reverse=True))
    count = r"(?P<n>\d{1,4}|" + "|".join(map(re.escape, words_table())) + ")"
    after, before = "|".join(words_of("dates", "next")), "|".join(words_of("dates", "last"))
    day = rf"\d{{1,2}}(?:er)? (?P<month>{month})\b(?: (?P<y>\d{{4}}))?"
    year = r"(?:,? (?P<y>\d{4})\b)?"
    named, ordinal = rf"(?:(?:{weekday}),? )?", "(?:er|st|nd|rd|th)?"
    rules = [
        (r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?!\d)", _iso),
        (r"(?<!\d)(?P<d>\d{1,2})[/.](?P<m>\d{1,2})[/.](?P<y>\d{4})(?!\d)", _numeric),
        (
            rf"\b{named}(?P<d>\d{{1,2}}){ordinal} (?:of )?(?P<month>{month})\b(?:\.(?= \d{{4}}))?{year}",
            _named,
        ),
        (
            rf"\b{named}(?P<month>{month})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:){year}",
            _named,
        ),
        (rf"\b(?P<month>{month}) (?P<y>\d{{4}})\b", _named),
        (rf"\b(?P<d>\d{{1,2}})(?:er)?(?= (?:au|et|to|and) (?:le )?{day})", _named),
        (r"\b(?P<d>\d{1,2})(?:er)? (?:du mois prochain|de ce mois)", _day_of_month),
        (r"\b(?P<d>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?:next|this) month", _day_of_month),
        (rf"\b(?P<day>{weekday}) (?:{after})\b|\bnext (?P<day2>{weekday})\b", _weekday(1)),
        (rf"\b(?P<day>{weekday}) (?:{before})\b|\blast (?P<day2>{weekday})\b", _weekday(-1)),
        (rf"\b(?:ce |this |on )?(?P<day>{weekday})\b", _weekday(0)),
        (rf"\b(?:dans|in|d'ici) {count} (?P<unit>{unit})\b", _count(1)),
        (rf"\bil y a {count} (?P<unit>{unit})\b|\b(?P<n2>\d{{1,4}}) (?P<unit2>{unit}) ago\b", _count(-1)),
        (r"\b(?:la |le |l')?(?P<unit>semaine|mois|annee) (?P<way>prochaine?|derniere?|passee?)\b", _period),
        (r"\b(?P<way>next|last) (?P<unit>week|month|year)\b", _period),
        (r"\b(?:la )?fin (?:du|de ce) mois\b|\bend of (?:the|this) month\b", lambda _: (_month_end, "day")),
        (r"\b(?:ce |le |this |the )?week-?end\b", lambda _: (lambda today: _next(today, 5), "day")),
        (rf"(?<![\w'])(?P<word>{relative})(?![\w'])", _relative),
    ]
    return [(re.compile(pattern), read) for pattern, read in rules]


@cache
def words_table() -> dict[str, int]:
    numbers = table("words")["numbers"]
    return dict(sorted(numbers.items(), key=lambda entry: -len(entry[0])))


def _fixed(year: int, month: int, day: int) -> tuple[Resolve, str] | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return (lambda _: found), ""


def _iso(match):
    return _fixed(int(match["y"]), int(match["m"]), int(match["d"]))


def _numeric(match):
    day, month, year = int(match["d"]), int(match["m"]), int(match["y"])
    return _fixed(year, month, day) or _fixed(year, day, month)


def _named(match):
    groups = match.groupdict()
    month, day = table("dates")["months"][match["month"]], int(groups.get("d") or 1)
    if not 1 <= day <= 31:
        return None
    if groups.get("y"):
        return _fixed(int(groups["y"]), month, day)

    def resolve(today: date) -> date:
        here = date(today.year, month, day)
        return here if here >= today else date(today.year + 1, month, day)

    return resolve, "year"


def _day_of_month(match):
    day, ahead = int(match["d"]), "prochain" in match[0] or "next" in match[0]
    return (lambda today: _months(today, 1 if ahead else 0).replace(day=day)), "day"


def _weekday(way: int):
    def read(match):
        groups = match.groupdict()
        wanted = table("dates")["weekdays"][groups.get("day") or groups["day2"]]
        if way < 0:
            return (lambda today: today - timedelta((today.weekday() - wanted - 1) % 7 + 1)), "day"
        return (lambda today: _next(today, wanted)), "day"

    return read


def _next(today: date, weekday: int) -> date:
    """The next such day; never today itself."""
    return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


def _count(way: int):
    def read(match):
        groups = match.groupdict()
        said, unit = groups.get("n") or groups["n2"], groups.get("unit") or groups["unit2"]
        number = way * (int(said) if said.isdecimal() else words_table()[said])
        return (lambda today: _shift(today, number, unit)), "day"

    return read


def _period(match):
    way = -1 if re.match("dern|pass|last", match["way"]) else 1
    return (lambda today: _shift(today, way, match["unit"])), "day"


def _shift(today: date, number: int, unit: str) -> date:
    days = table("dates")["units"].get(unit, 365)
    if days in (30, 365):
        return _months(today, number * (1 if days == 30 else 12), keep_day=True)
    return today + timedelta(number * days)


def _months(today: date, number: int, keep_day: bool = False) -> date:
    month = today.year * 12 + today.month - 1 + number
    first = date(month // 12, month % 12 + 1, 1)
    return min(first + timedelta(today.day - 1), _month_end(first)) if keep_day else first


def _month_end(today: date) -> date:
    return _months(today, 1) - timedelta(1)


def _relative(match):
    shift = {fold(word): days for word, days in table("dates")["relative"].items()}[match["word"]]
    return (lambda today: today + timedelta(shift)), "day"


def find_today(text: str) -> date | None:
    """The day that a text gives as today's: a whole date right behind words that say so; the last one."""
    folded, found = fold(text), None
    for phrase in find_dates(text):
        before = folded[max(0, phrase.start - 45) : phrase.start]
        sentence = re.split(r"[.!?]\s", before)[-1]
        if not phrase.needs and any(fold(cue) in sentence for cue in table("dates")["today_cues"]):
            found = phrase.on(date(2000, 1, 1))
    return found
