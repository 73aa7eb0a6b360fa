"""How the tests of TP06 read a definition, a schema, and the way that a student's code has chosen."""

import copy
from dataclasses import asdict
from functools import partial
from typing import Any

from jsonschema import Draft202012Validator

from tooluse.data import read_json
from tooluse.mock import MockClaude
from tooluse.mock.models import ScriptedModel, reply, tool_use
from tooluse.practice.student import Outcome, plain
from tooluse.practice.verdict import fail
from tooluse.rules import Profile, Violation, check, profile
from tooluse.rules.profiles import model_ids

MOOD = read_json("tp", "tp06_tickets.json")["mood_tool"]
MANUAL = {"type": "enabled", "budget_tokens": 1024}
Schema = dict[str, Any]

way_fails = partial(fail, look="leçon 06, « Un code pour tous les profils »")
guide_fails = partial(fail, look="leçon 06, « Le faux outil »")


def profiles(forced: bool) -> list[dict[str, Any]]:
    """The profiles that accept to be forced, or those that refuse, as students get them."""
    return [asdict(profile(id)) for id in model_ids() if profile(id).forced_tool_choice is forced]


def refusal(body: dict, of: dict | None = None) -> Violation | None:
    """The first thing for which the API would refuse this request."""
    known = Profile(**of) if of else None
    return next((found for found in check(body, known) if found.severity == "error"), None)


def refused(tool: dict) -> Violation | None:
    """The first thing for which the API would refuse this definition."""
    asked = [{"role": "user", "content": "Voici le ticket."}]
    return refusal({"model": model_ids()[0], "max_tokens": 500, "messages": asked, "tools": [tool]})


def takes(schema: Schema, value: Any) -> bool:
    return Draft202012Validator(schema).is_valid(value)


def schema_of(tool: Any) -> Schema:
    """The input schema of a definition; a failure says what is missing."""
    schema = tool.get("input_schema") if isinstance(tool, dict) else None
    if not isinstance(schema, dict):
        fail(None, f"attendu : une définition complète, avec `input_schema` ; reçu : {str(tool)[:90]}.")
    try:
        Draft202012Validator.check_schema(schema)
    except Exception as error:
        fail("ACCEPTE", f"le méta-schéma refuse ce schéma : {str(error).splitlines()[0][:120]}")
    return schema


# `request_for(profile, need)`


def need(tool: dict = MOOD, content: Any = "Tout va bien.", citations: bool = False, **more: Any) -> dict:
    return {"tool": tool, "content": content, "citations": citations, **more}


def cited(text: str = "Le devis D-7 vaut deux ans.") -> list[dict]:
    """A content that asks for citations."""
    source = {"type": "text", "media_type": "text/plain", "data": text}
    document = {"type": "document", "source": source, "citations": {"enabled": True}}
    return [document, {"type": "text", "text": "Quelle humeur ?"}]


def right_way(of: dict, wanted: dict) -> str:
    if of["structured_outputs"] and not wanted["citations"]:
        return "format"
    manual = wanted.get("thinking", {}).get("type") == "enabled"
    return "forced" if of["forced_tool_choice"] and not manual else "asked"


def told(of: dict, wanted: dict) -> str:
    facts = [f"{'accepte' if of['forced_tool_choice'] else 'refuse'} d'être forcé"]
    facts += [] if of["structured_outputs"] else ["sans sorties structurées"]
    facts += ["citations demandées"] if wanted["citations"] else []
    facts += ["`thinking` du type `enabled`"] if wanted.get("thinking", {}).get("type") == "enabled" else []
    return f"Modèle `{of['id']}` ({', '.join(facts)}) :"


def made(student: Any, of: dict, wanted: dict) -> tuple[str, dict, Outcome]:
    """The way and the request made for this need, and the call that made them."""
    outcome = student.call("request_for", of, copy.deepcopy(wanted))
    lost = outcome.exception and outcome.exception.type == "KeyError"  # a key that only some needs have
    seen = f"{told(of, wanted)} votre fonction a levé {outcome.exception}"
    value = plain(outcome.value_or_fail("FORME" if lost else None, seen))
    if not isinstance(value, list) or len(value) != 2 or not isinstance(value[1], dict):
        way_fails(None, f"{told(of, wanted)} rendu : `{str(value)[:90]}`, et non `(voie, requête)`.")
    return value[0], value[1], outcome


def check_way(student: Any, of: dict, wanted: dict) -> None:
    """The model takes the request; its way is the first that is possible, and the request is that way."""
    way, request, _ = made(student, of, wanted)
    start, right = told(of, wanted), right_way(of, wanted)
    found = refusal({"model": of["id"], "max_tokens": 2000, **request}, of)
    if found:
        way_fails(_why(found), f"{start} l'API refuse la requête (400) : {found.message}")
    if not of["structured_outputs"] and (_strict(request) or "output_config" in request):
        way_fails("OPTION", f"{start} ce modèle n'accepte ni `strict`, ni `output_config.format`.")
    if way != right:
        code = "FORCE" if way == "forced" and right == "asked" else "MODE"
        way_fails(code, f"{start} voie attendue : `{right}` ; rendue : `{way}`.")
    _check_form(start, right, request, wanted["tool"])


