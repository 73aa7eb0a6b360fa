"""Which way a date without a year lies: by the tense of its sentence, else by what the tool keeps."""

import re

from tooluse.mock.models.simulated.dates import AHEAD, BACK, NEAREST
from tooluse.mock.models.simulated.lexicon import fold, name_words, tokens, words_of
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Reading

# On the text as written: without its accent « a livré » would look like « à livre ».
_PAST = re.compile(
    r"\b(?:ai|as|a|avons|avez|ont|est|sont|suis)(?:-(?:t-)?(?:je|tu|il|elle|on|nous|vous|ils|elles))?\s"
    r"(?:\w+\s){0,2}?\w+(?:é|ée|és|ées)\b"
    r"|\b(?:ai|avons|avez|ont)(?:-(?:je|tu|nous|vous|ils|elles))?\s(?:\w+\s)?\w+(?:i|is|it|u|us|ert)\b"
    r"|\b(?:étai\w+|avait|avaient|née?s? le|eu lieu)\b"
    r"|\b(?:did|was|were|had|has been|have been|paid|bought|got|sent|ate|went|made|took|lost|broke|left|came"
    r"|spent|flew|began|born|met|saw|spoke|fell|found|wrote|won)\b"
    r"|\b(?:[Ii]|[Ww]e|[Hh]e|[Ss]he|[Tt]hey|[Ii]t|who|[A-Z][a-z]+)\s(?:\w+ly\s)?(?!need|feed|speed|proceed|exceed)\w{2,}ed\b"
)
_FUTURE = re.compile(
    r"\b\w{2,}(?:rai|ras|ra|rons|rez|ront|rais|rait)\b|\b(?:will|shall|going to|would|could)\b|'(?:ll|d)\b"
    r"|\b(?:vais|va|allons|vont|veux|voudrais|prochaine?|next|please|reserv\w+|book|avant|before)\b"
)


_SINCE = re.compile(r"\b(?:depuis|since) (?:le |la |the |last )?$")


def way(one: Property, position: int, reading: Reading, needs: str = "year") -> int:
    """Ahead, back, or the nearest such day."""
    if _SINCE.search(fold(reading.scene.task[max(0, position - 20) : position])):
        return BACK
    sentence = _around(reading.scene.task, position, _CLAUSES)
    past, future = _PAST.search(sentence), _FUTURE.search(sentence)
    if not past and not future and needs != "day":
        sentence = _around(reading.scene.task, position, _SENTENCES)
        past, future = _PAST.search(sentence), _FUTURE.search(sentence)
    known = words_of("dates", "history")
    if needs == "day" and not past and not known & {*name_words(one.name), *tokens(one.text)[:8]}:
        return AHEAD
    if {"naissance", "birth", "ne", "nee", "born"} & {*name_words(one.name), *tokens(one.text)[:6]}:
        return BACK
    if past and not future:
        return BACK
    if future and not past:
        return AHEAD
    if known & {*name_words(one.name), *tokens(one.text)[:8]}:
        return BACK
    if reading.tool.act in (None, "read", "compute"):
        said = [*name_words(reading.tool.name), *tokens(reading.tool.description)[:10]]
        return BACK if known & set(said) else AHEAD
    return NEAREST if past else AHEAD


_SENTENCES = (". ", "? ", "! ", "; ", "\n")
_CLAUSES = (*_SENTENCES, ", ")


def _around(text: str, position: int, marks: tuple[str, ...]) -> str:
    start = max(text.rfind(mark, 0, position) for mark in marks) + 1
    end = min((end for mark in marks if (end := text.find(mark, position)) >= 0), default=len(text))
    return text[max(start, position - 300) : min(end, position + 300)]


def denied(before: tuple[str, ...], after: tuple[str, ...]) -> float:
    """How much the words around say that this is not the value, or that it is the new one."""
    near = before[:4]
    if {"lieu", "absent", "absente", "absents"} & set(near) or ("instead" in near and "of" in near):
        return -0.8
    if "plutot" in near and "que" in near or "rather" in near and "than" in near:
        return -0.8
    return 0.5 if {"plutot", "rather"} & set(before[:5]) or "instead" in after[:2] else 0.0
