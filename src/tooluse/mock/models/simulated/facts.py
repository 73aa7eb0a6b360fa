"""What stands in a text: dates, amounts, names, identifiers… each with its place, for the arguments."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from tooluse.mock.models.simulated import shapes
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

LONG = 20_000  # characters read of one text: half at its beginning, half at its end
MANY = 400  # facts of one text


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
_NAME = r"[^\W\d_a-zà-öø-ÿœæ][\w'’&-]{0,60}+"
_PROPER = re.compile(rf"(?<!\w){_NAME}(?:(?: (?:de|du|des|la|le|les|of|the|et|&) |[ ]){_NAME}){{0,7}}+")


def find_facts(text: str, source: str = "request") -> list[Fact]:
    """Every fact of a text, in order. A quotation is a fact, and so is what stands in it.

    Of a very long text, the beginning and the end are read."""
    return list(_found(text, source))


@lru_cache(64)
def _found(text: str, source: str) -> list[Fact]:
    if len(text) <= LONG:
        return _facts(text, source)[:MANY]
    shift = len(text) - LONG // 2
    last = [
        replace(fact, start=fact.start + shift, end=fact.end + shift)
        for fact in _facts(text[shift:], source)[-MANY // 2 :]
    ]
    return [*_facts(text[: LONG // 2], source)[: MANY // 2], *last]


def _facts(text: str, source: str) -> list[Fact]:
    taken, folded = [False] * (len(text) + 1), fold(text)
    found = [*_patterned(text, folded, taken), *_proper(text, folded, taken), *_quoted(text)]
    found.sort(key=lambda fact: (fact.start, fact.end))
    return [_placed(fact, folded, source) for fact in found]


def _patterned(text: str, folded: str, taken: list[bool]) -> Iterator[Fact]:
    for kind, pattern in shapes.PATTERNS:
        hits = _dates(text) if pattern is None else shapes.find(kind, pattern, text, folded)
        yield from _untaken(hits, text, taken)
    yield from _untaken(shapes.spelt(folded), text, taken)


def _untaken(hits: Iterable[shapes.Shaped], text: str, taken: list[bool]) -> Iterator[Fact]:
    for hit in hits:
        if not any(taken[hit.start : hit.end]):
            if hit.kind != "article":
                taken[hit.start : hit.end] = [True] * (hit.end - hit.start)
            yield Fact(hit.kind, hit.value, text[hit.start : hit.end], hit.start, hit.end, detail=hit.detail)


def _dates(text: str) -> Iterator[shapes.Shaped]:
    for phrase in find_dates(text):
        yield shapes.Shaped("date", phrase.text, phrase.start, phrase.end, phrase)


def _proper(text: str, folded: str, taken: list[bool]) -> Iterator[Fact]:
    for match in _PROPER.finditer(text):
        start, end = match.span()
        if any(taken[start:end]):
            continue
        start = _skip_common(text, start, end)
        said = text[start:end].rstrip("'’&-")
        said = re.sub(r"(?<=\w)['’]s$", "", said)
        following = WORD.match(folded, start + len(said) + 1)
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
    before = text[max(0, position - 40) : position].rstrip(" «“\"'(-*")
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


def _placed(fact: Fact, folded: str, source: str) -> Fact:
    before = WORD.findall(folded[max(0, fact.start - 60) : fact.start])[::-1][:6]
    after = WORD.findall(folded[fact.end : fact.end + 60])[:5]
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
