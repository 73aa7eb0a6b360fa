"""What the hidden tests of TP02 ask of a conversation beyond its protocol: results, history, answer."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any

from tooluse.config import settings
from tooluse.data import read_json
from tooluse.practice import plain
from tooluse.practice.talk import QUESTION, Talk, bare, check_talk, flat, same, wrong
from tooluse.rules import check

TRACES = ("Traceback (most recent", 'File "', "<FrameSummary", "<traceback object")


def another_model() -> str:
    """A model that is not the notebook's: a function that reads its argument does not mind."""
    return next(name for name in read_json("models.json")["models"] if name != settings().model)


def check_loop(held: Talk) -> None:
    """The protocol, then what each result says, then that every tool ran as often as it was asked for."""
    uses, results = asked_and_answered(held)
    for block in results.values():
        if not isinstance(block.get("content", ""), str | list):
            wrong(
                "JSON", f"`content` d'un résultat est un objet, pas un texte : {str(block['content'])[:90]}."
            )
    check_opening(flat(held.sent[0]["messages"]))
    check_talk(held)
    for number, sent in enumerate(held.sent, 1):
        if not {*held.registry} <= {tool.get("name") for tool in sent.get("tools") or ()}:
            wrong(None, f"la requête {number} part sans les outils de `tools`.")
        if sent.get("model") != held.model:
            wrong(None, f"la requête {number} ne s'adresse pas au modèle reçu, `model`.")
    for name, block in results.items():
        others = [use for use in uses.values() if use["input"] != uses[name]["input"]]
        check_output(block, uses[name], held.registry, others)
    last = [block for block in held.last["content"] if block["type"] == "tool_use"]  # may have run, or not
    asked = Counter(_key(use["name"], use["input"]) for use in (*uses.values(), *last))
    twice = Counter(_key(*run) for run in held.ran) - asked
    if twice:
        wrong("DOUBLE", f"un outil a été exécuté plus souvent que demandé : {next(iter(twice))}.")


def check_opening(first: list) -> None:
    """The first request asks the question, and holds nothing of an earlier conversation."""
    if any(role != "user" or block["type"] != "text" for _, role, block in first):
        wrong("ALIAS", "la première requête porte déjà l'historique d'une autre conversation.")
    if QUESTION not in "".join(str(block.get("text")) for _, _, block in first):
        wrong(None, "la première requête ne pose pas la question reçue.")


def asked_and_answered(held: Talk) -> tuple[dict[str, dict], dict[str, dict]]:
    """Requests for tools and results by id, as the requests of this conversation showed them."""
    blocks = [block for sent in held.sent for _, _, block in flat(sent["messages"])]
    uses = {block.get("id"): block for block in blocks if block["type"] == "tool_use"}
    results = {block.get("tool_use_id"): block for block in blocks if block["type"] == "tool_result"}
    return uses, results


def check_output(block: dict, use: dict, registry: dict[str, Any], others: Iterable[dict] = ()) -> None:
    """The result of a tool that works holds its output: a string as it is, anything else as JSON.

    ``others`` are requests whose output must not be taken for this one's.
    """
    try:
        output = registry[use["name"]](**use["input"])
    except Exception:
        return  # unknown and failing tools have their own tests
    name, told = use["name"], content_text(block)
    if block.get("is_error"):
        code = None if output else "VIDE"  # nothing found, and told as a failure
        wrong(code, f"`{name}` réussit avec ces arguments, son résultat porte `is_error` : {told[:90]}")
    if any(_tells(told, other, registry) and not _tells(told, use, registry) for other in others):
        wrong(
            "CORR",
            f"le résultat de `{_key(name, use['input'])}` est celui d'une autre demande : {told[:60]!r}.",
        )
    invented = not output and told not in ("", str(output), json.dumps(output))  # words for nothing
    if isinstance(output, str):
        if told != output:
            code = "VIDE" if invented else "JSON" if told == json.dumps(output, ensure_ascii=False) else None
            wrong(code, f"`{name}` a rendu le texte {output!r} ; le résultat envoyé est {told[:90]!r}.")
        return
    try:
        value = json.loads(told)
    except ValueError:
        wrong("VIDE" if invented else "JSON", f"le résultat de `{name}` n'est pas du JSON : {told[:90]!r}.")
    if json.dumps(value, sort_keys=True) != json.dumps(output, sort_keys=True):  # 1 and true differ
        code = "JSON" if isinstance(value, str) and told != json.dumps(output) else None  # JSON of Python
        wrong(code, f"`{name}` a rendu {output!r} ; le résultat envoyé est {told[:90]!r}.")


