"""Turns of phrase: several words that together stand for a concept, « tombe en panne », "won't make it"."""

from functools import cache, lru_cache

from tooluse.mock.models.simulated.lexicon import stems, table, tokens

_GAP, _WIDE = "_", 3  # the mark of a gap, and how many words fit in it
_READ = 600  # words of one text that are looked at


@cache
def _known() -> dict[str, list[tuple[tuple[str, ...], str]]]:
    """Every turn with its concept, by a stem of its first word."""
    found: dict[str, list[tuple[tuple[str, ...], str]]] = {}
    for sense, line in table("idioms").items():
        for turn in line.split("|") if sense != "note" else ():
            words = tuple(
                part for piece in turn.split() for part in ([_GAP] if piece == _GAP else tokens(piece))
            )
            for stem in {words[0], *stems(words[0])}:
                found.setdefault(stem, []).append((words, sense))
    return found


@lru_cache(4096)
def senses_of(text: str) -> tuple[str, ...]:
    """The concepts that the turns of a text stand for, each once, in order."""
    words = tokens(text)[:_READ]
    found: dict[str, None] = {}
    for at, word in enumerate(words):
        for turn, sense in {entry: None for key in (word, *stems(word)) for entry in _known().get(key, ())}:
            if sense not in found and _follows(turn[1:], words[at + 1 : at + 14]):
                found[sense] = None
    return tuple(found)


def _follows(turn: tuple[str, ...], words: list[str]) -> bool:
    """Whether the words begin with what remains of a turn."""
    if not turn:
        return True
    if turn[0] == _GAP:
        return any(_follows(turn[1:], words[skip:]) for skip in range(_WIDE + 1))
    return bool(words) and _same(turn[0], words[0]) and _follows(turn[1:], words[1:])


@lru_cache(8192)
def _same(one: str, other: str) -> bool:
    return one == other or (len(one) > 3 and bool(set(stems(one)) & set(stems(other))))
