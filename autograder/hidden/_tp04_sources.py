"""Hidden tests of TP04 q5 and q6: a lookup that tells its doubts, an enum that follows the data."""

import re
from copy import deepcopy
from typing import Any

from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp04 import AIRPORTS, check_airports, check_enum, enum_of, remedy_fails, routing

suite = Suite("tp04")

# q5

ELSEWHERE = [
    {"code": "NRT", "name": "Narita", "city": "Tokyo"},
    {"code": "LIL", "name": "Lesquin", "city": "Lille"},
    {"code": "HAF", "name": "Stafsberg", "city": "Lillehammer"},
    {"code": "HND", "name": "Haneda", "city": "Tokyo"},
    {"code": "ORL", "name": "Saint-Denis-de-l'Hôtel", "city": "Orléans"},
    {"code": "JFK", "name": "John F. Kennedy", "city": "New York"},
    {"code": "EWR", "name": "Newark", "city": "New York"},
]


@suite.test("q5", "Paris en a trois")
def paris(student: Any) -> None:
    check_airports(student, "Paris", AIRPORTS, "ambiguous", ["CDG", "ORY", "BVA"], "VIDE")
    check_airports(student, "Londres", AIRPORTS, "ambiguous", ["LHR", "LGW"], "VIDE")


@suite.test("q5", "aucun aéroport")
def none(student: Any) -> None:
    for city in ("Nogent", "Lyno", ""):
        check_airports(student, city, AIRPORTS, "not_found", [], "VIDE")
    check_airports(student, "Paris", [], "not_found", [], "VIDE")


@suite.test("q5", "la ville entière")
def whole_city(student: Any) -> None:
    check_airports(student, "Lille", ELSEWHERE, "found", ["LIL"], "VIDE")
    check_airports(student, "York", ELSEWHERE, "not_found", [], "VIDE")
    check_airports(student, "Tokyo Narita", ELSEWHERE, "not_found", [], "VIDE")


@suite.test("q5", "majuscules et espaces")
def case_and_spaces(student: Any) -> None:
    for city in ("orléans", " Orléans ", "ORLÉANS"):
        check_airports(student, city, ELSEWHERE, "found", ["ORL"], "VIDE")
    check_airports(student, "new york\n", ELSEWHERE, "ambiguous", ["JFK", "EWR"], "VIDE")


@suite.test("q5", "la table reçue")
def given_table(student: Any) -> None:
    check_airports(student, "Tokyo", ELSEWHERE, "ambiguous", ["NRT", "HND"], "VIDE")
    check_airports(student, "Lyon", ELSEWHERE, "not_found", [], "VIDE")


# q6

QUEUES = [
    {"code": "n2", "label": "Support de niveau 2"},
    {"code": "ETE-26", "label": "Astreinte d'été"},
    {"code": "n1", "label": "Support de niveau 1"},
    {"code": "n2", "label": "Support de niveau 2"},
]


@suite.test("q6", "d'autres données")
def other_data(student: Any) -> None:
    check_enum(student, QUEUES[:3], "FIGE")
    check_enum(student, [{"code": "A-1", "label": "Accueil"}], "FIGE")
    many = [{"code": f"Z{number:02}", "label": f"Zone {number}"} for number in range(40, 0, -1)]
    check_enum(student, many, "FIGE")


@suite.test("q6", "un autre paramètre")
def other_parameter(student: Any) -> None:
    check_enum(student, QUEUES[:2], "FIGE", "note")


@suite.test("q6", "chacun une fois, triés")
def once_and_sorted(student: Any) -> None:
    check_enum(student, QUEUES, "PREFIXE")
    check_enum(student, QUEUES[::-1], "PREFIXE")


@suite.test("q6", "codes et libellés expliqués")
def explained(student: Any) -> None:
    closed, _ = enum_of(student, routing("File d'attente."), "team", QUEUES)
    description = str(closed.get("description"))
    if not description.startswith("File d'attente."):
        remedy_fails("DOC", f"La description d'origine n'est plus au début : « {description} »")
    for row in QUEUES:
        if row["label"] not in description or row["code"] not in description:
            remedy_fails("SOURCE", f"« {row['label']} » ({row['code']}) manque dans « {description} »")
        if not _side_by_side(row, QUEUES, description):
            told = f"« {row['label']} » est loin de son code {row['code']}"
            remedy_fails("SOURCE", f"{told} dans « {description} »")


def _side_by_side(row: dict, rows: list[dict], description: str) -> bool:
    """Whether the code and the label stand together somewhere: no other code or label between them."""
    code, label = re.escape(row["code"]), re.escape(row["label"])
    others = {text for one in rows for text in one.values()} - set(row.values())
    together = re.findall(rf"(?={code}(.*?){label})|(?={label}(.*?){code})", description, re.DOTALL)
    between = [text for pair in together for text in pair if text]
    return any(not any(other in text for other in others) for text in between)


@suite.test("q6", "à la casse près")
def case_only(student: Any) -> None:
    for one, other in (("fact", "FACT"), ("Été-1", "ÉTÉ-1")):
        rows = [{"code": one, "label": "Facturation"}, *QUEUES, {"code": other, "label": "Faction"}]
        _refuses(student, rows, "CASSE", f"Les codes `{one}` et `{other}` ne diffèrent que par la casse.")


@suite.test("q6", "aucune donnée")
def no_rows(student: Any) -> None:
    _refuses(student, [], "VIDE", "`rows` est vide.")


def _refuses(student: Any, rows: list, code: str, told: str) -> None:
    outcome = student.call("with_enum", routing(), "team", rows)
    error = outcome.exception
    if error is None:
        made = str(plain(outcome.value))[:160]
        remedy_fails(code, f"{told} Attendu : `ValueError`. Rendu : `{made}`.")
    if "ValueError" not in (error.type, error.builtin):
        outcome.value_or_fail(code, f"{told} Attendu : `ValueError`. Votre fonction a levé {error}")


@suite.test("q6", "définition reçue intacte")
def untouched(student: Any) -> None:
    tool, rows = routing(), deepcopy(QUEUES)
    _, outcome = enum_of(student, tool, "team", rows)
    if plain(outcome.args_after[0]) != routing():
        remedy_fails("ALIAS", "La définition reçue a changé pendant l'appel.")
    if plain(outcome.args_after[2]) != QUEUES:
        remedy_fails("ALIAS", "La liste `rows` reçue a changé pendant l'appel.")


@suite.test("q6", "le reste du schéma")
def rest_unchanged(student: Any) -> None:
    tool = routing(pattern="^[A-Za-z0-9-]+$")
    _, outcome = enum_of(student, tool, "team", QUEUES)
    made = plain(outcome.value)
    for schema in (made["input_schema"], tool["input_schema"]):
        for key in ("enum", "description"):
            schema["properties"]["team"].pop(key, None)
    if made != tool:
        remedy_fails(None, f"Attendu, hors `enum` et `description` : `{tool}`. Rendu : `{made}`.")
