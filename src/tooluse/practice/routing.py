"""How tests read a router: the one request it sends, the services that run, what it says it has done."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

from tooluse.data import read_json
from tooluse.mock import Exchange, MockClaude
from tooluse.mock.models import reply, tool_use
from tooluse.practice.choosing import AUTO, another_model, chosen, spoken
from tooluse.practice.student import Outcome, plain
from tooluse.practice.talk import BY_PLACE, Script, flat
from tooluse.practice.verdict import fail

ESCAPE = "ask_clarification"
NOTEBOOK = read_json("tp", "tp05_tools.json")["services"]
ASKED = "De quel service d'Ardoise avez-vous besoin ?"
WHEN = re.compile(  # words with which a description says when: any will do
    r"\b(quand|lorsqu\w*|si|s'il|s'ils|aucun\w*|pour|cas|dès|réserv\w+|hors|ni|doute|flou\w*|vague\w*|ambig\w+|"
    r"incertain\w*|imprécis\w*|incompl\w*|insuffisan\w*|manqu\w+|plusieurs|avant|besoin|relève\w*|concerne\w*|convien\w+|correspond\w*|impossible|faute|défaut|recours|secours|"
    r"when\w*|if|no|none|unclear|unless|otherwise|cannot|can't|for)\b",
    re.IGNORECASE,
)

fails = partial(fail, look="leçon 05, « Aucun outil ne convient »")


@dataclass(frozen=True)
class Routed:
    """One call of `route`: what came of it, what was sent, which services ran."""

    outcome: Outcome
    calls: list[Exchange]
    beyond: list[dict]
    ran: list[tuple[str, dict]]
    services: dict[str, Any]
    question: str

    @property
    def request(self) -> dict:
        return self.calls[0].request

    @property
    def tools(self) -> dict[Any, dict]:
        tools = self.request.get("tools")
        return {tool.get("name"): tool for tool in tools or () if isinstance(tool, dict)}


def service(name: str, run: Callable, description: str = "", **properties: Any) -> dict[str, Any]:
    fields = properties or {"request": {"type": "string"}}
    schema = {"type": "object", "properties": fields, "required": [*fields]}
    told = description or f"Confie la demande au service {name}."
    return {"tool": {"name": name, "description": told, "input_schema": schema}, "run": run}


def cornered(request: dict) -> Any:
    """What a model does of a demand that no service treats: forced and without a way out, it calls one."""
    names = [tool.get("name") for tool in request.get("tools") or ()]
    if ESCAPE in names:
        return reply(tool_use(ESCAPE, question=ASKED))
    if request.get("tool_choice", AUTO).get("type") in ("any", "tool"):
        return reply(tool_use(names[0], request="Une place de parking."))
    return reply("Bonjour ! Je ne traite pas cette demande.")


def routed(student: Any, line: Any, services: dict[str, Any], question: str = "Où se garer ?") -> Routed:
    """Have the student's `route` send this question to a model that answers with ``line``."""
    ran: list[tuple[str, dict]] = []
    script = Script([line])
    client = MockClaude(script)
    lent = {name: {**one, "run": _watched(name, one["run"], ran)} for name, one in services.items()}
    outcome = student.call("route", client, question, lent, another_model())
    if not client.calls:
        _ = outcome.value
        fails(None, "`route` n'a envoyé aucune requête.")
    left = outcome.args_after[2]
    after = {name: one.get("tool") if isinstance(one, dict) else one for name, one in left.items()}
    return Routed(outcome, client.calls, script.beyond, ran, {"before": services, "after": after}, question)


def _watched(name: str, run: Callable, ran: list[tuple[str, dict]]) -> Callable:
    def watched(**arguments: Any) -> Any:
        ran.append((name, arguments))
        return run(**arguments)

    return watched


def check_mode(held: Routed) -> None:
    """One request, that must lead to a call."""
    choice = chosen(held.request)
    kind = choice.get("type") if isinstance(choice, dict) else choice
    if kind != "any":
        fails("DECOR" if pleads(held) else "MODE", f"la requête part avec `tool_choice` = `{choice!r}`.")
    check_single(held)


def check_single(held: Routed) -> None:
    """One request, and no other after the call."""
    if held.beyond or len(held.calls) > 1:
        later = [*(call.request for call in held.calls[1:]), *held.beyond]
        back = any(block["type"] == "tool_result" for sent in later for _, _, block in flat(sent["messages"]))
        how = " ; l'une d'elles porte un `tool_result`, que personne n'attend" if back else ""
        fails("SENS" if back else None, f"{len(later) + 1} requêtes sont parties, au lieu d'une{how}.")


def said(held: Routed) -> str:
    return "".join(str(block.get("text", "")) for _, _, block in flat(held.request["messages"]))


def pleads(held: Routed) -> bool:
    """The request says in words more than the question."""
    return bool(spoken(held.request)) or said(held).strip() != held.question


def check_accepted(held: Routed) -> None:
    if not held.calls[0].ok:
        sentence = held.calls[0].response["error"]["message"]
        code = "ALIAS" if "unique" in sentence else "OPTION" if "tool_choice" in sentence else None
        fails(code, f"l'API a refusé la requête : {sentence}")
    if held.question not in said(held):
        fails(None, "la requête ne pose pas la question reçue.")
    if held.request["model"] != another_model():
        fails(None, f"la requête s'adresse à `{held.request['model']}`, et non au modèle reçu, `model`.")


