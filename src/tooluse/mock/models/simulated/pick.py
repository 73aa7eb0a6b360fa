"""« La plus élevée », "the first one", « la moins chère »: which entry of a list a request means."""

import re
from functools import cache
from typing import Any

from tooluse.mock.models.simulated.lexicon import fold, name_words, senses, table


@cache
def _turns() -> dict[str, re.Pattern[str]]:
    return {
        name: re.compile("|".join(lines)) for name, lines in table("picks").items() if isinstance(lines, list)
    }


def pick(clause: str, entries: list[dict[str, Any]]) -> dict[str, Any] | None:
    """The entry that a superlative or a rank singles out; None when the clause has neither."""
    folded = fold(clause)
    for name in ("first", "second", "third", "last"):
        if _turns()[name].search(folded):
            at = {"first": 0, "second": 1, "third": 2, "last": -1}[name]
            return entries[at] if -1 <= at < len(entries) else None
    for name, subject in _COMPARED.items():
        if _turns()[name].search(folded):
            key = _column(entries, subject)
            if key is None:
                continue
            best = max if name in ("dearest", "latest", "highest") else min
            return best((entry for entry in entries if key in entry), key=lambda entry: entry[key])
    return None


def _column(entries: list[dict[str, Any]], subject: str) -> str | None:
    """The key by which entries are compared: a number, or dates written year first."""
    for key in dict.fromkeys(key for entry in entries for key in entry):
        values = [entry[key] for entry in entries if key in entry]
        numbers = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
        days = all(isinstance(value, str) and re.match(r"\d{4}-\d\d|\d\d:\d\d", value) for value in values)
        if len(values) < 2 or not (days if subject == "date" else numbers):
            continue
        about = {sense for word in name_words(key) for sense in senses(word)}
        if subject != "price" or about & _MONEY or _only_numbers(entries) == [key]:
            return key
    return None


_COMPARED = {
    "cheapest": "price",
    "dearest": "price",
    "earliest": "date",
    "latest": "date",
    "lowest": "",
    "highest": "",
}
_MONEY = frozenset("price fare payment invoice amount_due bill currency budget expense amount".split())


def _only_numbers(entries: list[dict[str, Any]]) -> list[str]:
    return [key for key, value in entries[0].items() if isinstance(value, int | float)]
