"""A submitted file, read with an open mind: bytes in, cells and oddities out. Pure functions."""

import codecs
import json
from dataclasses import dataclass, field

KINDS = ("code", "markdown", "raw")


@dataclass(frozen=True)
class Cell:
    """What counts of a submitted cell: its type and source; and the names by which it may be recognised."""

    kind: str
    source: str
    id: str | None = None
    grade_id: str | None = None


@dataclass
class Reading:
    cells: list[Cell] = field(default_factory=list)
    oddities: list[str] = field(default_factory=list)


class Unreadable(Exception):
    """There is no notebook in this file: the message says why, in French."""


def read(data: bytes) -> Reading:
    """Raises Unreadable, and nothing else, whatever the bytes."""
    text, oddities = _decode(data)
    notebook = _parse(text)
    version = notebook.get("nbformat")
    if version != 4:
        oddities.append(f"format de carnet nbformat {str(version)[:20]} au lieu de 4 : lu au mieux")
    found, cells = _cells(notebook), []
    for raw in found:
        cell = _cell(raw)
        if cell is not None:
            cells.append(cell)
    if len(cells) < len(found):
        oddities.append(f"{len(found) - len(cells)} cellule(s) illisible(s), laissée(s) de côté")
    return Reading(cells, oddities)


def _decode(data: bytes) -> tuple[str, list[str]]:
    if not data.strip(b" \t\r\n\0"):
        raise Unreadable("fichier vide")
    if data.startswith(codecs.BOM_UTF8):
        return data.decode("utf-8-sig", "replace"), ["fichier en UTF-8 avec marque d'ordre (BOM)"]
    encoding = json.detect_encoding(data)
    if encoding != "utf-8":
        return data.decode(encoding, "replace"), [f"fichier en {encoding[:6].upper()} au lieu d'UTF-8"]
    try:
        return data.decode("utf-8"), []
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace"), ["fichier qui n'est pas en UTF-8 : lu comme du Windows-1252"]


def _parse(text: str) -> dict:
    try:
        notebook = json.loads(text, parse_int=lambda digits: int(digits) if len(digits) < 20 else 0)
    except json.JSONDecodeError as error:
        conflict = " : marques de conflit git" if "\n<<<<<<<" in text or "\n>>>>>>>" in text else ""
        raise Unreadable(f"fichier qui n'est pas du JSON (ligne {error.lineno}{conflict})") from None
    except RecursionError:
        raise Unreadable("fichier JSON imbriqué trop profondément") from None
    if not isinstance(notebook, dict):
        raise Unreadable("fichier JSON qui n'est pas un carnet Jupyter")
    return notebook


def _cells(notebook: dict) -> list:
    """The cells of nbformat 4, or of 3, which kept them in worksheets."""
    sheets = notebook.get("worksheets")
    if isinstance(sheets, list):
        lists = [sheet.get("cells") for sheet in sheets if isinstance(sheet, dict)]
        cells = [cell for part in lists if isinstance(part, list) for cell in part]
    else:
        cells = notebook.get("cells")
    if not isinstance(cells, list):
        raise Unreadable("fichier JSON qui n'est pas un carnet Jupyter (pas de cellules)")
    if not cells:
        raise Unreadable("carnet sans cellule")
    return cells


def _cell(raw: object) -> Cell | None:
    if not isinstance(raw, dict) or raw.get("cell_type") not in KINDS:
        return None
    source = raw.get("source", raw.get("input", ""))
    if isinstance(source, list):
        source = "".join(part for part in source if isinstance(part, str))
    if not isinstance(source, str):
        return None
    return Cell(raw["cell_type"], _storable(source), _name(raw.get("id")), _name(_grade_id(raw)))


def _grade_id(raw: dict) -> object:
    metadata = raw.get("metadata")
    nbgrader = metadata.get("nbgrader") if isinstance(metadata, dict) else None
    return nbgrader.get("grade_id") if isinstance(nbgrader, dict) else None


def _name(value: object) -> str | None:
    return _storable(value) if isinstance(value, str) and value else None


def _storable(text: str) -> str:
    """Without lone surrogates, which no file can hold."""
    return text.encode("utf-8", "replace").decode("utf-8")
