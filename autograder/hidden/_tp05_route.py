"""Hidden tests of TP05 q3: a router that has a way out, and never runs the call that makes no sense."""

from typing import Any

from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.routing import (
    check_clarified,
    check_escape,
    check_mode,
    check_routed,
    check_sent,
    check_stopped,
    cornered,
    fails,
    routed,
    service,
)

suite = Suite("tp05")

OFFICE = {
    "send_to_sales": service("send_to_sales", lambda request: f"Devis demandé : {request}"),
    "open_ticket-2": service(
        "open_ticket-2",
        lambda title, urgent: {"ticket": "T-9", "titre": title, "urgent": urgent},
        title={"type": "string"},
        urgent={"type": "boolean"},
    ),
}
SHOP = {
    "search_faq": service("search_faq", lambda question: [], question={"type": "string"}),
    "count_orders": service("count_orders", lambda request: 0),
    "clear_cart": service("clear_cart", lambda request: None),
}


CUT = ("max_tokens", "model_context_window_exceeded", "refusal")


@suite.test("q3", "mode any")
def forced_to_call(student: Any) -> None:
    check_mode(routed(student, cornered, OFFICE))
    answer = reply(tool_use("send_to_sales", request="Un devis."))
    check_mode(routed(student, answer, OFFICE, "Je veux un devis."))


@suite.test("q3", "demande hors sujet")
def off_topic(student: Any) -> None:
    for services in (OFFICE, SHOP):
        held = routed(student, cornered, services, "Quel âge a le capitaine ?")
        check_sent(held)
        check_clarified(held)


@suite.test("q3", "définition de l'issue")
def way_out(student: Any) -> None:
    held = routed(student, cornered, OFFICE)
    check_sent(held)
    check_escape(held)


@suite.test("q3", "service exécuté")
def service_run(student: Any) -> None:
    given: dict[str, Any] = {"title": "Écran noir à Orléans", "urgent": False}
    output = {"ticket": "T-9", "titre": given["title"], "urgent": False}
    held = routed(student, reply(tool_use("open_ticket-2", given)), OFFICE)
    check_routed(held, "open_ticket-2", given, output)
    asked = {"question": "Comment annuler ?"}  # a service may ask for a question too
    check_routed(routed(student, reply(tool_use("search_faq", asked)), SHOP), "search_faq", asked, [])
    for name, output in (("count_orders", 0), ("clear_cart", None)):
        request = {"request": "le panier d'hier"}
        check_routed(routed(student, reply(tool_use(name, request)), SHOP), name, request, output)


@suite.test("q3", "réflexion d'abord")
def thought_first(student: Any) -> None:
    given = {"request": "Un devis pour dix postes."}
    said = reply(thinking(""), "Je transmets.", tool_use("send_to_sales", given))
    check_routed(routed(student, said, OFFICE), "send_to_sales", given, f"Devis demandé : {given['request']}")


@suite.test("q3", "texte après l'appel")
def text_after(student: Any) -> None:
    given = {"request": "Un devis pour deux postes."}
    said = reply(tool_use("send_to_sales", given), "Je transmets.")
    check_routed(routed(student, said, OFFICE), "send_to_sales", given, f"Devis demandé : {given['request']}")


@suite.test("q3", "outil serveur")
def server_tool(student: Any) -> None:
    """A call that runs at Anthropic's is not the one to hand to a service."""
    given = {"request": "Un devis pour trois postes."}
    search = server_tool_use("web_search", query="poste")
    held = routed(student, reply(thinking(""), search, tool_use("send_to_sales", given)), OFFICE)
    error, value = held.outcome.exception, held.outcome.returned
    if not held.ran and (not error or error.type == "KeyError"):
        how = f"la fonction a levé {error}" if error else f"rendu : `{str(plain(value))[:90]}`"
        fails("SERVEUR", f"un bloc `server_tool_use`, `web_search`, précède l'appel à un service ; {how}.")
    check_routed(held, "send_to_sales", given, f"Devis demandé : {given['request']}")


@suite.test("q3", "coupée, ou refusée")
def stopped(student: Any) -> None:
    call = tool_use("send_to_sales", request="Un devis pour")
    asked = tool_use("ask_clarification", question="Quel serv")
    for said, reason in (
        (reply(call, stop_reason="max_tokens"), "max_tokens"),
        (reply(stop_reason="max_tokens"), "max_tokens"),
        (reply("Je ne peux pas aider à cela.", stop_reason="refusal"), "refusal"),
        (reply(call, stop_reason="model_context_window_exceeded"), "model_context_window_exceeded"),
        (reply(thinking("")), "end_turn"),
        *((reply(asked, stop_reason=reason), reason) for reason in CUT),
    ):
        check_stopped(routed(student, said, OFFICE), reason)


@suite.test("q3", "services intacts")
def services_intact(student: Any) -> None:
    for services in (OFFICE, SHOP):
        held = routed(student, cornered, services)
        before = {name: one["tool"] for name, one in held.services["before"].items()}
        if held.services["after"] != before:
            fails("ALIAS", f"`services` a été modifié : {', '.join(map(str, held.services['after']))}.")
