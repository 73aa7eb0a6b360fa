"""The words and turns of phrase that the rules on wording know: French and English, from `data/lint/`."""

import re
import unicodedata
from functools import cache, lru_cache
from typing import NamedTuple

from tooluse.data import read_json

_WORD = re.compile(r"[^\W_]+")
_ADDRESS = re.compile(r"\w+://\S+|`{3}.*?`{3}", re.DOTALL)
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])")
_ABBREVIATION = re.compile(r"\b(?:e\.g|i\.e|etc|ex|p\. ex|max|min|vs|cf|no|approx|env)\.$", re.IGNORECASE)
_SENTENCE = re.compile(r"(?<=[.!?;])\s+|\s*\n\s*")


def _plain(code: int) -> str | None:
    first, *marks = unicodedata.normalize("NFD", chr(code))
    return first if marks and first.isascii() else None


_PLAIN = {code: plain for code in range(0xC0, 0x250) if (plain := _plain(code))}
_PLAIN |= {ord("’"): "'", 0xA0: " ", 0x202F: " "}


@lru_cache(8192)
def fold(text: str) -> str:
    """Lower case, without accents, letter for letter: a place found in it is the place in the text."""
    return text.translate(_PLAIN).lower()


class Text(NamedTuple):
    """A description, read once."""

    raw: str
    folded: str
    sentences: tuple[str, ...]  # folded, without addresses and blocks of code
    words: tuple[str, ...]


@lru_cache(8192)
def read(text: str) -> Text:
    folded = fold(text)
    prose = _ADDRESS.sub(" ", folded).strip()
    return Text(text, folded, tuple(_sentences(prose)), tuple(_WORD.findall(prose)))


def _sentences(prose: str) -> list[str]:
    found: list[str] = []
    for piece in _SENTENCE.split(prose):
        if found and _ABBREVIATION.search(found[-1]):
            found[-1] += f" {piece}"
        elif _WORD.search(piece):
            found.append(piece)
    return found


@lru_cache(8192)
def name_words(name: str) -> tuple[str, ...]:
    """`getUserInfo`, `get_user-info`: get, user, info."""
    return tuple(fold(word) for word in _WORD.findall(_CAMEL.sub(" ", name).replace("_", " ")))


@lru_cache(8192)
def stem(word: str) -> str:
    """What the forms of a word share, roughly: enough to see one word twice."""
    for ending in ("ements", "ement", "ations", "ation", "ing", "ies", "ees", "ers", "es", "ed", "er", "ee"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word.removesuffix(ending)
    return word.rstrip("sey") or word


@cache
def words(group: str) -> frozenset[str]:
    return frozenset(read_json("lint", "words.json")[group].split())


@cache
def synonyms() -> dict[str, str]:
    return dict(pair.split("=") for pair in read_json("lint", "words.json")["synonyms"].split())


@cache
def _phrases(group: str) -> re.Pattern[str]:
    languages = read_json("lint", "phrases.json")[group]
    return re.compile("|".join(pattern for patterns in languages.values() for pattern in patterns))


def says(group: str, folded: str) -> re.Match[str] | None:
    """The first place where a folded text says this: `trigger`, `frontier`, `returns`, `optional`…"""
    return _phrases(group).search(folded)


@cache
def formats() -> list[tuple[re.Pattern[str], str]]:
    """Formats in words, each with the schema that says the same."""
    return [(re.compile(pattern), schema) for pattern, schema in read_json("lint", "formats.json")["formats"]]
