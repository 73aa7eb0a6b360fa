"""How tests read `tool_choice` and what goes with it, in a request that a student's code has made."""

import json
import re
from collections.abc import Iterator
from dataclasses import asdict
from functools import partial
from typing import Any

from tooluse.config import settings
from tooluse.data import read_json
from tooluse.practice.student import Outcome, plain
from tooluse.practice.verdict import fail
from tooluse.rules import Profile, Violation, check, profile
from tooluse.rules.profiles import model_ids

FORCING = ("any", "tool")
OPTION = "disable_parallel_tool_use"
AUTO = {"type": "auto"}
OFFICE = read_json("tp", "tp05_tools.json")["office"]
QUESTION = [{"role": "user", "content": "Quels contrats pour le client Roc ?"}]

portable_fails = partial(fail, look="leçon 05, « Un code pour tous les profils »")
single_fails = partial(fail, look="leçon 05, « Un seul appel »")


def another_model() -> str:
    """A model that accepts to be forced, and is not the notebook's."""
    return next(one["id"] for one in profiles(forced=True) if one["id"] != settings().model)


def profiles(forced: bool) -> list[dict[str, Any]]:
    """The profiles that accept to be forced, or those that refuse, as students get them."""
    return [asdict(profile(id)) for id in model_ids() if profile(id).forced_tool_choice is forced]


def refusal(body: dict, of: dict | None = None) -> Violation | None:
    """The first thing for which the API would refuse this request."""
    known = Profile(**of) if of else None
    return next((found for found in check(body, known) if found.severity == "error"), None)


# `parameters(need, profile)`


def falls_back(need: dict, of: dict) -> bool:
    """This need asks to force, and the model or the thinking of the request refuses it."""
    manual = need.get("thinking", {}).get("type") == "enabled"
    return need["mode"] in FORCING and (manual or not of["forced_tool_choice"])


def told(need: dict, of: dict) -> str:
    manual = f", `thinking` du type `{need['thinking']['type']}`" if "thinking" in need else ""
    accepts = "accepte d'être forcé" if of["forced_tool_choice"] else "refuse d'être forcé"
    return f"Mode `{need['mode']}`, modèle `{of['id']}` qui {accepts}{manual} :"


def built(student: Any, need: dict, of: dict) -> tuple[dict, Outcome]:
    """The parameters made for this need, and the call that made them."""
    outcome = student.call("parameters", need, of)
    lost = outcome.exception and outcome.exception.type == "KeyError"  # a key that only some needs have
    seen = f"{told(need, of)} votre fonction a levé {outcome.exception}"
    value = plain(outcome.value_or_fail("FORME" if lost else None, seen))
    if not isinstance(value, dict):
        portable_fails(None, f"{told(need, of)} rendu : `{str(value)[:90]}`, et non un dictionnaire.")
    tools = value.get("tools")
    if not isinstance(tools, list) or not all(isinstance(tool, dict) for tool in tools):
        code = "MODE" if tools is None else None
        portable_fails(code, f"{told(need, of)} ce que vous rendez n'a pas de liste `tools`.")
    return value, outcome


def spoken(value: dict) -> str:
    """The text of `system`, however it is written."""
    system = value.get("system") or ""
    blocks = system if isinstance(system, list) else [{"text": str(system)}]
    return "\n".join(str(block.get("text", "")) for block in blocks if isinstance(block, dict))


def chosen(body: dict) -> Any:
    """The choice without an option that says what is true anyway."""
    choice = body.get("tool_choice", AUTO)
    if isinstance(choice, dict) and choice.get(OPTION) is False:
        choice = {key: value for key, value in choice.items() if key != OPTION}
    return choice


def check_choice(student: Any, need: dict, of: dict) -> None:
    """The model accepts the request, and its mode is the one asked for, or `auto` where it cannot be."""
    value, _ = built(student, need, of)
    start = told(need, of)
    found = refusal({"model": of["id"], "max_tokens": 4000, "messages": QUESTION, **value}, of)
    if found:
        obliged = found.rule.startswith("forced-choice")
        elsewhere = "tool_choice" in found.path or found.rule == "extra-field"
        code = "FORCE" if obliged else "OPTION" if elsewhere else None
        code = "FORME" if found.path in ("system", "thinking") else code
        portable_fails(code, f"{start} l'API refuse la requête (400) : {found.message}")
    choice, back = chosen(value), falls_back(need, of)
    asked = {"type": need["mode"]} | ({"name": need["name"]} if need["mode"] == "tool" else {})
    if choice != (AUTO if back else asked):
        grown = spoken(value) != need.get("system", "")
        pleads = choice == AUTO and need["mode"] in FORCING and grown
        instead = "DECOR" if pleads and "thinking" not in need else "MODE"
        forced = isinstance(choice, dict) and choice.get("type") in FORCING
        code = "FORCE" if back and forced else instead
        portable_fails(code, f"{start} `tool_choice` vaut `{choice!r}`.")


