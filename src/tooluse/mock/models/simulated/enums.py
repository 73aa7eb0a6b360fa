"""Enums: the choice that a request means, by sense and by gloss as much as by letter."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from tooluse.mock.models.simulated import codes, extract, knowledge, match, thresholds
from tooluse.mock.models.simulated.lexicon import fold, name_words, stop_words, table, tokens
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading
from tooluse.mock.models.simulated.said import Said, said


def choice(one: Property, reading: Reading) -> Found | None:
    """The value of an enum that is meant: a place by its role, else by letters, sense, gloss or code."""
    reads = (_judged, _placed, _named, _measured, _meant)
    return next((found for read in reads if (found := read(one, reading)) is not None), None)


_MANY = 300  # choices that are read by their sense
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
        told = [value for value, words in gloss(one).items() if words and words == tokens(fact.text)]
        if told:
            return Found(told[0], "definition", f"« {fact.text} », expliqué par la description", fact)
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


def _measured(one: Property, reading: Reading) -> Found | None:
    """The choice whose bounds a number keeps to: 3 years, of « moins de 6 ans »."""
    facts = [fact for fact in reading.scene.facts if reading.span[0] <= fact.start < reading.span[1]]
    hit = thresholds.among(gloss_texts(one), facts)
    value = next((value for value in one.choices if hit and str(value) == hit[0]), None)
    return Found(value, "request", f"« {hit[1].text} »", hit[1]) if value is not None else None


def _meant(one: Property, reading: Reading) -> Found | None:
    best, found = 0.7, None
    glosses, heard = gloss(one), said(reading.judged)
    for value in one.choices[:_MANY]:
        worth, why = worth_of(value, heard, glosses.get(str(value), ()), one)
        if worth > best:
            best, found = worth, Found(value, "request", f"« {why} »")
    return found


def several(item: Property, reading: Reading) -> list[Any]:
    """All the choices that are named, in the order of the enum: each word for the choice it suits best."""
    if days := _calendar(item.choices):
        named = [day for word in tokens(reading.judged) if (day := days_of(word)) is not None]
        return [value for value in item.choices if days[value] in named]
    heard, glosses = said(reading.judged), gloss(item)
    best: dict[str, tuple[float, Any]] = {}
    for value in item.choices[:_MANY]:
        if (form := _literal(value, heard)) is not None:
            best[form] = max(best.get(form, (0.0, None)), (3.0, value), key=lambda hit: hit[0])
            continue
        own = _own_words(value)
        hits = [(worth / len(own), word) for worth, word in map(heard.nearest, own)]
        hits += [(0.95 * worth, word) for worth, word in map(heard.nearest, glosses.get(str(value), ()))]
        for worth, word in hits:
            if worth > 0.7 and worth > best.get(word, (0.0, None))[0]:
                best[word] = (worth, value)
    sure = any(worth >= 3 for worth, _ in best.values())
    chosen = [value for worth, value in best.values() if worth >= 0.9 or not sure]
    return [value for value in item.choices if value in chosen]


def _calendar(choices: Sequence[Any]) -> dict[Any, int]:
    """The choices as days of the week, if they all are: « lun », "monday"."""
    found = {value: _day(fold(value)) for value in choices[:8] if isinstance(value, str)}
    return found if found and len(found) == len(choices) and None not in found.values() else {}


def days_of(word: str) -> int | None:
    """The day of the week that a word names: « mardi », "Tuesdays"."""
    known = table("dates")["weekdays"]
    return known.get(word, known.get(word.rstrip("s")))


def _day(short: str) -> int | None:
    """The day that a choice names by its first letters."""
    hits = {day for name, day in table("dates")["weekdays"].items() if name.startswith(short)}
    return hits.pop() if len(hits) == 1 and len(short) > 1 else None


def _judged(one: Property, reading: Reading) -> Found | None:
    for kind, judge in (("sentiment", extract.tone), ("urgency", extract.pressure)):
        if kind in one.kinds[:1] and (reading.material or kind == "sentiment"):
            level, counted = judge(reading.text)
            if not counted:  # what looks like an instruction before a colon may be the complaint itself
                level, counted = judge(reading.scene.task)
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


def gloss_texts(one: Property) -> dict[str, str]:
    """What a description says of each choice: « high : bloque le client ; low : peut attendre »."""
    folded, found = fold(one.text), {}
    for value in one.choices[:40]:
        name = fold(str(value))
        if name and name in folded and (match := _gloss_of(name).search(folded)):
            found[str(value)] = match[1] or match[2] or ""
    return found


def gloss(one: Property) -> dict[str, list[str]]:
    """The words of each gloss."""
    return {
        value: [word for word in tokens(text) if word not in stop_words()]
        for value, text in gloss_texts(one).items()
    }


@lru_cache(2048)
def _gloss_of(said: str) -> re.Pattern[str]:
    """« casse (abîmé, en morceaux) », « a = panne », « low : peut attendre »."""
    return re.compile(
        rf"(?<!\w){re.escape(said)}[»\"'`]?\s{{0,3}}(?:\(([^)]{{1,200}})\)|(?::|=|—|–|-)\s{{0,3}}([^;,.)\n]{{0,200}}))"
    )


def worth_of(value: Any, heard: Said, glossed: Sequence[str], one: Property) -> tuple[float, str]:
    """How well a choice is what was said, and the words that decide."""
    if (form := _literal(value, heard)) is not None:
        cue = 0.5 if any(heard.nearest(own)[0] > 0.8 for own in one.words[:3]) else 0
        early = max(heard.clause.find(form), 0) / 1e6  # of two, the one that is said first
        return 3.0 + len(form) / 100 + cue - early, form
    hits = [heard.nearest(mine) for mine in _own_words(value)]
    likeness = sum(hit[0] for hit in hits) / len(hits) if hits else 0.0
    if len(hits) < len(name_words(str(value))):
        likeness *= 0.8  # only a part of its name: « eau », of « plus_d_eau »
    found = sorted((heard.nearest(mine) for mine in glossed), reverse=True)
    worth = min(found[0][0], 1.0) * 0.95 if found else 0.0
    # of two glosses, the one of which more is said
    worth += 0.05 * min(len({word for near, word in found[:8] if near > 0.75}) - 1, 4) if worth > 0.7 else 0
    if worth > likeness:
        return worth, found[0][1]
    return likeness, max(hits, default=(0, ""))[1]


def _literal(value: Any, heard: Said) -> str | None:
    """The choice as it is written, if the request says it so."""
    written = fold(str(value))
    if not written or len(written) <= 2 and written.isalpha() and not str(value).isupper():
        return None
    spaced = written.replace("_", " ").replace("-", " ")
    return next((form for form in (written, spaced) if heard.has(form)), None)


def _own_words(value: Any) -> list[str]:
    words = name_words(str(value))
    return [word for word in words if word not in stop_words() or len(words) == 1]
