"""Hidden tests of TP03 q7: what a tool returns when it finds some, none, too many, or cannot look."""

from typing import Any

from tooluse.practice import Suite, fail, plain

suite = Suite("tp03")
LOOK = "leçon 03, « Vide, introuvable, trop »"
CLIENTS = {"CL-7": "Zéphyr", "CL-9": "Ancre", "CL-11": "Quai"}


def _row(id: int, number: str, client: str, title: str, amount: float) -> dict[str, Any]:
    return {"id": id, "number": number, "client_id": client, "title": title, "amount_eur": amount}


ROWS = [
    _row(101, "CT-77", "CL-7", "Location de salle", 450),
    _row(102, "CT-12", "CL-7", "LOCATION de matériel", 80.5),
    _row(103, "CT-90", "CL-9", "Location longue", 999),
    _row(104, "CT-13", "CL-7", "Entretien", 60),
    _row(105, "CT-14", "CL-7", "Sous-location", 20),
    _row(106, "CT-15", "CL-7", "Relocation", 21),
]


def _found(student, client: str, word: str, code: str | None, **more: Any) -> Any:
    outcome = student.call("find_contracts", ROWS, CLIENTS, client, word, **more)
    raised = f"`find_contracts` a levé {outcome.exception} pour {client}, « {word} »."
    return plain(outcome.value_or_fail(code, raised, LOOK))


def _entries(found: Any, code: str | None) -> list:
    entries = found.get("contracts") if isinstance(found, dict) else None
    if not isinstance(entries, list) or not all(isinstance(one, dict) for one in entries):
        fail(code, f'attendu : {{"total": …, "contracts": […]}} ; rendu : {str(found)[:90]}.', LOOK)
    return entries


@suite.test("q7", "identifiant attendu")
def public_identifier(student):
    for client, word in (("CL-9", "longue"), ("CL-7", "salle")):
        wanted = next(row for row in ROWS if row["client_id"] == client and word in row["title"])
        for one in _entries(_found(student, client, word, None), None):
            if one.get("contract_id") == wanted["id"] or wanted["id"] in one.values():
                fail(
                    "IDENT",
                    f"le contrat `{wanted['number']}` sort avec la clé interne {wanted['id']} : {one}.",
                    LOOK,
                )
            if one.get("contract_id") != wanted["number"]:
                fail(
                    "IDENT",
                    f"`contract_id` vaut {one.get('contract_id')!r} au lieu de `{wanted['number']}`.",
                    LOOK,
                )


@suite.test("q7", "trouvé")
def some_found(student):
    for client, word, limit in (("CL-7", "location", 4), ("CL-7", "LOCATION", 9), ("CL-9", "long", 1)):
        found = _found(student, client, word, None, limit=limit)
        rows = [row for row in ROWS if row["client_id"] == client and word.lower() in row["title"].lower()]
        told = [(one.get("title"), one.get("amount_eur")) for one in _entries(found, None)]
        if told != [(row["title"], row["amount_eur"]) for row in rows] or found.get("total") != len(rows):
            fail(
                None, f"{client}, « {word} » : attendu {len(rows)} contrats ; rendu {str(found)[:120]}.", LOOK
            )
        if found.get("error"):
            fail("VIDE", "`error` accompagne une réussite.", LOOK)
        if found.get("note"):
            fail(
                "TROP",
                f"une note annonce une coupe, mais rien ne manque : {str(found['note'])[:70]!r}.",
                LOOK,
            )


@suite.test("q7", "vide")
def none_found(student):
    for client, word in (("CL-7", "transport"), ("CL-11", "location"), ("CL-9", "entretien")):
        found = _found(student, client, word, "VIDE")
        if _entries(found, "VIDE") or found.get("total") != 0 or found.get("error"):
            fail("VIDE", f"rien ne correspond : attendu la même forme, vide ; rendu {str(found)[:90]}.", LOOK)


@suite.test("q7", "trop")
def too_many(student):
    for limit in (1, 3):
        found = _found(student, "CL-7", "location", None, limit=limit)
        entries = _entries(found, None)
        if len(entries) != limit:
            fail("TROP", f"`limit` vaut {limit} et {len(entries)} contrats sont rendus.", LOOK)
        if found.get("total") != 4:
            fail("TROP", f"4 contrats correspondent ; `total` vaut {found.get('total')!r}.", LOOK)
        if not isinstance(found.get("note"), str) or not found["note"].strip():
            fail("TROP", f"{limit} contrats rendus sur 4, et aucune `note` ne le dit.", LOOK)


@suite.test("q7", "client inconnu")
def unknown_client(student):
    for client in ("CL-99", "cl-7"):
        found = _found(student, client, "location", "VIDE")
        told = found.get("error") if isinstance(found, dict) else None
        if not isinstance(told, str) or not told.strip():
            fail(
                "VIDE", f"le client {client} n'existe pas, et rien ne le dit : rendu {str(found)[:80]}.", LOOK
            )
        if "contracts" in found or "total" in found:
            fail("VIDE", f"une erreur et une liste à la fois : {str(found)[:90]}.", LOOK)
        if client not in told:
            fail("VIDE", f"le message ne cite pas l'identifiant reçu, {client} : {told[:80]!r}.", LOOK)
