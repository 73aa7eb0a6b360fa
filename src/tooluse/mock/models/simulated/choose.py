"""Which tools a request calls for, and the several things that one request may ask."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from tooluse.mock.models.simulated import prose
from tooluse.mock.models.simulated.catalogue import ENOUGH, Catalogue, Evidence
from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import fold, table, tokens, words_of
from tooluse.mock.models.simulated.mood import mood

SURER = 0.2  # what more is needed, or less
GENERAL = 1.6  # the relevance needed by a question about words and things in general
TOLD = 0.6  # what a word counts that only tells more about what is asked
AHEAD = 0.4  # by how much a tool must be ahead of the others to need less
CLEAR = 0.3  # by how much one tool must be ahead for a noun to be another request
LONG = 700  # characters from which a request is read as one


@dataclass
class Intent:
    """One thing that is asked, in which words, and the tool that it is for."""

    text: str
    start: int
    end: int
    evidence: Evidence
    ranked: Sequence[Evidence] = ()
    condition: str = ""  # « s'il est perdu »: only if what came back says so

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
_WEAK = re.compile(r",\s+|\s+:\s+|:\s+|\s+(?:et|and|&|ou bien)\s+", re.I)
_ALSO = re.compile(r"\b(?:aussi|egalement|en plus|too|also|as well)\b")
_CONDITION = re.compile(
    r"\W*(?:et |and |mais |but )?(?:si |s'ils? |s'elles? |if |in case |au cas ou |sinon|otherwise)"
)


def intents(catalogue: Catalogue, text: str, facts: Sequence[Fact]) -> list[Intent]:
    """The things that are asked, in order, each with its tool; none when nothing fits."""
    if set(tokens(text)) <= words_of("words", "greet"):
        return []
    head = prose.material_start(text)
    if head is not None or len(text) > LONG:
        return _single(catalogue, text, len(text) if head is None else head, facts)
    reader = _Reader(catalogue, text, facts)
    return [one for one in reader.found() if reader.is_enough(one)]


class _Reader:
    """Takes one request apart: what asks for something by itself, and what only tells more about it."""

    def __init__(self, catalogue: Catalogue, text: str, facts: Sequence[Fact]) -> None:
        self.catalogue, self.text, self.facts = catalogue, text, facts
        self.general = is_general(text)
        self._read: dict[tuple[tuple[int, int], str | None], Intent | None] = {}

    def is_enough(self, one: Intent) -> bool:
        """A heap of words, and a tool that claims everything, know no question that is not theirs."""
        general = self.general and not (one.tool.stuffed or one.tool.catch_all)
        return one.evidence.relevance >= (GENERAL if general else self._needed(one))

    def _needed(self, one: Intent) -> float:
        """More where one word alone speaks for a tool and several for nothing; less with its identifier."""
        if one.tool.catch_all or one.tool.stuffed:
            return ENOUGH
        if one.evidence.values:
            return ENOUGH - SURER
        second = max((entry.rank for entry in one.ranked if entry.tool is not one.tool), default=0.0)
        alone = one.evidence.rank - max(second, 0.0) >= AHEAD
        told = mood(one.text).kind == "statement"
        if alone and one.evidence.worded > told:
            return ENOUGH - SURER
        lone = one.evidence.worded < 2 and one.evidence.unread >= 3
        return ENOUGH + SURER if lone else ENOUGH

    def found(self) -> list[Intent]:
        spans, stands = [], []
        for span in _spans(self.text, _STRONG):
            parts = self._parts(span)
            for part in parts:
                more = any(stands) and self._adds(
                    part, spans[max(at for at, one in enumerate(stands) if one)]
                )
                stands.append(not more and (len(parts) > 1 or self._stands(part)))
                spans.append(part)
        groups = _grouped(spans, stands)
        found = [one for group in groups if (one := self._blended(group))]
        for one in found[1:]:
            one.condition = self._condition(one.text)
        if len(found) > 1 and any(not self.is_enough(one) for one in found):
            found = [one for one in found if self.is_enough(one)]
        return found or [one for one in [self._intent((0, len(self.text)))] if one]

    def _intent(self, span: tuple[int, int], asked: str | None = None) -> Intent | None:
        if (span, asked) not in self._read:
            self._read[span, asked] = self._weighed(span, asked)
        return self._read[span, asked]

    def _weighed(self, span: tuple[int, int], asked: str | None) -> Intent | None:
        start, end = span
        clause = self.text[start:end]
        inside = [_shifted(fact, start) for fact in self.facts if start <= fact.start and fact.end <= end]
        ranked = self.catalogue.weigh(clause, inside, asked)
        return Intent(clause, start, end, ranked[0], ranked) if ranked else None

    def _adds(self, span: tuple[int, int], before: tuple[int, int]) -> bool:
        """« Je voudrais aussi … »: more of the same, where the tool of before knows these words too."""
        said = self.text[span[0] : span[1]]
        earlier, here = self._intent(before), self._intent(span)
        if mood(said).kind != "wish" or not _ALSO.search(fold(said)) or not earlier or not here:
            return False
        return any(entry.tool is earlier.tool and entry.worded for entry in here.ranked)

    def _stands(self, span: tuple[int, int]) -> bool:
        """Whether a clause asks for something by itself, and some tool is for that."""
        said = self.text[span[0] : span[1]]
        if condition := self._condition(said):
            said = said[len(condition) :].lstrip(" ,")
        if not mood(said).asks:
            return False
        one = self._intent(span)
        return one is not None and one.evidence.relevance >= ENOUGH

    def _condition(self, said: str) -> str:
        """The « si … » that opens a clause, up to its comma."""
        head, comma, _ = said.partition(",")
        return head if comma and _CONDITION.match(fold(head)) else ""

    def _blended(self, group: list[tuple[int, int]]) -> Intent | None:
        """The clause that asks, with what the clauses around it tell: they count for less."""
        (main, *rest), whole = group, (min(span[0] for span in group), max(span[1] for span in group))
        asking = self._intent(main)
        if asking is None or not rest:
            return asking
        told = [self._intent(span, "") for span in rest]
        ranked = blend(asking.ranked, [one.ranked for one in told if one])
        return Intent(self.text[whole[0] : whole[1]], *whole, ranked[0], ranked)

    def _parts(self, span: tuple[int, int]) -> list[tuple[int, int]]:
        """The parts of one sentence: they go apart only where each asks for something by itself."""
        spans = _spans(self.text, _WEAK, *span)
        if len(spans) < 2:
            return [span]
        read = [one for part in spans if (one := self._intent(part))]
        asks = any(map(_asks, read))
        strong = [one for one in read if one.evidence.relevance >= ENOUGH and one.evidence.worded]
        apart = [one for one in strong if _asks(one) or (asks and _is_noun_phrase(one))]
        apart = [one for at, one in enumerate(apart) if at == 0 or _differs(one, apart[at - 1])]
        if len(apart) < 2 and not asks and len(strong) > 1 and _is_parallel(strong, self.facts):
            apart = strong
        if len(apart) < 2:
            return [span]
        edges = [span[0], *(one.start for one in apart[1:]), span[1]]
        return [(edges[at], edges[at + 1]) for at in range(len(apart))]


def _asks(part: Intent) -> bool:
    """Whether a part asks in its own words: the question mark of the whole sentence is not enough."""
    return mood(part.text.rstrip(" ?")).asks


def _is_noun_phrase(part: Intent) -> bool:
    """« et les contrats de Dupont »: no verb, but a thing of its own that the verb before asks for too."""
    opens = set(tokens(part.text)[:2]) & words_of("words", "opens")
    return bool(opens) and mood(part.text.rstrip(" ?")).kind == "fragment"


def _differs(part: Intent, before: Intent) -> bool:
    """Whether a part is another thing than the one before: another tool by far, or the whole thing again."""
    if part.tool is before.tool:
        return _repeats(before, part)
    mine = next(entry for entry in part.ranked if entry.tool is before.tool)
    return _asks(part) or part.evidence.rank - mine.rank >= CLEAR


def _repeats(before: Intent, part: Intent) -> bool:
    """Whether a part says a whole thing of its own: « la météo à Lyon et la météo à Oslo »."""
    if _asks(before) and _asks(part):
        return True
    said = [
        {told["matches"] for told in one.evidence.for_ if told["where"] in ("name", "purpose", "trigger")}
        for one in (before, part)
    ]
    return bool(said[0] & said[1]) and all(
        re.search(r"(?<!^)\b[A-ZÀ-Ý]|\d", one.text) for one in (before, part)
    )


def _is_parallel(strong: list[Intent], facts: Sequence[Fact]) -> bool:
    """« Ben a eu 16 en maths et Amy 11 en musique »: the same is told of several, each with its values."""
    counts = [sum(one.start <= fact.start < one.end for fact in facts) for one in strong]
    return len({one.tool.name for one in strong}) == 1 and min(counts) >= 2 and len(set(counts)) == 1


def blend(ranked: Sequence[Evidence], others: Sequence[Sequence[Evidence]]) -> list[Evidence]:
    """The evidence of one clause, and that of others at a part of its worth; identifiers count whole."""
    by_name = {
        entry.tool.name: replace(entry, for_=[*entry.for_], against=[*entry.against]) for entry in ranked
    }
    for entry in (entry for other in others for entry in other):
        mine = by_name[entry.tool.name]
        for told in (*entry.for_, *entry.against):
            worth = told["weight"] * (1 if told["where"] == "value" else TOLD)
            mine.count(worth, worth, **{key: value for key, value in told.items() if key != "weight"})
    return sorted(by_name.values(), key=lambda entry: -entry.rank)


def _grouped(spans: list[tuple[int, int]], stands: list[bool]) -> list[list[tuple[int, int]]]:
    """Each clause that asks, first, with those that tell more: what comes before the first, or follows it."""
    if not any(stands):
        return [[(spans[0][0], spans[-1][1])]] if spans else []
    groups: list[list[tuple[int, int]]] = []
    before: list[tuple[int, int]] = []
    for span, asks in zip(spans, stands, strict=True):
        if asks:
            groups.append([span, *before])
            before = []
        elif groups:
            groups[-1].append(span)
        else:
            before.append(span)
    return groups


def _single(catalogue: Catalogue, text: str, head: int, facts: Sequence[Fact]) -> list[Intent]:
    """One intent over a whole long text: what its first words ask for, else what all of it does."""
    for end in (head, len(text)):
        asked = _Reader(catalogue, text, facts)._intent((0, end))
        if asked and asked.evidence.relevance >= ENOUGH:
            return [Intent(text, 0, len(text), asked.evidence, asked.ranked)]
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


def _shifted(fact: Fact, start: int) -> Fact:
    return replace(fact, start=fact.start - start, end=fact.end - start)
