"""Hidden tests of TP05 q4: a conversation whose first step alone is forced."""

from typing import Any

from autograder.hidden._tp02_talk import check_history, check_loop
from tooluse.mock.models import reply, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp05 import check_accepted, lead
from tooluse.practice.checks.tp05 import step_fails as fails
from tooluse.practice.choosing import AUTO, FORCING, OPTION, another_model, chosen, spoken
from tooluse.practice.talk import QUESTION, Talk, check_talk, flat, same

suite = Suite("tp05")

OFFICE = {
    "find_client": lambda name: {"client_id": "C-0417", "nom": name},
    "list_contracts": lambda client_id: ["K-88", "K-90"] if client_id == "C-0417" else [],
    "read_contract-2": lambda contract_id: f"Contrat {contract_id} : résiliable à 30 jours.",
    "get_date": lambda: "2026-09-08",
}
PLAN = [
    tool_use("get_date"),
    tool_use("find_client", name="Éts Berthelot"),
    tool_use("list_contracts", client_id="C-0417"),
    tool_use("read_contract-2", contract_id="K-88"),
]
ANSWER = "Le contrat K-88 se résilie à 30 jours."


def behaves(request: dict) -> Any:
    """A model under `tool_choice`: forced it calls, forbidden it writes, free it follows its plan."""
    choice = request.get("tool_choice", AUTO)
    names = [tool.get("name") for tool in request.get("tools") or ()]
    done = sum(block["type"] == "tool_result" for _, _, block in flat(request["messages"]))
    if choice.get("type") == "tool":
        return reply(next((call for call in PLAN if call["name"] == choice["name"]), PLAN[0]))
    step = PLAN[done] if done < len(PLAN) else None
    if choice.get("type") == "any":
        return reply(step or PLAN[-1])
    if choice.get("type") == "none" or not step or step["name"] not in names:
        return reply(ANSWER if done == len(PLAN) else "Je ne peux pas en savoir plus.")
    return reply(step)


def told(held: Talk) -> bool:
    """The request says in words more than the question."""
    said = "".join(str(block.get("text", "")) for _, _, block in flat(held.sent[0]["messages"]))
    return bool(spoken(held.sent[0])) or said.strip() != QUESTION


def mode(sent: dict) -> Any:
    """The choice of a request; one call at a time is everybody's own affair here."""
    choice = chosen(sent)
    return {key: choice[key] for key in choice if key != OPTION} if isinstance(choice, dict) else choice


def check_first(held: Talk, first: str) -> None:
    check_accepted(held)
    choice = mode(held.sent[0])
    if choice != {"type": "tool", "name": first}:
        code = "DECOR" if choice == AUTO and told(held) else "MODE"
        fails(code, f"il fallait forcer `{first}` ; la première requête porte `tool_choice` = `{choice!r}`.")


def check_tools(held: Talk) -> None:
    for number, sent in enumerate(held.sent, 1):
        names = {tool.get("name") for tool in sent.get("tools") or ()}
        if not {*held.registry} <= names:
            fails("MODE", f"il manque à la requête {number} : {', '.join(sorted({*held.registry} - names))}.")


def check_free(held: Talk) -> None:
    """After the first request the model chooses, among all its tools."""
    check_accepted(held)
    check_tools(held)
    for number, sent in enumerate(held.sent[1:], 2):
        choice = mode(sent)
        if choice != AUTO:
            code = "FORCE" if isinstance(choice, dict) and choice.get("type") in FORCING else "MODE"
            fails(
                code, f"la requête {number} porte `tool_choice` = `{choice!r}` : le modèle ne choisit plus."
            )


def check_last(held: Talk, limit: int) -> None:
    """Even the last request that is allowed lets the model call."""
    check_tools(held)
    choice = mode(held.sent[-1])
    if limit > 1 and isinstance(choice, dict) and choice.get("type") == "none":
        told = f"la requête {limit}, la dernière permise, porte `tool_choice` = `{choice!r}`"
        fails("MODE", f"{told} : le modèle ne choisit plus.")


