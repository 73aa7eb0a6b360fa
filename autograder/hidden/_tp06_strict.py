"""Hidden tests of TP06 q4 and q7: a schema for `strict`, what it lost checked, and a way out for null."""

from typing import Any

from tooluse.practice import Suite
from tooluse.practice.bounds import (
    check_copy,
    check_escape,
    check_kept,
    check_limits,
    check_settled,
    check_strict,
    check_told,
    check_when,
    escape_fails,
    escaped,
    prepared,
    strict_fails,
)
from tooluse.practice.checks.tp06 import FILE, FILED, URGENCY, check_absent, form
from tooluse.practice.simulation import hear

suite = Suite("tp06")

# q4

MOODS = {"type": "string", "enum": ["négatif", "neutre", "VIP content"], "description": "Humeur."}
NAME = {"type": "string", "minLength": 2, "maxLength": 40, "description": "Nom du client."}
LINE = form(label=NAME, quantity={"type": "integer", "minimum": 1, "description": "Combien."})
ORDER = form(
    ("client", "lines"),
    client=form(name=NAME, mood=MOODS, age={"type": "number", "maximum": 130}),
    lines={"type": "array", "minItems": 1, "maxItems": 12, "items": LINE, "description": "Lignes."},
    level={"type": "integer", "enum": [1, 2, 3]},
    code={"type": "string", "pattern": "^[A-Z]{2}$"},
)
CHOICE = form(
    when={"anyOf": [form(day=URGENCY), {"type": "string", "maxLength": 8}, {"type": "null"}]},
    place={**form(floor={"type": "integer", "maximum": 7}), "type": ["object", "null"]},
    many={"type": "array", "items": {"type": "array", "maxItems": 3, "items": form(n={"type": "integer"})}},
)
NAMED = form(  # properties that bear the names of words
    minimum={"type": "integer", "minimum": 10, "description": "Stock minimum."},
    maxItems=form(maximum={"type": "integer"}, items={"type": "string"}),
    properties={"type": "string", "maxLength": 9},
)
SCHEMAS = [ORDER, CHOICE, NAMED]


@suite.test("q4", "mots refusés")
def refused_words(student: Any) -> None:
    for schema in (form(name=NAME, rate=URGENCY, rows={"type": "array", "maxItems": 3, "items": NAME}), LINE):
        check_strict(student, {**schema, "additionalProperties": False})


@suite.test("q4", "rien d'autre ne change")
def rest_kept(student: Any) -> None:
    for schema in (LINE, *SCHEMAS):
        check_kept(student, schema)


@suite.test("q4", "objets fermés en profondeur")
def closed_objects(student: Any) -> None:
    for schema in (*SCHEMAS, form(), {"type": "object"}):
        check_strict(student, schema)


@suite.test("q4", "contraintes dites")
def constraints_told(student: Any) -> None:
    zero = form(n={"type": "integer", "minimum": 0, "maximum": 0}, m={"type": "number", "minimum": -5})
    for schema in (form(urgency=URGENCY), *SCHEMAS, zero):
        check_told(student, schema)


@suite.test("q4", "schéma reçu")
def schema_untouched(student: Any) -> None:
    for schema in SCHEMAS:
        after = prepared(student, schema)[1].args_after[0]
        if after != schema:
            strict_fails("ALIAS", "le schéma reçu a changé.")


ROC = {"client": {"name": "Roc", "mood": "neutre", "age": 40}, "lines": [{"label": "Écran", "quantity": 2}]}


def roc(**changes: Any) -> dict[str, Any]:
    """An order whose client has these changes."""
    return {**ROC, "client": {**ROC["client"], **changes}}


@suite.test("q4", "bornes d'origine")
def old_bounds(student: Any) -> None:
    for bad in (roc(age=131), roc(name="R"), roc(name="R" * 41), {**ROC, "lines": ROC["lines"] * 13}):
        check_settled(student, ORDER, bad, ValueError, "STRICT")
    check_settled(student, ORDER, {**ROC, "lines": [{"label": "Écran", "quantity": 0}]}, ValueError, "STRICT")
    for bad in (0, 6, 99):
        check_settled(student, form(urgency=URGENCY), {"urgency": bad}, ValueError, "STRICT")


@suite.test("q4", "casse rétablie")
def spelling(student: Any) -> None:
    schema = form(mood=MOODS)
    spelled = {"Négatif": "négatif", "NEUTRE": "neutre", "vip Content": "VIP content", "neutre": "neutre"}
    for given, wanted in spelled.items():
        check_settled(student, schema, {"mood": given}, {"mood": wanted}, "CASSE")
    free = form(mood=MOODS, note={"type": "string"})
    given = {"mood": "Neutre", "note": "Neutre et VIP"}
    check_settled(student, free, given, {**given, "mood": "neutre"}, "CASSE")


@suite.test("q4", "casse en profondeur")
def deep_spelling(student: Any) -> None:
    check_settled(student, ORDER, roc(mood="NÉGATIF"), roc(mood="négatif"), "CASSE")
    many = form(moods={"type": "array", "items": MOODS}, rows={"type": "array", "items": form(mood=MOODS)})
    given = {"moods": ["Neutre", "VIP CONTENT"], "rows": [{"mood": "neutre"}, {"mood": "Négatif"}]}
    wanted = {"moods": ["neutre", "VIP content"], "rows": [{"mood": "neutre"}, {"mood": "négatif"}]}
    check_settled(student, many, given, wanted, "CASSE")


