"""How the tests of TP06 judge a schema made for `strict`, and what is checked beside it."""

import copy
import re
from functools import partial
from typing import Any

from tooluse.practice.moulding import Schema, refused, schema_of, takes
from tooluse.practice.student import Outcome, plain
from tooluse.practice.verdict import fail

UNFORESEEN = ("KeyError", "TypeError", "AttributeError", "AssertionError")  # a form that nobody thought of
LOST = ("minimum", "maximum", "minLength", "maxLength", "maxItems")

strict_fails = partial(fail, look="leçon 06, « strict : la forme garantie »")
escape_fails = partial(fail, look="leçon 06, « Quand l'information manque »")

# `prepare_strict(schema)`


def prepared(student: Any, schema: Schema) -> tuple[Schema, Outcome]:
    outcome = student.call("prepare_strict", copy.deepcopy(schema))
    lost = outcome.exception and outcome.exception.type in UNFORESEEN
    seen = f"Schéma : `{schema}`. Votre fonction a levé {outcome.exception}"
    made = plain(outcome.value_or_fail("FORME" if lost else None, seen))
    if not isinstance(made, dict):
        strict_fails(None, f"rendu : `{str(made)[:90]}`, et non un schéma.")
    return made, outcome


def check_strict(student: Any, schema: Schema) -> None:
    """The API takes the schema for a strict tool."""
    made, _ = prepared(student, schema)
    definition = {"name": "record", "description": "Enregistre.", "strict": True, "input_schema": made}
    found = refused(definition)
    if found:
        codes = {"strict-keyword": "STRICT", "strict-additional-properties": "LACHE"}
        strict_fails(
            codes.get(found.rule),
            f"l'API répond 400 : {found.message.rstrip('.')}. Schéma rendu : `{str(made)[:300]}`.",
        )


def check_kept(student: Any, schema: Schema) -> None:
    """Apart from descriptions, the schema is the received one without the lost words, closed."""
    made, _ = prepared(student, schema)
    right, given = bare(reference(schema)), bare(made)
    if right == given:
        return
    where, want, got = next(differences(right, given))
    code = "LACHE" if want is not None else None
    if "required" in where[-2:]:
        code = "REQUIS"
    elif where[-1:] and where[-1] in LOST:
        code = "FORME" if where[-2:-1] == ("properties",) else "STRICT"
    path = ".".join(map(str, where)) or "la racine"
    strict_fails(code, f"à `{path}` : attendu `{_short(want)}`, rendu `{_short(got)}`.")


def _short(value: Any) -> str:
    return "rien" if value is None else str(value)[:90]


def reference(schema: Schema) -> Schema:
    """What strict needs of a schema: the words it refuses left out, every object closed."""
    new = {word: one for word, one in schema.items() if word not in LOST}
    for word, inner in children(schema):
        new[word] = (
            {name: reference(one) for name, one in inner.items()}
            if word == "properties"
            else [reference(one) for one in inner]
            if word == "anyOf"
            else reference(inner)
        )
    kind = schema.get("type")
    if kind == "object" or isinstance(kind, list) and "object" in kind:
        new["additionalProperties"] = False
    return new


def children(schema: Schema) -> list[tuple[str, Any]]:
    return [(word, schema[word]) for word in ("properties", "items", "anyOf") if word in schema]


def bare(schema: Any) -> Any:
    """A schema without descriptions, and without a closing that closes nothing."""
    if not isinstance(schema, dict):
        return schema
    new = {word: one for word, one in schema.items() if word != "description"}
    for word, inner in children(schema):
        if word == "properties" and isinstance(inner, dict):
            new[word] = {name: bare(one) for name, one in inner.items()}
        elif word == "anyOf" and isinstance(inner, list):
            new[word] = [bare(one) for one in inner]
        else:
            new[word] = bare(inner)
    if "object" not in str(schema.get("type")) and new.get("additionalProperties") is False:
        del new["additionalProperties"]
    if isinstance(new.get("required"), list):
        new["required"] = sorted(map(str, new["required"]))
    return new


def differences(right: Any, given: Any, where: tuple = ()):
    """Places where two JSON values differ, each with both; None for what one of them lacks."""
    if isinstance(right, dict) and isinstance(given, dict):
        for key in [*right, *(key for key in given if key not in right)]:
            if right.get(key) != given.get(key):
                yield from differences(right.get(key), given.get(key), (*where, key))
    elif isinstance(right, list) and isinstance(given, list) and len(right) == len(given):
        for index, (one, other) in enumerate(zip(right, given, strict=True)):
            if one != other:
                yield from differences(one, other, (*where, index))
    if right != given and not (isinstance(right, dict) and isinstance(given, dict)):
        yield where, right, given


def check_told(student: Any, schema: Schema) -> None:
    """Each lost constraint is told, in figures, behind the description of the schema that it stood in."""
    made, _ = prepared(student, schema)
    for old, new in pairs(schema, made):
        figures = re.findall(r"(?<!\d)-?\d+", _added(old, new).replace("−", "-"))
        for word in LOST:
            if word in old and str(old[word]) not in figures:
                strict_fails("STRICT", f"`{word}: {old[word]}` est retiré, et la description ne le dit pas.")
    for old, new in pairs(schema, made):
        before, after = old.get("description", ""), str(new.get("description", ""))
        if not after.startswith(before):
            strict_fails("DOC", f"la description ne commence plus par « {before} », mais : « {after} ».")
        if _added(old, new).strip() and not set(LOST) & set(old):
            told = f"rien n'est retiré ici, mais la description gagne « {_added(old, new)} »"
            strict_fails("DOC", f"{told}.")


def _added(old: Schema, new: Schema) -> str:
    return str(new.get("description", "")).removeprefix(old.get("description", ""))


