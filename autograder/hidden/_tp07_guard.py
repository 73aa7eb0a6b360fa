"""Hidden tests of TP07 q5: one Pydantic model gives the schema and the guard."""

from typing import Any

from tooluse.practice import Suite, plain
from tooluse.practice.failing import (
    BOOKING,
    TRANSFER,
    WHOLE,
    check_stopped,
    check_through,
    form_fails,
    guarded,
    model_of,
)
from tooluse.practice.moulding import refused, schema_of, takes

suite = Suite("tp07")


def but(base: dict, **changes: Any) -> dict:
    """This input with other values; `...` takes a field away."""
    return {key: value for key, value in {**base, **changes}.items() if value is not ...}


GOOD = {
    "Booking": (BOOKING, but(BOOKING, seats=1, projector=False), but(BOOKING, room="Lauze", seats=12)),
    "Transfer": (TRANSFER, but(TRANSFER, months=36, reason="succession")),
}
CONVERTED = {
    "Booking": (("seats", "4"), ("seats", True), ("projector", 1), ("projector", "true")),
    "Transfer": (("months", "6"), ("months", True), ("notify", 0), ("notify", "non")),
}
LOOSE = {
    "Booking": (
        *(("seats", value) for value in (0, 13, -4)),
        *(("room", value) for value in ("ocre", "Grès", "", "Ocre ")),
        *(("day", value) for value in ("8/9/2026", "2026-9-8", "le 2026-09-08", "2026-09-08T10:00", "")),
    ),
    "Transfer": (("contract_id", "K-1"), ("reason", "don"), ("months", 37), ("contract_id", "xK-204")),
}
WRONG = {
    "Booking": (
        ("seats", None),
        ("seats", 4.5),
        ("room", 3),
        ("day", 20260908),
        ("seats", [4]),
        ("projector", None),
    ),
    "Transfer": (("reason", None), ("contract_id", 204)),
}
UNKNOWN = {"Booking": ("sort", "seat", "Room"), "Transfer": ("client", "mois")}


@suite.test("q5", "champ facultatif")
def optional(student: Any) -> None:
    check_through(student, "Booking", but(BOOKING, projector=...), {"projector": False})
    check_through(student, "Transfer", but(TRANSFER, months=...), {"months": 12})


@suite.test("q5", "bonnes entrées")
def good(student: Any) -> None:
    for name, inputs in GOOD.items():
        for given in inputs:
            check_through(student, name, given)


@suite.test("q5", "aucune conversion")
def no_conversion(student: Any) -> None:
    for name, base in (("Booking", BOOKING), ("Transfer", TRANSFER)):
        for field, value in CONVERTED[name]:
            check_stopped(student, name, but(base, **{field: value}), "COERC")


@suite.test("q5", "valeurs permises")
def permitted(student: Any) -> None:
    for name, base in (("Booking", BOOKING), ("Transfer", TRANSFER)):
        for field, value in (*LOOSE[name], *WRONG[name]):
            check_stopped(student, name, but(base, **{field: value}), "LACHE")


@suite.test("q5", "champ inconnu")
def unknown_field(student: Any) -> None:
    for name, base in (("Booking", BOOKING), ("Transfer", TRANSFER)):
        for field in UNKNOWN[name]:
            check_stopped(student, name, {**base, field: "date"}, "LACHE")


@suite.test("q5", "champ manquant")
def missing_field(student: Any) -> None:
    for field in ("room", "seats", "day"):
        check_stopped(student, "Booking", but(BOOKING, **{field: ...}), "REQUIS")
    check_stopped(student, "Transfer", {}, "REQUIS")


@suite.test("q5", "chaque champ fautif est nommé")
def named(student: Any) -> None:
    for name, given, faulty in (
        ("Booking", but(BOOKING, seats="quatre", room="Grès"), ("seats", "room")),
        ("Booking", but(BOOKING, day=..., projector="oui", sort="x"), ("day", "projector", "sort")),
        ("Booking", {}, ("room", "seats", "day")),
        ("Transfer", but(TRANSFER, months=99, contract_id=...), ("months", "contract_id")),
    ):
        held, _ = guarded(student, name, given)
        if held.failed:  # let through: told by the other tests
            held.check_error(longest=WHOLE)
            held.check_says(*faulty)


TOOLS = (
    ("Transfer", "transfer-contract_2", "Transfère un contrat à un autre client, après accord écrit."),
    ("Booking", "book_room", "Réserve une salle. À appeler quand le client donne le jour et le nombre."),
)


@suite.test("q5", "schéma tiré du modèle")
def one_source(student: Any) -> None:
    """Schema and model say the same: what the guard refuses, the schema refuses."""
    for name, tool, description in TOOLS:
        outcome = student.call("tool_from", model_of(student, name), tool, description)
        made = plain(outcome.value)
        schema = schema_of(made)
        if (made.get("name"), made.get("description")) != (tool, description):
            form_fails(
                None, f"nom ou description de l'outil : {made.get('name')!r}, {made.get('description')!r}."
            )
        found = refused(made)
        if found:
            form_fails("ACCEPTE", f"l'API refuse cette définition : {found.message}")
        base, code = (BOOKING, "LACHE") if name == "Booking" else (TRANSFER, "COPIE")
        bad = [but(base, **{key: value}) for key, value in (*LOOSE[name], *WRONG[name], ("seats2", 1))]
        bad += [but(base, **{CONVERTED[name][0][0]: "6"}), {}]
        for given in GOOD[name]:
            if not takes(schema, given):
                form_fails("COPIE", f"`{name}` accepte {given} ; le schéma de l'outil le refuse.")
        for given in bad:
            held, ran = guarded(student, name, given)
            if takes(schema, given) and held.failed and not ran:
                form_fails(code, f"`{name}` refuse {given} ; le schéma de l'outil l'accepte.")


@suite.test("q5", "descriptions")
def described(student: Any) -> None:
    made = plain(student.call("tool_from", model_of(student, "Booking"), *TOOLS[1][1:]).value)
    fields = schema_of(made).get("properties", {})
    silent = [name for name, one in fields.items() if isinstance(one, dict) and not _told(one)]
    if silent or not fields:
        form_fails(
            "DOC", f"dans le schéma de `Booking`, `{silent[0] if silent else '…'}` n'a pas de description."
        )


def _told(field: dict) -> bool:
    return len(str(field.get("description") or "").strip()) > 2
