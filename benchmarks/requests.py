"""The requests that are measured: one question, five tools, a long conversation with calls of these tools."""

from typing import Any

from tooluse import settings

Request = dict[str, Any]
_OBJECTS = ("clients", "contrats", "devis", "factures", "tickets")


def plain() -> Request:
    """One question."""
    return _request([_said("user", "Quel temps fera-t-il demain à Lyon, et faut-il prendre un parapluie ?")])


def five_tools() -> Request:
    """One question, and five tools of the usual length."""
    question = _said("user", "Quels devis de l'entreprise Ardoise attendent une réponse ?")
    return {**_request([question]), **_TOOLS}


def conversation(length: int, mark: str = "", new: int | None = None) -> Request:
    """A conversation of so many messages (an even number) with the five tools.

    Every second answer asks for a tool. The first two messages are both the user's, so that the user speaks
    last. ``mark`` enters the ``new`` last messages (all by default): those of another mark are different."""
    old = 0 if new is None else length - new
    return {**_request([_message(at, mark if at >= old else "") for at in range(length)]), **_TOOLS}


def _message(number: int, mark: str) -> dict[str, Any]:
    match number % 4:
        case 1:
            return _said("user", f"Question {number} {mark} : quels devis de ce client attendent encore ?")
        case 2:
            written = {"client": f"C-{number:04}", "status": "en attente", "limit": 20}
            call = {"type": "tool_use", "id": f"toolu_{number}", "name": "find_devis", "input": written}
            said = {"type": "text", "text": f"Je cherche les devis du client. {mark}"}
            return {"role": "assistant", "content": [said, call]}
        case 3:
            found = f"Devis du client {mark} : " + "n° 2026-118, 1 250,00 €, en attente ; " * 5
            result = {"type": "tool_result", "tool_use_id": f"toolu_{number - 1}", "content": found}
            return {"role": "user", "content": [result]}
    if number == 0:
        return _said("user", f"Nous sommes le 30 novembre. {mark}")
    text = f"Trois devis attendent une réponse. {mark} " + "Le premier date du 3 octobre. " * 8
    return _said("assistant", text)


def _said(role: str, text: str) -> dict[str, Any]:
    return {"role": role, "content": text}


def _request(messages: list[dict[str, Any]]) -> Request:
    return {"model": settings().model, "max_tokens": 1024, "messages": messages}


def _tool(name: str) -> dict[str, Any]:
    states = ["en attente", "accepté", "refusé"]
    properties = {
        "client": {"type": "string", "description": "Numéro, comme C-0042.", "pattern": "^C-[0-9]{4}$"},
        "status": {"type": "string", "enum": states, "description": "État cherché."},
        "limit": {"type": "integer", "minimum": 1, "maximum": 100, "description": "Lignes au plus."},
    }
    description = (
        f"Cherche des {name} dans le registre d'Ardoise, par client et par état. À utiliser dès que la "
        f"question porte sur des {name} ; pas pour en créer ni en modifier. Rend une ligne par dossier, la "
        "plus récente d'abord, ou une liste vide quand il n'y en a pas."
    )
    schema = {"type": "object", "properties": properties, "required": ["client"]}
    return {"name": f"find_{name}", "description": description, "input_schema": schema}


_TOOLS = {"tools": [_tool(name) for name in _OBJECTS]}
