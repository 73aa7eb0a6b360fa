"""TP01.q4: what a turn that is sent back must hold, judged on the messages that came back."""

from typing import Any

from tooluse.mock import message
from tooluse.mock.models import Reply, text
from tooluse.practice import plain
from tooluse.practice.checks.tp01 import history_fails, listed, messages_from


def exchange(said: Reply, *outputs: str) -> tuple[Any, list[dict]]:
    """The response with this content, and one result for each of its calls."""
    response = message(said)
    calls = [block["id"] for block in plain(response)["content"] if block["type"] == "tool_use"]
    pairs = zip(calls, outputs, strict=True)
    return response, [{"type": "tool_result", "tool_use_id": id, "content": out} for id, out in pairs]


def check_next(student: Any, history: list[dict], said: Reply, *outputs: str) -> None:
    """`next_messages` gives the history, the assistant's whole turn, one message with the results."""
    response, results = exchange(said, *outputs)
    outcome = student.call("next_messages", history, response, results)
    messages = _as_blocks(messages_from(outcome, history))
    start, added = messages[: len(history)], messages[len(history) :]
    if start != _as_blocks(history):
        history_fails("INTACT", f"Les {len(history)} messages reçus ne sont pas tous au début de la liste.")
    _check_carriers(added)
    _check_turn(added, _as_blocks(plain(response)["content"]))
    _check_results(added, results)


def _as_blocks(value: Any) -> Any:
    """Contents as blocks, without what the API takes as absent: nulls, `caller` (an echo), no error."""
    if isinstance(value, list):
        return [_as_blocks(item) for item in value]
    if not isinstance(value, dict):
        return value
    absent = {"caller": value.get("caller"), "is_error": False}
    kept = {
        key: _as_blocks(item)
        for key, item in value.items()
        if item is not None and (key not in absent or item != absent[key])
    }
    if "role" in kept and isinstance(kept.get("content"), str):
        kept["content"] = [text(kept["content"])]
    return kept


def _results(said: dict[str, Any]) -> list[dict]:
    return [block for block in said["content"] if block.get("type") == "tool_result"]


def _check_carriers(added: list[dict]) -> None:
    for said in added:
        if not isinstance(said["content"], list) or not all(isinstance(b, dict) for b in said["content"]):
            code = "INTACT" if said.get("role") == "assistant" else None
            history_fails(
                code, f"`content` n'est pas une liste de blocs, mais {str(said['content'])[:90]!r}."
            )
        if said.get("role") not in ("user", "assistant") or (_results(said) and said["role"] != "user"):
            history_fails("ROLE", f"Un message ajouté porte le rôle `{said.get('role')}` : `{said}`.")
    if not any(map(_results, added)):
        history_fails("PAIRE", f"Aucun message ajouté ne contient de bloc `tool_result` : `{added}`.")


def _check_turn(added: list[dict], blocks: list[dict]) -> None:
    kept = [block for said in added if said["role"] == "assistant" for block in said["content"]]
    if kept != blocks:
        received, given = (listed(block.get("type") for block in side) for side in (blocks, kept))
        seen = f"Blocs de la réponse : {received}. Blocs du tour de l'assistant rendu : {given}."
        history_fails("INTACT", seen if received != given else f"{seen} Leur contenu a changé.")
    if added[0]["role"] != "assistant":
        code = "PAIRE" if _results(added[0]) else None
        history_fails(code, f"Le premier message ajouté n'est pas le tour de l'assistant : `{added[0]}`.")


def _check_results(added: list[dict], results: list[dict]) -> None:
    sent = [block for said in added for block in _results(said)]
    received, given = ([block.get("tool_use_id") for block in side] for side in (results, sent))
    if sorted(map(str, received)) != sorted(map(str, given)):
        code = "CORR" if set(given) - set(received) else "UN-SEUL" if set(received) - set(given) else None
        history_fails(code, f"Résultats reçus : {listed(received)}. Résultats envoyés : {listed(given)}.")
    if sum(map(bool, map(_results, added))) > 1:
        history_fails("GROUPE", f"Les {len(results)} résultats partent dans plusieurs messages.")
    flat = [block.get("type") for said in added if said["role"] == "user" for block in said["content"]]
    if flat[: len(results)] != ["tool_result"] * len(results):
        history_fails("ORDRE", f"Blocs qui suivent le tour de l'assistant : {listed(flat)}.")
    if extra := {key for said in added for key in said} - {"role", "content"}:
        history_fails(
            None, f"Un message ajouté contient aussi {listed(sorted(extra))} : l'API refuse ces clés."
        )
    if len(added) != 2 or len(flat) > len(results):
        history_fails(None, f"Messages ajoutés : `{added}`. Il en faut deux, sans rien de plus.")
    if any(block not in results for block in sent):
        history_fails(None, f"Les résultats ont changé : reçus `{results}`, envoyés `{sent}`.")
