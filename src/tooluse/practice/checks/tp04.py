"""TP04, public checks: one or two simple cases a task. The `check_…` functions judge what came back."""

import re
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

from tooluse.data import read_json
from tooluse.practice import Suite, fail, plain

suite = Suite("tp04")

grade_fails = partial(fail, look="leçon 04, « La forme n'est pas la vérité »")
rate_fails = partial(fail, look="leçon 04, « Lire un petit échantillon »")
remedy_fails = partial(fail, look="leçon 04, « Date, recherche ou enum »")

# q1

ARGUMENTS = ("from", "to", "date")
SCORES = ("tool", "form", "airports_format", "airports_right", "date_format", "date_right")


def asked(*values: Any, name: str = "search_flights") -> dict[str, Any]:
    """A call with these values of from, to and date."""
    return {"name": name, "input": dict(zip(ARGUMENTS, values, strict=True))}


WANTED = asked("MAD", "LHR", "2026-09-11")


def check_grade(student: Any, call: dict, wrong: set[str], code: str | None, expected: dict = WANTED) -> None:
    """`grade` gives False to the scores in `wrong` and True to the others; `code` says what else shows."""
    told = f"Appel : `{call}`. Attendu : `{expected['input']}`."
    outcome = student.call("grade", call, expected)
    error = f"{told} Votre fonction a levé {outcome.exception}"
    scores = outcome.value_or_fail("FORME", error)
    if not isinstance(scores, dict):
        whole = isinstance(scores, bool | int | float)
        grade_fails("FORME=VRAI" if whole else None, f"{told} Rendu : `{scores!r}`, et non six notes.")
    lost = [score for score in SCORES if score not in scores]
    if lost:
        grade_fails(None, f"{told} Il manque {listed(lost)} dans le dictionnaire rendu.")
    off = [score for score in SCORES if bool(scores[score]) == (score in wrong)]
    if off:
        given = ", ".join(f"`{score}` vaut `{scores[score]!r}`" for score in off)
        grade_fails(code, f"{told} {given}.")


def listed(values: Any) -> str:
    return ", ".join(f"`{value}`" for value in values) or "rien"


@suite.test("q1", "un appel parfait")
def perfect_call(student: Any) -> None:
    check_grade(student, WANTED, set(), None)


@suite.test("q1", "un appel du schéma mince")
def thin_call(student: Any) -> None:
    call = asked("Madrid", "London", "11th September 2026")
    check_grade(student, call, set(SCORES[2:]), "FORME=VRAI")


# q2

MEASURES = SCORES[2:]
PUBLISHED = {
    "thin": {"airports_format": 4, "airports_right": 4, "date_format": 2},
    "rich": {"airports_format": 16, "airports_right": 8, "date_format": 24, "date_right": 12},
}


def check_counts(student: Any, records: list, schema: str, counts: dict[str, int], total: int) -> dict:
    """`measure` counts so many requests of so many; returns what it gave, score by score."""
    outcome = student.call("measure", records, schema)
    silent = any(record["marks"] is None for record in records)
    error = f"{len(records)} relevés. Votre fonction a levé {outcome.exception}"
    measured = outcome.value_or_fail("TAUX" if silent else None, error)
    if not isinstance(measured, dict) or not set(counts) <= set(measured):
        rate_fails(None, f"Rendu : `{str(measured)[:120]}`, et non un dictionnaire de quatre notes.")
    for score, count in counts.items():
        row = measured[score]
        if not isinstance(row, list | tuple) or len(row) != 4:
            rate_fails(None, f"`{score}` vaut `{row!r}`, et non quatre nombres `(n, total, low, high)`.")
        if tuple(row[:2]) != (count, total):
            of = f"Schéma `{schema}`, {len(records)} relevés. `{score}` : {count} sur {total}"
            rate_fails("TAUX", f"{of} ; vous rendez {row[0]} sur {row[1]}.")
    return measured


@suite.test("q2", "les totaux publiés")
def published_totals(student: Any) -> None:
    records = read_json("tp", "tp04_records.json")
    for schema, counts in PUBLISHED.items():
        check_counts(student, records, schema, counts, 24)


