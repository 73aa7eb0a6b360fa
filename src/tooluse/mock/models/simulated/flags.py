"""Booleans: true or false as the definition explains them, as the request says or denies."""

import re
from functools import lru_cache
from itertools import islice

from tooluse.mock.models.simulated import prose
from tooluse.mock.models.simulated.lexicon import fold, is_weak, name_words, stop_words, tokens
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading
from tooluse.mock.models.simulated.said import said


def flag(one: Property, reading: Reading) -> Found | None:
    """A boolean: as its description says of true and false, else true when the request speaks of it."""
    if (found := _as_described(one, reading)) is not None:
        return found
    vocabulary = reading.tool.vocabulary
    strong = {known.word for known in vocabulary.values() if known.where in ("name", "purpose", "trigger")}
    words = [word for word in _subject(one) if not is_weak(word) and word not in strong and len(word) > 2]
    for word in words:
        spoken = prose.says(word, reading.judged)
        if spoken is not None:
            return Found(spoken, "request", f"« {word} »" if spoken else f"« {word} », nié")
    return None


_SIDES = re.compile(
    r"\b(true|vrai|yes|oui|false|faux|no|non)\s{0,2}(?::|=|\()?\s{0,2}"
    r"(?:pour (?:les seuls |les seules )?|si |quand |lorsque |when |if |for |with |only )([^,;.)]{2,120})"
)


@lru_cache(2048)
def _words(text: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tokens(text)))[:40]


@lru_cache(2048)
def _sides(text: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """What a description says of true, and of false."""
    found: dict[bool, list[str]] = {True: [], False: []}
    for side, meaning in _SIDES.findall(text):
        found[side in ("true", "vrai", "yes", "oui")].append(meaning)
    return tuple(found[True][:4]), tuple(found[False][:4])


def _subject(one: Property) -> list[str]:
    """The words that name the flag: its own, else those of its description."""
    own = [word for word in name_words(one.name) if word not in stop_words()]
    false = {word for said in _sides(fold(one.text))[1] for word in tokens(said)}
    return list(dict.fromkeys([*own, *(word for word in one.words[:7] if word not in false)]))


def _as_described(one: Property, reading: Reading) -> Found | None:
    """« true for a new one, false for a worn one »: the side that the request says."""
    sides = _sides(fold(one.text))
    clause = fold(reading.judged)
    best: tuple[float, bool, str] = (0.75, True, "")
    for side, texts in zip((True, False), sides, strict=True):
        for text in texts:
            if (pair := _pair_in(text, clause)) is not None and best[0] < 2:
                best = (2.0, side, pair)
            for word in _words(text):
                if len(word) > 2 and not _tells_nothing(word, sides, reading):
                    best = max(best, _spoken(word, side, text, reading.judged), key=lambda hit: hit[0])
    return Found(best[1], "request", f"« {best[2]} »") if best[2] else None


def _spoken(word: str, side: bool, meaning: str, text: str) -> tuple[float, bool, str]:
    """How near the request comes to a word of one side, and which side that means: to deny it turns it."""
    worth, spoken = said(text).nearest(word)
    if worth <= 0.75:
        return 0.0, side, ""
    same = _denies(word, meaning) == _denies(spoken, text)
    return worth, side if same else not side, spoken


def _denies(word: str, text: str) -> bool:
    found = (words for words in prose.clauses(text) if word in words)
    return any(prose.denied(words[: words.index(word)]) for words in islice(found, 1))


def _tells_nothing(word: str, sides: tuple[tuple[str, ...], tuple[str, ...]], reading: Reading) -> bool:
    """Whether a word tells nothing: it stands on both sides, or names what the tool is about anyway."""
    if word in stop_words() or is_weak(word):
        return True
    if all(any(word in _words(text) for text in side) for side in sides):
        return True
    known = reading.tool.vocabulary.get(f"={word}")
    return known is not None and known.where in ("name", "purpose", "trigger")


def _pair_in(text: str, clause: str) -> str | None:
    """Two words of a gloss that the request says as they stand: « en cours », "like new"."""
    words = re.findall(r"[\w']+", text)[:40]
    for one, two in zip(words, words[1:], strict=False):
        empty = one in stop_words() and one not in _TELLING
        if two in stop_words() or one in _ARTICLES or (is_weak(two) and empty):
            continue
        if re.search(rf"(?<!\w){re.escape(one)} {re.escape(two)}(?!\w)", clause):
            return f"{one} {two}"
    return None


_ARTICLES = frozenset(
    "le la les l un une des du de d the a an of to is are be est sont they it il elle".split()
)
_TELLING = frozenset("en like sans without not pas".split())
