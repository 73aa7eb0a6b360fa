"""Hidden tests of TP03 q5 and q6: schemas, judged by the inputs that they take and refuse."""

import copy
from typing import Any

from jsonschema import Draft202012Validator

from autograder.hidden._tp03_split import first_error
from tooluse.data import read_json
from tooluse.practice import Suite, fail, plain
from tooluse.practice.simulation import hear

suite = Suite("tp03")
SCHEMA, PRINCIPLES = "leçon 03, « Contraindre par le schéma »", "leçon 03, « Requis, facultatif, défaut »"
TICKET = "Ouvre un ticket. À utiliser quand on signale une panne. Ne répare rien. Renvoie son numéro."
Schema = dict[str, Any]


def _text(name: str, need: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "need": need, "schema": {"type": "string", "description": f"Champ {name}.", **more}}


FOUR = read_json("tp", "tp03_tools.json")["fields"]
LOAN = [
    {"name": "amount", "need": "always", "schema": {"type": "integer", "description": "Montant en euros."}},
    _text("channel", "sometimes", enum=["mail", "phone"]),
    {
        "name": "months",
        "need": "default",
        "schema": {"type": "integer", "default": 12, "description": "Durée."},
    },
    _text("branch", "always", pattern="^A-[0-9]+$"),
]
MANY = [
    _text("subject", "always"),
    *(_text(f"option_{n}", "default", default="non", enum=["oui", "non"]) for n in range(13)),
    _text("colour", "sometimes", enum=["bleu", "rouge"]),
    *(_text(f"detail_{n}", "sometimes") for n in range(11)),
]
GOOD = {  # one value that each field takes
    "title": "Panne.", "client_id": "CL-204", "priority": "basse", "due_date": "2026-12-04",
    "amount": 900, "channel": "mail", "months": 6, "branch": "A-7",
}  # fmt: skip


def _built(student, fields: list, strict: bool) -> Schema:
    outcome = student.call("object_schema", copy.deepcopy(fields), strict)
    schema = plain(outcome.value)
    if not isinstance(schema, dict) or schema.get("type") != "object":
        fail(None, f"attendu : un schéma d'objet ; rendu : {str(schema)[:80]}.")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as error:
        fail(None, f"le méta-schéma refuse le schéma rendu : {str(error).splitlines()[0][:120]}")
    return schema


def _takes(schema: Schema, value: Any) -> bool:
    return Draft202012Validator(schema).is_valid(value)


def _whole(fields: list) -> dict[str, Any]:
    return {one["name"]: GOOD[one["name"]] for one in fields}


def _without(value: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: one for key, one in value.items() if key != name}


@suite.test("q5", "libre : requis")
def free_required(student):
    for fields in (FOUR, LOAN):
        schema, whole = _built(student, fields, False), _whole(fields)
        for one in fields:
            name, needed = one["name"], one["need"] == "always"
            if _takes(schema, _without(whole, name)) == needed:
                told = "n'est pas requis" if needed else "est requis"
                fail("REQUIS", f"mode libre : `{name}` (`{one['need']}`) {told}.", PRINCIPLES)


@suite.test("q5", "libre : rien d'inventé")
def nothing_invented(student):
    tool = {"name": "create_ticket", "description": TICKET, "input_schema": _built(student, FOUR, False)}
    heard = hear([tool], "Ouvre un ticket : l'écran de l'accueil est noir.")
    if heard.refusal:
        fail(None, f"l'API refuse cet outil : {heard.refusal}")
    for _, given in heard.calls:
        if given.get("due_date") is not None:
            told = f"le modèle simulé invente `due_date` = {given['due_date']!r}, que rien ne donne"
            fail("REQUIS", f"mode libre : {told}.", PRINCIPLES)


@suite.test("q5", "strict : tout requis")
def strict_required(student):
    for fields in (FOUR, LOAN):
        schema, whole = _built(student, fields, True), _whole(fields)
        for name in whole:
            if _takes(schema, _without(whole, name)):
                fail("REQUIS", f"mode strict : `{name}` n'est pas requis.", PRINCIPLES)


@suite.test("q5", "strict : null")
def strict_null(student):
    for fields in (FOUR, LOAN):
        schema, whole = _built(student, fields, True), _whole(fields)
        for one in fields:
            name, nullable = one["name"], one["need"] == "sometimes"
            if _takes(schema, {**whole, name: None}) != nullable:
                told = "refuse `null`" if nullable else "accepte `null`"
                fail("REQUIS", f"mode strict : `{name}` (`{one['need']}`) {told}.", PRINCIPLES)


@suite.test("q5", "strict : objet fermé")
def strict_closed(student):
    for fields in (FOUR, LOAN):
        if _takes(_built(student, fields, True), {**_whole(fields), "unknown": 1}):
            fail("LACHE", "mode strict : un champ inconnu est accepté.", SCHEMA)


@suite.test("q5", "strict : 25 champs")
def strict_limits(student):
    schema = _built(student, MANY, True)
    tool = {"name": "set_options", "description": TICKET, "strict": True, "input_schema": schema}
    refused = first_error([tool])
    if refused:
        known = {"additionalProperties": "LACHE", "Enum value": "ACCEPTE"}
        code = next((code for words, code in known.items() if words in refused), "REQUIS")
        fail(code, f"mode strict, avec 26 champs : l'API refuse l'outil. {refused}", PRINCIPLES)


