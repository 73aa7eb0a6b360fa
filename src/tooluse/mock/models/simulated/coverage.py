"""The values of a request as evidence: a tool that has a place for each of them is likelier to be meant."""

from collections.abc import Sequence

from tooluse.mock.models.simulated import patterns
from tooluse.mock.models.simulated.definition import is_telling
from tooluse.mock.models.simulated.evidence import Evidence
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.formats import shape_of
from tooluse.mock.models.simulated.lexicon import fold
from tooluse.mock.models.simulated.properties import Property

_TELLING = frozenset("id code email url uuid ip path expression".split())
_FITS, _SHAPED, _SAME_KIND = 1.0, 0.45, 0.6
_WORTH, _SHARED = 0.8, 0.35
_LONG = 5  # digits from which a bare number is an identifier rather than a year
_LACKING = 0.2  # lost by a tool whose own identifier nothing in the request looks like
_HOMELESS = 0.45  # lost by a tool without a place for an identifier that another tool takes
# Which kinds of property take which soft facts: none of them decides alone.
_TAKES = {
    "date": {"date"},
    "time": {"time", "date"},
    "money": {"amount", "figure"},
    "number": {"figure"},
    "percent": {"percent"},
    "phone": {"phone"},
    "place": {"place", "country", "airport"},
    "person": {"person", "name"},
    "organisation": {"organisation", "name", "person"},
    "name": {"name", "person", "organisation", "place", "product"},
    "quoted": {"title", "body", "query", "name"},
}
_SOFT = 0.25
_MANY, _ALL = 3, 0.3  # so many values that have a place, or one less if these are all that it needs
_STRICT = frozenset("date time money".split())


def count_values(found: Sequence[Evidence], facts: Sequence[Fact]) -> None:
    """Adds to every tool what the values of the clause say for it or against it."""
    for fact in facts[:12]:
        if fact.kind in _TELLING or (fact.kind in ("number", "phone") and len(fact.text) > 3):
            _count_telling(found, fact)
        if fact.kind in _TAKES:
            _count_soft(found, fact)
    for entry in found:
        housed = sum(entry.soft.values()) + entry.values
        if housed >= _MANY or (housed == _MANY - 1 and housed >= len(entry.tool.required)):
            entry.count(_ALL, 0.0, where="value")
        if not entry.values and entry.tool.keyed:
            entry.count(0, -_LACKING, where="lacking")


def _count_telling(found: Sequence[Evidence], fact: Fact) -> None:
    fits = [max(((_fit(one, fact), one) for one in entry.tool.leaves), key=_first, default=(0, None))
            for entry in found]  # fmt: skip
    holders = sum(worth >= _SAME_KIND for worth, _ in fits)
    share = _SHARED + (1 - _SHARED) / max(1, holders)
    for entry, (worth, one) in zip(found, fits, strict=True):
        if worth:
            told = {"word": fact.text, "matches": one.name, "where": "value"}
            again = one.name in entry.taken and "[]" not in one.path  # a second value for one place
            entry.taken.add(one.name)
            entry.count(_WORTH * worth, _WORTH * worth * share * (0.4 if again else 1), **told)
            entry.values += worth >= _SAME_KIND
        elif holders and fact.kind in ("id", "code"):
            entry.count(-_HOMELESS / 2, -_HOMELESS, word=fact.text, where="no_place")


def _first(pair: tuple[float, object]) -> float:
    return pair[0]


def _fit(one: Property, fact: Fact) -> float:
    """How well an identifier fits: by the pattern if there is one, else by an example, else by its kind."""
    pattern = one.schema.get("pattern")
    if isinstance(pattern, str):
        fits = is_telling(pattern) and _fits(pattern, fact.text)
        return 0.0 if not fits else _SHAPED if fact.text.isdigit() and len(fact.text) < _LONG else _FITS
    if fact.kind in ("number", "phone"):
        long = len(fact.text) >= _LONG and "id" in one.kinds[:1]
        return _FITS if long and _alike(one, fact, False) else 0.0
    if fact.kind not in ("id", "code"):
        return _SAME_KIND if fact.kind in one.kinds[:1] else 0.0
    if any(map(_prefix, map(str, one.examples))):
        return _FITS if _alike(one, fact, True) else 0.0
    return _SHAPED if _alike(one, fact, False) else 0.0


def _fits(pattern: str, said: str) -> bool:
    return bool(patterns.fits(pattern, said) or patterns.fits(pattern, said.upper()))


def _alike(one: Property, fact: Fact, prefixed: bool) -> bool:
    return any(
        shape_of(str(example)) == shape_of(fact.text)
        and (not prefixed or _prefix(str(example)) == _prefix(fact.text))
        for example in one.examples
    )


def _prefix(value: str) -> str:
    """The letters before the first digit of an identifier: « CT- » of CT-1001."""
    head = fold(value)
    at = next((place for place, char in enumerate(head) if char.isdigit()), 0)
    return head[:at] if at and head[:at].strip("-_.#/").isalpha() else ""


def _count_soft(found: Sequence[Evidence], fact: Fact) -> None:
    """As many dates as a tool has places for speak for it; none at all speaks against."""
    wanted = _TAKES[fact.kind]
    left = [entry.tool.room(wanted) - entry.soft.get(fact.kind, 0) for entry in found]
    takers = sum(room > 0 for room in left)
    share = _SHARED + (1 - _SHARED) / max(1, takers)
    for entry, room in zip(found, left, strict=True):
        if room > 0:
            entry.soft[fact.kind] = entry.soft.get(fact.kind, 0) + 1
            entry.count(0.1, _SOFT * share, word=fact.text, kind=fact.kind, where="value")
        elif takers and fact.kind in _STRICT and fact.kind not in entry.soft:
            entry.soft[fact.kind] = 0
            entry.count(0, -_SOFT / 2, word=fact.text, where="no_place")