def copied(tool: dict) -> bool:
    """This definition is one of the notebook's, and not one that the function received."""
    return {**tool, "strict": None} in [{**one, "strict": None} for one in NOTEBOOK]


def check_sent(held: Routed) -> None:
    """The API took the request, with the services and a way out in it."""
    check_accepted(held)
    tools = held.tools
    if ESCAPE not in tools:
        words = "une phrase ne remplace pas un outil : " if pleads(held) else ""
        after = (
            f"et `{held.ran[0][0]}` a été exécuté" if held.ran else "et le modèle n'a rien d'autre à appeler"
        )
        seen = f"{words}`{ESCAPE}` n'est pas dans `tools`, {after}."
        fails("DECOR" if words else "FORME=VRAI", seen)
    strangers = set(tools) - {ESCAPE, *held.services["before"]}
    if strangers:
        missing = set(held.services["before"]) - set(tools)
        frozen = missing or any(copied(tools[name]) for name in strangers)
        names = ", ".join(f"`{name}`" for name in sorted(map(str, strangers)))
        told = f"`tools` contient {names}, absent{'s' if len(strangers) > 1 else ''} de `services`."
        fails("FIGE" if frozen else "ALIAS", told)
    for name, one in held.services["before"].items():
        if {**tools.get(name, {}), "strict": None} != {**one["tool"], "strict": None}:
            code = "FIGE" if copied(tools.get(name, {})) else None
            fails(code, f"la définition de `{name}` n'est pas dans `tools`, ou elle a changé.")


def check_escape(held: Routed) -> None:
    """The way out says when it is to be taken, and asks for one text."""
    tool = held.tools.get(ESCAPE, {})
    told = str(tool.get("description") or "")
    if len(told.split()) < 4 or not WHEN.search(told):
        fails("DOC", f"la description de `{ESCAPE}` ne dit pas quand l'appeler : « {told} »")
    schema = tool.get("input_schema", {})
    field = schema.get("properties", {}).get("question")
    if not isinstance(field, dict) or field.get("type") != "string":
        fails(None, f"`{ESCAPE}` n'a pas de paramètre `question` de type `string`.")
    if schema.get("required") != ["question"]:
        fails("REQUIS", f"dans le schéma de `{ESCAPE}`, `required` vaut `{schema.get('required')!r}`.")


def check_clarified(held: Routed) -> None:
    """Nothing ran, and the question of the model is what is left to ask."""
    if held.ran:
        fails("FORME=VRAI", f"aucun service ne convenait, et `{held.ran[0][0]}` a été exécuté.")
    error = held.outcome.exception
    if error and error.type == "KeyError":
        fails("INCONNU", f"`{ESCAPE}` a été traité comme un service : la fonction a levé {error}.")
    value = plain(held.outcome.value)
    if value != {"action": "clarify", "question": ASKED}:
        fails(None, f"le modèle a appelé `{ESCAPE}` ; rendu : `{str(value)[:120]}`.")


def check_routed(held: Routed, name: str, given: dict, output: Any) -> None:
    """This service ran once, with this input, and its output came back."""
    check_accepted(held)
    check_single(held)
    error = held.outcome.exception
    blocks = held.calls[0].response["content"]
    value = plain(held.outcome.returned)
    how = f"la fonction a levé {error}" if error else f"rendu : `{str(value)[:90]}`"
    for verb, block in (("commence", blocks[0]), ("finit", blocks[-1])):
        if block["type"] != "tool_use" and (error.type in BY_PLACE if error else not held.ran):
            fails("POS", f"la réponse {verb} par un bloc `{block['type']}` ; {how}.")
    if error and error.type == "KeyError" and name in error.message:
        fails("FIGE", f"le modèle a appelé `{name}`, l'un des `services` reçus, et {how}.")
    value = plain(held.outcome.value)
    if not held.ran and isinstance(value, dict) and value.get("action") == "clarify":
        fails("FORME=VRAI", f"demande : `{name}`, `{given}` ; prise pour `{ESCAPE}` : rien n'a été exécuté.")
    if len(held.ran) > 1:
        fails("DOUBLE", f"`{name}` a été exécuté {len(held.ran)} fois pour une demande.")
    wanted = {"action": "routed", "service": name, "output": plain(output)}
    if not held.ran and value == wanted:
        fails("FIGE", f"`route` rend `{str(value)[:90]}` sans exécuter la fonction reçue dans `services`.")
    if held.ran != [(name, given)]:
        fails(None, f"demande : `{name}`, `{given}` ; exécuté : `{held.ran}`.")
    if value != wanted:
        found = value.get("output", output) if isinstance(value, dict) else output
        code = "VIDE" if found != output and not output else None
        fails(code, f"attendu : `{wanted}` ; rendu : `{str(value)[:120]}`.")


def check_stopped(held: Routed, reason: str) -> None:
    """A response that is no request for a tool runs nothing, and is told as what it is."""
    check_accepted(held)
    if held.ran:
        fails("FIN", f"motif d'arrêt `{reason}`, et `{held.ran[0][0]}` a été exécuté.")
    seen = f"motif d'arrêt `{reason}` : la fonction a levé {held.outcome.exception}"
    value = plain(held.outcome.value_or_fail("FIN", seen))
    if value != {"action": "stopped", "stop_reason": reason}:
        fails("FIN", f"motif d'arrêt `{reason}` ; rendu : `{str(value)[:120]}`.")