# q3: the form only.

FAILURES = ("format", "knowledge", "outage")
REMEDIES = ("describe", "today", "enum", "lookup", "retry")


def triage_of(student: Any) -> dict[int, tuple[str, str]]:
    """TRIAGE by number of case."""
    given = student.value("TRIAGE")
    numbers = [str(case) for case in range(1, 11)]
    if not isinstance(given, dict) or sorted(map(str, given)) != sorted(numbers):
        remedy_fails(None, "`TRIAGE` n'est pas un dictionnaire dont les clés sont les numéros 1 à 10.")
    pairs = {int(case): pair for case, pair in given.items()}
    for case, pair in pairs.items():
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            remedy_fails(None, f"Cas {case} : `{pair!r}` n'est pas un couple `(échec, remède)`.")
    return {case: tuple(pair) for case, pair in pairs.items()}


@suite.test("q3", "forme de la réponse")
def triage_form(student: Any) -> None:
    for case, pair in triage_of(student).items():
        for value, known in zip(pair, (FAILURES, REMEDIES), strict=True):
            if value not in known:
                remedy_fails(None, f"Cas {case} : `{value}` n'est pas permis ici ({listed(known)}).")


# q4

INSTRUCTIONS = "Vous réservez des vols pour Ardoise."


def dated(student: Any, instant: datetime, zone: str, instructions: str = INSTRUCTIONS) -> str:
    text = student.call("dated_system", instructions, lambda: instant, zone).value
    if not isinstance(text, str):
        remedy_fails(None, f"`dated_system` a rendu `{text!r}`, et non un texte.")
    return text


ENGLISH = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
FRENCH = ("lundi", "mardi", "mercredi", "jeudi", "vendredi", "samedi", "dimanche")


def check_day(student: Any, instant: datetime, zone: str, iso: str, weekday: str) -> None:
    """The text says this day and no other, behind the instructions."""
    text = dated(student, instant, zone)
    told = f"Instant : {instant.isoformat()}. Fuseau : {zone}. Jour attendu : {weekday} {iso}."
    added = text.removeprefix(INSTRUCTIONS).casefold()
    if iso not in added or weekday not in added:
        elsewhere = re.search(r"\d{4}-\d\d-\d\d", added.replace(iso, ""))
        foreign = any(day in added for day in (*ENGLISH, *FRENCH) if day != weekday)
        remedy_fails("HORLOGE" if elsewhere or foreign else None, f"{told} Votre texte : « {text} »")


@suite.test("q4", "à midi, à Paris")
def noon_in_paris(student: Any) -> None:
    check_day(student, datetime(2026, 9, 8, 10, tzinfo=UTC), "Europe/Paris", "2026-09-08", "mardi")


# q5

AIRPORTS = read_json("tp", "tp04_airports.json")
FROZEN = {row["code"] for row in AIRPORTS}


def check_airports(student: Any, city: str, airports: list, status: str, codes: list[str], code: str) -> None:
    """`find_airport` gives this status and exactly these airports, each with its code and its name."""
    outcome = student.call("find_airport", city, airports)
    told = f"Ville : « {city} »."
    found = plain(outcome.value_or_fail(code, f"{told} Votre fonction a levé {outcome.exception}"))
    if not isinstance(found, dict) or not isinstance(found.get("airports"), list) or "status" not in found:
        silent = found is None or isinstance(found, str)  # a lone code, or nothing: the doubt is lost
        remedy_fails(code if silent else None, f"{told} Rendu : `{str(found)[:120]}`.")
    names = {row["code"]: row["name"] for row in airports}
    for row in found["airports"]:
        if isinstance(row, dict) and row.get("code") in FROZEN - set(names):
            remedy_fails(
                "FIGE", f"{told} `{row['code']}` n'est pas dans la table reçue, mais dans celle du carnet."
            )
        if not isinstance(row, dict) or names.get(row.get("code")) != row.get("name"):
            remedy_fails("LIBELLE", f"{told} Aéroport rendu : `{row!r}`, au lieu de son code et de son nom.")
    given = [row["code"] for row in found["airports"]]
    if found["status"] != status or sorted(given) != sorted(codes):
        right = f"Attendu : `{status}`, {listed(codes)}"
        remedy_fails(code, f"{told} {right}. Rendu : `{found['status']}`, {listed(given)}.")


