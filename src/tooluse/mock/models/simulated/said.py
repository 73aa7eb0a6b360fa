"""The words of a request, ready to be asked which of them is nearest to a given word."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from tooluse.mock.models.simulated.lexicon import alike, fold, forms, senses, stop_words, tokens

_MANY = 150  # different words that are read


@dataclass(frozen=True)
class Said:
    """A text, folded, its words, and the words by what they may be recognised by."""

    clause: str
    words: tuple[str, ...]
    by_form: dict[str, tuple[str, ...]]

    def nearest(self, mine: str) -> tuple[float, str]:
        """How near the nearest word is; of two with the same sense, the one that shares more senses."""
        found = {word for form in _forms(mine) for word in self.by_form.get(form, ())}
        return max(((_close(word, mine), word) for word in found), default=(0.0, ""))

    def has(self, phrase: str) -> bool:
        """Whether the text says these very words, hyphens aside."""
        return any(_stands(phrase, text) for text in (self.clause, self.clause.replace("-", " ")))


def _stands(phrase: str, text: str) -> bool:
    at = text.find(phrase)
    while at >= 0:
        end = at + len(phrase)
        if not text[max(0, at - 1) : at].isalnum() and not text[end : end + 1].isalnum():
            return True
        at = text.find(phrase, at + 1)
    return False


@lru_cache(256)
def said(text: str) -> Said:
    folded = fold(text)
    return Said(folded, *_index(word for word in tokens(folded) if word not in stop_words()))


def _index(words: Iterable[str]) -> tuple[tuple[str, ...], dict[str, tuple[str, ...]]]:
    kept = tuple(dict.fromkeys(words))[:_MANY]
    by_form: dict[str, list[str]] = {}
    for word in kept:
        for form in _forms(word):
            by_form.setdefault(form, []).append(word)
    return kept, {form: tuple(found) for form, found in by_form.items()}


@lru_cache(8192)
def _forms(word: str) -> tuple[str, ...]:
    return (*(form for form, _ in forms(word)), f"~{_agreed(word)}")


_AGREES = 0.9
_ENDING = re.compile(r"(?<=\w{4})(?:ees?|es?|s)$")


def _agreed(word: str) -> str:
    """A French word without gender and number: « dérobée », « dérobé » (stems need the accents)."""
    return _ENDING.sub("", word)


def _close(word: str, mine: str) -> float:
    likeness = alike(word, mine)
    if likeness < _AGREES and _agreed(word) == _agreed(mine):
        likeness = _AGREES
    return likeness + 0.02 * len(set(senses(word)) & set(senses(mine))) if likeness else 0.0
