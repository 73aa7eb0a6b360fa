"""Facts dealt out to properties: each to the one that it suits best; then what earlier results give."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from tooluse.mock.models.simulated import match, prose, values
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import name_words
from tooluse.mock.models.simulated.perceive import Call
from tooluse.mock.models.simulated.pick import pick
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading

_QUANTIFIERS = frozenset("tous toutes chaque chacun chacune all each every both".split())


def deal(leaves: Sequence[Property], reading: Reading, narrow: bool = False) -> dict[str, Found]:
    """Each fact to the property that it suits best, the best pair first; `narrow`: those of the span only."""
    scene = reading.scene
    start, end = reading.span
    inside = [fact for fact in scene.facts if start <= fact.start < end]
    pools = (
        inside
        if narrow
        else [
            *scene.facts,
            *scene.earlier_facts,
            *(fact for fact in scene.system_facts if fact.kind != "date"),
        ]
    )
    pairs = []
    for one in leaves:
        least = match.NEEDED if one.required else match.OPTIONAL
        for fact in pools[:200]:
            if fact.detail == "opening" and prose.asks_for(reading.tool, fact.text):
                continue
            worth = match.score(one, fact, reading.span, inside)
            if worth >= least:
                pairs.append((worth, fact, one))
    pairs.sort(key=lambda pair: (-pair[0], not pair[2].required, pair[1].start))
    dealt = _called(leaves, reading)
    named = {found.value for found in dealt.values()}
    used = [fact for fact in inside if fact.kind != "quoted" and fact.text in named]
    for _, fact, one in pairs:
        if one.path not in dealt and not any(overlaps(fact, other) for other in used):
            dealt[one.path] = values.from_fact(one, fact, reading)
            used.append(fact)
    _split_names(leaves, dealt)
    return dealt


_GIVEN = frozenset("prenom first given forename firstname".split())
_FAMILY = frozenset("nom last family surname lastname famille".split())


def _split_names(leaves: Sequence[Property], dealt: dict[str, Found]) -> None:
    """« Marie Tessier » where one property wants the first name and another the last."""
    for given in (one for one in leaves if _GIVEN & _naming(one)):
        home = given.path.rpartition(".")[0]
        for family in leaves:
            words = _naming(family)
            same = family is not given and family.path.rpartition(".")[0] == home
            if not same or not _FAMILY & words or _GIVEN & words:
                continue
            known = [dealt[one.path] for one in (given, family) if one.path in dealt]
            found = next((one for one in known if one.fact is not None and " " in str(one.value)), None)
            if found is not None:
                first, _, last = str(found.value).partition(" ")
                dealt[given.path] = replace(found, value=first)
                dealt[family.path] = replace(found, value=last)


def _naming(one: Property) -> set[str]:
    """The words by which a property is a first or a last name: its own, and the first of its description."""
    found = {*name_words(one.name), *one.words[:4]}
    return set() if _GIVEN & found and {"last", "family", "famille"} & found else found


def _called(leaves: Sequence[Property], reading: Reading) -> dict[str, Found]:
    """« intitulé X », "called X" goes to the title before X is taken for the name of somebody."""
    said = prose.called(reading.clause)
    one = next((one for one in leaves if one.kind in ("title", "name")), None) if said else None
    return {one.path: Found(said, "request", "nommé ainsi")} if one else {}


def overlaps(fact: Fact, other: Fact) -> bool:
    return fact.source == other.source and fact.start < other.end and other.start < fact.end


def from_results(leaves, reading: Reading, dealt: dict[str, Found], more: list) -> dict[str, Found]:
    """What earlier results give: an identifier by its key, of the entry that the request speaks of.

    Where the request wants all of them, the others go to `more`."""
    found: dict[str, Found] = {}
    for one in leaves:
        known = dealt.get(one.path)
        if known is not None and (one.kind != "id" or known.fact.kind in ("id", "uuid", "number")):
            continue
        hits = _hits(one, reading)
        if hits and hits[0][0] >= (1.9 if one.required else 3.0):
            best, fact = hits[0]
            found[one.path] = Found(_as(one, fact.value), f"result:{fact.source}", ".".join(fact.key), fact)
            same = [other for worth, other in hits[1:] if worth == best and other.source == fact.source]
            if same and _QUANTIFIERS & set(prose.WORD.findall(prose.fold(reading.clause))):
                more += [
                    (one, Found(_as(one, other.value), f"result:{other.source}", ".".join(other.key), other))
                    for other in same[:9]
                ]
    return found


def _hits(one: Property, reading: Reading) -> list[tuple[float, Fact]]:
    calls = [*reading.scene.past[-6:], *reading.scene.calls]
    hits = []
    for age, call in enumerate(reversed(calls)):
        if call.failed or call.name == reading.tool.name:
            continue
        asked = _matching_entry(call, reading)
        for fact in call.facts[:200]:
            worth = match.field_score(one, fact, name_words(call.name))
            if worth > 0:
                hits.append((worth - 0.01 * age + (0.5 if str(fact.value) in asked else 0), fact))
    return sorted(hits, key=lambda hit: -hit[0])


def _matching_entry(call: Call, reading: Reading) -> set[str]:
    """The values of the entry of a list that is singled out, or shares most words with the request."""
    entries = _dicts(call.value)
    if len(entries) < 2:
        return set()
    if (chosen := pick(reading.clause, entries)) is not None:
        return {str(value) for value in chosen.values()}
    wanted = set(prose.tokens_of(reading.scene.task))
    scored = [
        (len(wanted & set(prose.tokens_of(_flat(entry)))), -at, entry) for at, entry in enumerate(entries)
    ]
    score, _, entry = max(scored, key=lambda hit: hit[:2])
    return {str(value) for value in entry.values()} if score else set()


def _dicts(value: Any, depth: int = 0) -> list[dict[str, Any]]:
    if depth > 5:
        return []
    if isinstance(value, list):
        return [inner for entry in value[:100] for inner in _dicts(entry, depth + 1)]
    if isinstance(value, dict):
        nested = [inner for inner in value.values() if isinstance(inner, list)]
        return [entry for inner in nested for entry in _dicts(inner, depth + 1)] or [value]
    return []


def _flat(entry: dict[str, Any]) -> str:
    return " ".join(str(value)[:200] for value in entry.values())


def _as(one: Property, value: Any) -> Any:
    if one.type == "string":
        return value if isinstance(value, str) else str(value)
    return value
