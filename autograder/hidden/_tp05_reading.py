"""Hidden tests of TP05 q5 and q6: what a forced response brings, and one call at a time."""

from typing import Any

from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite
from tooluse.practice.checks.tp05 import asking, check_reading
from tooluse.practice.choosing import (
    AUTO,
    OPTION,
    changed,
    check_mode,
    check_place,
    single_fails,
)

suite = Suite("tp05")

# q5

RECORD = tool_use("record", mood="vive", score=3)
GIVEN = ("call", {"mood": "vive", "score": 3})
ABSENT = ("absent", None)


@suite.test("q5", "coupée")
def cut(student: Any) -> None:
    for reason in ("max_tokens", "model_context_window_exceeded"):
        for blocks in ([RECORD], [tool_use("record")], ["Je note"], [], [thinking(""), RECORD]):
            check_reading(student, reply(*blocks, stop_reason=reason), ("truncated", None), "FIN")


@suite.test("q5", "refusée")
def refused(student: Any) -> None:
    for blocks in (["Je ne peux pas aider à cela."], [], [thinking("")]):
        check_reading(student, reply(*blocks, stop_reason="refusal"), ("refused", None), "FIN")


@suite.test("q5", "sans appel")
def no_call(student: Any) -> None:
    for blocks in ([thinking("")], ["La fiche est notée."], [], [thinking(""), "Voilà."]):
        check_reading(student, reply(*blocks), ABSENT, "FIN")
    check_reading(student, reply("Fiche", stop_reason="stop_sequence"), ABSENT, "FIN")
    search = server_tool_use("web_search", query="Roc")
    check_reading(student, reply(search, stop_reason="pause_turn"), ABSENT, "FIN")
    for reason in ("end_turn", "pause_turn", "stop_sequence"):  # a whole call, for another reason
        check_reading(student, reply(RECORD, stop_reason=reason), ABSENT, "FIN")


@suite.test("q5", "appel parmi d'autres blocs")
def call_among(student: Any) -> None:
    for before in ([thinking("")], ["Je note."], [thinking("", signature="EqQBCg/9"), "Je note."]):
        check_reading(student, reply(*before, RECORD), GIVEN, "POS")
    check_reading(student, reply(RECORD, "C'est noté."), GIVEN, "POS")
    check_reading(student, reply(RECORD, tool_use("send_mail")), GIVEN, "POS")


@suite.test("q5", "le bon outil")
def right_tool(student: Any) -> None:
    other = tool_use("record_2", mood="calme")
    check_reading(student, reply(other, RECORD), GIVEN, "UN-SEUL")
    check_reading(student, reply(RECORD, other), GIVEN, "UN-SEUL")
    for blocks in ([other], [other, tool_use("send_mail")]):
        check_reading(student, reply(*blocks), ABSENT, "FIN")
    check_reading(student, reply(other), ("call", {"mood": "calme"}), "UN-SEUL", name="record_2")


@suite.test("q5", "input vide")
def empty_input(student: Any) -> None:
    check_reading(student, reply(tool_use("list_cities")), ("call", {}), "VIDE", name="list_cities")


@suite.test("q5", "outil serveur")
def server_tool(student: Any) -> None:
    search = server_tool_use("record", mood="feinte")  # same name, not addressed to us
    check_reading(student, reply(search, tool_use("other")), ABSENT, "SERVEUR")
    check_reading(student, reply(search, RECORD), GIVEN, "SERVEUR")


# q6

ANY = {"type": "any"}
NAMED = {"type": "tool", "name": "list_contracts"}
BOTH = ("at_most_one", "exactly_one")
CHOICES = ({}, {"tool_choice": AUTO}, {"tool_choice": ANY}, {"tool_choice": NAMED})


def history() -> tuple[dict, dict]:
    """A first call, and its result: the second depends on it."""
    call = {"type": "tool_use", "id": "toolu_1", "name": "search_client", "input": {"name": "Roc"}}
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": '{"client_id": "C-12"}'}
    return {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}


def wanted(function: str, more: dict) -> dict:
    choice = more.get("tool_choice", AUTO)
    return ANY if function == "exactly_one" and choice == AUTO else choice


@suite.test("q6", "option à sa place")
def option_in_place(student: Any) -> None:
    for function in BOTH:
        for more in CHOICES:
            check_place(student, function, asking(**more))
        already = {"tool_choice": {**NAMED, OPTION: False}}
        check_place(student, function, asking(**already))


@suite.test("q6", "mode gardé")
def mode_kept(student: Any) -> None:
    for function in BOTH:
        for more in CHOICES:
            check_mode(student, function, asking(**more), wanted(function, more))


@suite.test("q6", "mode none")
def mode_none(student: Any) -> None:
    request = asking(tool_choice={"type": "none"})
    found = changed(student, "at_most_one", request).get("tool_choice")
    if found != {"type": "none"}:
        code = "OPTION" if isinstance(found, dict) and OPTION in found else "MODE"
        single_fails(code, f"`at_most_one`, mode `none` : `tool_choice` devient `{found!r}`.")
    outcome = student.call("exactly_one", request)
    if outcome.exception is None:
        choice = outcome.value.get("tool_choice") if isinstance(outcome.value, dict) else outcome.value
        single_fails("MODE", f"`exactly_one`, mode `none` : rendu `{choice!r}`, et non une exception.")
    if "ValueError" not in (outcome.exception.type, outcome.exception.builtin):
        single_fails(None, f"`exactly_one`, mode `none` : la fonction a levé {outcome.exception}")


@suite.test("q6", "chaîne possible")
def chain_possible(student: Any) -> None:
    """After a result the next call stays possible, and one at a time."""
    for function in BOTH:
        for more in CHOICES:
            request = asking(*history(), **more)
            value = changed(student, function, request, "CHAINE")
            choice = value.get("tool_choice")
            start = f"`{function}`, après un résultat :"
            if value.get("tools") != request["tools"]:
                single_fails("CHAINE", f"{start} des outils ont disparu de la requête.")
            if not isinstance(choice, dict) or choice.get("type") != wanted(function, more)["type"]:
                single_fails("CHAINE", f"{start} `tool_choice` vaut `{choice!r}`.")
            if value.get("messages") != request["messages"]:
                single_fails("INTACT", f"{start} `messages` a changé.")


@suite.test("q6", "requête intacte")
def request_intact(student: Any) -> None:
    for function in BOTH:
        for more in CHOICES:
            request = asking(*history(), system="Une action à la fois.", **more)
            outcome = student.call(function, request)
            if outcome.args_after[0] != request:
                single_fails("ALIAS", f"`{function}` a modifié la requête reçue.")
            value = changed(student, function, request)
            for key in ("model", "max_tokens", "system"):
                if value.get(key) != request[key]:
                    code = "DECOR" if key == "system" and value.get(key) else None
                    single_fails(code, f"`{function}` : `{key}` vaut `{value.get(key)!r}`.")
