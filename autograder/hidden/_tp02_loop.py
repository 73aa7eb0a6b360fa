"""Hidden tests of TP02 q1: the whole loop. One test a column of the matrix of misconceptions."""

from autograder.hidden._tp02_talk import (
    another_model,
    asked_and_answered,
    check_answer,
    check_error,
    check_history,
    check_loop,
    check_said,
)
from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.talk import BY_PLACE, Talk, check_talk, flat, same, talk, wrong

suite = Suite("tp02")

CONTRACT = {"id": "K-88", "actif": True, "fin": None, "objet": "Dépôt d'été", "clauses": [1, 2.5]}
OFFICE = {
    "find_client": lambda name: {"client_id": "C-0417", "nom": name},
    "list_contracts": lambda client_id: [CONTRACT] if client_id == "C-0417" else [],
    "read_contract": lambda contract_id: f"Contrat {contract_id} : résiliable à 30 jours.",
}
AIR = {
    "get_weather": lambda city: (
        "brouillard « épais »" if city == "Besançon" else {"ville": city, "degrés": 18}
    ),
    "list_cities": lambda: 0,
}


def converse(student, script, registry, tools=(), **options) -> Talk:
    return talk(student, "conversation", script, registry, tools, **options)


def finish(held: Talk) -> None:
    """The conversation was well led, to its last answer."""
    check_loop(held)
    if held.last["stop_reason"] == "tool_use":
        early = plain(held.outcome.value)
        capped_early = isinstance(early, dict) and early.get("status") == "max_turns"
        code = "SANS-FIN" if capped_early else "FIN"
        wrong(code, f"arrêt après {len(held.sent)} requête(s), sur `stop_reason` = `tool_use`.")
    value = check_answer(held, "done")
    check_said(held, value)
    check_history(held, value["messages"])


@suite.test("q1", "chaîne")
def chain(student):
    script = [
        reply(tool_use("find_client", name="Éts Berthelot")),
        reply(tool_use("list_contracts", client_id="C-0417")),
        reply(tool_use("read_contract", contract_id="K-88")),
        reply("Le contrat K-88 se résilie à 30 jours."),
    ]
    finish(converse(student, script, OFFICE, model=another_model()))


@suite.test("q1", "parallèle")
def parallel(student):
    calls = [
        tool_use("get_weather", id="toolu_z9-b", city="Lyon"),
        tool_use("list_cities", id="x_1"),
        tool_use("get_weather", id="toolu_a0", city="Besançon"),
    ]
    script = [reply("Trois choses à lire.", *calls), reply("Voilà.", stop_reason="stop_sequence")]
    finish(converse(student, script, AIR, max_turns=2))  # turns are counted, not tools


@suite.test("q1", "tronqué")
def truncated(student):
    cut = reply(tool_use("get_weather", city="Ly"), stop_reason="max_tokens")
    stopped(student, cut, "truncated")
    stopped(student, reply("Il fait 18 °C à Lyon et", stop_reason="max_tokens"), "truncated")
    full = reply("La fenêtre est", stop_reason="model_context_window_exceeded")
    stopped(student, full, "truncated")


@suite.test("q1", "refus")
def refused(student):
    stopped(student, reply("Je ne peux pas aider à cela.", stop_reason="refusal"), "refused")
    stopped(student, reply(stop_reason="refusal"), "refused")
    search = server_tool_use("web_search", query="météo Lyon")
    stopped(student, reply("Je cherche.", search, stop_reason="pause_turn"), "paused", "PAUSE")


def stopped(student, last, status: str, code: str = "FIN") -> None:
    """A first answer that ends the talk: nothing runs, nothing more is sent, the status says why."""
    held = converse(student, [last, reply("Il fait 18 °C.")], AIR)
    if held.ran or len(held.sent) > 1:
        then = "un outil a été exécuté" if held.ran else "une requête de plus est partie"
        wrong(code, f"après `stop_reason` = `{last.stop_reason}`, {then}.")
    error = held.outcome.exception
    if error:
        code = "POS" if error.type in BY_PLACE else code
        wrong(code, f"après `{last.stop_reason}`, la fonction a levé {error}.")
    check_talk(held)
    value = check_answer(held, status, code)
    check_said(held, value)


@suite.test("q1", "inconnu")
def unknown(student):
    for name, tools in (("get_forecast", ()), ("send_email", ("send_email",))):
        script = [reply(tool_use(name, {"to": "Lyon"})), reply("Cet outil me manque.")]
        held = converse(student, script, AIR, tools)
        error_answered(held, "INCONNU", "INCONNU")
        finish(held)


