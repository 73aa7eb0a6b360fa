"""A tool as a model reads it: what it is for, when to call it, when not, what it returns; parsed once."""

import json
import re
from collections import OrderedDict
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from typing import Any, NamedTuple

from tooluse.mock.models.simulated import idioms, patterns, schema
from tooluse.mock.models.simulated.formats import without_examples
from tooluse.mock.models.simulated.lexicon import (
    act_of,
    content,
    fold,
    forms,
    is_weak,
    name_words,
    stop_words,
    table,
    tokens,
)  # fmt: skip
from tooluse.mock.models.simulated.properties import Property, read_properties

# What a word is worth by the place where it stands.
WEIGHTS = {
    "name": 0.9,
    "purpose": 1.0,
    "trigger": 1.0,
    "returns": 0.45,
    "property": 0.5,
    "about": 0.35,
    "enum": 0.6,
}
_KEPT = 512  # definitions remembered


class Known(NamedTuple):
    """A word of a definition: what it is worth, itself, and where it stands."""

    weight: float
    word: str
    where: str


@dataclass(frozen=True)
class Frontier:
    """A sentence that says what the tool is not for, and the other names that it sends to."""

    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]


@dataclass(frozen=True)
class Definition:
    name: str
    description: str
    schema: dict[str, Any]
    strict: bool
    properties: tuple[Property, ...]
    vocabulary: dict[str, Known] = field(repr=False)
    frontiers: tuple[Frontier, ...]
    barred: dict[str, str] = field(repr=False)  # form -> word of a frontier
    returns: tuple[str, ...]
    act: str | None
    acts: frozenset[str]
    stuffed: bool
    catch_all: bool
    way_out: bool

    @property
    def required(self) -> list[Property]:
        return [one for one in self.properties if one.required]

    @cached_property
    def leaves(self) -> tuple[Property, ...]:
        """The arguments that hold a value of their own, those of nested objects and of lists included."""
        return tuple(one for one in _all(self.properties) if not one.children)[:60]

    @cached_property
    def keyed(self) -> bool:
        """Whether it needs an identifier whose form no ordinary word has."""
        return any(map(is_key, self.required))

    @cached_property
    def _kinds(self) -> list[frozenset[str]]:
        numeric = ("integer", "number")
        return [
            frozenset([*one.kinds[:2], *(["figure"] if one.type in numeric else [])]) for one in self.leaves
        ]

    def room(self, kinds: set[str]) -> int:
        """How many arguments take a value of one of these kinds."""
        return sum(bool(own & kinds) for own in self._kinds)


def is_key(one: Property) -> bool:
    """Whether an argument is an identifier whose form no ordinary word has."""
    pattern = one.schema.get("pattern")
    return isinstance(pattern, str) and one.time_format is None and one.code is None and is_telling(pattern)


@lru_cache(1024)
def is_telling(pattern: str) -> bool:
    """Whether a pattern asks for more than any word or any small number."""
    return not any(patterns.fits(pattern, common) for common in ("Madrid", "word", "12", "a b"))


_memory: "OrderedDict[str, Definition]" = OrderedDict()


def read_tool(tool: dict[str, Any]) -> Definition:
    """The definition of a client's tool, remembered by its content."""
    key = json.dumps(tool, sort_keys=True, default=str)
    if key not in _memory:
        _memory[key] = _read(tool)
        while len(_memory) > _KEPT:
            _memory.popitem(last=False)
    _memory.move_to_end(key)
    return _memory[key]


def _read(tool: dict[str, Any]) -> Definition:
    name, said = str(tool.get("name", "")), tool.get("description")
    description = said[:8000] if isinstance(said, str) else ""
    root = tool.get("input_schema") if isinstance(tool.get("input_schema"), dict) else {}
    given = tool.get("input_examples")
    own = schema.resolved(root, root)
    found = read_properties(own, root, given if isinstance(given, list) else [])
    sections = split(description, name)
    frontiers = tuple(_frontier(text, name) for text in sections["frontier"])
    vocabulary = _vocabulary(name, sections, found)
    return Definition(
        name=name, description=description, schema=root, strict=tool.get("strict") is True, properties=found,
        vocabulary=vocabulary, frontiers=frontiers, barred=_barred(frontiers, vocabulary),
        returns=tuple(content(tokens(" ".join(sections["returns"])))), act=_act(name, sections),
        acts=_acts(name, sections),
        stuffed=_is_stuffed(description), catch_all=_is_catch_all(description),
        way_out=bool(_sections()["way_out"].search(fold(description))),
    )  # fmt: skip


@cache
def _sections() -> dict[str, re.Pattern[str]]:
    return {name: re.compile("|".join(lines)) for name, lines in table("sections").items() if name != "note"}


_END = re.compile(r"(?<![Ee]x\.)(?<!e\.g\.)(?<!i\.e\.)(?<=[.!?;])\s+|\n+")
_OTHER = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+\b|\b[a-z]+[A-Z]\w+\b")
_SENDS = re.compile(
    r"^\W*(?:pour|si|quand|s'il|en cas|for|if|to|when)\b.*"
    r"\b(?:utilise\w*|appele\w*|employe\w*|voir|voyez|use|call|see|prefer\w*)\b"
)


