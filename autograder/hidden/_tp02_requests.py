"""Hidden tests of TP02 q5: one result for each request, also when the tool is absent or fails."""

from autograder.hidden._tp02_talk import check_error, check_output, content_text
from tooluse.mock import message
from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.talk import bare, wrong

suite = Suite("tp02")


def refuse(invoice):
    raise PermissionError(f"facture {invoice} : accès refusé")


def silent():
    raise TimeoutError  # an exception without a message


REGISTRY = {
    "find_client": lambda name: {"client": "C-7", "nom": name, "actif": True, "fin": None},
    "list_tickets": list,
    "convert": lambda amount, to: "118,20 CHF",
    "send_reminder": refuse,
    "read_note": lambda: "",
    "ping": silent,
}


def results_of(student, code: str, *blocks, registry=REGISTRY) -> list[tuple[dict, dict]]:
    """Each client request with its result; ``code`` explains a result that does not come."""
    said = reply(*blocks)
    outcome = student.call("run_requests", message(said), registry)
    if outcome.exception:
        wrong(code, f"la fonction a levé {outcome.exception} : aucun résultat.")
    found = plain(outcome.value)
    uses = {block["id"]: block for block in said.content if block["type"] == "tool_use"}
    if not isinstance(found, list) or any(bare(block)["type"] != "tool_result" for block in found):
        unsaid = "VIDE" if found is None and not uses else None
        wrong(unsaid, f"attendu : une liste de blocs `tool_result` ; rendu : {str(found)[:90]}.")
    given = [str(block.get("tool_use_id")) for block in found]
    if any(name.startswith("srv") for name in given):
        wrong("SERVEUR", "un `server_tool_use` a reçu un résultat : cet outil tourne chez Anthropic.")
    if set(given) - set(uses) or len(set(given)) < len(given):
        wrong("CORR", f"demandes : {', '.join(uses)} ; résultats : {', '.join(given)}.")
    if len(given) < len(uses):
        wrong(code, f"{len(uses)} demandes, {len(given)} résultat(s).")
    if given != list(uses):
        wrong(None, f"les résultats ne suivent pas l'ordre des demandes : {', '.join(given)}.")
    return [(uses[block["tool_use_id"]], block) for block in found]


def use(name: str, number: int, /, **arguments):
    return tool_use(name, id=f"toolu_{number}x", **arguments)


@suite.test("q5", "un résultat par demande")
def one_each(student):
    first = (use("convert", 2, amount=120, to="CHF"), use("find_client", 1, name="Zoé"))
    twice = (use("find_client", 8, name="Zoé"), use("read_note", 5), use("find_client", 3, name="Léa"))
    behind = (thinking(""), "Je regarde.", use("find_client", 9, name="Zoé"), use("list_tickets", 4))
    for code, blocks in (("UN-SEUL", first), ("UN-SEUL", twice), ("POS", behind)):
        pairs = results_of(student, code, *blocks)
        for asked, block in pairs:
            others = [use for use, _ in pairs if use["input"] != asked["input"]]
            check_output(block, asked, REGISTRY, others)
    if results_of(student, "POS", "Rien à demander."):
        wrong(None, "aucune demande, et pourtant des résultats.")


@suite.test("q5", "outil absent")
def absent(student):
    blocks = (use("list_tickets", 1), use("get_forecast", 2, city="Lyon"), use("find_client", 3, name="Zoé"))
    for registry in (REGISTRY, {**REGISTRY, "convert": lambda: ""}):
        for asked, block in results_of(student, "INCONNU", *blocks, registry=registry):
            if asked["name"] in registry:
                check_output(block, asked, registry)
            else:
                check_error(block, asked, "INCONNU")


@suite.test("q5", "liste des outils")
def names_listed(student):
    for registry in (REGISTRY, {"lookup_1": lambda: "a", "archive-all": lambda: "b"}):
        ((_, block),) = results_of(student, "INCONNU", use("cancel_order_42", 5), registry=registry)
        told = content_text(block)
        if "cancel_order_42" not in told:
            wrong("INCONNU", f"le message ne nomme pas l'outil demandé : {told[:90]!r}.")
        silent = [name for name in registry if name not in told]
        if silent:
            wrong("INCONNU", f"le message ne cite pas `{silent[0]}`, pourtant présent : {told[:90]!r}.")


@suite.test("q5", "exception")
def failures(student):
    failing = (use("send_reminder", 1, invoice="F-3"), use("convert", 2, sum=3), use("ping", 4))
    for asked, block in results_of(student, "PAIRE", *failing, use("list_tickets", 3)):
        if asked["name"] == "list_tickets":
            check_output(block, asked, REGISTRY)
        else:
            check_error(block, asked, "VIDE")


@suite.test("q5", "outil serveur")
def server_tool(student):
    search = server_tool_use("web_search", id="srvtoolu_1", query="Ardoise")
    ((asked, block),) = results_of(student, "SERVEUR", search, use("list_tickets", 6))
    check_output(block, asked, REGISTRY)
