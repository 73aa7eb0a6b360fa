"""Hidden tests of TP07 q3, q4 and q8: a result always, an error that can be mended, nothing is no failure."""

import re
from datetime import date
from typing import Any

from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp07 import (
    MANY,
    SHORT,
    TOWNS,
    check_near,
    executed,
    searched,
    stations,
    suggested,
    unknown,
)
from tooluse.practice.failing import block_of, empty_fails, tool_fails

suite = Suite("tp07")


def raising(error: Exception) -> Any:
    def run(**given: Any) -> None:
        raise error

    return run


# q3

SECRETS = ("/srv/", "ak-9c2", "SELECT", "10.0.4", "clé_")
FAILURES = {
    "read_archive": OSError("/srv/ardoise/archives.db : token=ak-9c2"),
    "count-meters2": RuntimeError("SELECT * FROM meters : connexion à 10.0.4.7 refusée"),
    "find_site": KeyError("clé_interne_S-12"),
    "ping": TimeoutError(),
    "wait": type("DatabaseLocked", (Exception,), {})("/srv/lock, ak-9c2"),
    "divide": ZeroDivisionError("division by zero (SELECT total)"),
}
OUTPUTS = {
    "note": "Relevé du 8 : 48 210 kWh, « ferme »",
    "meter": {"site": "S-12", "actif": True, "fin": None, "prix": 0.18, "ville": "Évry"},
    "list": [{"id": 1}, {"id": 2}],
    "nothing": [],
    "blank": "",
    "zero": 0,
    "no": False,
    "none": None,
}


@suite.test("q3", "réussites")
def successes(student: Any) -> None:
    for number, (name, output) in enumerate(OUTPUTS.items()):
        registry = {"other": lambda: "autre", name: lambda value=output, **given: value}
        given = {"site": "S-12", "deep": {"a": [1]}} if number % 2 else {}
        executed(student, name, given, registry, id=f"toolu_{number}z").check_output(output)


@suite.test("q3", "outil absent")
def absent(student: Any) -> None:
    for registry in ({"read_meter": dict, "list_sites": list}, {"archive-1": dict}):
        held = executed(student, "cancel_order_42", {"id": "F-1"}, registry)
        if not held.failed:
            held.wrong("INCONNU", f"l'outil n'existe pas, et le résultat le tait : {held.told[:90]!r}.")
        held.check_error()
        held.check_says("cancel_order_42", *registry, code="INCONNU")


@suite.test("q3", "un message pour le modèle")
def meant_for_the_model(student: Any) -> None:
    for told in ("site « S-99 » inconnu. Un site s'écrit S-12.", "mois : 1 à 12, et non 13"):
        held = executed(student, "read_meter", {"site": "S-99"}, {"read_meter": raising(ValueError(told))})
        held.check_error()
        held.check_says(told)


@suite.test("q3", "une exception imprévue")
def unforeseen(student: Any) -> None:
    registry = {name: raising(error) for name, error in FAILURES.items()}
    for name in registry:
        held = executed(student, name, {"site": "S-12"}, registry)
        held.check_error(SECRETS)
        held.check_says(name)


@suite.test("q3", "arguments qui ne vont pas")
def wrong_arguments(student: Any) -> None:
    for given in ({"town": "Lyon"}, {}, {"site": "S-12", "year": 3}):
        held = executed(student, "read_meter", given, {"read_meter": lambda site: site})
        held.check_error()


@suite.test("q3", "une valeur que JSON refuse")
def not_json(student: Any) -> None:
    for output in (date(2026, 9, 8), {"le": date(2026, 9, 8)}, {"S-12", "S-40"}, b"48210"):
        held = executed(student, "read_meter", {}, {"read_meter": lambda value=output: value})
        if held.failed:
            held.check_error()
        elif not held.told:
            held.wrong("VIDE", f"l'outil a rendu {output!r}, et le résultat est vide.")


