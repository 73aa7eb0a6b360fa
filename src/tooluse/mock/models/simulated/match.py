"""Does a fact suit a property? By its kind, the words around it, its shape, and where it was said."""

import re
from collections.abc import Sequence
from datetime import date

from tooluse.mock.models.simulated import patterns, schema, tense, units
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.formats import shape_of
from tooluse.mock.models.simulated.lexicon import alike, fold, name_words, stop_words, words_of
from tooluse.mock.models.simulated.properties import Property

# What each kind of property takes, and how gladly.
_TAKES = {
    "place": {"place": 3, "address": 2.6, "name": 1.6, "code": 1.2, "organisation": 1, "quoted": 1},
    "person": {"person": 3, "name": 2.4, "organisation": 2.2, "code": 1, "quoted": 1},
    "name": {"quoted": 2.2, "name": 2, "person": 2, "organisation": 2, "place": 1.2, "code": 1},
    "organisation": {"organisation": 3, "name": 2.2, "code": 1.5, "person": 1, "quoted": 1},
    "product": {"quoted": 2.5, "name": 1.6, "code": 1.2, "organisation": 1},
    "date": {"date": 3},
    "time": {"time": 3},
    "duration": {"number": 1.2},
    "email": {"email": 4},
    "phone": {"phone": 4},
    "url": {"url": 4},
    "uuid": {"uuid": 4},
    "ip": {"ip": 4},
    "path": {"path": 4, "quoted": 1.5},
    "amount": {"money": 3, "number": 1.2},
    "percent": {"percent": 3, "number": 1},
    "count": {"number": 1.6},
    "limit": {"number": 0.8},
    "latlon": {"number": 1.4},
    "id": {"id": 3, "uuid": 2.5, "number": 1.6, "postcode": 2, "code": 1.5, "phone": 0.3},
    "airport": {"place": 3, "code": 3, "name": 1.6},
    "country": {"place": 2.2, "code": 1.2},
    "timezone": {"place": 2.2},
    "expression": {"expression": 4},
    "title": {"quoted": 2.6},
    "body": {"quoted": 2.6},
    "query": {"quoted": 2.2},
    "": {
        "quoted": 1.4,
        **dict.fromkeys(("name", "person", "place", "id", "organisation"), 1.2),
        **dict.fromkeys(("email", "url", "path"), 0.9),
    },
}  # fmt: skip
_NUMBERS = {"number": 1.0, "money": 1.0, "percent": 0.8, "ordinal": 0.3, "article": 0.3}
_PURE = frozenset("currency language timezone email phone url uuid ip date time expression path".split())
_RANK = (1.0, 0.7, 0.5)  # what the second and third likely kinds of a property are worth
_FAR = {"request": 0.0, "earlier": 2.0, "system": 2.6}
NEEDED, OPTIONAL = 0.9, 1.9


def score(one: Property, fact: Fact, span: tuple[int, int], facts: Sequence[Fact]) -> float:
    """How well a fact suits a property; below NEEDED it does not."""
    base = _kind(one, fact) or _fitting(one, fact)
    if base <= 0:
        return 0.0
    total = base + _cue(one, fact) + _form(one, fact) + _role(one, fact, facts) + _unit(one, fact)
    total += _bounds(one, fact)
    total += tense.denied(fact.before, fact.after) if fact.kind in ("date", "time", "place") else 0
    if fact.source == "request" and not (span[0] <= fact.start < span[1]):
        total -= 1.1
    return total - _FAR.get(fact.source, 0.0)


def _fitting(one: Property, fact: Fact) -> float:
    """A value of another kind will do where it has just the form that a pattern asks for."""
    pattern = one.schema.get("pattern")
    if one.type != "string" or fact.kind in ("date", "quoted"):
        return 0.0
    if fact.kind == "id" and any(shape_of(str(example)) == shape_of(fact.text) for example in one.examples):
        return 0.5
    if not isinstance(pattern, str):
        return 0.0
    return 0.2 if patterns.fits(pattern, fact.text) and patterns.fits(pattern, "Madrid") is False else 0.0


