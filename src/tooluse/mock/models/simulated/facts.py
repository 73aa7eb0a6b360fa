"""What stands in a text: dates, amounts, names, identifiers… each with its place, for the arguments."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from tooluse.mock.models.simulated.dates import find_dates
from tooluse.mock.models.simulated.lexicon import (
    WORD,
    act_of,
    fold,
    is_weak,
    name_words,
    senses,
    stop_words,
    table,
    words_of,
)

LONG = 20_000  # characters read of one text


@dataclass(frozen=True)
class Fact:
    """A value with its kind, and the words around it; `source` says where it was read."""

    kind: str
    value: Any
    text: str
    start: int = 0
    end: int = 0
    before: tuple[str, ...] = ()  # words right before, nearest first
    after: tuple[str, ...] = ()
    source: str = "request"
    key: tuple[str, ...] = ()  # in a result: the words of the keys that lead here
    detail: Any = None  # a currency, a unit, a date phrase


_QUOTED = re.compile(
    r"«\s*([^«»]{1,2000}?)\s*»|“([^“”]{1,2000})”|`([^`\n]{1,200})`|\"([^\"\n]{1,2000})\"|(?<!\w)'([^'\n]{2,200})'(?!\w)"
)
_CURRENCY = (
    r"€|\$|£|¥|(?:euros?|dollars?|livres? sterling|pounds?|yens?|francs? suisses?|eur|usd|gbp|chf|jpy|cad)\b"
)
_NUMBER = r"\d{1,3}(?:[  \u202f\u00a0]\d{3})+(?:[.,]\d+)?|\d{1,3}(?:,\d{3})+(?:\.\d+)?|\d+(?:[.,]\d+)?"
# In this order: what an earlier line took is not read again by a later one.
_PATTERNS = [
    ("email", re.compile(r"[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+")),
    ("url", re.compile(r"https?://[^\s<>\"'»)]+|\bwww\.[^\s<>\"'»)]+")),
    ("uuid", re.compile(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")),
    ("ip", re.compile(r"\b(?:\d{1,3}\.){3}\d{1,3}\b")),
    (
        "path",
        re.compile(
            r"(?<!\w)(?:~|\.{1,2})?(?:/[\w.-]+)+/?|(?<![\w.])[\w-]+(?:/[\w.-]+)+|\b[\w-]+\.(?:py|txt|md|pdf|csv|json|docx?|xlsx?|png|jpe?g|html|js|ts|ya?ml|toml|sql|log)\b"
        ),
    ),
    ("date", None),
    (
        "time",
        re.compile(
            r"\b(?:[01]?\d|2[0-3])(?::[0-5]\d(?::[0-5]\d)?| ?h ?(?:[0-5]\d)?\b)(?: ?[ap]m\b)?"
            r"|\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b|\bmidi\b|\bnoon\b|\bminuit\b",
            re.I,
        ),
    ),
    (
        "id",
        re.compile(
            r"(?<![\w-])#?(?=[\w.-]*\d)(?=[\w.-]*[A-Za-z])[A-Za-z0-9]+(?:[-_.][A-Za-z0-9]+)*(?![\w])|#\d+"
        ),
    ),
    (
        "phone",
        re.compile(
            r"(?<!\w)(?:\+\d{1,3}[ .-]?)?(?:\(?\d{1,4}\)?[ .-]){3,5}\d{2,4}\b|(?<!\w)\+\d{8,15}\b|\b0\d{9}\b"
        ),
    ),
    ("money", re.compile(rf"(?:{_NUMBER})\s?(?:k\s?)?(?:{_CURRENCY})|[$€£¥]\s?(?:{_NUMBER})", re.I)),
    ("percent", re.compile(rf"(?:{_NUMBER})\s?(?:%|pour cent\b|percent\b)", re.I)),
    (
        "expression",
        re.compile(r"(?<![\w.])[\d(][\d\s.()]*(?:\s?[-+*/×x^÷]\s?[\d(][\d.()]*)+(?:[\d)]|(?=\W|$))"),
    ),
    ("number", re.compile(rf"(?<![\w.])-?(?:{_NUMBER})(?![\w])")),
]
_UNITED = re.compile(
    r"^\d+(?:[.,]\d+)?(?:kg|g|km|cm|mm|m|h|min|s|ml|cl|l|go|mo|gb|mb|°c|°f|er|st|nd|rd|th|eme|e|k)$", re.I
)
_NAME = r"[^\W\d_a-zà-öø-ÿœæ][\w'’&-]*"
_PROPER = re.compile(rf"{_NAME}(?:(?: (?:de|du|des|la|le|les|of|the|et|&) |[ ]){_NAME})*")


def find_facts(text: str, source: str = "request") -> list[Fact]:
    """Every fact of a text, in order. A quotation is a fact, and so is what stands in it."""
    text = text[:LONG]
    taken, found = [False] * (len(text) + 1), []
    for fact in [*_patterned(text, taken), *_number_words(text, taken), *_proper(text, taken)]:
        found.append(fact)
    found += _quoted(text)
    found.sort(key=lambda fact: (fact.start, fact.end))
    return [_placed(fact, text, source) for fact in found]


def _patterned(text: str, taken: list[bool]) -> Iterator[Fact]:
    for kind, pattern in _PATTERNS:
        hits = _dates(text) if pattern is None else _hits(kind, pattern, text)
        for fact in hits:
            if not any(taken[fact.start : fact.end]):
                taken[fact.start : fact.end] = [True] * (fact.end - fact.start)
                yield fact


def _hits(kind: str, pattern: re.Pattern[str], text: str) -> Iterator[Fact]:
    for match in pattern.finditer(text):
        said = match[0].rstrip(".,;:") if kind in ("url", "path") else match[0]
        if kind == "id" and (_UNITED.match(fold(said)) or fold(said) in words_of("words", "stop", "en")):
            continue
        value, detail = _VALUES.get(kind, lambda said: (said, None))(said)
        yield Fact(kind, value, said, match.start(), match.start() + len(said), detail=detail)


def _dates(text: str) -> Iterator[Fact]:
    for phrase in find_dates(text):
        yield Fact("date", phrase.text, phrase.text, phrase.start, phrase.end, detail=phrase)


def number_of(said: str) -> float | int:
    """« 1 234,5 », "1,234.5", "12" as a number."""
    digits = re.sub(r"[\s\u202f\u00a0]", "", said)
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", digits):
        digits = digits.replace(",", "")
    value = float(digits.replace(",", "."))
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _money(said: str) -> tuple[Any, Any]:
    number = re.search(_NUMBER, said)
    value = number_of(number[0]) * (1000 if re.search(r"\d\s?k", said, re.I) else 1)
    return value, (said[: number.start()] + said[number.end() :]).strip(" k")


def _time(said: str) -> tuple[Any, Any]:
    folded = fold(said)
    if folded in ("midi", "noon", "minuit"):
        return said, (0 if folded == "minuit" else 12, 0)
    hour, minute = (int(part) for part in (re.findall(r"\d+", said) + ["0"])[:2])
    return said, ((hour % 12 + 12) if "p" in folded else hour % 12 if "am" in folded else hour, minute)


_VALUES = {
    "money": _money,
    "time": _time,
    "number": lambda said: (number_of(said), None),
    "percent": lambda said: (number_of(re.search(_NUMBER, said)[0]), "%"),
    "id": lambda said: (said, None),
    "expression": lambda said: (said.strip(), None),
}


def _number_words(text: str, taken: list[bool]) -> Iterator[Fact]:
    numbers = table("words")["numbers"]
    for match in WORD.finditer(fold(text)):
        word = match[0]
        # « un », "one" are articles and pronouns far more often than numbers.
        if word in numbers and not taken[match.start()] and word not in ("un", "une", "one"):
            yield Fact("number", numbers[word], text[match.start() : match.end()], match.start(), match.end())


def _proper(text: str, taken: list[bool]) -> Iterator[Fact]:
    for match in _PROPER.finditer(text):
        start, end = match.span()
        if any(taken[start:end]):
            continue
        start = _skip_common(text, start, end)
        said = text[start:end].rstrip("'’&-")
        said = re.sub(r"(?<=\w)['’]s$", "", said)
        following = WORD.match(fold(text), start + len(said) + 1)
        if following and following[0] in words_of("words", "articles") and _opens(text, start):
            continue  # « Prépare un devis »: a verb that no list knows
        if len(said) > 1 and said[0].isupper():
            opening = "opening" if _opens(text, start) and " " not in said else None
            kind = _sort_of_name(said, text, start)
            yield Fact(kind, said, said, start, start + len(said), detail=opening)
    yield from _lower_places(text, taken)


def _skip_common(text: str, start: int, end: int) -> int:
    """Past the words that have their capital from the sentence only."""
    for match in WORD.finditer(text, start, end):
        word = fold(match[0])
        if match.start() == start or text[start : match.start()].strip(" '’") == "":
            first = _opens(text, match.start())
            bare = word.split("-")[0]
            common = (
                word in stop_words()
                or (bare != word and bare in stop_words())
                or (first and _is_common(word) and word not in _first_names())
            )
            elided = len(match[0]) == 1 and text[match.end() : match.end() + 1] in ("'", "’")
            if (common and (first or len(word) < 4)) or elided:
                start = match.end()
                while start < end and text[start] in " '’":
                    start += 1
                continue
        break
    return start


def _opens(text: str, position: int) -> bool:
    before = text[:position].rstrip(" «“\"'(-*")
    return not before or before[-1] in ".!?:;\n"


@cache
def _first_names() -> frozenset[str]:
    return words_of("knowledge", "first_names")


def _is_common(word: str) -> bool:
    bare = re.sub(r"-.*", "", word)
    return bool(is_weak(word) or senses(word) or senses(bare) or act_of(word) or act_of(bare))


@cache
def places() -> dict[str, str]:
    return {fold(place): place for place in table("knowledge")["places"]}


@cache
def _languages() -> frozenset[str]:
    return frozenset(map(fold, table("knowledge")["profiles"]["default"]["known"]["language"]))


_TITLES = frozenset("m mme mr mrs ms mlle monsieur madame dr docteur maitre me".split())
_LEGAL = re.compile(r"\b(?:SARL|SAS|SA|SASU|EURL|Inc|Ltd|GmbH|LLC|Corp|Cie|AG|plc)\b", re.I)


def _sort_of_name(said: str, text: str, start: int) -> str:
    if fold(said) in places():
        return "place"
    if fold(said) in _languages():
        return "language"
    before = WORD.findall(fold(text[max(0, start - 12) : start]))
    if before[-1:] and before[-1] in _TITLES or fold(said.split()[0]) in _first_names() | _TITLES:
        return "person"
    if _LEGAL.search(said):
        return "organisation"
    return "code" if re.fullmatch(r"[A-Z]{2,6}", said) else "name"


_COMMON = frozenset("nice tours real porto valence reims".split())  # cities that are words, too


def _lower_places(text: str, taken: list[bool]) -> Iterator[Fact]:
    """Cities typed without a capital."""
    for match in WORD.finditer(text):
        place = places().get(fold(match[0]))
        word = match[0]
        if place and word.islower() and not taken[match.start()] and len(word) > 3 and word not in _COMMON:
            yield Fact("place", place, word, match.start(), match.end())


def _quoted(text: str) -> Iterator[Fact]:
    for match in _QUOTED.finditer(text):
        group = next(number for number in range(1, 6) if match[number] is not None)
        yield Fact("quoted", match[group], match[group], match.start(group), match.end(group))


def _placed(fact: Fact, text: str, source: str) -> Fact:
    before = WORD.findall(fold(text[max(0, fact.start - 60) : fact.start]))[::-1][:6]
    after = WORD.findall(fold(text[fact.end : fact.end + 60]))[:5]
    return replace(fact, before=tuple(before), after=tuple(after), source=source)


def result_facts(value: Any, source: str, key: tuple[str, ...] = (), depth: int = 0) -> Iterator[Fact]:
    """The leaves of a tool's result, each with the keys that lead to it."""
    if isinstance(value, dict) and depth < 8:
        for name, inner in list(value.items())[:200]:
            yield from result_facts(inner, source, (*key, *name_words(str(name))), depth + 1)
    elif isinstance(value, list) and depth < 8:
        for inner in value[:200]:
            yield from result_facts(inner, source, key, depth + 1)
    elif isinstance(value, str | int | float) and not isinstance(value, bool):
        yield Fact("field", value, str(value), source=source, key=key)