@suite.test("q5", "un seul aéroport")
def one_airport(student: Any) -> None:
    check_airports(student, "Lyon", AIRPORTS, "found", ["LYS"], "VIDE")


# q6

TEAMS = read_json("tp", "tp04_teams.json")


def routing(description: str = "Code de l'équipe.", **more: Any) -> dict[str, Any]:
    """A tool with two parameters; the first is to be closed by an enum."""
    team = {"type": "string", "description": description, **more}
    properties = {"team": team, "note": {"type": "string", "description": "Message pour l'équipe."}}
    schema = {"type": "object", "properties": properties, "required": ["team"]}
    return {"name": "route_ticket", "description": "Transmet un ticket.", "input_schema": schema}


def enum_of(student: Any, tool: dict, parameter: str, rows: list) -> tuple[dict, Any]:
    """The new schema of the parameter, and the whole outcome."""
    outcome = student.call("with_enum", tool, parameter, rows)
    made = outcome.value
    try:
        return made["input_schema"]["properties"][parameter], outcome
    except (TypeError, KeyError, IndexError):
        return remedy_fails(None, f"Rendu : `{str(made)[:120]}`, et non une définition complète.")


def check_enum(student: Any, rows: list, code: str | None, parameter: str = "team") -> None:
    """The enum of the new schema holds exactly the codes of the rows, once each, sorted."""
    right = sorted({row["code"] for row in rows})
    given = enum_of(student, routing(), parameter, rows)[0].get("enum")
    if given != right:
        texts = set(map(str, given)) if isinstance(given, list) else set()
        if texts == set(right):
            code = "PREFIXE"
        elif texts & {row["label"] for row in rows}:
            code = "LIBELLE"
        elif {text.casefold() for text in texts} == {text.casefold() for text in right}:
            code = "CASSE"
        remedy_fails(code, f"Codes des données, triés : `{right}`. `enum` : `{given!r}`.")


@suite.test("q6", "quatre équipes")
def four_teams(student: Any) -> None:
    check_enum(student, TEAMS, None)


# q7


def check_date(student: Any, phrase: str, today: date, expected: str | None, code: str) -> None:
    """`resolve_date` gives this day; None: it must refuse with ValueError."""
    outcome = student.call("resolve_date", phrase, today)
    told = f"« {phrase} », dit le {today.isoformat()}."
    error = outcome.exception
    if expected is None:
        if error is None:
            remedy_fails(code, f"{told} Attendu : `ValueError`. Rendu : `{outcome.value!r}`.")
        if "ValueError" not in (error.type, error.builtin):
            outcome.value_or_fail(code, f"{told} Attendu : `ValueError`. Votre fonction a levé {error}")
        return
    found = outcome.value_or_fail(code, f"{told} Attendu : {expected}. Votre fonction a levé {error}")
    if not isinstance(found, str):
        remedy_fails(None, f"{told} Rendu : `{found!r}`, et non un texte comme `{expected}`.")
    if found != expected:
        later = student.call("resolve_date", phrase, today.replace(year=today.year + 4))
        code = "HORLOGE" if later.returned == found else code  # four years on, the same day: not from `today`
        remedy_fails(code, f"{told} Attendu : `{expected}`. Rendu : `{found}`.")


@suite.test("q7", "les quatre formes")
def four_forms(student: Any) -> None:
    tuesday = date(2026, 9, 8)
    check_date(student, "demain", tuesday, "2026-09-09", "CALENDRIER")
    check_date(student, "vendredi prochain", tuesday, "2026-09-11", "CALENDRIER")
    check_date(student, "le 3 du mois prochain", tuesday, "2026-10-03", "CALENDRIER")
    check_date(student, "15 décembre", tuesday, "2026-12-15", "CALENDRIER")
