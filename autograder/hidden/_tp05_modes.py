"""Hidden tests of TP05 q1 and q2: which mode, and what to send where the model refuses it."""

from collections.abc import Callable
from typing import Any

from tooluse.practice import Suite
from tooluse.practice.checks.tp05 import mode_fails, modes_of
from tooluse.practice.choosing import (
    FORCING,
    check_choice,
    check_order,
    check_rest,
    check_strict,
    check_tools,
    profiles,
)

suite = Suite("tp05")

# q1

MODES = {
    1: ("auto", "free"),
    2: ("any", "must_act"),
    3: ("auto", "free"),
    4: ("tool", "one_tool"),
    5: ("auto", "refused"),
    6: ("auto", "steps"),
    7: ("none", "no_call"),
    8: ("tool", "one_tool"),
    9: ("any", "must_act"),
    10: ("none", "no_call"),
}


def check_modes(student: Any, code: str, told: str, wrong: Callable) -> None:
    """No case is answered in a way that `wrong` recognises."""
    for case, pair in modes_of(student).items():
        if wrong(MODES[case], pair):
            mode_fails(code, f"Cas {case} : vous répondez `{pair[0]}`, `{pair[1]}`. {told}")


@suite.test("q1", "là où forcer nuit")
def needless_force(student: Any) -> None:
    told = "Que se passe-t-il quand le modèle est forcé ici ?"
    check_modes(student, "FORCE", told, lambda right, given: right[0] == "auto" and given[0] in FORCING)


@suite.test("q1", "là où il faut une contrainte")
def needed_constraint(student: Any) -> None:
    told = "Qu'est-ce qui empêche le modèle de faire autrement ?"
    check_modes(student, "DECOR", told, lambda right, given: right[0] != "auto" and given[0] == "auto")


@suite.test("q1", "le bon mode")
def right_mode(student: Any) -> None:
    def other(right: tuple, given: tuple) -> bool:
        forced = right[0] == "auto" and given[0] in FORCING
        return given[0] not in (right[0], "auto") and not forced

    check_modes(student, "MODE", "Qu'est-ce que ce mode garantit, et qu'est-ce qu'il interdit ?", other)


@suite.test("q1", "la bonne raison")
def right_reason(student: Any) -> None:
    def other(right: tuple, given: tuple) -> bool:
        return right[0] == given[0] and right[1] != given[1]

    check_modes(student, "MODE", "Le mode convient ; est-ce bien pour cette raison ?", other)


# q2


def tool(name: str, **properties: dict) -> dict:
    """A definition that strict mode accepts."""
    fields = properties or {"query": {"type": "string", "description": "Ce qu'il faut chercher."}}
    schema = {"type": "object", "properties": fields, "required": [*fields], "additionalProperties": False}
    return {
        "name": name,
        "description": f"Outil {name} d'Ardoise. À appeler sur demande.",
        "input_schema": schema,
    }


LINES = {"type": "array", "items": {"type": "string"}, "description": "Lignes du devis."}
TOOLS = [tool("get_quote-2"), tool("list_quotes"), tool("sum_7", lines=LINES)]
SYSTEM = "Vous répondez aux clients d'Ardoise, en français."
MANUAL = {"type": "enabled", "budget_tokens": 2048}
ACCEPTING, REFUSING = profiles(forced=True), profiles(forced=False)
STRANGER = {**REFUSING[0], "id": "modele-d-essai"}  # its name says nothing of what it accepts
OBLIGING = {**ACCEPTING[0], "id": "modele-d-essai-5-5"}


def needs(**more: Any) -> list[dict]:
    """The two needs that force, with and without a `system`."""
    modes = ({"mode": "any"}, {"mode": "tool", "name": "list_quotes"}, {"mode": "tool", "name": "sum_7"})
    plain = [{**mode, "tools": TOOLS, **more} for mode in modes]
    return plain + [{**need, "system": SYSTEM} for need in plain[:2]]


def manual_thinkers() -> list[dict]:
    return [one for one in (*ACCEPTING, *REFUSING) if "enabled" in one["thinking"]]


@suite.test("q2", "modèles qui refusent")
def refusing(student: Any) -> None:
    for of in (*REFUSING, STRANGER):
        for need in (*needs(), *needs(thinking={"type": "adaptive"})):
            check_choice(student, need, of)


@suite.test("q2", "réflexion manuelle")
def manual_thinking(student: Any) -> None:
    for of in manual_thinkers():
        for need in needs(thinking=MANUAL):
            check_choice(student, need, of)


@suite.test("q2", "modèles qui acceptent")
def accepting(student: Any) -> None:
    for of in (*ACCEPTING, OBLIGING):
        for need in needs():
            check_choice(student, need, of)
    adaptive = [one for one in ACCEPTING if "adaptive" in one["thinking"]]
    for need in needs(thinking={"type": "adaptive"}):
        check_choice(student, need, adaptive[0])
    off = [one for one in ACCEPTING if "disabled" in one["thinking"]]
    for need in needs(thinking={"type": "disabled"}):
        check_choice(student, need, off[0])


def unforced() -> list[dict]:
    plain = [{"mode": mode, "tools": TOOLS} for mode in ("auto", "none")]
    return plain + [{**need, "system": SYSTEM} for need in plain]


@suite.test("q2", "auto et none")
def auto_and_none(student: Any) -> None:
    for of in (ACCEPTING[0], REFUSING[0], STRANGER):
        for need in unforced():
            check_choice(student, need, of)
            check_order(student, need, of)


@suite.test("q2", "tous les outils")
def every_tool(student: Any) -> None:
    for of in (ACCEPTING[0], REFUSING[0]):
        for need in (*needs(), *unforced()):
            check_tools(student, need, of)


@suite.test("q2", "consigne de repli")
def fallback_order(student: Any) -> None:
    for need in needs():
        check_order(student, need, REFUSING[0])
        check_order(student, need, ACCEPTING[-1])
    for need in needs(thinking=MANUAL):
        check_order(student, need, manual_thinkers()[0])


@suite.test("q2", "strict sur l'outil")
def fallback_strict(student: Any) -> None:
    for need in needs():
        check_strict(student, need, REFUSING[0])


@suite.test("q2", "besoin intact")
def need_intact(student: Any) -> None:
    for of in (REFUSING[0], ACCEPTING[0]):
        for need in (*needs(), *unforced()):
            check_rest(student, need, of)
    for need in needs(thinking={"type": "adaptive"}):
        check_rest(student, need, REFUSING[0])
    for need in needs(thinking=MANUAL):
        check_rest(student, need, manual_thinkers()[0])
