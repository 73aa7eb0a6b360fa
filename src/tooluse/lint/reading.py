"""One file, or standard input: JSON, Python or a notebook."""

import json
import sys
from pathlib import Path

from tooluse.lint.catalogues import Source, catalogue_of
from tooluse.lint.places import Lines, json_places
from tooluse.lint.python_source import read_module, read_notebook
from tooluse.places import CommandError, reason, short

STDIN = "-"
_EMPTY = (
    "aucune définition d'outil. Attendu : une liste d'outils, un outil, une requête avec tools, "
    "la réponse tools/list d'un serveur MCP, ou un module Python qui en contient une."
)


def read_source(file: str) -> Source:
    """The tool definitions of a file, with their places. Raises CommandError when there are none to read."""
    name = "entrée standard" if file == STDIN else short(Path(file))
    text = _text(file, name)
    try:
        source = _parsed(file, name, text)
    except SyntaxError as error:
        raise CommandError(
            f"{name}, ligne {error.lineno or 1} : Python ne peut pas lire ce fichier."
        ) from None
    except json.JSONDecodeError as error:
        where = f"{name}:{error.lineno}:{error.colno}"
        raise CommandError(f"{where} : ce n'est pas du JSON ({error.msg}).") from None
    except (ValueError, RecursionError):
        raise CommandError(
            f"{name} n'est pas lisible : imbrication trop profonde, ou carnet abîmé."
        ) from None
    if not source.catalogues and not source.unread:
        raise CommandError(f"{name} : {_EMPTY}")
    return source


def _text(file: str, name: str) -> str:
    try:
        data = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
        return data.decode("utf-8-sig")
    except OSError as error:
        raise CommandError(f"{name} ne peut pas être lu : {reason(error)}.") from None
    except UnicodeDecodeError:
        raise CommandError(f"{name} n'est pas un texte en UTF-8.") from None


def _parsed(file: str, name: str, text: str) -> Source:
    suffix = Path(file).suffix.lower()
    if suffix in (".py", ".pyi"):
        return read_module(name, text)
    if suffix == ".ipynb":
        return read_notebook(name, text)
    try:
        value = json.loads(text)
    except json.JSONDecodeError:
        if file == STDIN and text.lstrip()[:1] not in ("{", "["):
            return read_module(name, text)
        raise
    found = catalogue_of(value, json_places(text))
    if found:
        found.lines = Lines(text)
    return Source(name, [found] if found else [])
