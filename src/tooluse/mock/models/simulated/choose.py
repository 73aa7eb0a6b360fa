"""Which tools a request calls for, and the several things that one request may ask."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tooluse.mock.models.simulated import prose
from tooluse.mock.models.simulated.catalogue import ENOUGH, Catalogue, Evidence, request_act
from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import act_of, fold, table, tokens, words_of

GENERAL = 1.6  # the relevance needed by a question about words and things in general
LONG = 700  # characters from which a request is read as one


@dataclass
class Intent:
    """One thing that is asked, in which words, and the tool that it is for."""

    text: str
    start: int
    end: int
    evidence: Evidence

    @property
    def tool(self) -> Definition:
        return self.evidence.tool


def is_general(text: str) -> bool:
    """Whether a question is about words or things in general, which no tool of a firm knows."""
    folded = fold(text)
    return any(re.search(pattern, folded) for pattern in table("words")["generic"])


_STRONG = re.compile(
    r"(?<=[.!?;])\s+|\n+"
    r"|,?\s+(?:puis|ensuite|et aussi|ainsi que|and also|and then|then|after that|enfin|finally)\s+",
    re.I,
)
_WEAK = re.compile(r",\s+|\s+(?:et|and|&|ou bien)\s+", re.I)


def intents(catalogue: Catalogue, text: str, facts: Sequence[Fact]) -> list[Intent]:
    """The things that are asked, in order, each with its tool; none when nothing fits."""
    if set(tokens(text)) <= words_of("words", "greet"):
        return []
    head = prose.material_start(text)
    if head is not None or len(text) > LONG:
        return _single(catalogue, text, len(text) if head is None else head, facts)
    sentences = [
        (text[start:end], _parts(catalogue, text, start, end, facts)) for start, end in _spans(text, _STRONG)
    ]
    if (
        sum(bool(parts) for _, parts in sentences) > 1
    ):  # « Ma carte est la A-12. » tells, and asks for nothing
        asking = [entry for entry in sentences if "?" in entry[0] or request_act(entry[0])]
        sentences = asking if any(parts for _, parts in asking) else sentences
    found = [one for _, parts in sentences for one in parts]
    found = found or [one for one in [_intent(catalogue, text, 0, len(text), facts)] if one]
    general = is_general(text)
    return [one for one in found if one.evidence.relevance >= _needed(one, general)]


def _needed(one: Intent, general: bool) -> float:
    """A heap of words, and a tool that claims everything, know no question that is not theirs."""
    return GENERAL if general and not (one.tool.stuffed or one.tool.catch_all) else ENOUGH


def _single(catalogue: Catalogue, text: str, head: int, facts: Sequence[Fact]) -> list[Intent]:
    """One intent over a whole long text: what its first words ask for, else what all of it does."""
    for end in (head, len(text)):
        asked = _intent(catalogue, text, 0, end, facts)
        if asked and asked.evidence.relevance >= ENOUGH:
            return [Intent(text, 0, len(text), asked.evidence)]
    return []


def _spans(text: str, mark: re.Pattern[str], start: int = 0, end: int | None = None) -> list[tuple[int, int]]:
    end = len(text) if end is None else end
    spans, here = [], start
    for match in mark.finditer(text, start, end):
        if text.count("(", start, match.start()) > text.count(")", start, match.start()):
            continue  # what stands in brackets is an aside
        spans.append((here, match.start()))
        here = match.end()
    return [span for span in [*spans, (here, end)] if text[span[0] : span[1]].strip()][:40]


def _parts(catalogue: Catalogue, text: str, start: int, end: int, facts: Sequence[Fact]) -> list[Intent]:
    """The intents of one sentence: its parts go apart only where each calls for a tool by itself."""
    whole = _intent(catalogue, text, start, end, facts)
    parts = [_intent(catalogue, text, *span, facts) for span in _spans(text, _WEAK, start, end)]
    strong = [part for part in parts if part and part.evidence.relevance >= ENOUGH and _asks(part.text)]
    names = {part.tool.name for part in strong}
    if len(strong) < 2 or not whole or (len(names) == 1 and not _repeats(strong)):
        return [whole] if whole and whole.evidence.relevance >= ENOUGH else []
    return _widened(strong, start, end, text)


def _asks(part: str) -> bool:
    """Whether a part of a sentence could be a request of its own, not just one more noun of a list."""
    words = tokens(part)
    return any(act_of(word) for word in words[:6]) or bool(set(words[:2]) & words_of("words", "opens"))


def _repeats(strong: list[Intent]) -> bool:
    """Whether every part says the whole thing again: « la météo à Lyon et la météo à Oslo »."""
    said = [
        {told["matches"] for told in part.evidence.for_ if told["where"] in ("name", "purpose", "trigger")}
        for part in strong
    ]
    return bool(set.intersection(*said)) and all(
        re.search(r"(?<!^)\b[A-ZÀ-Ý]|\d", part.text) for part in strong
    )


def _widened(strong: list[Intent], start: int, end: int, text: str) -> list[Intent]:
    """Each intent reaches to the next one, so that no words are lost between them."""
    edges = [start, *(part.start for part in strong[1:]), end]
    return [
        Intent(text[edges[at] : edges[at + 1]], edges[at], edges[at + 1], part.evidence)
        for at, part in enumerate(strong)
    ]


def _intent(catalogue: Catalogue, text: str, start: int, end: int, facts: Sequence[Fact]) -> Intent | None:
    clause = text[start:end]
    inside = [_shifted(fact, start) for fact in facts if start <= fact.start and fact.end <= end]
    ranked = catalogue.weigh(clause, inside)
    return Intent(clause, start, end, ranked[0]) if ranked else None


def _shifted(fact: Fact, start: int) -> Fact:
    return replace(fact, start=fact.start - start, end=fact.end - start)
