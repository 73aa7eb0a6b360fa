"""Values that are words of the request itself: what to search for, what to write, what to work on."""

import re
from collections.abc import Iterable
from functools import cache

from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import (
    WORD,
    act_of,
    alike,
    fold,
    forms,
    is_weak,
    stop_words,
    table,
    words_of,
)

_AFTER_COLON = re.compile(r"\s:\s*|:\s+|:\n", re.S)


@cache
def phrase(name: str) -> re.Pattern[str]:
    """The turns of phrase of one sort, of `data/simulated/turns.json`."""
    return re.compile(rf"\b(?:{'|'.join(table('turns')[name])})")


def quoted(facts: Iterable[Fact]) -> str | None:
    return next((fact.value for fact in facts if fact.kind == "quoted"), None)


def given_text(text: str, facts: Iterable[Fact] = ()) -> str | None:
    """The text that a request brings along: quoted, behind a colon, in tags, or in paragraphs of its own."""
    tag = re.search(r"<(\w+)[^>]*>\s*(.*?)\s*</\1>", text, re.S)
    if tag:
        return tag[2]
    long = max((fact.value for fact in facts if fact.kind == "quoted"), key=len, default="")
    if len(long) > 12:
        return long
    paragraphs = re.split(r"\n\s*\n", text.strip(), maxsplit=1)
    if len(paragraphs) == 2 and len(paragraphs[0]) < 400:
        return paragraphs[1].strip() or None
    colon = _AFTER_COLON.search(text)
    if colon and len(text) - colon.end() > 2 and colon.start() < 250:
        return text[colon.end() :].strip().strip('«»“”" ') or None
    return long or None


def material_start(text: str) -> int | None:
    """Where a longer text begins that the request only brings along: what it is about, not what it asks."""
    for pattern in (r"<(\w+)[^>]*>", r"\n\s*\n", r"\s?:\s"):
        found = re.search(pattern, text)
        if found and found.start() < 250 and len(text) - found.end() > 80:
            return found.end()
    return None


def message(clause: str, facts: Iterable[Fact]) -> str | None:
    """What to write: quoted, behind a colon, or behind « pour dire que »."""
    if (said := given_text(clause, facts)) is not None:
        return said
    found = phrase("saying").search(fold(clause))
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
    start, end = None, 0
    for match in WORD.finditer(clause):
        word = fold(match[0])
        bare = re.sub(r"-.*", "", word)
        if start is None and (word in stop_words() or act_of(bare) or is_weak(bare) or len(word) == 1):
            continue
        start, end = (match.start() if start is None else start), match.end()
    return clause[start:end] if start is not None else clause.strip(" .!?")


def says(word: str, clause: str) -> bool | None:
    """Whether a clause says a word, and does not deny it; None when it does not speak of it."""
    words = [fold(said) for said in WORD.findall(clause)]
    for position, said in enumerate(words):
        if alike(word, said) > 0.75:
            nearby = words[max(0, position - 3) : position]
            return not any(near in words_of("words", "negation") and near != "n" for near in nearby)
    return None


def tokens_of(text: str) -> list[str]:
    return [word for word in WORD.findall(fold(text)) if word not in stop_words() and len(word) > 1]


_PART = re.compile(r",\s+|;\s*|\n+|\s+(?:et|and|&)\s+|(?<=[.!?])\s+")


def parts(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The parts of an enumeration, by their places."""
    edges, here = [], start
    for match in _PART.finditer(text, start, end):
        edges.append((here, match.start()))
        here = match.end()
    return [*edges, (here, end)][:60]


def split_list(said: str) -> list[str]:
    return [part for part in _PART.split(said) if part.strip()]