@suite.test("q1", "exception")
def failing(student):
    def get_weather(city):
        raise ValueError(f"ville inconnue : {city}") if city else TimeoutError()  # the last says nothing

    for given in ({"city": "Lyno"}, {"town": "Lyon"}, {"city": ""}):
        script = [reply(tool_use("get_weather", given)), reply("Je n'ai pas trouvé.")]
        held = converse(student, script, {"get_weather": get_weather})
        error_answered(held, "PAIRE", "VIDE")
        finish(held)


def error_answered(held: Talk, lost: str, unsaid: str, only: str = "") -> None:
    """The request for a tool is answered by an error; else ``lost`` or ``unsaid`` names the reason."""
    if len(held.sent) == 1:
        how = (
            f"la fonction a levé {held.outcome.exception}" if held.outcome.exception else "la boucle s'arrête"
        )
        wrong(lost, f"{how} : la demande d'outil reste sans résultat.")
    if held.calls[-1].ok:
        check_talk(held, missing=lost)
    uses, results = asked_and_answered(held)
    for name, block in results.items():
        if name in uses and name.startswith(only):
            check_error(block, uses[name], unsaid)
    check_talk(held, missing=lost)


@suite.test("q1", "plafond")
def capped(student):
    def endless(request):
        return reply(tool_use("get_weather", city=f"Ville {len(request['messages'])}"))

    for limit, options in ((5, {"max_turns": 5}), (1, {"max_turns": 1}), (8, {})):
        held = converse(student, [endless] * (limit + 4) + [reply("Fini.")], AIR, **options)
        error = held.outcome.exception
        if error and len(held.sent) == limit and error.type not in BY_PLACE:
            wrong("SANS-FIN", f"au plafond, la fonction a levé {error} : l'historique est perdu.")
        check_loop(held)
        if len(held.sent) > limit:
            wrong("SANS-FIN", f"plafond {limit} : {len(held.sent)} requêtes sont parties.")
        if len(held.sent) < limit:
            code = "SANS-FIN" if len(held.sent) == limit - 1 else "FIN"
            wrong(code, f"plafond {limit} : arrêt après {len(held.sent)} requête(s), malgré une demande.")
        value = check_answer(held, "max_turns", "SANS-FIN")
        sent = flat(held.sent[-1]["messages"])
        if not same(flat(value["messages"])[: len(sent)], sent):
            wrong("INTACT", "au plafond, `messages` ne contient pas tout l'échange.")
    held = converse(student, [endless, reply("Juste à temps.")], AIR, max_turns=2)
    check_loop(held)
    check_answer(held, "done", "SANS-FIN")


@suite.test("q1", "réflexion")
def thoughtful(student):
    signed = thinking("", signature="EpUBCkYIBRgC+Ardoise/Q==")
    second = thinking("Lyon d'abord.", signature="ErcBCkgIBRABGAIiQ")
    turn = reply(signed, "Je regarde Lyon.", second, tool_use("get_weather", city="Lyon"))
    answer = reply(thinking("Donc 18."), "18 °C", " à Lyon.")
    finish(converse(student, [turn, answer], AIR))


@suite.test("q1", "échec parmi d'autres")
def failing_among_others(student):
    """Each request of a turn gets its own result, whatever became of the others."""
    works = tool_use("get_weather", city="Lyon"), tool_use("list_cities")
    fails = tool_use("get_forecast", id="toolu_f1", city="Lyon"), tool_use("get_weather", id="toolu_f2")
    held = converse(student, [reply(works[0], *fails, works[1]), reply("Il fait 18 °C à Lyon.")], AIR)
    error_answered(held, "PAIRE", "INCONNU", only="toolu_f1")
    error_answered(held, "PAIRE", "VIDE", only="toolu_f2")
    finish(held)


@suite.test("q1", "outil serveur")
def server_tool(student):
    """A server tool that ran on the way is part of the turn, and asks nothing of the loop."""
    search = server_tool_use("web_search", id="srvtoolu_1", query="Lyon")
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}
    tools = ({"type": "web_search_20250305", "name": "web_search"},)
    turn = reply("Je cherche.", search, found, tool_use("get_weather", city="Lyon"))
    finish(converse(student, [turn, reply("18 °C à Lyon.")], AIR, tools))