def split(description: str, name: str = "") -> dict[str, list[str]]:
    """The description by what its sentences do: purpose, trigger, frontier, returns."""
    found: dict[str, list[str]] = {"purpose": [], "trigger": [], "frontier": [], "returns": []}
    for position, sentence in enumerate(_END.split(description.strip())):
        folded = fold(sentence)
        returns = position > 0 and bool(_sections()["returns"].search(folded))
        others = [word for word in _OTHER.findall(sentence) if word != name]
        frontier = None if returns else _sections()["frontier"].search(folded)
        if frontier is None and others and _SENDS.search(folded):
            found["frontier"].append(sentence)
            continue
        start = _clause_start(folded, frontier.start()) if frontier else len(sentence)
        positive = sentence[:start]
        if frontier:
            found["frontier"].append(sentence[start:])
        if positive.strip():
            trigger = _sections()["trigger"].search(folded[:start])
            found["returns" if returns else "trigger" if trigger else "purpose"].append(positive)
    return found


def _clause_start(folded: str, position: int) -> int:
    """Where the clause around a position begins: « Pour les devis, plutôt X » is a frontier as a whole."""
    head = folded[:position]
    cut = max(head.rfind(mark) for mark in (",", ":", "(", " mais ", " but ", " et ", " and "))
    if cut > 0 and re.match(r"\W*(?:pour|for|si|if)\b", head) and len(tokens(head)) < 9:
        return 0
    return cut + 1 if cut > 0 else 0 if len(tokens(head)) < 3 else position


def _frontier(text: str, name: str) -> Frontier:
    names = tuple(word for word in dict.fromkeys(_OTHER.findall(text)) if word != name)
    for other in names:
        text = text.replace(other, " ")
    return Frontier(text, tuple(content(tokens(text))), names)


def _barred(frontiers: tuple[Frontier, ...], vocabulary: dict[str, Known]) -> dict[str, str]:
    """What the frontiers exclude, less what the tool says that it is for."""
    found: dict[str, str] = {}
    for frontier in frontiers:
        for word in frontier.words:
            own = max((vocabulary[form].weight for form, _ in forms(word) if form in vocabulary), default=0)
            if own < 0.9 and not is_weak(word) and act_of(word) != "read":
                found.update((form, word) for form, _ in forms(word) if form not in found)
    return found


def _vocabulary(name: str, sections: dict[str, list[str]], found: tuple[Property, ...]) -> dict[str, Known]:
    vocabulary: dict[str, Known] = {}
    places = [("name", name_words(name))]
    places += [(place, tokens(" ".join(sections[place]))) for place in ("purpose", "trigger", "returns")]
    for one in _all(found):
        places.append(("property", name_words(one.name)))
        places.append(("about", [*one.words, *(f"#{sense}" for sense in idioms.senses_of(one.text[:600]))]))
        places.append(("enum", [word for value in one.choices[:60] for word in name_words(str(value)[:80])]))
    for place in ("purpose", "trigger", "returns"):
        places.append((place, [f"#{sense}" for said in sections[place] for sense in idioms.senses_of(said)]))
    for place, words in places:
        for word in words if place == "enum" else content(words):
            weight = WEIGHTS[place] * (0.3 if is_weak(word) else 1)
            for form, _ in forms(word):
                if form not in vocabulary or vocabulary[form].weight < weight:
                    vocabulary[form] = Known(weight, word, place)
    return vocabulary


def _all(found: tuple[Property, ...]) -> list[Property]:
    return [inner for one in found for inner in (one, *_all(one.children))][:200]


def _act(name: str, sections: dict[str, list[str]]) -> str | None:
    """What the tool does, by the first verb of its description, else of its name."""
    said = tokens(" ".join(sections["purpose"]))[:3]
    if _TELLS.match(fold(" ".join(sections["purpose"])[:80])):
        return "send"
    words = [*said[:2], *name_words(name)[:1]]
    return next((act for word in words if (act := act_of(word))), None)


# "Tells the guard about …", « prévient le gardien »: a message to somebody, not an answer to the user
_TELLS = re.compile(
    r"\W*(?:tells?|dit|informs?|signale) (?:the|a|an|au|a la|aux|le|la) [\w' ]{2,30} (?:about|that|of|qu)"
)
_JOINED = re.compile(r"\b(?:et|ou|puis|and|or|then)\s+(?:(?:le|la|les|l|en|y|it|them)\s+)?([a-z]+)")


def _acts(name: str, sections: dict[str, list[str]]) -> frozenset[str]:
    """All that the tool does: « Annule un billet et le rembourse »."""
    first = sections["purpose"][:1]
    more = [act_of(word) for said in first for word in _JOINED.findall(fold(said))]
    return frozenset(filter(None, [_act(name, sections), *more]))


def _is_stuffed(description: str) -> bool:
    """A heap of words rather than sentences: long enumerations, next to no grammar."""
    words = tokens(without_examples(description))
    meaning = content(words)
    if len(meaning) < 12:
        return False
    grammar = sum(word in stop_words() for word in words) / len(words)
    commas = max(sentence.count(",") for sentence in _END.split(description) or [""])
    return grammar < 0.2 or (commas >= 8 and grammar < 0.35)


def _is_catch_all(description: str) -> bool:
    return any(
        _sections()["catch_all"].search(fold(part))
        for part in split(description)["purpose"] + split(description)["trigger"]
    )
