"""Dates as people write them: found in a text, and worked out once a day of today is known.

A phrase that does not suffice by itself (« vendredi prochain ») says so: who reads it must know the date.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache, lru_cache
from itertools import islice

from tooluse.mock.models.simulated.lexicon import fold, table, words_of

# From today and the way to look (1 ahead, -1 back, 0 to the nearest) to a day, or a first and a last one.
Resolve = Callable[[date, int], "date | tuple[date, date]"]
AHEAD, BACK, NEAREST = 1, -1, 0


@dataclass(frozen=True)
class DatePhrase:
    """Where a date stands, how to work it out, and what it needs for that: "" | "year" | "day"."""

    text: str
    start: int
    end: int
    resolve: Resolve
    needs: str = ""

    def on(self, today: date, way: int = AHEAD) -> date:
        return self.span(today, way)[0]

    def span(self, today: date, way: int = AHEAD) -> tuple[date, date]:
        """The first and the last day that are meant: a month, a week, or twice the same day."""
        try:
            found = self.resolve(today, way)
        except (ValueError, OverflowError):
            return today, today
        return found if isinstance(found, tuple) else (found, found)


def find_dates(text: str) -> list[DatePhrase]:
    """Every date of a text, from left to right, none inside another."""
    folded, found, end = fold(text), [], 0
    hits = sorted(_matches(folded), key=lambda hit: (hit[0].start(), -hit[0].end()))
    for match, (resolve, needs) in hits:
        if match.start() >= end:
            start, end = match.start("at") if "at" in match.groupdict() else match.start(), match.end()
            found.append(DatePhrase(text[start:end], start, end, resolve, needs))
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
    month = _either(words["months"])
    plain = _either(name for name in words["months"] if name not in words["ambiguous"])
    weekday = f"(?:{_either(words['weekdays'])})"
    unit, relative, feast = _either(words["units"]), _either(map(fold, words["relative"])), words["feasts"]
    count = rf"(?P<n>\d{{1,4}}|{_either(words_table())})"
    after, before = "|".join(words_of("dates", "next")), "|".join(words_of("dates", "last"))
    day = rf"\d{{1,2}}(?:er|st|nd|rd|th)? (?:of )?(?P<month>{month})\b(?: (?P<y>\d{{4}}))?"
    year = r"(?:,? (?P<y>\d{4})\b)?"
    named, ordinal = rf"(?:{weekday},? )?", "(?:er|st|nd|rd|th)?"
    part = r"(?P<part>fin|debut|mi|end of|early|late|mid|beginning of|start of)[ -](?:du mois )?(?:de |d')?"
    lead = r"(?:en|in|for|de|d'|pour|depuis|since|until|avant|before|of|from|to|mois de|jusqu'en)"
    joint = "(?:au|et|to|and|a|until|or|ou)"
    rules = [
        (r"(?<!\d)(?P<y>\d{4})-(?P<m>\d{2})-(?P<d>\d{2})(?!\d)", _iso),
        (r"(?<!\d)(?P<d>\d{1,2})[/.](?P<m>\d{1,2})[/.](?P<y>\d{4})(?!\d)", _numeric),
        (r"(?<=le |du |au |on )(?P<d>\d{1,2})/(?P<m>\d{1,2})(?![\d/])", _numeric),
        (rf"\b{part}(?P<month>{month})\b{year}", _part_of_month),
        (
            rf"\b{named}(?P<d>\d{{1,2}}){ordinal} (?:of )?(?P<month>{month})\b(?:\.(?= \d{{4}}))?{year}",
            _named,
        ),
        (rf"\b{named}(?P<month>{month})\.? (?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:){year}", _named),
        (rf"\b(?P<month>{month}) (?P<y>\d{{4}})\b", _month),
        (rf"\b{lead} ?(?P<at>(?P<month>{month})\b(?: (?P<y>\d{{4}})\b)?)", _month),
        (rf"\b(?P<month>{plain})\b", _month),
        (rf"\b{named}(?P<d>\d{{1,2}}){ordinal}(?=(?: {joint} |-|–)(?:le |the )?{named}{day})", _named),
        (r"(?<=le |au |du |on |he )(?P<d>\d{1,2})(?:er|st|nd|rd|th)(?= *(?:[.,;!?]|$))", _day_of_month),
        (r"\b(?P<d>\d{1,2})(?:er)? (?:du mois prochain|de ce mois)", _day_of_month),
        (r"\b(?P<d>\d{1,2})(?:st|nd|rd|th)? (?:of )?(?:next|this) month", _day_of_month),
        (rf"\b(?P<day>{weekday}) (?:{after})\b|\bnext (?P<day2>{weekday})\b", _weekday(1)),
        (rf"\b(?P<day>{weekday}) (?:{before})\b|\blast (?P<day2>{weekday})\b", _weekday(-1)),
        (rf"\b(?:ce |this |on )?(?P<day>{weekday})s?\b", _weekday(0)),
        (rf"\b(?:dans|in|d'ici) {count} (?P<unit>{unit})\b", _count(1)),
        (rf"\bil y a {count} (?P<unit>{unit})\b|\b(?P<n2>\d{{1,4}}) (?P<unit2>{unit}) ago\b", _count(-1)),
        (rf"\b(?:la |le |l')?(?P<unit>semaine|mois|annee) (?P<way>{after}|{before}|passee)\b", _period),
        (r"\b(?P<way>cette|ce|this|next|last) (?P<unit>semaine|mois|week|month|year)\b", _period),
        (r"\b(?:la )?fin (?:du|de ce) mois\b|\bend of (?:the|this) month\b", _end_of_month),
        (r"\b(?:ce |le |this |the )?week-?end\b", _weekend),
        (rf"(?<![\w'])(?P<feast>{_either(feast)})(?![\w'])", _feast),
        (rf"(?<![\w'])(?P<word>{relative})(?![\w'])", _relative),
    ]  # fmt: skip
    return [(re.compile(pattern), read) for pattern, read in rules]


def _either(words: Iterable[str]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


@cache
def words_table() -> dict[str, int]:
    numbers = table("words")["numbers"]
    return dict(sorted(numbers.items(), key=lambda entry: -len(entry[0])))


def _fixed(year: int, month: int, day: int) -> tuple[Resolve, str] | None:
    try:
        found = date(year, month, day)
    except ValueError:
        return None
    return (lambda *_: found), ""


def _iso(match):
    return _fixed(int(match["y"]), int(match["m"]), int(match["d"]))


def _numeric(match):
    day, month = int(match["d"]), int(match["m"])
    if "y" not in match.groupdict():
        return (_yearly(month, day), "year") if 1 <= day <= 31 and 1 <= month <= 12 else None
    return _fixed(int(match["y"]), month, day) or _fixed(int(match["y"]), day, month)


def _named(match):
    groups = match.groupdict()
    month, day = table("dates")["months"][match["month"]], int(groups.get("d") or 1)
    if not 1 <= day <= 31:
        return None
    return _fixed(int(groups["y"]), month, day) if groups.get("y") else (_yearly(month, day), "year")


def _yearly(month: int, day: int) -> Resolve:
    return lambda today, way: _in_year(today, way, lambda year: date(year, month, day))


def _in_year(
    today: date, way: int, day: Callable[[int], date], last: Callable[[date], date] = lambda day: day
):
    """The day of the year that the way of looking means; a period that is not over counts as ahead."""
    if way == AHEAD:
        here = day(today.year)
        return here if last(here) >= today else day(today.year + 1)
    years = [day(today.year + shift) for shift in (-1, 0, 1)]
    if way == BACK:
        return max(one for one in years if one <= today)
    return min(years, key=lambda one: abs(one - today))


def _month(match):
    month, year = table("dates")["months"][match["month"]], match.groupdict().get("y")
    if year:
        return (lambda *_: _whole(date(int(year), month, 1))), ""
    return (
        lambda today, way: _whole(_in_year(today, way, lambda year: date(year, month, 1), _month_end))
    ), "year"


def _whole(first: date) -> tuple[date, date]:
    return first, _month_end(first)


def _part_of_month(match):
    resolve, needs = _month(match)
    at = "end" if match["part"] in ("fin", "end of", "late") else "mid" if "mi" in match["part"] else "start"

    def part(today: date, way: int):
        first, last = resolve(today, way)
        return {"end": last, "mid": first.replace(day=15), "start": first}[at]

    return part, needs


def _feast(match):
    return _yearly(*table("dates")["feasts"][match["feast"]]), "year"


def _end_of_month(_):
    return (lambda today, _: _month_end(today)), "day"


def _weekend(_):
    return (lambda today, _: (_next(today, 5), _next(_next(today, 5), 6))), "day"


def _day_of_month(match):
    day, ahead = int(match["d"]), "prochain" in match[0] or "next" in match[0]
    this = "mois" in match[0] or "month" in match[0]

    def resolve(today: date, way: int) -> date:
        late = not this and day < today.day and way == AHEAD
        early = not this and day > today.day and way == BACK
        return _months(today, 1 if ahead or late else -1 if early else 0).replace(day=day)

    return resolve, "day"


def _weekday(fixed: int):
    def read(match):
        groups = match.groupdict()
        wanted = table("dates")["weekdays"][groups.get("day") or groups["day2"]]

        def resolve(today: date, way: int) -> date:
            if (fixed or way) == BACK:
                return today - timedelta((today.weekday() - wanted - 1) % 7 + 1)
            return _next(today, wanted)

        return resolve, "day"

    return read


def _next(today: date, weekday: int) -> date:
    """The next such day; never today itself."""
    return today + timedelta((weekday - today.weekday() - 1) % 7 + 1)


def _count(way: int):
    def read(match):
        groups = match.groupdict()
        said, unit = groups.get("n") or groups["n2"], groups.get("unit") or groups["unit2"]
        number = way * (int(said) if said.isdecimal() else words_table()[said])
        return (lambda today, _: _shift(today, number, unit)), "day"

    return read


def _period(match):
    """« la semaine prochaine », "last month": from its first day to its last."""
    way = (
        -1
        if re.match("dern|pass|last", match["way"])
        else 0
        if match["way"] in ("ce", "cette", "this")
        else 1
    )

    def resolve(today: date, _: int) -> tuple[date, date]:
        if match["unit"] in ("semaine", "week"):
            monday = today + timedelta(7 * way - today.weekday())
            return monday, monday + timedelta(6)
        if match["unit"] in ("mois", "month"):
            return _whole(_months(today, way))
        return date(today.year + way, 1, 1), date(today.year + way, 12, 31)

    return resolve, "day"


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
    return (lambda today, _: today + timedelta(shift)), "day"


@cache
def _today_cue() -> re.Pattern[str]:
    return re.compile(_either(map(fold, table("dates")["today_cues"])))


@lru_cache(512)
def find_today(text: str) -> date | None:
    """The day that a text gives as today's: a whole date right behind words that say so; the last one."""
    text = text if len(text) <= 40_000 else text[:20_000] + text[-20_000:]
    folded, found = fold(text), None
    for cue in islice(_today_cue().finditer(folded), 100):
        for phrase in find_dates(text[cue.start() : cue.end() + 60]):
            between = folded[cue.end() : cue.start() + phrase.start]
            near = phrase.start >= cue.end() - cue.start() and len(between) <= 45
            if near and not phrase.needs and not re.search(r"[.!?]\s", between):
                found = phrase.on(date(2000, 1, 1))
                break
    return found
