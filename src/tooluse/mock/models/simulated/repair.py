"""After an error: what the message suggests, and the corrected input; nothing when it suggests nothing."""

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from tooluse.mock.models.simulated import formats
from tooluse.mock.models.simulated.dates import find_dates
from tooluse.mock.models.simulated.definition import Definition
from tooluse.mock.models.simulated.lexicon import fold, name_words, table
from tooluse.mock.models.simulated.perceive import Call, Scene
from tooluse.mock.models.simulated.properties import Property


@dataclass(frozen=True)
class Repair:
    """The input to try next, and why; `again` when it is the very same."""

    input: dict[str, Any]
    why: str
    again: bool = False


def repair(call: Call, tool: Definition, scene: Scene) -> Repair | None:
    """The next try after a failed call; None when the error gives nothing to go by."""
    said = call.result or ""
    candidates = suggested(said, call)
    named = _property_named(said, call, tool)
    if candidates and (hit := _corrected(call, tool, candidates, named)):
        return hit
    if hit := _reformatted(call, tool, said, scene):
        return hit
    if any(re.search(rf"\b(?:{pattern})", fold(said)) for pattern in table("errors")["transient"]):
        return Repair(dict(call.input), "erreur passagère", again=True)
    return None


@cache
def _cue() -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(table('errors')['suggest'])})\b")


_LISTS = re.compile(
    r"^(?:suggestions?|candidat\w*|candidates?|valeurs?|values|allowed|options?|choices|choix|did_you_mean|proches?|closest|possible\w*|valid\w*|expected|attendus?|matches)",
    re.I,
)


def suggested(said: str, call: Call) -> list[str]:
    """The values that an error offers, as it writes them: under a telling key, or behind a cue."""
    try:
        value = json.loads(said)
    except (ValueError, RecursionError):
        value = None
    found = list(_in_json(value)) if isinstance(value, dict | list) else []
    texts = list(_strings(value)) if isinstance(value, dict | list) else [said]
    for text in [] if found else texts:
        found += _in_text(text)
    given = {fold(str(one)) for one in call.input.values()}
    return [one for one in dict.fromkeys(found) if one and fold(one) not in given][:30]


def _in_json(value: Any, telling: bool = False, depth: int = 0):
    if depth > 6:
        return
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _in_json(inner, telling or bool(_LISTS.match(str(key))), depth + 1)
    elif isinstance(value, list):
        for inner in value[:50]:
            yield from _in_json(inner, telling, depth + 1)
    elif telling and isinstance(value, str | int) and not isinstance(value, bool) and len(str(value)) < 80:
        yield str(value)


def _strings(value: Any, depth: int = 0):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list) and depth < 6:
        for inner in value.values() if isinstance(value, dict) else value:
            yield from _strings(inner, depth + 1)


def _in_text(text: str) -> list[str]:
    match = _cue().search(fold(text))
    if match is None:
        return []
    rest = re.split(r"(?<=[\w»\"'’)\]])[.!?](?:\s|$)|\?|\n\n", text[match.end() :])[0]
    quoted = re.findall(r"«\s*([^«»]+?)\s*»|[\"“']([^\"”'\n]{1,60})[\"”']", rest)
    if quoted:
        return [one or other for one, other in quoted]
    rest = rest.split(":", 1)[1] if ":" in rest[:60] else rest
    parts = re.split(r",|;|\n|\s+(?:ou|or|et|and)\s+|\s+-\s+", rest)
    return [word for part in parts if (word := _bare(part)) and len(word.split()) <= 4]


def _bare(part: str) -> str:
    part = re.sub(r"\s*\([^)]*\)", "", part).strip(" .:!?()[]-•*`")
    return re.sub(r"^(?:l'|le |la |les |un |une |the |a |par exemple |e\.g\. )", "", part)


def _property_named(said: str, call: Call, tool: Definition) -> str | None:
    """The argument that an error speaks of: by its name, or by the value that was given."""
    folded = fold(said)
    by_value = [
        name
        for name, value in call.input.items()
        if isinstance(value, str | int | float) and len(str(value)) > 1 and fold(str(value)) in folded
    ]
    by_name = [name for name in call.input if re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w)", folded)]
    both = [name for name in by_value if name in by_name]
    return next(iter(both or by_value or by_name), None)


def _corrected(call: Call, tool: Definition, candidates: Sequence[str], named: str | None) -> Repair | None:
    names = [named] if named else [name for name, value in call.input.items() if isinstance(value, str)]
    best = None
    for name in names:
        before = str(call.input[name])
        for rank, candidate in enumerate(candidates):
            worth = (_likeness(before, candidate), -rank)
            if best is None or worth > best[0]:
                best = (worth, name, candidate)
    if best is None or (named is None and best[0][0] < 40):
        return None
    _, name, candidate = best
    one = next((one for one in tool.properties if one.name == name), None)
    return Repair({**call.input, name: _as(one, candidate)}, f"suggestion « {candidate} » pour {name}")


def _likeness(one: str, other: str) -> float:
    from rapidfuzz import fuzz

    return fuzz.WRatio(fold(one), fold(other))


def _as(one: Property | None, candidate: str) -> Any:
    if one is not None and one.type in ("integer", "number"):
        try:
            value = float(candidate)
        except ValueError:
            return candidate
        return int(value) if value.is_integer() else value
    return candidate


def _reformatted(call: Call, tool: Definition, said: str, scene: Scene) -> Repair | None:
    """A date in the format that the error asks for."""
    wanted = formats.stated_time_format({}, said, ())
    if wanted is None:
        return None
    for name, value in call.input.items():
        found = find_dates(value) if isinstance(value, str) else []
        if found:
            day = found[0].on(scene.today or _assumed())
            written = formats.write_date(day, wanted, None)
            if written != value:
                return Repair({**call.input, name: written}, f"format demandé par l'erreur pour {name}")
    return None


def _assumed():
    from tooluse.mock.models.simulated import knowledge

    return knowledge.load("default").assumed_today


def gives_id(words: Sequence[str]) -> bool:
    return any(
        word in ("id", "ids", "identifiant", "identifier", "reference", "code", "iata", "numero")
        for word in words
    )


def about(one: Property) -> list[str]:
    """The words that say what a property is of, without those of being an identifier."""
    own = [word for word in one.words[:8] if not gives_id([word])]
    return own or name_words(one.name)
