"""The format of a value, which appears only where the text of a definition asks for it."""

import re
from collections.abc import Iterable
from datetime import date, datetime, time
from functools import cache
from typing import Any

from tooluse.mock.models.simulated import patterns
from tooluse.mock.models.simulated.lexicon import fold, table

_SAMPLE = datetime(2026, 10, 3, 14, 30)
_TIME = ("%H", "%M")


def stated_time_format(schema: dict[str, Any], text: str, examples: Iterable[Any]) -> str | None:
    """The strftime pattern that a definition asks for, from `format`, `pattern`, words, or an example."""
    by_schema = table("formats")["schema"].get(str(schema.get("format")))
    if by_schema:
        return by_schema
    if isinstance(schema.get("pattern"), str) and (found := _by_pattern(schema["pattern"])):
        return found
    folded = fold(text)
    for words, pattern in table("formats")["worded"]:
        if words in folded:
            return pattern
    return _by_example([*map(str, examples), text])


def _by_pattern(pattern: str) -> str | None:
    known = [entry[1] for entry in (*table("formats")["shapes"], *table("formats")["worded"])]
    return next((form for form in known if patterns.fits(pattern, _SAMPLE.strftime(form))), None)


@cache
def _shapes() -> list[tuple[re.Pattern[str], str]]:
    return [(re.compile(rf"(?<![\w-]){shape}(?![\w-])"), form) for shape, form in table("formats")["shapes"]]


def _by_example(texts: list[str]) -> str | None:
    for text in texts:
        for shape, form in _shapes():
            if shape.search(text):
                return form
    return None


def write_date(day: date, pattern: str, clock: tuple[int, int] | None) -> str:
    hour, minute = clock or (0, 0)
    return datetime.combine(day, time(min(hour, 23), minute)).strftime(pattern)


def code_kind(kinds: Iterable[str], text: str, pattern: Any = None) -> str | None:
    """Which kind of code a property wants, if its definition says that it wants one."""
    folded = fold(text)
    for kind, words in table("formats")["codes"].items():
        if any(re.search(rf"\b{re.escape(word)}\b", folded) for word in words):
            return kind
    by_kind = {"place": "airport", "airport": "airport", "currency": "currency", "country": "country"}
    if isinstance(pattern, str):
        for kind in kinds:
            if kind in by_kind and _wants_capitals(pattern, kind == "country"):
                return by_kind[kind]
            if kind == "language" and patterns.fits(pattern, "fr") and not patterns.fits(pattern, "francais"):
                return "language"
    return None


def _wants_capitals(pattern: str, country: bool) -> bool:
    right = "FR" if country else "MAD"
    return bool(patterns.fits(pattern, right)) and patterns.fits(pattern, "Madrid") is False


def cased(value: str, text: str) -> str:
    """The value in the case that a description asks for."""
    folded = fold(text)
    if any(word in folded for word in table("formats")["upper"]):
        return value.upper()
    return value.lower() if any(word in folded for word in table("formats")["lower"]) else value


def shape_of(value: str) -> str:
    """What an identifier looks like: CT-2031 -> A-0."""
    return re.sub(r"[a-z]+", "a", re.sub(r"[A-Z]+", "A", re.sub(r"\d+", "0", value)))


_EXAMPLE = re.compile(r"[«\"'`“(]?([\w@.:/+#-]*\w)")


def examples_in(text: str) -> list[str]:
    """What a description gives as examples, word by word: « par exemple C-12 » -> C-12."""
    folded, found = fold(text), []
    for cue in table("formats")["examples"]:
        for match in re.finditer(rf"(?<!\w){re.escape(cue)}\s*:?\s*", folded):
            end = re.search(r"\.(?:\s|$)|\)|;", text[match.end() :])
            piece = text[match.end() : match.end() + end.start() if end else len(text)]
            found += [word for word in _EXAMPLE.findall(piece) if len(word) > 1][:6]
        if found:
            break
    return found


def without_examples(text: str) -> str:
    """A description without its examples: « Ville, par exemple Lyon » is not about Lyon."""
    cues = "|".join(re.escape(cue) for cue in table("formats")["examples"] if cue not in ("comme", "ex"))
    pattern = rf"[(,;:]?\s*(?<!\w)(?:{cues})(?:[^.;)]|\.(?=\S))*\)?"
    folded = fold(text)
    for match in reversed(list(re.finditer(pattern, folded))):
        text = text[: match.start()] + " " + text[match.end() :]
    return text