@suite.test("q4", "enum mêlé")
def mixed_enum(student: Any) -> None:
    schema = form(level={"enum": ["haut", "Bas", 3, None]})
    for given, wanted in (("HAUT", "haut"), ("bas", "Bas"), (3, 3), (None, None)):
        check_settled(student, schema, {"level": given}, {"level": wanted}, "CASSE")
    for given in ("none", "None", "3", "null", 4, True, ["haut"]):
        check_settled(student, schema, {"level": given}, ValueError, "COERC")


@suite.test("q4", "valeurs de mauvaise forme")
def broken_values(student: Any) -> None:
    for bad in (roc(mood="furieux"), roc(mood="négati"), {"client": ROC["client"]}, {**ROC, "code": "A1"}):
        check_settled(student, ORDER, bad, ValueError, "FORME")
    for bad in (roc(age="40"), {**ROC, "level": True}, {**ROC, "level": "2"}, roc(name=None)):
        check_settled(student, ORDER, bad, ValueError, "COERC")
    for bad in ([], None, "Roc", {**ROC, "lines": ROC["lines"][0]}, {**ROC, "client": [ROC["client"]]}):
        check_settled(student, ORDER, bad, ValueError, "FORME")
    check_settled(
        student, ORDER, {**ROC, "level": 2, "code": "FR"}, {**ROC, "level": 2, "code": "FR"}, "FORME"
    )


# q7

VISIT = {
    "name": "plan_visit-3",
    "description": "Note une visite. À appeler quand un client demande un passage.",
    "strict": True,
    "input_schema": {
        "type": "object",
        "properties": {
            "floor": {"type": "integer", "description": "Étage."},
            "slot": {"type": "string", "enum": ["matin", "soir"], "description": "Moment souhaité."},
            "code": {"type": "string", "pattern": "^P-[0-9]+$", "description": "Code du portail."},
            "phone": {"type": ["string", "null"], "description": "Téléphone ; null s'il manque."},
            "rank": {"type": "integer", "enum": [0, 1, 2], "description": "Rang."},
            "alone": {"type": "boolean", "description": "Seul sur place ?"},
        },
        "required": ["floor", "rank", "alone"],
        "additionalProperties": False,
    },
}
VISITED = {"floor": 0, "slot": "soir", "code": "P-12", "phone": "02", "rank": 0, "alone": False}
TRIED = [["floor"], ["slot"], ["code", "slot"], ["rank", "alone", "floor"], ["phone"]]


@suite.test("q7", "requis et nullable")
def required_nullable(student: Any) -> None:
    check_escape(student, FILE, ["contract_id", "plan"], FILED)
    for names in TRIED[:-1]:
        good = VISITED if "phone" not in names else {**VISITED, "phone": None}
        check_nullable(student, names, good)


def check_nullable(student: Any, names: list[str], good: dict) -> None:
    """Without the field that takes null already: only what is named may become nullable."""
    properties = {key: one for key, one in VISIT["input_schema"]["properties"].items() if key != "phone"}
    schema = {**VISIT["input_schema"], "properties": properties}
    given = {key: value for key, value in good.items() if key != "phone"}
    check_escape(student, {**VISIT, "input_schema": schema}, names, given)


@suite.test("q7", "déjà nullable")
def nullable_already(student: Any) -> None:
    for names in (["phone"], ["phone", "slot"]):
        schema, _ = escaped(student, VISIT, names)
        given, old = schema["properties"].get("phone"), VISIT["input_schema"]["properties"]["phone"]
        if given != old:
            escape_fails("FORME", f"`phone` accepte déjà `null` ; rendu : `{str(given)[:120]}`.")
        if "phone" not in schema.get("required", []):
            escape_fails("REQUIS", "`phone` n'est pas requis.")


@suite.test("q7", "contraintes gardées")
def limits_kept(student: Any) -> None:
    check_limits(
        student, FILE, ["contract_id", "plan"], FILED, {"contract_id": ["12", 3, ""], "plan": ["or", 1]}
    )
    bad = {
        "slot": ["midi", "null", ""],
        "code": ["12", 3],
        "floor": ["0", 1.5],
        "rank": [7, "0"],
        "alone": [0, "non"],
    }
    for names in TRIED:
        check_limits(student, VISIT, names, VISITED, {name: bad[name] for name in names if name in bad})
        check_limits(student, VISIT, names, VISITED, {"extra": [1]})


@suite.test("q7", "rien d'inventé")
def nothing_invented(student: Any) -> None:
    _, outcome = escaped(student, FILE, ["contract_id"])
    heard = hear([outcome.returned], "Ouvre un ticket : l'imprimante du hall fume.")
    for _, given in heard.calls:
        if given.get("contract_id") is not None:
            told = f"`contract_id` = {given['contract_id']!r}, que rien ne donne"
            escape_fails("REQUIS", f"le modèle simulé invente {told}.")


@suite.test("q7", "quand écrire null")
def when_null(student: Any) -> None:
    check_when(student, FILE, ["contract_id", "plan"])
    check_when(student, VISIT, ["floor", "slot", "code"])


@suite.test("q7", "définition reçue")
def tool_untouched(student: Any) -> None:
    check_copy(student, FILE, ["contract_id", "plan"])
    check_copy(student, VISIT, ["slot", "floor"])


@suite.test("q7", "absent, nul et vide")
def absent_values(student: Any) -> None:
    given = {"a": 0, "b": "", "c": False, "d": None, "e": [], "f": "null", "g": "inconnu", "h": None, "i": {}}
    check_absent(student, given, list("abcdefghi"), ["d", "h"])
    check_absent(student, given, ["h", "a", "d", "z"], ["h", "d", "z"])
    check_absent(student, given, ["a", "c"], [])
