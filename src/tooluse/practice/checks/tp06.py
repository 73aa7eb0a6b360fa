"""TP06, public checks: one or two simple cases a task. The `check_…` functions judge what came back."""

import copy
import math
from functools import partial
from typing import Any

from tooluse.data import read_json
from tooluse.mock import message
from tooluse.mock.models import reply, tool_use
from tooluse.practice import Suite, fail, plain
from tooluse.practice.bounds import check_escape, check_settled, check_strict, escape_fails
from tooluse.practice.moulding import (
    MOOD,
    check_way,
    cited,
    need,
    profiles,
    refused,
    schema_of,
    takes,
)

suite = Suite("tp06")

mould_fails = partial(fail, look="leçon 06, « Le faux outil »")
read_fails = partial(fail, look="leçon 06, « Le faux outil » et « Le format de sortie »")
sense_fails = partial(fail, look="leçon 06, « Le sens reste à vérifier »")
mask_fails = partial(fail, look="leçon 06, « Le masque »")

DATA = read_json("tp", "tp06_tickets.json")
ANALYSIS, TICKET = DATA["analysis"], DATA["texts"][0]

# q1


def mould(student: Any) -> dict[str, Any]:
    """The schema of TICKET_TOOL."""
    tool = plain(student.value("TICKET_TOOL"))
    schema = schema_of(tool)
    if tool.get("name") != "record_ticket_analysis":
        mould_fails(None, f"l'outil s'appelle `{tool.get('name')}`, et non `record_ticket_analysis`.")
    found = refused(tool)
    if found:
        mould_fails(
            "STRICT" if found.rule.startswith("strict") else None,
            f"l'API refuse cette définition (400) : {found.message}",
        )
    return schema


def check_takes(student: Any, value: dict) -> None:
    if not takes(mould(student), value):
        mould_fails("FORME", f"votre schéma refuse une bonne analyse : `{value}`.")


@suite.test("q1", "l'analyse du premier ticket")
def first_analysis(student: Any) -> None:
    check_takes(student, ANALYSIS)


# q2


def check_extract(student: Any, said: Any, name: str | None, wanted: Any, code: str | None) -> None:
    """`extract` gives this dict, or raises the class of this name; else ``code`` says what was missed."""
    seen = message(said)
    types = ", ".join(block.type for block in seen.content) or "rien"
    start = f"Motif d'arrêt `{seen.stop_reason}`, blocs : {types} ; `name` vaut `{name!r}`."
    outcome = student.call("extract", seen, name)
    error = outcome.exception
    if isinstance(wanted, str):
        if error is None:
            read_fails(code, f"{start} Attendu : `{wanted}`. Rendu : `{str(plain(outcome.returned))[:90]}`.")
        if error.type != wanted:
            outcome.value_or_fail(code, f"{start} Attendu : `{wanted}`. Votre fonction a levé {error}")
        return
    found = plain(outcome.value_or_fail(code, f"{start} Votre fonction a levé {error}"))
    if found != wanted:
        read_fails(code, f"{start} Attendu : `{wanted}`. Rendu : `{str(found)[:120]}`.")


@suite.test("q2", "un appel entier")
def whole_call(student: Any) -> None:
    check_extract(
        student, reply(tool_use("record_mood", mood="neutre")), "record_mood", {"mood": "neutre"}, None
    )


@suite.test("q2", "un texte au format demandé")
def whole_text(student: Any) -> None:
    check_extract(student, reply('{"mood": "neutre"}'), None, {"mood": "neutre"}, None)


# q3


@suite.test("q3", "un modèle qui accepte")
def accepting_model(student: Any) -> None:
    check_way(student, profiles(forced=True)[0], need())


@suite.test("q3", "citations, et un modèle qui refuse")
def refusing_model(student: Any) -> None:
    check_way(student, profiles(forced=False)[0], need(MOOD, cited(), citations=True))


# q4

URGENCY = {"type": "integer", "minimum": 1, "maximum": 5}


def form(required: tuple[str, ...] | None = None, /, **properties: Any) -> dict[str, Any]:
    """An object left open; every property is required unless it is said which."""
    asked = list(properties if required is None else required)
    return {"type": "object", "properties": properties, "required": asked}


@suite.test("q4", "un schéma à un niveau")
def flat_schema(student: Any) -> None:
    check_strict(student, form(urgency=URGENCY))


@suite.test("q4", "une valeur juste")
def right_value(student: Any) -> None:
    check_settled(student, form(urgency=URGENCY), {"urgency": 3}, {"urgency": 3}, None)


# q5