def _why(found: Violation) -> str | None:
    if found.rule.startswith("forced-choice"):
        return "FORCE"
    misplaced = found.rule in ("extra-field", "format-with-citations") or "tool_choice" in found.path
    return "OPTION" if misplaced or "output_config" in found.path else None


def _strict(request: dict) -> bool:
    tools = request.get("tools")
    return any(isinstance(tool, dict) and tool.get("strict") is True for tool in tools or ())


def _check_form(start: str, right: str, request: dict, tool: dict) -> None:
    if right == "format":
        form = (request.get("output_config") or {}).get("format") or {}
        if form.get("schema") != tool["input_schema"]:
            way_fails("OPTION", f"{start} `output_config.format` ne porte pas le schéma de l'outil.")
        if request.get("tools"):
            way_fails("MODE", f"{start} un outil accompagne le format : le modèle peut l'appeler.")
        return
    names = [each.get("name") for each in request.get("tools") or [] if isinstance(each, dict)]
    if names != [tool["name"]]:
        way_fails("MODE", f"{start} outils de la requête : {names}.")
    choice = request.get("tool_choice") or {"type": "auto"}
    wanted = {"type": "tool", "name": tool["name"]} if right == "forced" else {"type": "auto"}
    if {key: choice.get(key) for key in wanted} != wanted:
        code = "DECOR" if right == "forced" and choice["type"] == "auto" else "MODE"
        way_fails(code, f"{start} `tool_choice` vaut `{choice}`.")
    if right == "asked" and tool["name"] not in str(request.get("system") or ""):
        way_fails("MODE", f"{start} `system` ne nomme pas `{tool['name']}`.")


def check_rest(student: Any, of: dict, wanted: dict) -> None:
    """The content and the thinking are passed on; `strict` stands in a copy; the need stays as it was."""
    _, request, outcome = made(student, of, wanted)
    start = told(of, wanted)
    if outcome.args_after[1] != wanted:
        way_fails("ALIAS", f"{start} `need` a changé : {str(outcome.args_after[1])[:120]}.")
    if request.get("thinking") != wanted.get("thinking"):
        way_fails("INTACT", f"{start} `thinking` vaut `{request.get('thinking')}`.")
    sent = [
        block
        for message in request.get("messages") or []
        for block in blocks(message.get("content") if isinstance(message, dict) else None)
    ]
    if sent != blocks(wanted["content"]):
        way_fails("INTACT", f"{start} le contenu du message a changé : {str(sent)[:120]}.")
    tools = request.get("tools") or []
    kept = {"strict": True, **wanted["tool"]} if of["structured_outputs"] else wanted["tool"]
    if tools and of["structured_outputs"] and not _strict(request):
        way_fails("DECOR", f"{start} l'outil n'a pas `strict` : rien ne garantit sa forme.")
    if tools and {key: one for key, one in tools[0].items() if (key, one) != ("strict", False)} != kept:
        way_fails("INTACT", f"{start} la définition a changé : {str(tools[0])[:120]}.")


def blocks(content: Any) -> list:
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content or [])


def check_analyse(student: Any, of: dict, wanted: dict, given: dict[str, str], text: str = "") -> None:
    """`analyse` sends one request, by the right way, and gives back what came: here a call, or a text."""
    right, start = right_way(of, wanted), told(of, wanted)
    said = text or ('{"mood": "neutre"}' if right == "format" else tool_use(wanted["tool"]["name"], given))
    client = MockClaude(ScriptedModel([reply(said), reply("C'est noté."), reply("Voilà."), reply("Oui.")]))
    outcome = student.call("analyse", client, of, wanted)
    calls = client.calls
    if calls and calls[0].status != 200:
        found = refusal(calls[0].request)
        sentence = calls[0].response["error"]["message"]
        way_fails(_why(found) if found else None, f"{start} l'API refuse la requête (400) : {sentence}")
    if len(calls) > 1:
        again = calls[1].request == calls[0].request
        guide_fails(
            "RETRY" if again else "SENS", f"{start} {len(calls)} requêtes sont parties ; une seule suffit."
        )
    value = plain(outcome.value)
    if not calls:
        guide_fails(None, f"{start} aucune requête n'est partie.")
    if calls[0].request.get("model") != of["id"]:
        way_fails("FIGE", f"{start} la requête demande le modèle `{calls[0].request.get('model')}`.")
    kept = value.get("content") if isinstance(value, dict) else None
    if kept != calls[0].response["content"]:
        lost = f"`{str(value)[:90]}`, et non la réponse, avec son motif d'arrêt"
        guide_fails("FIN", f"{start} rendu : {lost}.")