@suite.test("q5", "schémas recopiés")
def copied(student):
    for strict in (False, True):
        for fields in (FOUR, LOAN):
            schema, whole = _built(student, fields, strict), _whole(fields)
            mode = "strict" if strict else "libre"
            properties = schema.get("properties") or {}
            for one in fields:
                name, given, own = one["name"], properties.get(one["name"]), one["schema"]
                if own["description"] not in str(given):
                    fail("DOC", f"mode {mode} : la description de `{name}` est perdue.", SCHEMA)
                if "default" in own and f"'default': {own['default']!r}" not in str(given):
                    fail("REQUIS", f"mode {mode} : le défaut de `{name}` est perdu.", PRINCIPLES)
                for bad in (["x"], "?" if "pattern" in own or "enum" in own else {}):
                    if not _takes(schema, whole) or _takes(schema, {**whole, name: bad}):
                        fail(
                            "LACHE",
                            f"mode {mode} : `{name}` accepte {bad!r}, ou refuse une valeur juste.",
                            SCHEMA,
                        )


@suite.test("q5", "champs reçus")
def fields_untouched(student):
    for strict in (False, True):
        outcome = student.call("object_schema", copy.deepcopy(LOAN), strict)
        outcome.value  # noqa: B018 - an exception is told as such
        if plain(outcome.args_after[0]) != LOAN:
            fail("ALIAS", "la liste `fields` reçue, ou l'un de ses schémas, a été modifiée.", SCHEMA)


TRIP = {"origin": "LYS", "destination": "MAD", "date": "2026-12-04"}
ACCEPTED = (
    TRIP,
    {**TRIP, "passengers": 1},
    {**TRIP, "passengers": 9},
    {**TRIP, "cabin": "economy"},
    {**TRIP, "cabin": "business", "passengers": 4},
    {"origin": "CDG", "destination": "JFK", "date": "2027-02-28"},
    {**TRIP, "cabin": "premium", "passengers": 2},
    {"origin": "ORY", "destination": "NCE", "date": "2026-12-31", "passengers": 3},
)


def _flight(student) -> Schema:
    schema = plain(student.value("FLIGHT"))
    tool = {"name": "search_flights", "description": TICKET, "input_schema": schema}
    refused = (
        first_error([tool]) if isinstance(schema, dict) else f"`FLIGHT` n'est pas un objet : {schema!r:.60}"
    )
    if refused:
        fail("ACCEPTE", f"l'API refuse ce schéma : {refused}", "leçon 03, « Ce que l'API accepte »")
    return schema


def _refuses(student, name: str, binding: tuple[str, ...], *values: Any) -> None:
    """`binding` are the words that would hold these values back: without any, the bound is mere prose."""
    schema = _flight(student)
    own = (schema.get("properties") or {}).get(name)
    own = own if isinstance(own, dict) else {}
    for value in values:
        if _takes(schema, {**TRIP, name: value}):
            held = "$ref" in own or any(word in own for word in binding)
            fail("LACHE" if held else "DECOR", f"`{name}` accepte {value!r}.", SCHEMA)


@suite.test("q6", "entrées justes")
def accepted(student):
    schema = _flight(student)
    for value in ACCEPTED:
        faults = list(Draft202012Validator(schema).iter_errors(value))
        if faults:
            code = "REQUIS" if faults[0].validator == "required" else None
            fail(code, f"cette entrée juste est refusée : {value} ({faults[0].message[:80]}).", SCHEMA)


_WORDS = ("pattern", "enum", "const", "anyOf", "oneOf", "allOf", "not")


@suite.test("q6", "aéroports")
def airports(student):
    _refuses(student, "origin", _WORDS, "MADRID", "lys")
    _refuses(student, "destination", _WORDS, 123, "mad")


@suite.test("q6", "date")
def dates(student):
    _refuses(student, "date", _WORDS, "04/12/2026", "2026-12-04T10:00")


@suite.test("q6", "bornes")
def bounds(student):
    _refuses(student, "passengers", ("minimum", "exclusiveMinimum", *_WORDS), 0)
    _refuses(student, "passengers", ("maximum", "exclusiveMaximum", *_WORDS), 10)


@suite.test("q6", "entier")
def integers(student):
    _refuses(student, "passengers", ("type", *_WORDS), 2.5, "2")


@suite.test("q6", "cabine")
def cabins(student):
    _refuses(student, "cabin", _WORDS, "Economy")


@suite.test("q6", "champs")
def keys(student):
    schema = _flight(student)
    for name in TRIP:
        if _takes(schema, _without(TRIP, name)):
            fail("REQUIS", f"une entrée sans `{name}` est acceptée.", SCHEMA)
    for extra in ("passenger", "max_price"):
        if _takes(schema, {**TRIP, extra: 2}):
            fail("LACHE", f"un champ inconnu, `{extra}`, est accepté.", SCHEMA)
