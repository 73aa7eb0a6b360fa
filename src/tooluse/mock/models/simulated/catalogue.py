"""The evidence for each tool: what every word counts, for and against, among the tools of one request."""

from collections import OrderedDict
from collections.abc import Sequence
from functools import cached_property
from typing import Any, NamedTuple

from tooluse.mock.models.simulated import coverage, idioms, prose
from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.evidence import Evidence
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import (
    act_of,
    acts_agree,
    content,
    fold,
    forms,
    is_weak,
    table,
    tokens,
    verb_worth,
)
from tooluse.mock.models.simulated.mood import mood

ENOUGH = 0.8  # the relevance from which a tool is called when it need not be
_BARRED, _CLASH, _AGREE, _STUFFED, _SENT = 1.2, 0.55, 0.4, 0.6, 0.8
_SHARED = 0.35  # what remains of a word that every tool has
_KEPT_WORDS, _KEPT_CATALOGUES = 3000, 32


class Point(NamedTuple):
    """What one word counts for one tool."""

    relevance: float
    rank: float
    told: dict[str, Any]


class Catalogue:
    """The tools of a request, read together: what one word is worth depends on how many tools share it."""

    def __init__(self, tools: Sequence[Definition]) -> None:
        self.tools = list(tools)
        self._points: dict[str, list[list[Point]]] = {}

    @cached_property
    def shared(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for tool in self.tools:
            for form, known in tool.vocabulary.items():
                if known.weight >= 0.3:
                    found[form] = found.get(form, 0) + 1
        return found

    @cached_property
    def sent(self) -> dict[str, dict[str, str]]:
        """For each tool, the words by which the frontiers of others send to it."""
        found: dict[str, dict[str, str]] = {tool.name: {} for tool in self.tools}
        for frontier in (frontier for tool in self.tools for frontier in tool.frontiers):
            for name in frontier.names:
                for word in frontier.words if name in found else ():
                    if not is_weak(word) and not act_of(word):
                        found[name].update((form, word) for form, _ in forms(word))
        return found

    def weigh(self, text: str, facts: Sequence[Fact], asked: str | None = None) -> list[Evidence]:
        """Every tool with its evidence, the best first; ties stay in the order of the request."""
        found = [Evidence(tool) for tool in self.tools]
        for word in meaning(text, facts):
            for evidence, points in zip(found, self._of(word), strict=True):
                evidence.unread += not points and word[0] != "#"
                for point in points:
                    evidence.count(point.relevance, point.rank, **point.told)
        asked = mood(text).act if asked is None else asked
        for evidence in found:
            _count_act(evidence, asked)
        coverage.count_values(found, facts)
        for evidence in found:
            _count_manner(evidence)
        return sorted(found, key=lambda evidence: -evidence.rank)

    def _of(self, word: str) -> list[list[Point]]:
        if word not in self._points:
            if len(self._points) > _KEPT_WORDS:
                self._points.clear()
            self._points[word] = [list(self._counted(word, tool)) for tool in self.tools]
        return self._points[word]

    def _counted(self, word: str, tool: Definition):
        """What a word is for a tool: its own, sent to it by another, or excluded by its frontier."""
        own = _best(word, tool)
        sent = next((form for form, _ in forms(word) if form in self.sent[tool.name]), None)
        if own is not None:
            form, weight = own
            known = tool.vocabulary[form]
            worth = weight * verb_worth(word) * (0.3 if is_weak(word) else 1.0)
            share = _SHARED + (1 - _SHARED) / self.shared.get(form, 1)
            yield Point(worth, worth * share, {"word": word, "matches": known.word, "where": known.where})
        elif sent is not None:
            yield Point(_SENT, _SENT, {"word": word, "matches": self.sent[tool.name][sent], "where": "sent"})
        barred = next((form for form, _ in forms(word) if form in tool.barred), None)
        if barred is not None and (own is None or own[1] < 0.9 or barred[0] != "#"):
            told = {"word": word, "matches": tool.barred[barred], "where": "frontier"}
            loss = _BARRED * (0.35 if barred[0] == "#" else 1)
            yield Point(-loss, -loss, told)


_catalogues: "OrderedDict[tuple[int, ...], Catalogue]" = OrderedDict()


def catalogue_of(tools: Sequence[Definition]) -> Catalogue:
    """The catalogue of these very definitions; a kept one holds them, so that their ids stay theirs."""
    key = tuple(map(id, tools))
    if key not in _catalogues:
        _catalogues[key] = Catalogue(tools)
        while len(_catalogues) > _KEPT_CATALOGUES:
            _catalogues.popitem(last=False)
    _catalogues.move_to_end(key)
    return _catalogues[key]


def _best(word: str, tool: Definition) -> tuple[str, float] | None:
    hits = [
        (form, tool.vocabulary[form].weight * strength)
        for form, strength in forms(word)
        if form in tool.vocabulary
    ]
    return max(hits, key=lambda hit: hit[1]) if hits else None


# A wish for something, and what is only told, name no act: what they may well be for, and what not.
_LEANINGS = {
    "want": {"create": 0.3, "pay": 0.2, "send": 0.2},
    "tell": {
        "create": 0.25,
        "update": 0.25,
        "send": 0.1,
        "pay": 0.1,
        "delete": 0.1,
        "read": -0.3,
        "compute": -0.3,
    },
}


def _count_act(evidence: Evidence, asked: str | None) -> None:
    tool = evidence.tool
    if asked in _LEANINGS:
        if leaning := _LEANINGS[asked].get(tool.act or "", 0):
            evidence.count(0, leaning, where="act", word=asked, matches=tool.act)
        return
    verdicts = {own: acts_agree(asked, own) for own in tool.acts}
    same, agree = asked in tool.acts, any(verdicts.values())
    if agree:
        relevance = 0.3 if same and asked != "read" else 0.0
        evidence.count(relevance, _AGREE * (1 if same else 0.6), where="act", word=asked, matches=tool.act)
    elif False in verdicts.values():
        gravest = "read" in (asked, tool.act)
        loss = _CLASH if gravest else _CLASH * 0.7 if "delete" in (asked, tool.act) else _CLASH * 0.25
        evidence.count(-loss if gravest else -loss / 2, -loss, where="act", word=asked, matches=tool.act)


def _count_manner(evidence: Evidence) -> None:
    """A heap of words counts less than a real description; what claims everything is never off topic."""
    if evidence.tool.stuffed:
        lost = evidence.rank * (1 - _STUFFED)
        evidence.rank -= lost
        evidence.against.append({"where": "stuffing", "weight": round(-lost, 2)})
    if evidence.tool.catch_all:
        evidence.relevance = max(evidence.relevance, ENOUGH)
        evidence.rank = max(evidence.rank * _STUFFED, 0.05)
        evidence.for_.append({"where": "catch_all", "weight": ENOUGH})


_VALUES = frozenset("name person place id code quoted email url uuid path organisation".split())


def meaning(text: str, facts: Sequence[Fact]) -> list[str]:
    """The words that say what is asked: not its values, and not what somebody is to be told."""
    folded = fold(text)
    if reported := prose.phrase("reported").search(folded):
        folded = folded[: reported.end()]
    for fact in facts:
        said = fold(fact.text)
        if fact.kind in _VALUES and said and folded[fact.start : fact.end] == said:
            folded = folded[: fact.start] + " " * len(said) + folded[fact.end :]
    said = [word for word in content(tokens(folded)) if word not in table("words")["numbers"]]
    senses = [f"#{sense}" for sense in idioms.senses_of(folded)]
    return ([*said, *senses] or content(tokens(text)))[:60]
