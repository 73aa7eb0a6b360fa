"""Enums and booleans: the choice that a request means, by sense as much as by letter."""

import re
from collections.abc import Sequence
from typing import Any

from tooluse.mock.models.simulated import codes, extract, knowledge, match, prose
from tooluse.mock.models.simulated.lexicon import alike, fold, is_weak, name_words, senses, stop_words, tokens
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading


def choice(one: Property, reading: Reading) -> Found | None:
    """The value of an enum that is meant: a place by its role, else by letters, sense, gloss or code."""
    return _judged(one, reading) or _placed(one, reading) or _named(one, reading) or _meant(one, reading)


_PLACED = frozenset(("place", "airport", "country", "timezone"))


def _placed(one: Property, reading: Reading) -> Found | None:
    """A place among the choices: itself, its code, or the choice that looks like it."""
    if one.kind not in _PLACED and one.role not in ("origin", "destination"):
        return None
    facts = [fact for fact in reading.scene.facts if reading.span[0] <= fact.start < reading.span[1]]
    ranked = sorted(facts, key=lambda fact: -match.score(one, fact, reading.span, facts))
    for fact in ranked[:1]:
        if match.score(one, fact, reading.span, facts) < match.NEEDED:
            return None
        for value in one.choices:
            if fold(str(value)) == fold(fact.text):
                return Found(value, "request", f"« {fact.text} »", fact)
        kind = one.code or "airport"
        code = codes.find(kind, fact.text, one, reading.scene, reading.profile)
        if code is not None and code.value in one.choices:
            return Found(code.value, code.source, f"« {fact.text} »", fact)
        near = codes.among(fact.text, one.choices)
        return Found(near, "definition", f"« {fact.text} », parmi l'enum", fact) if near is not None else None
    return None


def _named(one: Property, reading: Reading) -> Found | None:
    """The code, among the choices, of a currency, a language… that the clause names."""
    for kind in knowledge.CODES:
        for name, code in _named_codes(kind, one, reading.judged, reading):
            return Found(code, "knowledge", f"« {name} »")
    return None


def _meant(one: Property, reading: Reading) -> Found | None:
    best, found = 0.7, None
    glosses = gloss(one)
    said = [word for word in tokens(reading.judged) if word not in stop_words()]
    for value in one.choices:
        worth, why = worth_of(value, said, fold(reading.judged), glosses.get(str(value), []), one)
        if worth > best:
            best, found = worth, Found(value, "request", f"« {why} »")
    return found


def _judged(one: Property, reading: Reading) -> Found | None:
    for kind, judge in (("sentiment", extract.tone), ("urgency", extract.pressure)):
        if kind in one.kinds[:1] and (reading.material or kind == "sentiment"):
            level, counted = judge(reading.text)
            return Found(extract.on_scale(level, one), "judged", ", ".join(counted[:6]) or "aucun mot compté")
    return None


def _named_codes(kind: str, one: Property, clause: str, reading: Reading) -> list[tuple[str, Any]]:
    texts = [str(value) for value in one.choices]
    if not any(code in texts for code in reading.profile.names(kind).values()):
        return []
    hits = [
        (name, reading.profile.names(kind)[name]) for _, name in codes.spoken(kind, clause, reading.profile)
    ]
    if one.role in ("destination", "end"):
        hits.reverse()
    return [(name, code) for name, code in hits if code in texts]


def gloss(one: Property) -> dict[str, list[str]]:
    """What a description says of each choice: « high : bloque le client ; low : peut attendre »."""
    folded, found = fold(one.text), {}
    for value in one.choices[:40]:
        said = fold(str(value))
        match = re.search(rf"(?<![\w]){re.escape(said)}[»\"'`]?\s*(?::|=|\(|—|–|-)\s*([^;,.)\n]*)", folded)
        if match and len(said) > 0:
            found[str(value)] = [word for word in tokens(match[1]) if word not in stop_words()]
    return found


def _close(word: str, mine: str) -> float:
    """How alike two words are; of two that only share a sense, the one that shares more senses is closer."""
    likeness = alike(word, mine)
    return likeness + 0.02 * len(set(senses(word)) & set(senses(mine))) if likeness else 0.0


def worth_of(
    value: Any, said: Sequence[str], clause: str, glossed: Sequence[str], one: Property
) -> tuple[float, str]:
    written = fold(str(value))
    spaced = written.replace("_", " ").replace("-", " ")
    exact = len(written) > 2 or not written.isalpha() or str(value).isupper()
    for form in (written, spaced):
        if form and exact and re.search(rf"(?<!\w){re.escape(form)}(?!\w)", clause):
            cue = 0.5 if any(alike(word, own) > 0.8 for word in said for own in one.words[:3]) else 0
            return 3.0 + len(form) / 100 + cue, form
    own = [
        word
        for word in name_words(str(value))
        if word not in stop_words() or len(name_words(str(value))) == 1
    ]
    hits = [max(((_close(word, mine), word) for word in said), default=(0.0, "")) for mine in own]
    likeness = sum(hit[0] for hit in hits) / len(own) if own else 0.0
    extra = max(((alike(word, mine), word) for word in said for mine in glossed), default=(0.0, ""))
    if extra[0] > likeness:
        return extra[0] * 0.95, extra[1]
    return likeness, max(hits, default=(0, ""))[1]


def flag(one: Property, reading: Reading) -> Found | None:
    """A boolean: true when the request speaks of it, false when it denies it."""
    vocabulary = reading.tool.vocabulary
    strong = {known.word for known in vocabulary.values() if known.where in ("name", "purpose", "trigger")}
    words = [word for word in one.words[:7] if not is_weak(word) and word not in strong and len(word) > 2]
    for word in words:
        said = prose.says(word, reading.judged)
        if said is not None:
            return Found(said, "request", f"« {word} »" if said else f"« {word} », nié")
    return None
