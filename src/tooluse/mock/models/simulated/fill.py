"""The arguments of one call: facts dealt out to properties, the rest read, left out, or made up."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tooluse.mock.models.simulated import (
    enums,
    extract,
    flags,
    match,
    patterns,
    prose,
    ranges,
    texts,
    values,
)
from tooluse.mock.models.simulated.deal import deal, from_results, overlaps
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.invent import invented, typed
from tooluse.mock.models.simulated.lexicon import name_words, table
from tooluse.mock.models.simulated.properties import Property, leaves_of
from tooluse.mock.models.simulated.reading import Found, Reading
from tooluse.mock.models.simulated.respelt import respelt

_ENUMERATED = (
    "place",
    "name",
    "person",
    "organisation",
    "id",
    "code",
    "date",
    "number",
    "email",
    "url",
    "path",
)


# Arguments that are looked for in the words of a request; the rest is made up.
_MANY, _FEW, _LONG = 120, 24, 4000


@dataclass
class Filled:
    """The input of a call, where each value came from, what is missing, what an enumeration adds."""

    input: dict[str, Any] = field(default_factory=dict)
    found: dict[str, Found] = field(default_factory=dict)  # by the path of the property
    missing: list[Property] = field(default_factory=list)
    unsure: list[Property] = field(default_factory=list)
    more: list[tuple[Property, Found]] = field(default_factory=list)
    read: int = 0  # properties that the words of the request were read for

    def worth_reading(self, reading: Reading) -> bool:
        """Whether one more is looked for in the words: of a long text, for a few properties only."""
        self.read += 1
        return self.read <= (_MANY if len(reading.scene.task) < _LONG else _FEW)


def fill(reading: Reading, given: dict[str, Any] | None = None) -> Filled:
    """Fill the input of `reading.tool`. `given` are arguments of an earlier call that still hold."""
    filled = Filled()
    leaves = leaves_of(reading.tool.properties)
    dealt = deal(leaves, reading)
    for path, value in from_results(leaves, reading, dealt, filled.more).items():
        dealt[path] = value
    ranges.complete(leaves, dealt, reading)
    taken = [found.fact for found in dealt.values() if found.fact is not None]
    root = {one.name: one for one in reading.tool.properties}
    for name, one in root.items():
        value = _value(one, reading, dealt, taken, filled, (given or {}).get(name))
        if value is not _ABSENT:
            filled.input[name] = value
    _enumerate(dealt, taken, reading, filled)
    return filled


_ABSENT = object()


def _value(one: Property, reading: Reading, dealt, taken, filled: Filled, given: Any) -> Any:
    """The value of a property, or _ABSENT when it is left out."""
    found = dealt.get(one.path)
    if found is None and reading.tool.way_out and _is_question(one):
        found = Found(table("phrases")[reading.scene.language]["ask"], "habit", "une question à poser")
    elif found is None and filled.worth_reading(reading):
        found = _read(one, reading, taken)
    elif found is not None and one.type == "string" and isinstance(found.value, str):
        found = _in_form(one, found, reading)
    if one.type == "object":
        return _object(one, reading, dealt, taken, filled, given)
    if one.type == "array" and found is None and filled.worth_reading(reading):
        found = _array(one, reading, taken, filled)
    if found is None and given is not None:
        found = Found(given, "earlier", "repris du dernier appel")
    if found is None or found.value is None and not one.nullable:
        found = _without(one, reading, filled)
    if found is None:
        return _ABSENT
    if found.unsure:
        filled.unsure.append(one)
    value = typed(one, found.value)
    filled.found[one.path] = Found(value, found.source, found.why, found.fact, found.unsure)
    return value


def _is_question(one: Property) -> bool:
    """Whether it holds what a tool for unclear requests asks the user."""
    asks = {"question", "message", "clarification", "precision"}
    return one.type == "string" and not one.choices and bool(asks & set(name_words(one.name)))


def _in_form(one: Property, found: Found, reading: Reading) -> Found:
    """A value that the pattern refuses, in the form that it asks for, if it only is spelt otherwise."""
    return respelt(one, reading) or found if _off_pattern(one, found) else found


def _off_pattern(one: Property, found: Found) -> bool:
    pattern, value = one.schema.get("pattern"), found.value
    return isinstance(pattern, str) and isinstance(value, str) and patterns.fits(pattern, value) is False


def _read(one: Property, reading: Reading, taken: Sequence[Fact]) -> Found | None:
    if "const" in one.schema:
        return Found(one.schema["const"], "definition", "const")
    if one.choices:
        return enums.choice(one, reading)
    if one.type == "boolean":
        return flags.flag(one, reading)
    if one.type in ("string", ""):
        if (spelt := respelt(one, reading)) is not None:
            return spelt
        found = texts.written(one, reading, taken)
        if found and one.nullable and _off_pattern(one, found):
            return None  # null is better than words that the pattern refuses
        return found if found and _long_enough(one, found) else None
    if one.type in ("integer", "number") and reading.material and "urgency" in one.kinds[:1]:
        level, counted = extract.pressure(reading.text)
        return Found(extract.on_scale(level, one), "judged", ", ".join(counted))
    return None


def _long_enough(one: Property, found: Found) -> bool:
    """An optional text is written only where the request has words for it, not from what is left of it."""
    return (
        one.required
        or texts.asks_what(one)
        or one.kinds[:1]
        and one.kind
        in ("summary", "body", "title", "language", "currency", "country", "sentiment", "urgency")
    )


def _object(one: Property, reading, dealt, taken, filled: Filled, given: Any) -> Any:
    inner = {}
    before = len(filled.missing)
    given = given if isinstance(given, dict) else {}
    for child in one.children:
        value = _value(child, reading, dealt, taken, filled, given.get(child.name))
        if value is not _ABSENT:
            inner[child.name] = value
    told = any(
        filled.found[path].source not in ("invented", "default", "null", "definition")
        for path in filled.found
        if path.startswith(f"{one.path}.")
    )
    if told or one.required and not one.nullable:
        return inner
    del filled.missing[before:]
    for path in [path for path in filled.found if path.startswith(f"{one.path}.")]:
        del filled.found[path]
    return None if one.required and one.nullable else _ABSENT


def _array(one: Property, reading: Reading, taken: Sequence[Fact], filled: Filled) -> Found | None:
    item = one.children[0] if one.children else None
    if item is None:
        return None
    if item.type == "object":
        return _objects(item, reading, taken)
    if item.choices:
        return _several(item, reading)
    scene = reading.scene
    inside = [
        fact for fact in scene.facts if reading.span[0] <= fact.start < reading.span[1] or reading.material
    ]
    free = [fact for fact in inside if not any(overlaps(fact, other) for other in taken)]
    hits = [fact for fact in free if match.score(item, fact, reading.span, inside) >= 1.0]
    if item.kind == "entities":
        hits = [fact for fact in free if fact.kind in ("person", "organisation", "place", "name")]
    if hits:
        said = [values.from_fact(item, fact, reading).value for fact in hits]
        return Found(list(dict.fromkeys(said)), "request", f"{len(hits)} valeurs", hits[0])
    if item.kinds[:1] == ("keywords",) and reading.material:
        return Found(extract.keywords(reading.text), "judged", "mots fréquents")
    return _listed(item, reading, one)


def _listed(item: Property, reading: Reading, one: Property) -> Found | None:
    """An enumeration in plain words: « les tags urgent, client et facture »."""
    if item.type != "string" or not one.required:
        return None
    said = prose.given_text(reading.clause) or prose.leftover(reading.clause, reading.tool, ())
    if not said or len(said) > 300:
        return None
    return Found([part.strip() for part in prose.split_list(said)], "request", "énumération")


def _several(item: Property, reading: Reading) -> Found | None:
    """The choices that the clause names: each of its words counts for the choice that it suits best."""
    hits = enums.several(item, reading)
    return Found(hits, "request", "plusieurs choix") if hits else None


def _objects(item: Property, reading: Reading, used: Sequence[Fact]) -> Found | None:
    """One entry a part of the enumeration that gives it something: « 3 stylos et 2 cahiers »."""
    entries = []
    for span in _entry_spans(item, reading, used):
        part = Reading(reading.tool, reading.scene, reading.profile, span)
        filled = Filled()
        dealt = _dealt_inside(item, part, used)
        taken = [found.fact for found in dealt.values() if found.fact is not None]
        inner = {child.name: _value(child, part, dealt, taken, filled, None) for child in item.children}
        told = any(found.source == "request" for found in filled.found.values())
        if told:
            entries.append({name: value for name, value in inner.items() if value is not _ABSENT})
    return Found(entries[:50], "request", f"{len(entries)} entrées") if entries else None


def _dealt_inside(item: Property, part: Reading, used: Sequence[Fact]) -> dict[str, Found]:
    start, end = part.span
    dealt = deal(leaves_of(item.children), part, narrow=True)
    return {
        path: found
        for path, found in dealt.items()
        if found.fact
        and start <= found.fact.start < end
        and not any(overlaps(found.fact, other) for other in used)
    }


def _entry_spans(item: Property, reading: Reading, used: Sequence[Fact]) -> list[tuple[int, int]]:
    """The parts of the enumeration; one that only adds to the entry before it belongs to that entry."""
    spans: list[tuple[int, int]] = []
    has: set[str] = set()
    for start, end in prose.parts(reading.scene.task, *reading.span):
        part = Reading(reading.tool, reading.scene, reading.profile, (start, end))
        gives = set(_dealt_inside(item, part, used))
        gives |= {child.path for child in item.children if child.choices and enums.choice(child, part)}
        if not gives:
            continue
        if spans and not gives & has and spans[-1][1] + 6 >= start:
            spans[-1], has = (spans[-1][0], end), has | gives
        else:
            spans.append((start, end))
            has = gives
    return spans


def _without(one: Property, reading: Reading, filled: Filled) -> Found | None:
    """Nothing gives the value: left out if it may be, else null, the default, or made up."""
    if not one.required:
        return None
    if one.nullable:
        return Found(None, "null", "rien ne le donne")
    if "default" in one.schema:
        return Found(one.schema["default"], "default", "valeur par défaut")
    filled.missing.append(one)
    return Found(invented(one, reading), "invented", "rien ne le donne : inventé")


def _enumerate(dealt: dict[str, Found], taken: Sequence[Fact], reading: Reading, filled: Filled) -> None:
    """The other values of an enumeration each make a call of their own."""
    facts = [fact for fact in reading.scene.facts if reading.span[0] <= fact.start < reading.span[1]]
    for one in reading.tool.properties:
        found = dealt.get(one.path)
        if found is None or found.fact is None or found.fact.kind not in _ENUMERATED:
            continue
        if found.source.startswith("result") or one.role in ("start", "end"):
            continue
        others = match.siblings(found.fact, facts, reading.scene.task)
        others = [fact for fact in others if not any(overlaps(fact, other) for other in taken)]
        if others:
            filled.more += [(one, values.from_fact(one, fact, reading)) for fact in others[:9]]
            return
