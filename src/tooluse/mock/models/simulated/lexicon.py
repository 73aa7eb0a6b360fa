"""Words: folding, stemming, synonyms. Words are alike when they share a form: themselves, a stem, a sense.

Texts of both languages meet here (an English request, a French description), so each word has the stems
of both; what joins « facture » and "invoice" is a sense of `data/simulated/concepts.json`.
"""

import re
import unicodedata
from collections.abc import Iterable
from functools import cache, lru_cache
from typing import Any

from tooluse.data import read_json

WORD = re.compile(r"[^\W_]+(?:[-\u2011][^\W_]+)*")
_CLITIC = re.compile(r"-(?:moi|toi|nous|vous|lui|leur|le|la|les|y|en|ce|(?:t-)?(?:il|elle|on|ils|elles))$")
_HUMP = re.compile(r"(?<=[a-z0-9])(?=[A-Z])|[_\W]+|(?<=[A-Z])(?=[A-Z][a-z])")
SAME, STEM, SENSE = 1.0, 0.95, 0.8


@cache
def table(name: str) -> Any:
    """One file of `data/simulated/`, read once."""
    return read_json("simulated", f"{name}.json")


@cache
def words_of(file: str, *keys: str) -> frozenset[str]:
    """A list of words of a file, kept there as one string."""
    value = table(file)
    for key in keys:
        value = value[key]
    return frozenset(value.split())


@lru_cache(4096)
def _fold_char(char: str) -> str:
    if char in "\u2019\u02bc":
        return "'"
    if char in "\u00a0\u202f\n\t":
        return " "
    return (unicodedata.normalize("NFKD", char)[:1] or char).lower()[:1] or char


@lru_cache(4096)
def fold(text: str) -> str:
    """Lower case, no accents, plain apostrophes; every character keeps its place."""
    return "".join(map(_fold_char, text))


def tokens(text: str) -> list[str]:
    """The folded words of a text: elisions apart, pronouns behind a verb dropped."""
    return [_bare(word) for word in WORD.findall(fold(text))]


def name_words(name: str) -> list[str]:
    """`openGardenGate`, `open_garden_gate` -> open, garden, gate."""
    return [part for piece in _HUMP.split(name) if (part := fold(piece))]


@lru_cache(8192)
def _bare(word: str) -> str:
    return word if word in _senses() else _CLITIC.sub("", word)


@cache
def stop_words() -> frozenset[str]:
    return words_of("words", "stop", "fr") | words_of("words", "stop", "en")


def content(words: Iterable[str]) -> list[str]:
    """What carries meaning: no stop words, no lone letters, no bare numbers; each word once, in order."""
    stop = stop_words()
    kept = (word for word in words if word not in stop and len(word) > 1 and not word.isdecimal())
    return list(dict.fromkeys(kept))


def is_weak(word: str) -> bool:
    """Whether a word says little anywhere: « information », "get"."""
    return word in words_of("words", "weak")


@cache
def _senses() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for sense, line in table("concepts").items():
        if sense != "note":
            for word in line.split():
                for key in {word, *(f"~{stem}" for stem in stems(word) if len(stem) > 3)}:
                    found.setdefault(key, []).append(sense)
    return {word: tuple(dict.fromkeys(senses)) for word, senses in found.items()}


def senses(word: str) -> tuple[str, ...]:
    """The senses of a word, else of words with its French or English stem."""
    known = _senses()
    if word in known:
        return known[word]
    return next((known[f"~{stem}"] for stem in stems(word) if f"~{stem}" in known), ())


@cache
def _stemmers() -> tuple[Any, Any]:
    from Stemmer import Stemmer

    return Stemmer("french"), Stemmer("english")


@lru_cache(16384)
def stems(word: str) -> tuple[str, str]:
    if len(word) > 40 or not word.isalpha():
        return word, word
    french, english = _stemmers()
    return french.stemWord(word), english.stemWord(word)


@lru_cache(16384)
def forms(word: str) -> tuple[tuple[str, float], ...]:
    """What a word may be recognised by, the surest first; `#repair` is a sense that several words gave."""
    if word.startswith("#"):
        return ((word, SENSE),)
    found = {f"={word}": SAME}
    for language, stem in zip("fe", stems(word), strict=True):
        if len(stem) > 2:
            found[f"{language}:{stem}"] = STEM
    for sense in senses(word):
        found[f"#{sense}"] = SENSE
    return tuple(found.items())


@lru_cache(16384)
def alike(one: str, other: str) -> float:
    """How alike two words are, 0 to 1."""
    mine = dict(forms(one))
    return max((min(strength, mine[form]) for form, strength in forms(other) if form in mine), default=0.0)


def overlap(some: Iterable[str], others: Iterable[str]) -> float:
    """How many of the first words have one like them among the second."""
    others = list(others)
    return sum(max((alike(word, other) for other in others), default=0.0) for word in some)


@cache
def _acts() -> dict[str, str]:
    found: dict[str, str] = {}
    for act, line in table("acts").items():
        if isinstance(line, str) and act != "note":
            for word in line.split():
                found.setdefault(word, act)
    return found


@cache
def _act_stems() -> dict[str, str]:
    # Two passes: a stem of one act's verb never hides a verb that another act lists.
    return {stem: act for word, act in reversed(_acts().items()) for stem in stems(word) if len(stem) > 3}


def act_of(word: str) -> str | None:
    """What a verb does: read, create, update, delete, send, pay, compute, transform."""
    if word in _acts():
        return _acts()[word]
    if len(word) < 4 or word in stop_words():
        return None
    return next((_act_stems()[stem] for stem in stems(word) if stem in _act_stems()), None)


_BARE_SENSES = frozenset(("search", "create"))


@lru_cache(8192)
def verb_worth(word: str) -> float:
    """What a word is worth for the subject: a mere verb of asking little, a noun that is also a verb all."""
    act = act_of(word)
    if act is None or set(senses(word)) - _BARE_SENSES:
        return 1.0
    return 0.35 if act == "read" else 0.6


@lru_cache(512)
def acts_agree(one: str | None, other: str | None) -> bool | None:
    """Whether two acts go together; None when one is unknown."""
    if not one or not other:
        return None
    return one == other or any({one, other} == set(pair) for pair in table("acts")["same"])


def language(text: str) -> str:
    """French or English, by the stop words; French when nothing tells."""
    words = WORD.findall(fold(text[:4000]))
    french = sum(word in words_of("words", "stop", "fr") for word in words)
    english = sum(word in words_of("words", "stop", "en") for word in words)
    accents = sum(char in "éèêàùçœîôû" for char in text[:4000])
    return "en" if english > french + accents else "fr"
