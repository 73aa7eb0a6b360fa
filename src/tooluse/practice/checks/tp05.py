"""Public checks of TP05: the form of the closed question, one or two simple cases for the others."""

from dataclasses import asdict
from functools import partial
from typing import Any

from tooluse.config import settings
from tooluse.mock import message
from tooluse.mock.models import reply, tool_use
from tooluse.practice import Suite, fail, plain
from tooluse.practice.choosing import AUTO, OFFICE, QUESTION, check_choice, check_place, profiles
from tooluse.practice.choosing import check_mode as check_one_mode
from tooluse.practice.routing import (
    check_clarified,
    check_mode,
    check_routed,
    check_sent,
    cornered,
    routed,
    service,
)
from tooluse.practice.talk import Talk, check_talk, talk, wrong
from tooluse.rules import profile

suite = Suite("tp05")

mode_fails = partial(fail, look="leçon 05, « Quatre modes »")
step_fails = partial(fail, look="leçon 05, « Forcer une fois, pas toujours »")
read_fails = partial(fail, look="leçon 05, « Lire une réponse forcée »")

# q1: the form only.

CHOICES = ("auto", "any", "tool", "none")
REASONS = ("free", "steps", "must_act", "one_tool", "no_call", "refused")


def modes_of(student: Any) -> dict[int, tuple[str, str]]:
    """MODES by number of case."""
    given = student.value("MODES")
    numbers = sorted(str(case) for case in range(1, 11))
    if not isinstance(given, dict) or sorted(map(str, given)) != numbers:
        mode_fails(None, "`MODES` n'est pas un dictionnaire dont les clés sont les numéros 1 à 10.")
    for case, pair in given.items():
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            mode_fails(None, f"Cas {case} : `{pair!r}` n'est pas un couple `(mode, raison)`.")
    return {int(case): tuple(pair) for case, pair in given.items()}


@suite.test("q1", "forme de la réponse")
def modes_form(student: Any) -> None:
    for case, pair in modes_of(student).items():
        for value, known in zip(pair, (CHOICES, REASONS), strict=True):
            if value not in known:
                permitted = ", ".join(f"`{one}`" for one in known)
                mode_fails(None, f"Cas {case} : `{value}` n'est pas permis ici ({permitted}).")


# q2


@suite.test("q2", "un modèle qui accepte")
def accepting_model(student: Any) -> None:
    check_choice(student, {"mode": "any", "tools": OFFICE}, asdict(profile(settings().model)))


@suite.test("q2", "un modèle qui refuse")
def refusing_model(student: Any) -> None:
    check_choice(student, {"mode": "any", "tools": OFFICE}, profiles(forced=False)[0])


# q3


@suite.test("q3", "une facture")
def one_invoice(student: Any) -> None:
    services = {"send_to_billing": service("send_to_billing", lambda request: {"dossier": "F-311"})}
    given = {"request": "La facture F-12 est fausse."}
    held = routed(student, reply(tool_use("send_to_billing", given)), services, "F-12 est fausse.")
    check_mode(held)
    check_sent(held)
    check_routed(held, "send_to_billing", given, {"dossier": "F-311"})


@suite.test("q3", "personne pour cette demande")
def nobody(student: Any) -> None:
    services = {"send_to_billing": service("send_to_billing", lambda request: {"dossier": "F-311"})}
    held = routed(student, cornered, services)
    check_sent(held)
    check_clarified(held)


# q4


def lead(student: Any, script: list, registry: dict, first: str, limit: int = 6, **options: Any) -> Talk:
    return talk(student, "conversation", script, registry, first_tool=first, max_turns=limit, **options)


def check_accepted(held: Talk) -> None:
    """No request was refused for its `tool_choice`."""
    for number, call in enumerate(held.calls, 1):
        refused = "" if call.ok else call.response["error"]["message"]
        if "tool_choice" in refused:
            step_fails("OPTION", f"l'API a refusé la requête {number} : {refused}")


@suite.test("q4", "un outil, puis la réponse")
def one_tool(student: Any) -> None:
    script = [reply(tool_use("search_client", name="Roc")), reply("Roc a deux contrats.")]
    held = lead(student, script, {"search_client": lambda name: {"client_id": "C-12"}}, "search_client")
    check_accepted(held)
    check_talk(held)
    value = plain(held.outcome.value)
    if not isinstance(value, dict) or value.get("text") != "Roc a deux contrats.":
        wrong(None, f"rendu : {str(value)[:90]} ; la clé `text` doit porter la réponse finale.")


# q5


def check_reading(student: Any, said: Any, wanted: tuple, code: str | None, name: str = "record") -> None:
    """`read_forced` makes this of a response; else ``code`` says what was missed."""
    seen = message(said)
    types = ", ".join(block.type for block in seen.content) or "rien"
    start = f"motif d'arrêt `{seen.stop_reason}`, blocs : {types}."
    outcome = student.call("read_forced", seen, name)
    found = plain(outcome.value_or_fail(code, f"{start} Votre fonction a levé {outcome.exception}"))
    check_input(found, seen, name, start)
    if not isinstance(found, list) or len(found) != 2:
        read_fails(code if found is None else None, f"{start} Rendu : `{found!r}`, et non un couple.")
    if found != list(wanted):
        read_fails(code, f"{start} Attendu : `{wanted}`. Rendu : `{tuple(found)}`.")


def check_input(found: Any, seen: Any, name: str, start: str) -> None:
    """The value is no text of an `input`, nor the `input` of a block that is not a call of ``name``."""
    if not isinstance(found, list) or len(found) != 2 or found[0] != "call":
        return
    if isinstance(found[1], str):
        told = "un texte. `block.input` est déjà un dictionnaire : rendez-le tel quel, sans le convertir"
        read_fails(None, f"{start} La valeur rendue, `{found[1]!r}`, est {told}.")
    if not isinstance(found[1], dict):
        return
    blocks = [block for block in seen.content if getattr(block, "input", None) == found[1]]
    if any(block.type == "tool_use" and block.name == name for block in blocks):
        return
    for block in blocks:
        if block.type != "tool_use":
            read_fails("SERVEUR", f"{start} L'`input` rendu est celui d'un bloc `{block.type}`.")
        if seen.stop_reason == "tool_use":
            read_fails("FORME", f"{start} Le bloc rendu s'appelle `{block.name}`, pas `{name}`.")


@suite.test("q5", "un appel entier")
def whole_call(student: Any) -> None:
    check_reading(student, reply(tool_use("record", mood="vive")), ("call", {"mood": "vive"}), None)


# q6


def asking(*history: dict, **more: Any) -> dict[str, Any]:
    """The arguments of `create`, with this after the question."""
    return {
        "model": settings().model,
        "max_tokens": 500,
        "tools": OFFICE,
        "messages": [*QUESTION, *history],
        **more,
    }


@suite.test("q6", "sans tool_choice")
def no_choice(student: Any) -> None:
    check_place(student, "at_most_one", asking())
    check_one_mode(student, "at_most_one", asking(), AUTO)


@suite.test("q6", "avec any")
def with_any(student: Any) -> None:
    check_place(student, "exactly_one", asking(tool_choice={"type": "any"}))
