"""Hidden tests of TP07 q1 and q2: failures sorted by the five questions, an answer that is never cut."""

from typing import Any

from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp07 import asking, check_asked, hungry, sort_fails, triage_of
from tooluse.practice.mending import (
    Asked,
    ask,
    check_budgets,
    check_given_up,
    check_same,
    check_whole,
    cut_fails,
)

suite = Suite("tp07")

# q1

TRIAGE = {
    1: ("protocol", "fix_code"),
    2: ("stop", "more_tokens"),
    3: ("transport", "wait"),
    4: ("form", "return_error"),
    5: ("knowledge", "give_knowledge"),
    6: ("protocol", "fix_code"),
    7: ("execution", "return_error"),
    8: ("stop", "tell_user"),
    9: ("form", "constrain"),
    10: ("stop", "resume"),
    11: ("transport", "wait"),
    12: ("knowledge", "give_knowledge"),
}
AGAIN, HIDDEN, STOP, TRUTH, CLASS, CURE = (
    "relancer à bon escient",
    "rien de caché, rien de trop",
    "pourquoi il s'est arrêté",
    "forme et vérité",
    "la bonne classe",
    "le bon remède",
)


def fault(case: int, pair: tuple[str, str]) -> tuple[str, str] | None:
    """The one property that this answer breaks, and the code of its misconception."""
    (kind, remedy), right = pair, TRIAGE[case]
    if pair == right:
        return None
    if remedy == "retry_same" or remedy == "wait" and right[1] != "wait":
        return AGAIN, "RETRY"
    if remedy in ("repair_json", "send_trace"):
        return HIDDEN, "COERC" if remedy == "repair_json" else "FUITE"
    if right[0] == "stop":
        return STOP, "FIN"
    if right[0] == "knowledge":
        return TRUTH, "FORME=VRAI"
    return (CLASS if kind != right[0] else CURE), "TRI"


def check_sorted(student: Any, part: str) -> None:
    for case, pair in sorted(triage_of(student).items()):
        found = fault(case, pair)
        if found and found[0] == part:
            sort_fails(found[1], f"Incident {case} : vous répondez `{pair[0]}`, `{pair[1]}`.")


@suite.test("q1", AGAIN)
def sent_again(student: Any) -> None:
    check_sorted(student, AGAIN)


@suite.test("q1", HIDDEN)
def nothing_hidden(student: Any) -> None:
    check_sorted(student, HIDDEN)


@suite.test("q1", STOP)
def why_it_stopped(student: Any) -> None:
    check_sorted(student, STOP)


@suite.test("q1", TRUTH)
def form_and_truth(student: Any) -> None:
    check_sorted(student, TRUTH)


@suite.test("q1", CLASS)
def right_class(student: Any) -> None:
    check_sorted(student, CLASS)


@suite.test("q1", CURE)
def right_remedy(student: Any) -> None:
    check_sorted(student, CURE)


# q2

ROOM = (  # tokens needed, max_tokens of the request, ceiling
    (100, 100, 1000),
    (900, 150, 2000),
    (1000, 300, 1000),
    (5000, 64, 16000),
    (130, 100, 130),
)
CUTS = (
    (tool_use("create_quote", client="Roc"),),
    (thinking(""), "Voici le dev"),
    (),
    ("Je note.", tool_use("create_quote", client="Roc", discount=10)),
)


@suite.test("q2", "coupée, puis entière")
def cut_then_whole(student: Any) -> None:
    for need, start, ceiling in ROOM:
        held = ask(student, hungry(need), asking(start), ceiling)
        check_budgets(held)
        check_whole(held)


@suite.test("q2", "toutes les coupures")
def every_cut(student: Any) -> None:
    """A call that passes its schema, a text, nothing at all: `stop_reason` alone tells."""
    for cut in CUTS:
        held = ask(student, hungry(700, *cut), asking(200), 3000)
        check_budgets(held)
        check_whole(held)


@suite.test("q2", "le tour coupé n'est pas gardé")
def nothing_kept(student: Any) -> None:
    for cut in CUTS:
        extra = {"system": "Soyez bref.", "tool_choice": {"type": "any"}, "stop_sequences": ["FIN"]}
        check_same(ask(student, hungry(700, *cut), asking(100, "Et pour Roc & Fils ?", **extra), 3000))


@suite.test("q2", "le plafond")
def ceiling_kept(student: Any) -> None:
    for start, ceiling in ((100, 1000), (256, 256), (300, 900), (64, 70), (512, 4096)):
        held = ask(student, hungry(10**6), asking(start), ceiling)
        _check_bounded(held)
        check_budgets(held)
        check_given_up(held)


def _check_bounded(held: Asked) -> None:
    if len(held.sent) > 13:
        told = ", ".join(map(str, held.budgets[:8]))
        code = "RETRY" if len(set(held.budgets)) == 1 else "SANS-FIN"
        cut_fails(code, f"plafond {held.ceiling} : {len(held.sent)} requêtes, `max_tokens` : {told}…")


@suite.test("q2", "les autres motifs")
def other_reasons(student: Any) -> None:
    search = server_tool_use("web_search", query="Roc")
    for said in (
        reply(stop_reason="refusal"),
        reply(search, stop_reason="pause_turn"),
        reply("Le devis est", stop_reason="model_context_window_exceeded"),
        reply(tool_use("create_quote", client="Roc"), stop_reason="model_context_window_exceeded"),
        reply("Devis", stop_reason="stop_sequence"),
        reply("Quel client ?"),
    ):
        held = ask(student, said, asking(200), 1000)
        if len(held.sent) > 1:
            reason = held.last.get("stop_reason")
            cut_fails("RETRY", f"motif d'arrêt `{reason}` : plus de place n'y change rien ; relancé.")
        check_whole(held)


@suite.test("q2", "requête intacte")
def request_intact(student: Any) -> None:
    for need, start, ceiling in ROOM:
        held = ask(student, hungry(need), asking(start), ceiling)
        if plain(held.outcome.args_after[1]) != held.request:
            cut_fails("ALIAS", "`ask_whole` a modifié la requête reçue.")


@suite.test("q2", "d'autres requêtes")
def other_requests(student: Any) -> None:
    """With a history, without tools: what is sent is what was received."""
    history = [
        {"role": "user", "content": "Bonjour."},
        {"role": "assistant", "content": "Bonjour !"},
        {"role": "user", "content": [{"type": "text", "text": "Résumez le contrat K-204."}]},
    ]
    request = asking(50, messages=history)
    del request["tools"]
    held = ask(student, hungry(60, "Le con"), request, 90)
    check_asked(held)
    check_whole(held)