def ending(held: Talk, reason: str, text: str | None = None, code: str | None = "FIN") -> dict:
    value = plain(held.outcome.value)
    if not isinstance(value, dict) or not {"stop_reason", "text", "messages"} <= set(value):
        fails(
            code if value is None else None, f"rendu : `{str(value)[:90]}`, et non le dictionnaire demandé."
        )
    if value["stop_reason"] != reason:
        fails("FIN", f"dernier motif d'arrêt : `{reason}` ; `stop_reason` vaut `{value['stop_reason']!r}`.")
    if text is not None and value["text"] != text:
        pieces = [block.get("text") for block in held.last.get("content", [])]
        by_place = value["text"] in pieces or not value["text"]
        told = f"`text` vaut `{value['text']!r}`, au lieu de `{text!r}` : tous les textes, bout à bout."
        fails("POS" if text and by_place else "VIDE" if not text else None, told)
    return value


@suite.test("q4", "première requête forcée")
def first_forced(student: Any) -> None:
    for first in ("find_client", "read_contract-2"):
        call = next(call for call in PLAN if call["name"] == first)
        check_first(lead(student, [reply(call), reply("Voilà."), reply("Voilà.")], OFFICE, first), first)


@suite.test("q4", "libre ensuite")
def free_afterwards(student: Any) -> None:
    script = [reply(PLAN[0]), reply(PLAN[1]), reply(PLAN[2]), reply("Voilà."), reply("Voilà.")]
    held = lead(student, script, OFFICE, "get_date")
    check_free(held)


@suite.test("q4", "chaîne d'outils")
def chain(student: Any) -> None:
    held = lead(student, [behaves] * 9, OFFICE, "get_date", 8, model=another_model())
    check_free(held)
    check_loop(held)
    if held.last["stop_reason"] == "tool_use":
        fails("FIN", f"arrêt après {len(held.sent)} requête(s), alors que le modèle demande encore un outil.")
    check_history(held, ending(held, "end_turn", ANSWER)["messages"])


@suite.test("q4", "tours composés")
def mixed_turns(student: Any) -> None:
    """Thinking, text, two calls at once, a tool that is not there: as in any loop."""
    unknown = tool_use("send_fax", to="Roc")
    script = [
        reply(PLAN[1]),
        reply(thinking("", signature="EqQBCgIYAhIM/9"), "Deux choses.", PLAN[2], PLAN[0], unknown),
        reply(thinking(""), "Deux contrats", " en cours."),
    ]
    held = lead(student, script, OFFICE, "find_client")
    check_tools(held)
    check_loop(held)
    check_history(held, ending(held, "end_turn", "Deux contrats en cours.")["messages"])


@suite.test("q4", "plafond")
def capped(student: Any) -> None:
    def endless(request: dict) -> Any:
        return reply(tool_use("find_client", name=f"Client {len(request['messages'])}"))

    for limit in (3, 1, 2):
        held = lead(student, [endless] * 7 + [reply("Fini.")], OFFICE, "find_client", limit)
        if len(held.sent) > limit:
            fails("SANS-FIN", f"`max_turns` = {limit} : {len(held.sent)} requêtes sont parties.")
        if len(held.sent) < limit:
            code = "SANS-FIN" if len(held.sent) == limit - 1 else "FIN"
            fails(code, f"`max_turns` = {limit} : arrêt après {len(held.sent)} requête(s).")
        check_last(held, limit)
        if held.outcome.exception:
            fails("SANS-FIN", f"au plafond, la fonction a levé {held.outcome.exception}")
        messages = ending(held, "tool_use", code="SANS-FIN")["messages"]
        sent = flat(held.sent[-1]["messages"])
        if not same(flat(messages)[: len(sent)], sent):
            fails("INTACT", "au plafond, `messages` ne contient pas tout l'échange.")


@suite.test("q4", "premier appel manqué")
def first_call_missed(student: Any) -> None:
    for said, reason in (
        (reply(PLAN[1], stop_reason="max_tokens"), "max_tokens"),
        (reply("Je ne peux pas.", stop_reason="refusal"), "refusal"),
        (reply(PLAN[1], stop_reason="model_context_window_exceeded"), "model_context_window_exceeded"),
    ):
        held = lead(student, [said, reply("Deux contrats.")], OFFICE, "find_client")
        if held.ran or len(held.sent) > 1:
            then = "un outil a été exécuté" if held.ran else "une requête de plus est partie"
            fails("FIN", f"après `{reason}`, {then}.")
        check_talk(held)
        ending(held, reason, "Je ne peux pas." if reason == "refusal" else "")
