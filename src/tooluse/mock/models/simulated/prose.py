"""Values that are words of the request itself: what to search for, what to write, what to work on."""

import re
from collections.abc import Iterable
from functools import cache, lru_cache
from itertools import islice

from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import (
    WORD,
    act_of,
    fold,
    forms,
    is_weak,
    stop_words,
    table,
    tokens,
    words_of,
)
from tooluse.mock.models.simulated.said import said

_READ = 2000  # characters of a clause that are read for a subject
_AFTER_COLON = re.compile(r"\s:\s{0,20}|:\s{1,20}")


@cache
def phrase(name: str) -> re.Pattern[str]:
    """The turns of phrase of one sort, of `data/simulated/turns.json`."""
    return re.compile(rf"\b(?:{'|'.join(table('turns')[name])})")


def quoted(facts: Iterable[Fact]) -> str | None:
    return next((fact.value for fact in facts if fact.kind == "quoted"), None)


def given_text(text: str, facts: Iterable[Fact] = ()) -> str | None:
    """The text that a request brings along: quoted, behind a colon, in tags, or in paragraphs of its own."""
    if (tagged := _tagged(text)) is not None:
        return tagged
    long = max((fact.value for fact in facts if fact.kind == "quoted"), key=len, default="")
    if len(long) > 12:
        return long
    paragraphs = re.split(r"\n\s{0,50}\n", text.strip(), maxsplit=1)
    if len(paragraphs) == 2 and len(paragraphs[0]) < 400:
        return paragraphs[1].strip() or None
    colon = _AFTER_COLON.search(text)
    if colon and len(text) - colon.end() > 2 and colon.start() < 250:
        given = text[colon.end() :].strip().strip('«»“”" ')
        return (given if " " in given else given.rstrip(".!?,")) or None
    return long or None


_TAG = re.compile(r"<(\w{1,40}+)[^<>]{0,200}+>")


def _tagged(text: str) -> str | None:
    """What stands between the first tag that is closed and its end."""
    for tag in islice(_TAG.finditer(text), 5):
        end = text.find(f"</{tag[1]}>", tag.end())
        if end >= 0:
            return text[tag.end() : end].strip()
    return None


def material_start(text: str) -> int | None:
    """Where a longer text begins that the request only brings along: what it is about, not what it asks."""
    for pattern in (_TAG.pattern, r"\n\s{0,50}\n", r"\s?:\s"):
        found = re.search(pattern, text[:400])
        if found and found.start() < 250 and len(text) - found.end() > 80:
            return found.end()
    return None


_ASKING = re.compile(r"(?:\best-ce |\bparce |\blors|\bpuis|\bquel|\bplus |\bmoins |\bso |\bis )$")


def message(clause: str, facts: Iterable[Fact]) -> str | None:
    """What to write: quoted, behind a colon, or behind « pour dire que »."""
    if (said := given_text(clause, facts)) is not None:
        return said
    folded = fold(clause)
    said = phrase("saying").finditer(folded)
    found = next((hit for hit in said if not _ASKING.search(folded[: hit.start()])), None)
    if found and found.end() < len(clause):
        said = clause[found.end() :].strip(" .!?")
        return said[:1].upper() + said[1:] if said else None
    return None


def title(clause: str, facts: Iterable[Fact]) -> str | None:
    return quoted(facts) or called(clause)


def asks_for(tool: Definition, said: str) -> bool:
    """Whether a word with a capital only opens the sentence and asks for this tool: « Roll back… »."""
    hits = [tool.vocabulary[form] for form, _ in forms(fold(said)) if form in tool.vocabulary]
    return any(known.where in ("name", "purpose", "trigger") for known in hits)


def called(clause: str) -> str | None:
    """The title behind « intitulé », "called"."""
    found = phrase("called").search(fold(clause))
    if found and clause[found.end() : found.end() + 1] in ("«", '"', "“", "`"):
        return None  # quoted: the quotation is found by itself
    if found:
        rest = re.split(r"[,.;!?]| (?:et|and|pour|for|dans|in|avec|with) ", clause[found.end() :])[0]
        return rest.strip() or None
    return None


def topic(clause: str) -> str | None:
    """What stands behind « sur », "about"."""
    found = phrase("about").search(fold(clause))
    return clause[found.end() :].strip(" .!?;,") or None if found else None


def leftover(clause: str, tool: Definition, taken: Iterable[Fact], base: int = 0) -> str | None:
    """The words that the tool itself does not account for: « une recette de ratatouille » -> ratatouille.

    From the first such word to the last one in reach, so that « cache HTTP en production » stays whole."""
    clause = clause[:_READ]
    blocked = [(fact.start - base, fact.end - base) for fact in taken]
    runs: list[list[tuple[int, int]]] = [[]]
    for match in WORD.finditer(clause):
        word = fold(match[0])
        used = any(start <= match.start() < end for start, end in blocked)
        if used or _own(word, tool):
            runs.append([])
        elif word not in stop_words() or runs[-1]:
            runs[-1].append(match.span())
        if clause[match.end() : match.end() + 2].strip()[:1] in (".", "?", "!", ";", ","):
            runs.append([])
    spans = [_trimmed(run, clause) for run in runs]
    spans = [span for span in spans if span]
    if not spans:
        return None
    start, end = max(reversed(spans), key=lambda span: len(tokens_of(clause[span[0] : span[1]])))
    return clause[start:end]


