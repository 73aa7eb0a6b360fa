"""The form of a recording: a JSONL file, a first line that says what it is, then one exchange a line."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tooluse.mock.models.script_fault import cannot
from tooluse.places import reason

VERSION = 1
_START_AGAIN = "Enregistrez de nouveau, dans un autre fichier."


@dataclass(frozen=True)
class Tape:
    """A recording that was read: its header, and its exchanges as they stand in the file."""

    header: dict[str, Any]
    exchanges: list[dict[str, Any]]


def read_text(source: str | Path, what: str) -> tuple[str, str]:
    """The text of a file, and how to call it in a message. JSON itself may be given instead of a path."""
    if isinstance(source, str) and source.lstrip("\ufeff \t\r\n")[:1] in ("[", "{"):
        return source.lstrip("\ufeff"), what[0].upper() + what[1:]
    path = Path(source)
    try:
        return path.read_text(encoding="utf-8-sig"), path.name
    except FileNotFoundError:
        raise cannot(f"{what[0].upper() + what[1:]} {path} n'existe pas. Vérifiez le chemin.") from None
    except UnicodeDecodeError:
        raise cannot(f"{path} n'est pas un texte en UTF-8. Enregistrez-le en UTF-8.") from None
    except (OSError, ValueError) as error:
        raise cannot(f"{path} ne peut pas être lu : {reason(error)}.") from None


def is_recording(text: str) -> bool:
    """Whether the first line is the header of a recording."""
    return _header(text) is not None


def _header(text: str) -> dict[str, Any] | None:
    try:
        header = json.loads(text.lstrip().partition("\n")[0])
    except (ValueError, RecursionError):
        return None
    return header if isinstance(header, dict) and header.get("tooluse") == "recording" else None


def read_tape(source: str | Path) -> Tape:
    """Read a recording. Raises ScriptFault, which says which line is wrong."""
    text, where = read_text(source, "l'enregistrement")
    header = _header(text)
    if header is None:
        raise cannot(
            f'{where} n\'est pas un enregistrement : la ligne 1 devrait être {{"tooluse": "recording", …}}.'
        )
    if header.get("version") != VERSION:
        raise cannot(
            f"{where} : version {header.get('version')!r}, alors que ce kit lit la version {VERSION}. "
            f"{_START_AGAIN}"
        )
    lines = text.lstrip().split("\n")
    found = [
        _exchange(line, f"{where}, ligne {at}") for at, line in enumerate(lines, 1) if at > 1 and line.strip()
    ]
    return Tape(header, found)


def _exchange(line: str, where: str) -> dict[str, Any]:
    try:
        exchange = json.loads(line)
    except (ValueError, RecursionError):
        raise cannot(
            f"{where} : ce n'est pas du JSON. La fin du fichier manque peut-être. {_START_AGAIN}"
        ) from None
    wanted = {"request": object, "status": int, "response": (dict, type(None))}
    for name, kind in wanted.items():
        if (
            not isinstance(exchange, dict)
            or not isinstance(exchange.get(name, ...), kind)
            or name not in exchange
        ):
            raise cannot(f"{where} : un échange a besoin de `{name}`. {_START_AGAIN}")
    return exchange


def line_of(value: dict[str, Any]) -> bytes:
    """One line of a recording; half a surrogate pair stays readable as JSON."""
    return json.dumps(value, ensure_ascii=False).encode("utf-8", "backslashreplace") + b"\n"
