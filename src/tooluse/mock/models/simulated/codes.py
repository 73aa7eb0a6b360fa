"""Codes for names: read from the conversation first, then known to the profile; else none."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tooluse.mock.models.simulated import knowledge, patterns
from tooluse.mock.models.simulated.knowledge import Profile
from tooluse.mock.models.simulated.lexicon import fold
from tooluse.mock.models.simulated.perceive import Call, Scene
from tooluse.mock.models.simulated.properties import Property

_SHAPES = {
    "airport": r"[A-Z]{3}",
    "currency": r"[A-Z]{3}",
    "country": r"[A-Z]{2,3}",
    "language": r"[a-z]{2}(?:-[A-Z]{2})?",
    "timezone": r"[A-Z]\w+/[A-Z]\w+",
}
_PER_CALL = 40  # characters between a name and its code


@dataclass(frozen=True)
class Code:
    """A code and where it comes from: system, request, result:tool, knowledge, belief."""

    value: str
    source: str


def find(kind: str, name: str, one: Property, scene: Scene, profile: Profile) -> Code | None:
    """The code of a name, if anything gives it."""
    if re.fullmatch(_SHAPES[kind], name) and _allowed(name, one):
        return Code(name, "request")
    for call in (*reversed(scene.calls), *reversed(scene.past)):
        if not call.failed and (value := from_result(kind, name, call, one)):
            return Code(value, f"result:{call.name}")
    texts = [
        ("system", scene.system),
        ("request", scene.task),
        *(("earlier", text) for text in scene.earlier[:6]),
    ]
    for source, text in texts:
        if value := beside(kind, name, text, one):
            return Code(value, source)
    value = profile.code(kind, name)
    if value is None:
        return None
    if kind == "country" and not _allowed(value, one) or "alpha-3" in fold(one.text):
        value = knowledge.alpha3(value)
    return Code(value, "knowledge" if profile.is_sure(kind, name) else "belief")


def _allowed(code: str, one: Property) -> bool:
    if one.choices:
        return code in one.choices
    pattern = one.schema.get("pattern")
    return not isinstance(pattern, str) or patterns.fits(pattern, code) is not False


def beside(kind: str, name: str, text: str, one: Property) -> str | None:
    """The code that stands right beside a name: « Lyon (LYS) », "MAD = Madrid"."""
    folded = fold(text)
    for match in re.finditer(rf"(?<!\w){re.escape(fold(name))}(?!\w)", folded):
        after = re.match(
            rf"[\s\w'’-]{{0,20}}?\s*(?:\(|=|:|→|->|,)\s*[\"'«]?\s*({_SHAPES[kind]})\b", text[match.end() :]
        )
        before = re.search(
            rf"\b({_SHAPES[kind]})\s*(?:=|:|→|->|\()\s*[\"'«]?\s*[\w\s'’-]{{0,20}}$",
            text[max(0, match.start() - _PER_CALL) : match.start()],
        )
        for hit in (after, before):
            if hit and _allowed(hit[1], one) and fold(hit[1]) != fold(name):
                return hit[1]
    return None


def from_result(kind: str, name: str, call: Call, one: Property) -> str | None:
    """The code that a lookup gave: for this very name, or in the entry that holds it."""
    asked = any(fold(str(value)) == fold(name) for value in call.input.values())
    entries = _entries(call.value)
    named = [entry for entry in entries if fold(name) in fold(str(entry))]
    for entry in named or (entries if asked else []):
        for value in _leaves(entry):
            if re.fullmatch(_SHAPES[kind], value) and _allowed(value, one):
                return value
        if (
            isinstance(entry, str)
            and (hit := re.search(rf"\b{_SHAPES[kind]}\b", entry))
            and kind != "language"
        ):
            return hit[0]
    return None


def _entries(value: Any, depth: int = 0) -> list[Any]:
    if isinstance(value, list):
        return [inner for entry in value[:200] for inner in _entries(entry, depth + 1)] if depth < 6 else []
    if isinstance(value, dict) and depth < 6:
        nested = [
            inner
            for inner in value.values()
            if isinstance(inner, list) and inner and isinstance(inner[0], dict)
        ]
        return [entry for inner in nested for entry in _entries(inner, depth + 1)] or [value]
    return [value]


def _leaves(entry: Any, depth: int = 0) -> Iterable[str]:
    if isinstance(entry, str):
        yield entry
    elif isinstance(entry, dict) and depth < 6:
        for value in entry.values():
            yield from _leaves(value, depth + 1)


def among(name: str, choices: list[Any]) -> Any:
    """The choice that looks like a name: the set is there to be read, so LYS is found for Lyon."""
    wanted = fold(name)
    best, found, tied = 1, None, False
    for choice in choices:
        said = fold(str(choice))
        length = 0
        while length < min(len(said), len(wanted)) and said[length] == wanted[length]:
            length += 1
        if length >= 2 and length > best:
            best, found, tied = length, choice, False
        elif length == best and length >= 2:
            tied = True
    return None if tied else found


def invented(kind: str, name: str, profile: Profile) -> str | None:
    """What is written when the code is asked for and not known: three letters of the name, or nothing."""
    if not profile.invents_codes:
        return None
    letters = re.sub(r"[^a-z]", "", fold(name))
    if kind in ("airport", "currency") and len(letters) >= 3:
        return letters[:3].upper()
    return letters[:2].upper() if kind == "country" else letters[:2] if kind == "language" else None


def spoken(kind: str, text: str, profile: Profile) -> list[tuple[int, str]]:
    """The names of a kind that a text says, where they begin: « en dollars », "to French"."""
    folded, found = fold(text), []
    for name in profile.names(kind):
        edge = (r"(?<!\w)", r"(?!\w)") if name[0].isalnum() else ("", "")
        found += [(match.start(), name) for match in re.finditer(edge[0] + re.escape(name) + edge[1], folded)]
    longest: list[tuple[int, str]] = []
    for start, name in sorted(found, key=lambda hit: (hit[0], -len(hit[1]))):
        if not longest or start >= longest[-1][0] + len(longest[-1][1]):
            longest.append((start, name))
    return longest