def _tells(told: str, use: dict, registry: dict[str, Any]) -> bool:
    """This text is the output of this request."""
    try:
        output = registry[use["name"]](**use["input"])
        return told == output if isinstance(output, str) else json.loads(told) == output
    except Exception:
        return False


def check_error(block: dict, use: dict, code: str) -> None:
    """An error result: flagged, with a message, without the inside of the program."""
    told = content_text(block)
    if block.get("is_error") is not True:
        wrong(code, f"le résultat de `{use['name']}` ne porte pas `is_error` : {told[:90]!r}.")
    if not told.strip():
        wrong(code, f"le résultat en erreur de `{use['name']}` n'a pas de message.")
    if any(mark in told for mark in TRACES):
        wrong("FUITE", f"le résultat de `{use['name']}` contient une trace Python.")


def check_answer(held: Talk, status: str, code: str | None = "FIN") -> dict:
    """What the function returned, once it has the keys and the status asked for."""
    value = plain(held.outcome.value)
    if not isinstance(value, dict) or not {"status", "messages"} <= set(value):
        unforeseen = value is None and held.last.get("stop_reason") != "end_turn"  # no branch for this ending
        wrong(
            code if unforeseen else None,
            f"la fonction a rendu {str(value)[:90]} au lieu du dictionnaire demandé.",
        )
    if value["status"] != status:
        reason, found = held.last["stop_reason"], value["status"]
        wrong(code, f"dernier `stop_reason` : `{reason}` ; `status` vaut {found!r} au lieu de {status!r}.")
    return value


def check_said(held: Talk, value: dict) -> None:
    """`text` holds all that the last answer says; what stands between two blocks is free."""
    found, content = value.get("text"), held.last["content"]
    pieces = [block["text"] for block in content if block["type"] == "text"]
    thoughts = [block["thinking"] for block in content if block["type"] == "thinking"]
    if not isinstance(found, str) or _squeezed(found) != _squeezed(*pieces):
        by_place = found in ("", None, *pieces, *thoughts, "".join(thoughts + pieces))
        all_text = len(pieces) == len(content)  # nothing in the way: only the stop reason kept it unread
        code = "VIDE" if not pieces else "FIN" if all_text and not found else "POS" if by_place else None
        wrong(code, f"`text` vaut {found!r} au lieu de {''.join(pieces)!r}.")


def _squeezed(*texts: str) -> str:
    return "".join("".join(texts).split())


def check_history(held: Talk, messages: Any) -> None:
    """The messages returned after a final answer: all that was sent, then the answer."""
    final = [(0, "assistant", bare(block)) for block in held.last["content"]]
    if not same(flat(messages), flat(held.sent[-1]["messages"]) + final):
        wrong("INTACT", "`messages` ne contient pas tout l'échange, réponse finale comprise.")


def first_refusal(messages: Any, **request: Any) -> Any:
    """The first violation for which the API would refuse these messages, or None."""
    body = {"model": settings().model, "max_tokens": 100, "messages": messages, **request}
    return next((found for found in check(body) if found.severity == "error"), None)


def content_text(block: dict) -> str:
    content = block.get("content") or ""
    parts = content if isinstance(content, list) else [{"text": str(content)}]
    return "".join(str(part.get("text", "")) for part in parts if isinstance(part, dict))


def _key(name: str, given: dict) -> str:
    return f"{name}({json.dumps(given, sort_keys=True, ensure_ascii=False)})"