def _own(word: str, tool: Definition) -> bool:
    """Whether a word asks for the tool, or is only grammar of asking."""
    if act_of(word) or is_weak(word) or word in words_of("words", "question"):
        return True
    hits = [tool.vocabulary[form] for form, _ in forms(word) if form in tool.vocabulary]
    return any(known.where in ("name", "purpose", "trigger", "property", "about") for known in hits)


def _trimmed(run: list[tuple[int, int]], clause: str) -> tuple[int, int] | None:
    while run and fold(clause[run[-1][0] : run[-1][1]]) in stop_words():
        run = run[:-1]
    return (run[0][0], run[-1][1]) if run else None


def salient(clause: str) -> str:
    """The clause without its asking: « Peux-tu chercher les contrats ? » -> contrats."""
    start, end, clause = None, 0, clause[:_READ]
    for match in WORD.finditer(clause):
        word = fold(match[0])
        bare = re.sub(r"-.*", "", word)
        if start is None and (word in stop_words() or act_of(bare) or is_weak(bare) or len(word) == 1):
            continue
        start, end = (match.start() if start is None else start), match.end()
    return clause[start:end] if start is not None else clause.strip(" .!?")


def says(word: str, clause: str) -> bool | None:
    """Whether a clause says a word, and does not deny it; None when it does not speak of it."""
    text = clause[: 2 * _READ]
    worth, nearest = (1.0, word) if word in stop_words() else said(text).nearest(word)
    if worth <= 0.75:
        return None
    for words in clauses(text):
        if nearest in words:
            return not denied(words[: words.index(nearest)])
    return None if word in stop_words() else True


@lru_cache(64)
def clauses(text: str) -> list[list[str]]:
    """The words of each clause; « haven't » is a « not », too."""
    parts = re.split(r"[,;.!?]", fold(text))
    return [tokens(re.sub(r"n't\b", " not", part)) for part in parts if part.strip()]


_NOBODY = frozenset("personne nobody rien nothing none".split())
_TURNS = frozenset("mais but avec with et and".split())


def denied(before: list[str]) -> bool:
    """Whether one of the words right before denies; « mais », "with" end its reach."""
    for word in reversed(before[-6:]):
        if word in _TURNS:
            return False
        if (word in words_of("words", "negation") and word != "n") or word in _NOBODY:
            return True
    return False


def tokens_of(text: str) -> list[str]:
    return [word for word in WORD.findall(fold(text)) if word not in stop_words() and len(word) > 1]


_PART = re.compile(r",\s{1,9}|;\s{0,9}|\n{1,9}|\s{1,9}(?:et|and|&)\s{1,9}|(?<=[.!?])\s{1,9}")


def parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of an enumeration, by their places."""
    edges, here = [], start
    for match in islice(_PART.finditer(text, start, end), 60):
        edges.append((here, match.start()))
        here = match.end()
    return [*edges, (here, end)][:60]


def split_list(said: str) -> list[str]:
    return [part for part in _PART.split(said) if part.strip()]


_PIECES = re.compile(r"[,;.!?\n:]+(?=\s|$)")
_POLITE = re.compile(
    r"^\W*(?:(?:bonjour|bonsoir|salut|hello|hi|hey|please|merci|thanks|s'il (?:vous|te) plait)\b[\s,!.]*)+"
)


def told(clause: str, tool: Definition, facts: Iterable[Fact] = (), base: int = 0) -> str | None:
    """The sentence that says most: what a problem, a task, a reason is described by."""
    clause = clause[:4000]
    sentences = [part.strip() for part in re.split(r"(?<=[.!?])\s+|\n+", clause) if part.strip()]
    sentences = [part for part in sentences if not part.endswith("?")] or sentences
    said = [fact.text for fact in facts if fact.kind not in ("name", "place", "article", "ordinal")]

    def worth(part: str) -> int:
        for text in said:
            part = part.replace(text, " ")
        return sum(not _of_property(word, tool) for word in set(tokens_of(part)))

    best = max(sentences[:50], key=worth, default="")
    hello = _POLITE.match(fold(best))
    said = best[hello.end() :] if hello else best
    return said.strip(" .!?,;:") or None


def _of_property(word: str, tool: Definition) -> bool:
    """Whether a word only says which argument comes: « police P-12 »."""
    known = tool.vocabulary.get(f"={word}")
    return known is not None and known.where == "property"


def residue(clause: str, tool: Definition, facts: Iterable[Fact], base: int = 0) -> str | None:
    """A part of the request that nothing else of the tool accounts for: « a restart was enough »."""
    clause, here = clause[:4000], 0
    exact = [fact for fact in facts if fact.kind not in ("name", "quoted", "article", "ordinal")]
    for cut in [*_PIECES.finditer(clause), None]:
        end = cut.start() if cut else len(clause)
        part, start = clause[here:end].strip(), here
        here = cut.end() if cut else end
        if any(start <= fact.start - base < end for fact in exact):
            continue
        words = [word for word in tokens_of(part) if not is_weak(word) and not act_of(word)]
        known = [word for word in words if any(form in tool.vocabulary for form, _ in forms(word))]
        if len(words) - len(known) >= 2 or words and not known and len(part.split()) > 3:
            return part
    return None