def _kind(one: Property, fact: Fact) -> float:
    numeric = one.type in ("integer", "number")
    if numeric and fact.kind in ("time", "date"):
        return 1.4 if _lasting(one, fact) else 0.0
    if fact.kind == "address" and _STREET & set(one.words[:6]):
        return 4.0
    if numeric and not isinstance(fact.value, int | float):
        return 0.0
    best = 0.0
    kinds = one.kinds[:1] if one.kind in _PURE else one.kinds
    for kind, worth in zip(kinds, _RANK, strict=False):
        best = max(best, _TAKES.get(kind, {}).get(fact.kind, 0) * worth)
    if not one.kinds:
        best = _TAKES[""].get(fact.kind, 0)
    if numeric:
        best = max(best, _NUMBERS.get(fact.kind, 0))
    return best


def _bounds(one: Property, fact: Fact) -> float:
    """An optional number is not given by one that its bounds exclude."""
    if one.required or one.type not in ("integer", "number") or not isinstance(fact.value, int | float):
        return 0.0
    return -1.2 if fact.detail is None and schema.bounded(fact.value, one.schema) != fact.value else 0.0


_STREET = frozenset("rue adresse address street lieu ou where endroit voie".split())


def _lasting(one: Property, fact: Fact) -> bool:
    asked = units.wanted(one.name, one.text)
    if asked is None or asked.dimension != "duration":
        return False
    if fact.kind == "date":  # « la semaine prochaine », for a number of days
        first, last = fact.detail.span(date(2025, 1, 1)) if fact.detail else (0, 0)
        return one.required and first != last
    clock = {"a", "at", "vers", "des", "from"} & set(fact.before[:1])
    return isinstance(fact.detail, tuple) and not clock and "h" in fact.text.lower()


def _unit(one: Property, fact: Fact) -> float:
    """A number in a unit suits what is counted in such units, and nothing else that has a unit."""
    if one.type not in ("integer", "number"):
        return 0.0
    said = fact.detail if isinstance(fact.detail, units.Unit) else None
    if said is None and fact.kind == "money":
        said = units.units().get(fold(str(fact.detail)))
    asked = units.wanted(one.name, one.text)
    if said is None or asked is None:
        return 0.0
    same = said.dimension == asked.dimension or {said.dimension, asked.dimension} == {"months", "duration"}
    return 1.5 if same else -2.0


def _cue(one: Property, fact: Fact) -> float:
    """The words beside the fact that name the property: « client Dupont », « 4 personnes »."""
    found = 0.0
    stop = stop_words()
    before = [word for word in fact.before if word not in stop][:2]
    after = [word for word in fact.after if word not in stop][:1]
    for words, weight in ((before, 1.6), (after, 2.0 if isinstance(fact.value, int | float) else 0.6)):
        for distance, word in enumerate(words):
            likeness = max((alike(word, own) for own in one.words[:12]), default=0.0)
            if likeness > 0.7:
                # « l'œuvre de Morisot » is not a work called Morisot; « le client Dupont » is the client.
                likeness *= 0.4 if words is before and fact.before[0] in _OF and fact.kind in _NAMES else 1
                found = max(found, weight * likeness / (1 + distance))
    if before[:1] and before[0] in _FIRST and {"limit", "count"} & set(one.kinds[:2]):
        found = max(found, 1.4)
    if (
        fact.after[:1]
        and fact.after[0] in ("sur", "out")
        and str(one.schema.get("maximum")) in fact.after[:3]
    ):
        found = max(found, 1.5)  # « 8 sur 10 », of a mark out of 10
    if fact.detail and isinstance(fact.detail, str) and "amount" in one.kinds[:1]:
        found = max(found, 0.4)
    return found


