"""Judging a text by counting words: tone, urgency, subject, summary. Wrong in the ways of `limits.json`.

Negation and irony are not read, the first of two amounts is taken: predictable faults, kept on purpose.
"""

import re
from collections import Counter
from typing import Any

from tooluse.mock.models.simulated.lexicon import (
    WORD,
    alike,
    content,
    fold,
    is_weak,
    language,
    name_words,
    tokens,
    words_of,
)  # fmt: skip
from tooluse.mock.models.simulated.properties import Property


def _hits(text: str, *lists: str) -> list[str]:
    known = words_of("opinions", *lists)
    read = fold(text)
    said = [word for word in WORD.findall(read) if word in known]
    return said + [turn for turn in sorted(known) if "-" in turn and turn.replace("-", " ") in read]


def tone(text: str) -> tuple[str, list[str]]:
    """positive, negative or neutral, and the words that were counted."""
    good, bad = _hits(text, "positive"), _hits(text, "negative")
    if len(good) == len(bad):
        return "neutral", good + bad
    return ("positive", good) if len(good) > len(bad) else ("negative", bad)


def pressure(text: str) -> tuple[str, list[str]]:
    """high, medium or low urgency, and the words that were counted."""
    hot, calm = _hits(text, "urgent"), _hits(text, "calm")
    if hot and len(hot) >= len(calm):
        return "high", hot
    return ("low", calm) if calm else ("medium", [])


_ORDER = {"negative": 0, "neutral": 1, "positive": 2, "low": 0, "medium": 1, "high": 2}


def on_scale(level: str, one: Property) -> Any:
    """A level as the property writes it: one of its choices, or a number within its bounds."""
    if one.choices:
        named = _named(level, one.choices)
        return named if named is not None else _ranked(level, one)
    if one.type in ("integer", "number"):
        low, high = one.schema.get("minimum", 1), one.schema.get("maximum", 5)
        if isinstance(low, int | float) and isinstance(high, int | float):
            value = low + (high - low) * _ORDER[level] / 2
            return round(value) if one.type == "integer" else value
    return level


def _named(level: str, choices: list[Any]) -> Any:
    known = words_of("opinions", "scales", level)
    for choice in choices:
        if any(word in known for word in name_words(str(choice))):
            return choice
    return None


def _ranked(level: str, one: Property) -> Any:
    """The choices in their order, from the least to the most, when none has a name that is known."""
    choices = [choice for choice in one.choices if choice is not None]
    return choices[(len(choices) - 1) * _ORDER[level] // 2] if choices else None


def sentences(text: str) -> list[str]:
    return [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", text) if part.strip()]


def summary(text: str, one: Property) -> str:
    """The sentence that carries most of the frequent words, cut to what the definition allows."""
    weights = Counter(word for word in tokens(text) if word in set(content(tokens(text))))
    found = [part for part in sentences(text) if len(WORD.findall(part)) > 3] or sentences(text)
    best = max(found, key=lambda part: sum(weights[word] for word in content(tokens(part))), default=text)
    return shortened(best, one)


def shortened(text: str, one: Property) -> str:
    words = text.split()
    allowed = re.search(r"(\d+)\s*(?:mots|words)", fold(one.text))
    if allowed and len(words) > int(allowed[1]):
        text = " ".join(words[: int(allowed[1])])
    longest = one.schema.get("maxLength")
    if isinstance(longest, int) and 0 < longest < len(text):
        text = text[:longest].rsplit(" ", 1)[0] if " " in text[:longest] else text[:longest]
    return text


def keywords(text: str, count: int = 5) -> list[str]:
    """The most frequent words that mean something, as they are written."""
    meaning = {word for word in content(tokens(text)) if not is_weak(word) and len(word) > 3}
    seen = Counter(word for word in tokens(text) if word in meaning)
    return [word for word, _ in seen.most_common(count)]


def text_language(text: str) -> str:
    return language(text)


def category(text: str, choices: list[Any], glosses: dict[str, list[str]]) -> tuple[Any, str | None]:
    """The choice whose words occur most in the text, and the word that decided."""
    words = content(tokens(text))[:200]
    best, found, why = 0.0, None, None
    for choice in choices:
        own = [*name_words(str(choice)), *glosses.get(str(choice), [])]
        hits = [(alike(word, mine), word) for word in words for mine in own if alike(word, mine) > 0.7]
        total = sum(likeness for likeness, _ in hits)
        if total > best:
            best, found, why = total, choice, max(hits)[1]
    return found, why