def pairs(old: Schema, new: Any):
    """Every schema inside another, beside what became of it."""
    if not isinstance(new, dict):
        return
    yield old, new
    for word, inner in children(old):
        other = new.get(word)
        if word == "properties" and isinstance(other, dict):
            for name in inner:
                yield from pairs(inner[name], other.get(name))
        elif word == "anyOf" and isinstance(other, list):
            for one, another in zip(inner, other, strict=False):
                yield from pairs(one, another)
        elif word == "items":
            yield from pairs(inner, other)


# `settle(schema, value)`


def check_settled(student: Any, schema: Schema, value: Any, wanted: Any, code: str | None) -> None:
    """`settle` gives this value; ``ValueError``: it must refuse."""
    outcome = student.call("settle", copy.deepcopy(schema), copy.deepcopy(value))
    error, start = outcome.exception, f"Valeur reçue : `{value}`."
    if wanted is ValueError:
        if error is None:
            strict_fails(code, f"{start} Attendu : `ValueError`. Rendu : `{str(outcome.returned)[:120]}`.")
        if "ValueError" not in (error.type, error.builtin):
            kind = f"`{error.type}` : {error.message.splitlines()[0][:120] if error.message else ''}"
            outcome.value_or_fail("FORME", f"{start} Attendu : `ValueError`. Votre fonction a levé {kind}")
        return
    seen = f"{start} Attendu : `{wanted}`. Votre fonction a levé {str(error)[:200]}"
    settled = plain(outcome.value_or_fail(code, seen))
    if settled != wanted:
        strict_fails(code, f"{start} Attendu : `{wanted}`. Rendu : `{str(settled)[:120]}`.")
    if outcome.args_after[1] != value:
        strict_fails("ALIAS", f"{start} Votre fonction l'a modifiée : `{outcome.args_after[1]}`.")


# `with_escape(tool, names)`


def escaped(student: Any, tool: dict, names: list[str]) -> tuple[Schema, Outcome]:
    """The schema of the tool with its escapes, and the call that made it."""
    outcome = student.call("with_escape", copy.deepcopy(tool), list(names))
    lost = outcome.exception and outcome.exception.type in UNFORESEEN
    seen = f"Champs : {names}. Votre fonction a levé {outcome.exception}"
    made = plain(outcome.value_or_fail("FORME" if lost else None, seen))
    return schema_of(made), outcome


def check_escape(student: Any, tool: dict, names: list[str], good: dict) -> None:
    """Null is accepted for these fields, and only for them; they are required."""
    schema, outcome = escaped(student, tool, names)
    for name in tool["input_schema"]["properties"]:
        nullable = name in names
        if nullable and not takes(schema, {**good, name: None}):
            foreign = "nullable" in str(schema["properties"].get(name))
            escape_fails(
                "ACCEPTE" if foreign else "REQUIS", f"`{name}` refuse `null` : {_field(schema, name)}."
            )
        if not nullable and takes(schema, {**good, name: None}):
            escape_fails("LACHE", f"`{name}`, qui n'est pas dans `names`, accepte `null`.")
        without = {key: one for key, one in good.items() if key != name}
        required = nullable or name in tool["input_schema"]["required"]
        if takes(schema, without) == required:
            escape_fails(
                "REQUIS", f"`{name}` {'n' + chr(39) + 'est pas' if required else 'est devenu'} requis."
            )
    found = refused(plain(outcome.returned))
    if found:
        code = "ACCEPTE" if "num value" in found.message else None
        escape_fails(code, f"l'API refuse cette définition (400) : {found.message}")


def _field(schema: Schema, name: str) -> str:
    return f"`{str((schema.get('properties') or {}).get(name))[:120]}`"


def check_limits(student: Any, tool: dict, names: list[str], good: dict, bad: dict[str, list]) -> None:
    """The other constraints of the fields still hold, and good values pass."""
    schema, _ = escaped(student, tool, names)
    if not takes(schema, good):
        escape_fails("LACHE", f"une valeur juste est refusée : `{good}`.")
    for name, values in bad.items():
        for value in values:
            if takes(schema, {**good, name: value}):
                escape_fails("LACHE", f"`{name}` accepte maintenant `{value!r}` : {_field(schema, name)}.")


def check_copy(student: Any, tool: dict, names: list[str]) -> None:
    """The tool received is untouched; what the names do not touch is as it was, `strict` with it."""
    _, outcome = escaped(student, tool, names)
    if outcome.args_after[0] != tool:
        escape_fails("ALIAS", "la définition reçue a changé.")
    made = plain(outcome.returned)
    if made.get("strict") is not True:
        escape_fails("DECOR", "l'outil n'est plus strict : rien ne garantit sa forme.")
    for key in tool.keys() - {"input_schema"}:
        if made.get(key) != tool[key]:
            escape_fails("INTACT", f"`{key}` a changé : `{str(made.get(key))[:90]}`.")


def check_when(student: Any, tool: dict, names: list[str]) -> None:
    """The description says when to write null, behind what it said."""
    schema, _ = escaped(student, tool, names)
    for name in names:
        before = tool["input_schema"]["properties"][name]["description"]
        said = [text for text in _descriptions(schema["properties"].get(name)) if text.startswith(before)]
        if not said:
            escape_fails("DOC", f"la description de `{name}` ne commence plus par « {before} ».")
        if not any("null" in text.removeprefix(before) for text in said):
            escape_fails("DOC", f"la description de `{name}` ne dit pas quand écrire `null`.")


def _descriptions(schema: Any) -> list[str]:
    if not isinstance(schema, dict):
        return []
    own = [schema["description"]] if isinstance(schema.get("description"), str) else []
    return own + [text for one in schema.get("anyOf") or () for text in _descriptions(one)]
