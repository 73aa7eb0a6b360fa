"""Hidden tests of TP06 q3: the way for this model, the request of that way, and one request only."""

from typing import Any

from tooluse.practice import Suite
from tooluse.practice.moulding import (
    MANUAL,
    MOOD,
    check_analyse,
    check_rest,
    check_way,
    cited,
    need,
    profiles,
)

suite = Suite("tp06")

ORDER = {
    "name": "note_order-7",
    "description": "Note une commande. À appeler une fois par message.",
    "input_schema": {
        "type": "object",
        "properties": {"lines": {"type": "array", "items": {"type": "string"}}, "total": {"type": "number"}},
        "required": ["lines", "total"],
        "additionalProperties": False,
    },
}
ACCEPTING, REFUSING = profiles(forced=True), profiles(forced=False)
STRANGER = {**REFUSING[0], "id": "modele-d-essai"}  # its name says nothing of what it takes
OBLIGING = {**ACCEPTING[0], "id": "modele-d-essai-5-5"}


def old(of: dict) -> dict:
    """The same profile, before structured outputs."""
    return {**of, "structured_outputs": False}


def thinkers() -> list[dict]:
    return [one for one in (*ACCEPTING, *REFUSING) if "enabled" in one["thinking"]]


@suite.test("q3", "le format d'abord")
def format_first(student: Any) -> None:
    for of in (*ACCEPTING, *REFUSING, STRANGER, OBLIGING):
        check_way(student, of, need())
        check_way(student, of, need(ORDER, [{"type": "text", "text": "Deux devis."}]))


@suite.test("q3", "citations, modèles qui refusent")
def cited_refusing(student: Any) -> None:
    for of in (*REFUSING, STRANGER):
        check_way(student, of, need(ORDER, cited(), citations=True))


@suite.test("q3", "citations, modèles qui acceptent")
def cited_accepting(student: Any) -> None:
    for of in (*ACCEPTING, OBLIGING):
        check_way(student, of, need(ORDER, cited(), citations=True))


@suite.test("q3", "sans sorties structurées")
def unstructured(student: Any) -> None:
    for of in (ACCEPTING[0], OBLIGING, REFUSING[0], STRANGER):
        for wanted in (need(), need(ORDER), need(ORDER, cited(), citations=True)):
            check_way(student, old(of), wanted)


@suite.test("q3", "réflexion manuelle")
def manual_thinking(student: Any) -> None:
    for of in thinkers():
        check_way(student, of, need(ORDER, cited(), citations=True, thinking=MANUAL))
        check_way(student, old(of), need(ORDER, thinking=MANUAL))
        check_way(student, of, need(ORDER, thinking=MANUAL))
    adaptive = next(one for one in ACCEPTING if "adaptive" in one["thinking"])
    check_way(student, adaptive, need(MOOD, cited(), citations=True, thinking={"type": "adaptive"}))


@suite.test("q3", "une seule requête")
def one_request(student: Any) -> None:
    mood, order = {"mood": "neutre"}, {"lines": ["Écran"], "total": 3.5}
    for of in (ACCEPTING[1], REFUSING[1]):
        check_analyse(student, of, need(MOOD, cited(), citations=True), mood)
        check_analyse(student, of, need(ORDER, cited(), citations=True), order)
        check_analyse(student, of, need(), mood)
    check_analyse(student, REFUSING[1], need(MOOD, cited(), citations=True), mood, "Je n'ai rien trouvé.")


@suite.test("q3", "strict, et le reste intact")
def rest(student: Any) -> None:
    for of in (ACCEPTING[0], REFUSING[0], old(ACCEPTING[0]), old(REFUSING[0])):
        for wanted in (need(), need(ORDER, "Deux\nlignes."), need(MOOD, cited(), citations=True)):
            check_rest(student, of, wanted)
            check_rest(student, of, {**wanted, "thinking": {"type": "adaptive"}})
    check_rest(student, thinkers()[0], need(ORDER, cited(), citations=True, thinking=MANUAL))
