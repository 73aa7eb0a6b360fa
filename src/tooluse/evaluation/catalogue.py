"""The catalogue: tool sets of many trades, the requests of their users, and the thin versions of the tools.

The thin version of a tool is what an author in a hurry writes. The rule, the same for every set:
- the name stays, and of the schema the names of the properties, their types and `required`;
- the description becomes the two to five words of the set's `thin` table, written by hand;
- everything that explains or bounds a property goes: description, enum, pattern, format, bounds.
"""

import json
from typing import Any

from tooluse.data import MissingData, data_dir, read_json

FOLDER = "catalogue"
_STRUCTURE = ("type", "properties", "required", "items")


def names() -> list[str]:
    """The tool sets, in the order of the alphabet."""
    found = sorted(path.stem for path in (data_dir() / FOLDER).glob("*.json"))
    if not found:
        raise MissingData(f"Le dossier {FOLDER} manque dans {data_dir()}. Décompressez de nouveau le kit.")
    return found


def tool_set(name: str) -> dict[str, Any]:
    if name not in names():
        raise MissingData(f"Le jeu d'outils {name} n'existe pas. Au choix\u00a0: {', '.join(names())}.")
    return read_json(FOLDER, f"{name}.json")


def thinned(chosen: dict[str, Any]) -> dict[str, Any]:
    """The same set with thin definitions."""
    tools = [
        {
            "name": tool["name"],
            "description": chosen["thin"][tool["name"]],
            "input_schema": _bare(tool["input_schema"]),
        }
        for tool in chosen["tools"]
    ]
    return {**chosen, "tools": tools}


def _bare(schema: dict[str, Any]) -> dict[str, Any]:
    kept = {key: schema[key] for key in _STRUCTURE if key in schema}
    if "properties" in kept:
        kept["properties"] = {key: _bare(value) for key, value in kept["properties"].items()}
    if "items" in kept:
        kept["items"] = _bare(kept["items"])
    return kept


def request(chosen: dict[str, Any], item: dict[str, Any], model: str) -> dict[str, Any]:
    """What is sent for one item of the catalogue. An item may bring its own `system`, null for none."""
    system = item.get("system", chosen["system"])
    return {
        "model": model,
        "max_tokens": 1024,
        "tools": chosen["tools"],
        "messages": messages(item["turns"]),
        **({"system": system} if system else {}),
        **item.get("options", {}),
    }


def messages(turns: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """A `call` among the turns is one already made: the assistant's turn, then the user's with its result."""
    said: list[dict[str, Any]] = []
    for number, turn in enumerate(turns, 1):
        if "call" in turn:
            said += _called(turn, f"toolu_catalogue{number:02d}")
        else:
            ((role, text),) = turn.items()
            said.append({"role": role, "content": text})
    return said


def _called(turn: dict[str, Any], id: str) -> list[dict[str, Any]]:
    call = {"type": "tool_use", "id": id, "name": turn["call"], "input": turn["input"]}
    text = turn["result"]
    if not isinstance(text, str):
        text = json.dumps(text, ensure_ascii=False)
    result: dict[str, Any] = {"type": "tool_result", "tool_use_id": id, "content": text}
    if turn.get("error"):
        result["is_error"] = True
    return [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