def check_tools(student: Any, need: dict, of: dict) -> None:
    value, _ = built(student, need, of)
    names = [[tool.get("name") for tool in tools] for tools in (need["tools"], value["tools"])]
    if sorted(map(str, names[0])) != sorted(map(str, names[1])):
        left = ", ".join(f"`{name}`" for name in names[1]) or "aucun"
        portable_fails(
            "MODE", f"{told(need, of)} outils dans la requête : {left}, sur {len(names[0])} reçus."
        )


def check_order(student: Any, need: dict, of: dict) -> None:
    """`system` keeps what it said; it says to call a tool where that is all one can do, and only there."""
    value, _ = built(student, need, of)
    start, text, own = told(need, of), spoken(value), need.get("system", "")
    if not text.startswith(own):
        portable_fails("PREFIXE", f"{start} `system` ne commence plus par « {own} ».")
    added = text.removeprefix(own).strip().casefold()
    if not falls_back(need, of):
        if added:
            code = "DECOR" if need["mode"] in FORCING else "MODE"
            portable_fails(code, f"{start} `system` reçoit une consigne que rien ne demande : « {added} »")
        return
    if need["mode"] == "tool" and need["name"].casefold() not in added:
        portable_fails("MODE", f"{start} la consigne de `system` ne nomme pas `{need['name']}` : « {added} »")
    words = (
        "outil",
        "tool",
        "appel",
        "call",
        "fonction",
        *(tool["name"].casefold() for tool in need["tools"]),
    )
    if not any(word in added for word in words):
        portable_fails("MODE", f"{start} `system` ne dit pas d'appeler un outil : « {text} »")
    if forbids(added, [tool["name"] for tool in need["tools"]]):
        portable_fails("MODE", f"{start} la consigne de `system` interdit l'appel : « {added} »")


def forbids(text: str, names: list[str]) -> bool:
    """This text says not to call: a calling verb in the negative, with nothing that turns it round.

    « N'appelez que X », « n'appelez aucun autre outil », « ne répondez jamais sans appeler X » do not.
    """
    objects = "|".join(["outil", "tool", "fonction", "function", *map(re.escape, names)])
    aimed = rf"\s+(?:{_BETWEEN})*(?:{objects})"
    forms = (
        rf"\bn(?:e |')(?:l[ae] |les |l')?{_VERB}\w* (?:surtout )?{_NOT}\b{aimed}",
        rf"\bn(?:e |')(?:\w+ )?{_NOT} (?:l[ae] |les |l')?{_VERB}\w*{aimed}",
        rf"\b(?:not|never|don't|mustn't|can't|cannot|shouldn't) (?:ever )?(?:call|use|invoke)\b{aimed}",
    )
    for said in re.split(r"[.;:!?](?=\s|$)|\n", text.casefold().replace("’", "'")):
        said = " ".join(said.split())
        if not _BUT.search(said) and any(re.search(form, said) for form in forms):
            return True
    return False


_NOT = r"(?:pas|jamais|aucun\w*|plus|point|nul\w*)"
_VERB = r"(?:appel|utilis|emplo|invoqu|exécut)"
_BETWEEN = (
    r"(?:à|un|une|cet|cette|le|la|les|des?|du|ces|vos|tes|any|the|an?|of|your|this|these)\s+|[ld]'|[`\"«]\s*"
)
_BUT = re.compile(
    r"\b(?:autres?|qu[e']|sauf|hormis|sinon|sans|avant|tant|mais|fois|deux|other|except|but|unless|before|until|without|only|twice|once)\b"
    r"|\bqu'"
)