def check_violated(student: Any, wanted: set[str], code: str, ticket: str = TICKET, **changes: Any) -> None:
    """`violated` names these rules of the analysis with these changes, and no other."""
    analysis = {**ANALYSIS, **changes}
    outcome = student.call("violated", copy.deepcopy(analysis), ticket)
    found = plain(outcome.value)
    start = f"Analyse : {', '.join(f'`{key}` : {value!r}' for key, value in changes.items()) or 'juste'}."
    if not isinstance(found, list | set | frozenset):
        bare = found is None or isinstance(found, bool)
        sense_fails("FORME=VRAI" if found in (True, None) and bare else None, f"{start} Rendu : `{found!r}`.")
    if set(map(str, found)) != wanted:
        right = ", ".join(f"`{rule}`" for rule in sorted(wanted)) or "aucune"
        given = ", ".join(f"`{rule}`" for rule in sorted(map(str, found))) or "aucune"
        sense_fails(code, f"{start} Règles non tenues : {right}. Rendu : {given}.")


@suite.test("q5", "une analyse juste")
def true_analysis(student: Any) -> None:
    check_violated(student, set(), "REGLE")


@suite.test("q5", "une urgence incohérente")
def incoherent(student: Any) -> None:
    check_violated(student, {"coherence"}, "FORME=VRAI", sentiment="positif")


# q6


def check_mask(student: Any, logits: list[float], allowed: list[int]) -> None:
    """What is not allowed is −∞; the rest is as it was."""
    outcome = student.call("mask", list(logits), list(allowed))
    masked, start = plain(outcome.value), f"Logits : {logits}. Permis : {allowed}."
    if not isinstance(masked, list) or len(masked) != len(logits):
        mask_fails("FORME", f"{start} Rendu : `{masked!r}`, et non {len(logits)} nombres.")
    for index, (before, after) in enumerate(zip(logits, masked, strict=True)):
        if index in allowed and after != before:
            code = "FORME" if after == -math.inf else "MASQUE"
            mask_fails(code, f"{start} Indice {index}, permis : `{after}` au lieu de `{before}`.")
        if index not in allowed and after != -math.inf:
            mask_fails("MASQUE", f"{start} Indice {index}, interdit : `{after}`, et non `-inf`.")
    if outcome.args_after[0] != logits:
        mask_fails("ALIAS", f"{start} Votre fonction a modifié la liste reçue.")


def check_sample(
    student: Any, logits: list[float], allowed: list[int], drawn: float, wanted: int | None, code: str | None
) -> int:
    """`sample` gives this index for this draw, an allowed one if None; returns how often it drew."""
    count = [0]

    def draw() -> float:
        count[0] += 1
        return drawn

    outcome = student.call("sample", list(logits), list(allowed), draw)
    start = f"Logits : {logits}. Permis : {allowed}. `draw()` rend {drawn}."
    error = outcome.exception
    overflow = error and error.type in ("OverflowError", "ZeroDivisionError")
    index = outcome.value_or_fail(
        code if overflow or code == "TAUX" else None, f"{start} Votre fonction a levé {error}"
    )
    if index is None:
        mask_fails(code or "TAUX", f"{start} Rendu : `None`, et non un indice.")
    if index not in allowed:
        mask_fails("MASQUE", f"{start} Rendu : `{index!r}`, qui n'est pas permis.")
    if wanted is not None and index != wanted:
        lowered = [logit if index in allowed else -900.0 for index, logit in enumerate(logits)]
        late = student.call("sample", lowered, list(allowed), draw).returned == wanted
        told = " (et ce que vous rendez change avec un logit interdit)" if late else ""
        mask_fails("MASQUE" if late else code, f"{start} Attendu : {wanted}. Rendu : {index}{told}.")
    return count[0]


@suite.test("q6", "un masque")
def one_mask(student: Any) -> None:
    check_mask(student, [2.0, 0.5, -1.0, 3.0], [0, 2])


@suite.test("q6", "un tirage")
def one_draw(student: Any) -> None:
    check_sample(student, [1.0, 1.0, 9.0], [0, 1], 0.25, 0, "TAUX")
    check_sample(student, [1.0, 1.0, 9.0], [0, 1], 0.75, 1, "TAUX")


# q7

FILE = DATA["file_tool"]
FILED = {"subject": "Écran noir.", "contract_id": "CT-0042", "plan": "pro"}


def check_absent(student: Any, analysis: dict, names: list[str], wanted: list[str]) -> None:
    found = plain(student.call("absent", analysis, names).value_or_fail("VIDE", f"Analyse : `{analysis}`."))
    if found != wanted:
        escape_fails("VIDE", f"Analyse : `{analysis}`. Absents : {wanted}. Rendu : `{found!r}`.")


@suite.test("q7", "un champ sans enum")
def one_field(student: Any) -> None:
    check_escape(student, FILE, ["contract_id"], FILED)


@suite.test("q7", "une information absente")
def one_absent(student: Any) -> None:
    check_absent(student, {**FILED, "contract_id": None}, ["contract_id"], ["contract_id"])
