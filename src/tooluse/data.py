"""Where the kit's data stand, and how they are read.

Notebooks run one to four folders deep, so nothing in the kit looks for data relative to the working
directory: a wheel carries them inside the package, a checkout beside `src`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


class MissingData(LookupError):
    """A file of the kit is not there: which one, what is there, what to do; in French, for a learner."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]


@cache
def data_dir() -> Path:
    """The folder that holds `rules/`, `models.json` and the rest."""
    packaged = _PACKAGE / "_data"
    return packaged if packaged.is_dir() else _PACKAGE.parents[1] / "data"


def read_json(*parts: str) -> Any:
    """One JSON file under `data_dir()`, read afresh: `read_json("rules", "extra-field.json")`.

    Raises MissingData, which says what is there instead.
    """
    path = data_dir().joinpath(*parts)
    try:
        return json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise MissingData(_missing(path)) from None


def _missing(path: Path) -> str:
    remedy = "Décompressez de nouveau le kit, ou relancez la commande d'installation du README."
    if not data_dir().is_dir():
        return f"Le dossier de données du kit n'existe pas\u00a0: {data_dir()}. {remedy}"
    there = ", ".join(sorted(entry.name for entry in path.parent.glob("*"))) or "rien"
    return f"{path.relative_to(data_dir())} manque dans {data_dir()}, où se trouve\u00a0: {there}. {remedy}"