def _form(one: Property, fact: Fact) -> float:
    if one.type in ("integer", "number") or fact.kind in ("date", "time"):
        return 0.0
    pattern = one.schema.get("pattern")
    if isinstance(pattern, str) and one.code is None:
        fits = patterns.fits(pattern, fact.text)
        if fits is not None:
            return 3.0 if fits else -3.0
    if one.examples and (one.kinds[:1] == ("id",) or fact.kind == "id"):
        shapes = {shape_of(str(example)) for example in one.examples}
        return 2.0 if shape_of(fact.text) in shapes else -1.2 if fact.kind == "id" else -0.6
    return 0.0


def _role(one: Property, fact: Fact, facts: Sequence[Fact]) -> float:
    """Where from, where to, since when, until when: by the word before, else by the order."""
    if one.role is None or not fact.before:
        return 0.0
    word = next((word for word in fact.before[:3] if word not in _ARTICLES), "")
    if fact.kind == "date" and word in ("avant", "before") and {"pas", "not"} & set(fact.before[1:3]):
        word = "depuis"  # « pas avant le 10 » begins there
    other = {"origin": "destination", "destination": "origin", "start": "end", "end": "start"}[one.role]
    if word in ("et", "and") and not {"entre", "between"} & set(fact.before):
        word = ""
    if word in words_of("kinds", "cues", one.role):
        return 1.5
    if word in words_of("kinds", "cues", other):
        return -1.2
    same = [entry for entry in facts if entry.kind == fact.kind]
    if len(same) > 1:
        first = same[0] is fact
        return 0.6 if first == (one.role in ("origin", "start")) else -0.6
    return 0.0


_ARTICLES = frozenset("le la les l the on".split())
_OF = frozenset("de du des d of by par".split())
_NAMES = frozenset("name person organisation".split())
_FIRST = frozenset("last first top dernier derniers dernieres premiers premieres maximum max".split())
_AND = re.compile(
    r"\s*(?:,|;|&|\bet\b|\band\b|\bou\b|\bor\b|\bpuis\b)+\s*(?:aussi\b|also\b)?\s*(?:a|au|aux|en|in|de|d'|du|pour|for|le|la|les|celle|celui|l'|to|of|chez|that|client|cliente|the)?(?:\s+(?:de|of|le|la|les|a|client))?\s*"
)


def siblings(fact: Fact, facts: Sequence[Fact], text: str) -> list[Fact]:
    """The facts that stand with this one in an enumeration: « Lyon, Oslo et Rome »."""
    folded, found, here = fold(text), [], fact
    for other in facts:
        if other.start < here.end or other.kind not in (fact.kind, *_KIN.get(fact.kind, ())):
            continue
        if not _AND.fullmatch(folded[here.end : other.start]):
            break
        found.append(other)
        here = other
    return found


_KIN = {
    "name": ("place", "person", "organisation"),
    "place": ("name",),
    "person": ("name",),
    "organisation": ("name",),
    "id": ("number",),
}


def field_score(one: Property, fact: Fact, provider: Sequence[str]) -> float:
    """How well a leaf of a result suits a property, by the names of its keys."""
    names = name_words(one.name)
    key = list(fact.key)
    if not key or (one.type in ("integer", "number") and not isinstance(fact.value, int | float)):
        return 0.0
    if key == names or key[-len(names) :] == names:
        return 5.0
    pattern = one.schema.get("pattern")
    fits = patterns.fits(pattern, fact.text) if isinstance(pattern, str) else None
    shaped = any(shape_of(str(example)) == shape_of(fact.text) for example in one.examples)
    if fits is False:
        return 0.0
    own = [word for word in one.words[:8] if word not in ("id", "identifiant", "identifier")]
    about = max((alike(word, other) for word in own for other in [*key, *provider]), default=0.0)
    is_id = key[-1] in _IDS or (fact.kind == "id")
    if one.kind == "id":
        named = max((alike(word, other) for word in own for other in key), default=0.0)
        return (2.0 * about + 1.0 * named if is_id else 0.0) + 2.0 * bool(fits) + 1.5 * shaped
    here = max((alike(word, other) for word in own[:4] for other in key[-2:]), default=0.0)
    return 2.4 * here + 2.0 * bool(fits)


_IDS = frozenset(
    "id identifiant identifier ids reference ref code numero number uid uuid key sku iata".split()
)