@suite.test("q3", "Ctrl+C")
def interrupted(student: Any) -> None:
    """The tool that is interrupted stands in the notebook: the interruption is the student's side's own."""
    block = block_of("stop_now", {})
    outcome = student.call("execute", block, student.value("METERS"))
    if outcome.exception is None:
        told = f"Ctrl+C pendant l'outil : rendu {str(plain(outcome.value))[:90]}, au lieu de s'arrêter."
        tool_fails("ATTRAPE", told)
    if outcome.exception.type != "KeyboardInterrupt":
        tool_fails("ATTRAPE", f"Ctrl+C pendant l'outil est devenu {outcome.exception}")


# q4

BASE = stations("Lyon", "Lens", "Lons-le-Saunier", "Brest")
NORTH = stations("Varoise", "Kermadec", "Saint-Aubier", "Quincy-le-Haut", "Hautmesnil")
LONG_NAMES = stations(*(f"Sainte-Colombe-de-la-Montagne-{side}" for side in ("Nord", "Sud", "Est", "Bas")))
ENDLESS = "Xyloville " + " ".join(map(str, range(900)))
CROWD = stations(*(f"Ville-{number:04}" for number in range(3000)), "Montrevel", "Kervenan")


@suite.test("q4", "le plus ressemblant")
def nearest(student: Any) -> None:
    for name, near in (("Lyno", "Lyon"), ("Bres", "Brest"), ("Lons le Saunier", "Lons-le-Saunier")):
        check_near(student, name, near, BASE)


@suite.test("q4", "la base reçue")
def given_data(student: Any) -> None:
    """Names that stand nowhere in the notebook. When not one of them comes, the list was written by hand."""
    pairs = (("Varoize", "Varoise"), ("Saint Aubier", "Saint-Aubier"), ("ermadec", "Kermadec"))
    told = {name: unknown(student, name, NORTH) for name, _ in pairs}
    for name, message in told.items():
        strange = suggested(message, name, [town for town in TOWNS if town not in NORTH])
        if strange:
            tool_fails(
                "FIGE", f"« {strange[0]} » est proposé, et n'est pas dans la base : {message[:160]!r}."
            )
    for name, near in pairs:
        cited = any(suggested(message, one, NORTH) for one, message in told.items())
        check_near(student, name, near, NORTH, "MESSAGE" if cited else "FIGE")


@suite.test("q4", "majuscules")
def letters(student: Any) -> None:
    for name, near in (("LYNO", "Lyon"), ("brest.", "Brest"), ("LENS-", "Lens")):
        check_near(student, name, near, BASE)
    check_near(student, "KERMADEK", "Kermadec", NORTH)


@suite.test("q4", "rien d'interne")
def nothing_inside(student: Any) -> None:
    for name, known in (("Lyno", BASE), ("Xzqw", BASE), ("Varoize", NORTH), ("Zurich " * 40, NORTH)):
        told = unknown(student, name, known)
        if "/srv" in told or ".csv" in told:
            tool_fails("FUITE", f"le message montre un chemin de la base : {told[:160]!r}.")


@suite.test("q4", "court, quoi qu'il arrive")
def short(student: Any) -> None:
    for name, known in (
        ("Ville-0O42", CROWD),
        ("Montrevelle", CROWD),
        ("Lyno", BASE),
        (ENDLESS, NORTH),
        ("Lyon" * 2000, BASE),
    ):
        told = unknown(student, name, known)
        if len(told) > SHORT:
            tool_fails("MESSAGE", f"« {name[:20]} » : {len(told)} caractères, 200 au plus.")
        if name[:10] not in told:
            tool_fails("MESSAGE", f"« {name[:20]}… » : le message ne cite pas le nom : {told[:120]!r}.")
        count = len(suggested(told, name, known)) if len(name) < 40 else 0
        if count > MANY:
            tool_fails("MESSAGE", f"« {name[:20]} » : {count} noms proposés, trois au plus.")
    told = unknown(student, "Sainte Colombe de la Montagne", LONG_NAMES)
    if len(told) > SHORT:
        tool_fails("MESSAGE", f"des noms longs : {len(told)} caractères, 200 au plus.")
    cut = [one for one in re.findall(r"Sainte-Colombe[\w-]*", told) if one not in LONG_NAMES]
    if cut:
        tool_fails("MESSAGE", f"un nom proposé est coupé : « {cut[0]} ».")


