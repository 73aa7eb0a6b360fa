"""Two tools of one catalogue that a reader would confuse, and neither sends to the other."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import combinations
from math import log
from typing import NamedTuple

from tooluse.rules.acts import act_of
from tooluse.rules.request import Finding, Request, Tool
from tooluse.rules.vocabulary import fold, name_words, read, stem, synonyms, words

ALIKE = 0.6  # of the words' weight, what two tools share at least
COMMON = 40  # a word in more tools than this leads to no pair


class Subject(NamedTuple):
    """What a tool acts on: the words of its name but the verbs, and those of its first sentence."""

    tool: Tool
    name: str
    act: str
    objects: frozenset[str]
    topic: frozenset[str]
    text: str

    @property
    def reads(self) -> bool:
        return self.act in ("look for", "read")


def tools_overlap(request: Request) -> Iterator[Finding]:
    """Two tools have nearly the same object and the same act, and neither description names the other."""
    subjects = [subject for tool in request.custom_tools if (subject := _subject(tool))]
    weight = _weights(subjects)
    told: set[int] = set()
    for first, second in _pairs(subjects):
        one, other = subjects[first], subjects[second]
        if second not in told and _confusable(one, other, weight) and not _frontier(one, other):
            told.add(second)
            path = f"{other.tool.path}.description"
            names = (("name", other.name), ("other", one.name))
            yield Finding(
                path, f"{path}: overlaps with '{one.name}', and neither names the other", details=names
            )


def _subject(tool: Tool) -> Subject | None:
    name, description = tool.body.get("name"), tool.body.get("description")
    if not isinstance(name, str) or not isinstance(description, str) or not description.strip():
        return None
    parts = name_words(name)
    first = (read(description).sentences or ("",))[0]
    return Subject(
        tool, name, _finer(parts), _stems(part for part in parts if not act_of([part])),
        _stems([*parts, *read(first).words]), fold(description),
    )  # fmt: skip


def _finer(parts: tuple[str, ...]) -> str:
    """`get` by a key and `search` are two acts; of what is neither read nor written, the verb itself."""
    if any(part in words("listing") for part in parts[:2]):
        return "look for"
    kind = act_of(parts)
    verbs = [part for part in parts if act_of([part])]
    return kind if kind == "read" else verbs[0] if verbs else ""


def _stems(some: Iterator[str] | list[str]) -> frozenset[str]:
    kept = (synonyms().get(word, word) for word in some if word not in words("stop") and not act_of([word]))
    return frozenset(stem(word) for word in kept if len(word) > 1)


def _weights(subjects: list[Subject]) -> dict[str, float]:
    """Rare words count more; a word that every tool of the catalogue has tells nothing."""
    counts = Counter(word for subject in subjects for word in subject.topic)
    return {word: log(1 + len(subjects) / count) for word, count in counts.items()}


def _pairs(subjects: list[Subject]) -> list[tuple[int, int]]:
    """The pairs that share a word of their object, in order; linear in the catalogue but for common words."""
    holders: dict[tuple[str, str], list[int]] = defaultdict(list)
    for index, subject in enumerate(subjects):
        for word in subject.objects:
            holders[subject.act, word].append(index)
    found = {pair for group in holders.values() if len(group) <= COMMON for pair in combinations(group, 2)}
    return sorted(found)


def _confusable(one: Subject, other: Subject, weight: dict[str, float]) -> bool:
    if one.name == other.name or one.objects != other.objects and not one.reads:
        return False
    if one.objects - other.objects and other.objects - one.objects:  # each name has its own word
        return False
    shared = sum(weight[word] for word in one.topic & other.topic)
    whole = sum(weight[word] for word in one.topic | other.topic)
    return whole > 0 and shared / whole >= ALIKE


def _frontier(one: Subject, other: Subject) -> bool:
    return one.name.lower() in other.text or other.name.lower() in one.text
