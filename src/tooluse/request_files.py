"""Reading requests from a file as they come: one body, several, a conversation, a recording of exchanges."""

import json
import re
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tooluse.config import settings
from tooluse.places import CommandError, reason

MAX_TOKENS = 4096  # of a request that is made around a bare conversation
_PYTHON = "Un dict Python n'est pas encore du JSON : écrivez-le avec json.dump(requête, fichier)."
_TOO_LONG = 4000  # digits: Python refuses to read more than 4300 as an integer
_MARKS = {b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16", b"\xef\xbb\xbf": "utf-8-sig"}
_NOTEBOOK = "c'est un carnet, pas une requête. Donnez le corps JSON envoyé à l'API (client.calls[0].request)."


@dataclass
class Item:
    """One request body; of a recorded one also its answer, and the headers where they were kept."""

    request: Any
    response: Any = None
    recorded: bool = False
    counting: bool = False
    headers: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Found:
    """What a file holds: `kind` is how to call it, in French."""

    kind: str
    items: list[Item]


def read(name: str) -> Found:
    """The requests in a file, or in what comes in when the name is `-`. Raises CommandError."""
    where = "l'entrée" if name == "-" else name
    text = _text(_bytes(name, where), where)
    if not text.strip():
        raise CommandError(
            f"{where} est vide. Donnez le corps JSON d'une requête, ou - pour l'entrée standard."
        )
    values, lines = _values(text, where)
    if isinstance(values, dict) and "nbformat" in values:
        raise CommandError(f"{where} : {_NOTEBOOK}")
    return _found(values, lines)


def _bytes(name: str, where: str) -> bytes:
    try:
        if name != "-":
            return Path(name).read_bytes()
        return sys.stdin.buffer.read() if sys.stdin is not None else b""
    except (OSError, ValueError) as error:
        raise CommandError(f"{where} ne peut pas être lu : {reason(error)}.") from None


def _text(data: bytes, where: str) -> str:
    """PowerShell writes UTF-16, Notepad a mark in front; JSON itself begins with an ASCII sign."""
    encoding = next((name for mark, name in _MARKS.items() if data.startswith(mark)), "utf-8")
    if encoding == "utf-8" and b"\0" in data[:2]:
        encoding = "utf-16-be" if data[:1] == b"\0" else "utf-16-le"
    try:
        return data.decode(encoding)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise CommandError(
            f"{where}, ligne {line} : ce n'est pas du texte en UTF-8. Enregistrez le fichier en UTF-8."
        ) from None


def _values(text: str, where: str) -> tuple[Any, bool]:
    """The JSON value of a text, or the list of those of its lines, and which of the two."""
    try:
        return _parsed(text), False
    except json.JSONDecodeError as error:
        numbered = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
        if len(numbered) == 1 or not _is_value(numbered[0][1]):
            raise _unreadable(where, error.lineno, error) from None
        return [_line(where, at, line) for at, line in numbered], True
    except RecursionError:
        raise _too_deep(where) from None


def _line(where: str, at: int, line: str) -> Any:
    try:
        return _parsed(line)
    except json.JSONDecodeError as error:
        raise _unreadable(where, at, error) from None
    except RecursionError:
        raise _too_deep(f"{where}, ligne {at}") from None


def _is_value(line: str) -> bool:
    try:
        return isinstance(_parsed(line), dict | list)
    except (ValueError, RecursionError):
        return False


def _parsed(text: str) -> Any:
    return json.loads(text, parse_int=_integer, parse_constant=lambda name: _no_constant(text, name))


def _integer(digits: str) -> int:
    """Of a number too long for Python, only the size matters."""
    if len(digits) <= _TOO_LONG:
        return int(digits)
    return -(10**_TOO_LONG) if digits[0] == "-" else 10**_TOO_LONG


def _no_constant(text: str, name: str) -> None:
    place = re.search(rf"(?<![\w\"]){name}\b", text)
    raise json.JSONDecodeError(f"{name} is no JSON", text, place.start() if place else 0)


def _unreadable(where: str, line: int, error: json.JSONDecodeError) -> CommandError:
    column, doc = error.colno, error.doc
    said = doc[error.pos : error.pos + 20].split("\n")[0]
    at = f"devant « {said.strip()} »" if said.strip() else "à la fin : il manque quelque chose"
    python = re.match(r"'|None|True|False", said) or re.match(r"\s*[\[{]\s*'", doc)
    hint = f" {_PYTHON}" if python else ""
    return CommandError(f"{where} n'est pas du JSON : ligne {line}, colonne {column}, {at}.{hint}")


def _too_deep(where: str) -> CommandError:
    return CommandError(f"{where} : trop de niveaux imbriqués. L'API non plus ne lirait pas ce JSON.")


def _found(value: Any, lines: bool) -> Found:
    if _is_conversation(value):
        request = {"model": settings().model, "max_tokens": MAX_TOKENS, "messages": value}
        return Found("conversation", [Item(request)])
    if isinstance(value, dict) and isinstance(value.get("requests"), list):  # the body of a batch
        value = value["requests"]
    values = value if isinstance(value, list) else [value]
    if lines and values and isinstance(values[0], dict) and values[0].get("tooluse") == "recording":
        values = values[1:]
    items = [_item(entry) for entry in values]
    if not items:
        return Found("liste vide", [])
    return Found("enregistrement" if items[0].recorded else "requêtes", items)


def _is_conversation(value: Any) -> bool:
    """A list of messages without a request around it; `[]` is nobody's conversation."""
    return isinstance(value, list) and bool(value) and all(isinstance(m, dict) and "role" in m for m in value)


def _item(entry: Any) -> Item:
    if not isinstance(entry, dict) or "messages" in entry:
        return Item(entry)
    if isinstance(entry.get("params"), dict):
        return Item(entry["params"])
    if "request" not in entry:
        return Item(entry)
    headers = entry.get("headers") if isinstance(entry.get("headers"), dict) else {}
    named = {str(name).lower(): str(text) for name, text in headers.items()}
    counting = str(entry.get("path", "")).endswith("/count_tokens")
    return Item(entry["request"], entry.get("response"), True, counting, named)
