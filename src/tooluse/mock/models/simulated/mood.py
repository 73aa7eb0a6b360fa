"""What a clause does: asks, orders, wishes, or tells; and which act that calls for."""

import re
from functools import cache, lru_cache
from typing import NamedTuple

from tooluse.mock.models.simulated.lexicon import (
    act_of,
    fold,
    senses,
    stop_words,
    table,
    tokens,
    words_of,
)


class Mood(NamedTuple):
    """`kind`: question, order, wish, statement or fragment; `act`: what is to be done, if a verb says so."""

    kind: str
    act: str | None = None

    @property
    def asks(self) -> bool:
        """Whether something is wanted, rather than only told."""
        return self.kind in ("question", "order", "wish")


@cache
def _patterns() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile("|".join(lines)) for name, lines in table("moods").items() if isinstance(lines, list)
    }


@lru_cache(2048)
def mood(text: str) -> Mood:
    """The mood of one clause: by its mark and first words, then by its verb."""
    patterns, folded = _patterns(), fold(text).strip()
    opening = patterns["opening"].match(folded)
    body = folded[opening.end() :] if opening else folded
    if patterns["told"].match(body):  # « dites-moi combien »: an order in form, a question in fact
        return Mood("question", "read")
    if lead := patterns["wish"].search(body[:160]):
        act = _verb_after(body[lead.end() :])
        direct = _verb_after(body[lead.end() :], 1)  # « je veux voir », not « quelqu'un pour nous montrer »
        return Mood("order", act) if act and (act != "read" or direct) else Mood("wish", "want")
    if lead := patterns["lead"].match(body):  # "can you", « il faut »: what follows is the order
        return Mood("order", _verb_after(body[lead.end() :]))
    if body.endswith("?") or patterns["question"].match(body):
        return Mood("question", "read")
    if (act := _imperative(body)) is not None:
        return Mood("order", act)
    if lead := patterns["self"].search(body[:120]):  # « j'accepte », "I cancel": who says it does it
        act = _verb_after(body[lead.end() :], 1)
        if act and act != "read":
            return Mood("order", act)
    later = patterns["please"].search(body)
    if later and (act := _verb_after(body[later.end() :], 2)):
        return Mood("order", act)
    if later:
        return Mood("wish", "want")
    if patterns["finite"].search(body):
        return Mood("statement", "tell")
    return Mood("fragment")


def _verb_after(rest: str, within: int = 4) -> str | None:
    """The act of the first verb behind a lead such as "can you" or « je voudrais »."""
    seen = 0
    before = ""
    for word in tokens(rest)[:9]:
        opens = before in words_of("words", "opens") or before in table("words")["numbers"]
        act = act_of(word)
        if act is not None and not (senses(word) and (opens or before.isdecimal())):
            return act
        if opens and word not in stop_words():
            return None  # a noun with its article: the object, not the verb
        seen += word not in stop_words()
        if seen >= within:
            return None
        before = word
    return None


def _imperative(body: str) -> str | None:
    """The act of a verb that opens the clause; a light verb, « mets », "give", only wants something."""
    words = [word for word in tokens(body)[:6] if word not in words_of("moods", "adverbs")]
    if not words:
        return None
    act = act_of(words[0])
    if act is not None and not _is_subject(words):
        return act
    return "want" if words[0] in words_of("moods", "light") and len(words) > 1 else None


def _is_subject(words: list[str]) -> bool:
    """« La facture », "order A-12 is late": the first word is what the sentence is about."""
    return bool(set(words[1:3]) & words_of("moods", "verbs_of_state"))