@suite.test("q4", "rien de proche")
def nothing_near(student: Any) -> None:
    for name, known in (("Tokyo", stations("Lens", "Brest")), ("Xzqw", BASE), ("", NORTH), ("Lyno", {})):
        told = unknown(student, name, known)
        found = suggested(told, name, {*known, *TOWNS})
        if found:
            tool_fails("VIDE", f"« {name} » ne ressemble à rien, et « {found[0]} » est proposé : {told!r}.")
        if len(told.strip()) < 8:
            tool_fails("MESSAGE", f"« {name} » : le message se réduit à {told!r}.")


@suite.test("q4", "le nom reçu")
def name_told(student: Any) -> None:
    for name, known in (("Lyno", BASE), ("Tokyo", NORTH), ("l'Île d'Yeu", BASE), ("LYNO", BASE)):
        told = unknown(student, name, known)
        if name not in told:
            tool_fails("MESSAGE", f"« {name} » : le message ne cite pas le nom reçu : {told[:160]!r}.")


# q8

ROWS = [{"id": f"K-{number}", "amount": number - 200, "fin": None} for number in range(200, 237)]


@suite.test("q8", "trouvé")
def found(student: Any) -> None:
    for rows in (ROWS[:1], ROWS[:10], [{"id": "K-9", "titre": "Été", "tags": [], "actif": False}]):
        searched(student, lambda rows=rows, **given: rows, client_id="C-7", active=True).check_output(
            {"total": len(rows), "contracts": rows}
        )


@suite.test("q8", "arguments transmis")
def arguments(student: Any) -> None:
    given: list[dict] = []
    searched(student, lambda **told: given.append(told) or ROWS[:2], client_id="C-8", year=2026)
    if given != [{"client_id": "C-8", "year": 2026}]:
        empty_fails(None, f"`search` a reçu {given}, au lieu d'un appel avec l'`input`.")


@suite.test("q8", "rien trouvé")
def nothing_found(student: Any) -> None:
    held = searched(student, lambda **given: [])
    if held.failed:
        held.wrong(
            "VIDE", f"la recherche a réussi, sans rien trouver ; annoncée en erreur : {held.told[:90]!r}."
        )
    try:
        held.check_output({"total": 0, "contracts": []})
    except AssertionError as failure:
        code = "JSON" if held.told.lstrip().startswith("{") and failure.code == "JSON" else "VIDE"
        held.wrong(code, f"rien trouvé : rendu {held.told[:90]!r}.")


@suite.test("q8", "plus de dix")
def more_than_ten(student: Any) -> None:
    for rows in (ROWS, ROWS[:11]):
        held = searched(student, lambda rows=rows, **given: rows)
        wanted = {"total": len(rows), "contracts": rows[:10]}
        try:
            held.check_output(wanted)
        except AssertionError as failure:
            whole = '"K-210"' in held.told  # the eleventh
            code = failure.code if failure.code in ("JSON", "VIDE") else "COUT" if whole else "TROP"
            held.wrong(code, f"{len(rows)} contrats trouvés : rendu {held.told[:60]!r}…{held.told[-60:]!r}.")


@suite.test("q8", "client inconnu")
def unknown_client(student: Any) -> None:
    told = "client « C-99 » inconnu. Cherchez d'abord son identifiant."
    held = searched(student, raising(ValueError(told)))
    held.check_error()
    held.check_says(told)


@suite.test("q8", "base en panne")
def base_down(student: Any) -> None:
    for error in (*FAILURES.values(), ConnectionError("10.0.4.7:5432 refuse")):
        held = searched(student, raising(error))
        held.check_error(SECRETS)