def check_strict(student: Any, need: dict, of: dict) -> None:
    """Where a sentence replaces the mode, the definition at least is strict."""
    value, _ = built(student, need, of)
    strict = {tool.get("name") for tool in value["tools"] if tool.get("strict") is True}
    wanted = {need["name"]} if need["mode"] == "tool" else {tool["name"] for tool in need["tools"]}
    if wanted <= strict:
        return
    elsewhere = any("strict" in path for path in _places(value) if len(path) != 3 or path[0] != "tools")
    lost = ", ".join(f"`{name}`" for name in sorted(wanted - strict))
    where = "`strict` est au mauvais endroit : il manque" if elsewhere else "`strict` manque"
    portable_fails(
        "OPTION" if elsewhere else "DECOR", f"{told(need, of)} {where} dans la définition de {lost}."
    )


def _places(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """The path of every key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        if isinstance(value, dict):
            yield (*path, key)
        yield from _places(item, (*path, key))


def check_rest(student: Any, need: dict, of: dict) -> None:
    """The need itself stays as it was; thinking and definitions pass through."""
    value, outcome = built(student, need, of)
    if outcome.args_after[0] != need:
        portable_fails("ALIAS", f"{told(need, of)} votre fonction a modifié `need`.")
    if value.get("thinking") != need.get("thinking"):
        choice = chosen(value)
        forced = isinstance(choice, dict) and choice.get("type") in FORCING
        gone = "thinking" not in value
        code = "FORCE" if falls_back(need, of) and forced else "INTACT" if gone else None
        found = "la clé `thinking` manque" if gone else f"`thinking` vaut `{value['thinking']!r}`"
        portable_fails(code, f"{told(need, of)} {found}, au lieu de `{need.get('thinking')!r}`.")
    mine = {tool["name"]: tool for tool in need["tools"]}
    for tool in value["tools"]:
        own = mine.pop(tool.get("name"), {})
        if {**tool, "strict": None} != {**own, "strict": None}:
            inside = any("strict" in path for path in _places(tool.get("input_schema")))
            seen = f"{told(need, of)} la définition de `{tool.get('name')}` a changé."
            portable_fails("OPTION" if inside else None, seen)
    if mine:
        portable_fails("MODE", f"{told(need, of)} il manque des outils : {', '.join(mine)}.")


# `at_most_one(request)` and `exactly_one(request)`


def asked_of(function: str, request: dict) -> str:
    choice = request.get("tool_choice")
    return f"`{function}`, {f'`tool_choice` = `{choice!r}`' if choice else 'requête sans `tool_choice`'} :"


def changed(student: Any, function: str, request: dict, code: str | None = None) -> dict:
    """The copy that the function makes of this request."""
    outcome = student.call(function, request)
    start = asked_of(function, request)
    lost = outcome.exception and outcome.exception.type == "KeyError"
    seen = f"{start} votre fonction a levé {outcome.exception}"
    value = plain(outcome.value_or_fail("FORME" if lost else code, seen))
    if not isinstance(value, dict):
        single_fails(None, f"{start} rendu : `{str(value)[:90]}`, et non une requête.")
    return value


def check_place(student: Any, function: str, request: dict) -> None:
    """The API accepts the copy, and reads the option in it."""
    value = changed(student, function, request)
    start = asked_of(function, request)
    found = refusal({**request, **value})
    if found:
        code = "OPTION" if "tool_choice" in found.path or OPTION in found.path else None
        single_fails(code, f"{start} l'API refuse la requête (400) : {found.message}")
    choice = value.get("tool_choice")
    if not isinstance(choice, dict) or choice.get(OPTION) is not True:
        sentence = value.get("system") != request.get("system")
        code = "DECOR" if sentence and OPTION not in json.dumps(value) else "OPTION"
        single_fails(code, f"{start} l'API ne lit pas l'option dans `{choice!r}`.")


def check_mode(student: Any, function: str, request: dict, wanted: dict, code: str | None = None) -> None:
    """The mode, and its tool, are those wanted."""
    choice = changed(student, function, request).get("tool_choice", AUTO)
    given = (
        {key: value for key, value in choice.items() if key != OPTION} if isinstance(choice, dict) else choice
    )
    if given != wanted:
        forced = wanted == AUTO and isinstance(given, dict) and given.get("type") in FORCING
        seen = f"{asked_of(function, request)} `tool_choice` devient `{choice!r}`."
        single_fails(code or ("FORCE" if forced else "MODE"), seen)
