"""What a violation's own words do not tell: the keyword that was meant, the place inside a faulty schema."""

from difflib import get_close_matches
from typing import Any

from tooluse.french import typeset
from tooluse.rules import Violation
from tooluse.rules.schema_check import KNOWN_KEYWORDS, faults, levels

TOOL_FIELDS = (
    "name description input_schema type strict cache_control input_examples defer_loading allowed_callers "
    "eager_input_streaming"
).split()
_OTHERS = {
    "parameters": "input_schema",
    "schema": "input_schema",
    "inputschema": "input_schema",
    "args": "properties",
}
_KINDS = ("string", "number", "integer", "boolean", "array", "object", "null")


def meant(violation: Violation) -> str:
    """« Vouliez-vous dire `type` ? » for a word that is unknown; empty when nothing is near."""
    if violation.rule not in ("unknown-schema-keyword", "extra-field"):
        return ""
    word = violation.path.rpartition(".")[2]
    known = TOOL_FIELDS if violation.rule == "extra-field" else sorted(KNOWN_KEYWORDS)
    near = get_close_matches(word, known, 1, 0.7) or get_close_matches(
        word.lower(), [one.lower() for one in known], 1, 0.7
    )
    guess = _OTHERS.get(word.lower()) or next(
        (one for one in known if near and one.lower() == near[0].lower()), ""
    )
    return typeset(f"Vouliez-vous dire `{guess}` ?") if guess else ""


def schema_fault(schema: Any) -> tuple[list[str], str]:
    """Where a schema breaks the meta-schema, and how, in French. The API tells neither."""
    place, keyword, value = next(faults(list(levels(schema))), ((), "", None))
    return list(place), typeset(_told(place, keyword, value)) if keyword else ""


def _told(place: tuple[str, ...], keyword: str, value: Any) -> str:
    where = ".".join(place) or "input_schema"
    last = place[-1] if place else ""
    if last == "type" or place[-2:-1] == ("type",):
        near = get_close_matches(str(value).lower(), _KINDS, 1, 0.5)
        guess = f" Vouliez-vous dire `{near[0]}` ?" if near else ""
        return f"`{where}` : {value!r} n'est pas un type de JSON Schema ({', '.join(_KINDS)}).{guess}"
    if last == "required" and isinstance(value, bool):
        right = "une liste de noms, à côté de `properties`, et non un booléen dans un paramètre"
        return f"`{where}` : `required` est {right}."
    if keyword == "type":
        inside = (
            " Est-il sorti de `properties`, ou entré dedans par erreur ?"
            if place[-2:-1] == ("properties",)
            else ""
        )
        return f"`{where}` : {value!r} n'a pas le type que le méta-schéma veut ici.{inside}"
    return f"`{where}` : {value!r} est refusé par le méta-schéma (`{keyword}`)."
