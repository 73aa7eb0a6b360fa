"""Hidden tests of TP02 q3 and q6: a loop that stops in time, and one that forgets nothing."""

from autograder.hidden._tp02_talk import (
    another_model,
    check_answer,
    check_history,
    check_loop,
    check_output,
    first_refusal,
)
from tooluse.mock.models import reply, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.talk import Talk, flat, same, talk, wrong

suite = Suite("tp02")

STOCK = {
    "count_stock": lambda item: {"article": item, "reste": 4},
    "get_price": lambda item: 12.5,
}


def endless(request):
    return reply(tool_use("count_stock", item=f"n°{len(request['messages'])}"))


def hold(student, script, limit: int) -> Talk:
    """A capped talk that keeps to its protocol; raising at the cap loses everything."""
    held = talk(student, "capped", script, STOCK, max_turns=limit, model=another_model())
    if len(held.sent) > limit:
        wrong("SANS-FIN", f"`max_turns` = {limit} : {len(held.sent)} requêtes sont parties.")
    error, waiting = held.outcome.exception, held.last.get("stop_reason") == "tool_use"
    if error and waiting and len(held.sent) == limit:
        wrong("SANS-FIN", f"au plafond, la fonction a levé {error} : l'historique est perdu.")
    if waiting and len(held.sent) < limit and not error:
        asked = sum(block["type"] == "tool_use" for call in held.calls for block in call.response["content"])
        code = "SANS-FIN" if asked >= limit or len(held.sent) == limit - 1 else "FIN"
        wrong(
            code, f"plafond {limit} : arrêt après {len(held.sent)} requête(s), {asked} outil(s) demandé(s)."
        )
    check_loop(held)
    return held


def check_turns(held: Talk, status: str) -> dict:
    value = check_answer(held, status, "SANS-FIN")
    if value.get("turns") != len(held.sent):
        wrong("SANS-FIN", f"{len(held.sent)} requêtes envoyées, `turns` vaut {value.get('turns')!r}.")
    return value


@suite.test("q3", "plafond exact")
def exact_cap(student):
    for limit in (4, 1, 2):
        check_turns(hold(student, [endless] * (limit + 4) + [reply("Fini.")], limit), "max_turns")


@suite.test("q3", "des tours, pas des outils")
def turns_not_tools(student):
    three = [tool_use("count_stock", item=item) for item in ("vis", "écrou", "clou")]
    two = [tool_use("get_price", item="vis"), tool_use("count_stock", item="rivet")]
    held = hold(student, [reply(*three), reply("Encore.", *two), reply("Tout est là.")], 4)
    check_turns(held, "done")


@suite.test("q3", "historique rendu")
def history_returned(student):
    held = hold(student, [endless, reply("Deux de plus.", *two_calls()), endless], 2)
    messages = check_turns(held, "max_turns")["messages"]
    blocks = flat(messages)
    said = [(0, "assistant", block) for _, _, block in flat([held.last])]
    sent = flat(held.sent[-1]["messages"])
    if not same(blocks[: len(sent)], sent):
        wrong("INTACT", "`messages` ne contient pas tout ce qui a été envoyé.")
    if not same(blocks[len(sent) : len(sent) + len(said)], said):
        wrong("INTACT", "`messages` ne contient pas le dernier tour de l'assistant.")
    check_last_results(held, blocks)
    refused = first_refusal(plain(messages))
    if refused:
        code = "PAIRE" if refused.rule == "orphan-tool-use" else "INTACT"
        wrong(code, f"cet historique ne peut pas repartir : {refused.message}")


def check_last_results(held: Talk, blocks: list) -> None:
    """At the cap the last tools ran like the others, and their results end the history."""
    results = {b.get("tool_use_id"): (number, b) for number, _, b in blocks if b["type"] == "tool_result"}
    for use in held.last["content"]:
        if use.get("id") not in results:
            continue  # lost: the API's refusal says it better
        number, block = results[use["id"]]
        if (use["name"], use["input"]) not in held.ran:
            wrong("VIDE", f"au plafond, `{use['name']}` a reçu un résultat sans avoir été exécuté : {block}.")
        check_output(block, use, STOCK)
        if number != blocks[-1][0]:
            wrong(None, f"`messages` ne finit pas par les derniers résultats, mais par {blocks[-1][2]}.")


def two_calls():
    return tool_use("get_price", item="vis"), tool_use("count_stock", item="écrou")


@suite.test("q3", "fini au dernier tour")
def done_at_the_cap(student):
    held = hold(student, [endless, endless, reply("Juste à temps.")], 3)
    check_history(held, check_turns(held, "done")["messages"])


CLIENTS = {
    "find_client": lambda name: {"client": "C-12", "nom": name},
    "list_tickets": lambda client: ["T-901", "T-902"] if client == "C-12" else [],
    "read_ticket": lambda ticket: f"{ticket} : imprimante muette.",
    "list_invoices": lambda client: [{"facture": "F-3", "payée": False, "relance": None}],
}
ANSWER = "T-901 concerne une imprimante."


def support(student, *turns, answer=None) -> None:
    answer = answer or reply(ANSWER)
    held = talk(student, "support", [*turns, answer], CLIENTS, model=another_model())
    check_loop(held)
    if held.last["stop_reason"] == "tool_use":
        wrong("FIN", "la fonction s'est arrêtée alors que le modèle attendait encore ses résultats.")
    if held.outcome.value != ANSWER:
        pieces = ("", *(block.get("text") for block in answer.content))
        code = "POS" if held.outcome.value in pieces else None
        wrong(code, f"`support` a rendu {str(held.outcome.value)[:90]!r} au lieu du texte final.")


@suite.test("q6", "chaîne de trois")
def chain_of_three(student):
    support(
        student,
        reply(tool_use("find_client", name="Noëlle Roc")),
        reply(tool_use("list_tickets", client="C-12")),
        reply(tool_use("read_ticket", ticket="T-901")),
    )


@suite.test("q6", "deux demandes")
def two_at_once(student):
    both = (tool_use("list_tickets", client="C-12"), tool_use("list_invoices", client="C-12"))
    support(student, reply(*both))


@suite.test("q6", "tour complet")
def whole_turns(student):
    support(
        student,
        reply(thinking("", signature="EqQBCgIYAhIM/9"), "Je cherche.", tool_use("find_client", name="Roc")),
        reply("Ses tickets.", tool_use("list_tickets", client="C-12")),
        answer=reply(thinking(""), ANSWER[:6], ANSWER[6:]),
    )
