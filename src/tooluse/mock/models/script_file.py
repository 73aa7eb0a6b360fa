"""Scripts as JSON: one element a reply, so that a whole conversation can stand in a file."""

import inspect
import json
from pathlib import Path
from typing import Any

from tooluse.mock import failures
from tooluse.mock.models.replay import ReplayModel
from tooluse.mock.models.reply import STOP_REASONS, Reply, reply, text, thinking
from tooluse.mock.models.script_fault import ScriptFault, cannot
from tooluse.mock.models.scripted import ScriptedModel
from tooluse.mock.strikes import Failure
from tooluse.mock.tape import is_recording, read_text

_FORM = 'Une ligne est un texte, une liste de blocs, `{"content": […]}` ou `{"failure": "overloaded"}`.'
_OPTIONS = {
    "stop_reason": str,
    "stop_sequence": str,
    "stop_details": dict,
    "input_tokens": int,
    "output_tokens": int,
    "expect": str,
    "id": str,
    "usage": dict,
}
_OF_A_MESSAGE = ("type", "role", "model", "container", "diagnostics")  # of a response pasted whole: no matter
_NOT_A_LINE = {"Cut", "Failure", "NoAnswer", "Pending"}
FAILURES = sorted(set(failures.__all__) - _NOT_A_LINE)


def read_script(source: str | Path, *, repeat: bool = False) -> ScriptedModel | ReplayModel:
    """The model of a JSON script: the path of a file, or the JSON itself.

    A script is a list, one element a reply:

    - ``"Bonjour."``: a text;
    - ``["Je regarde.", {"type": "tool_use", "name": "get_weather", "input": {"city": "Lyon"}}]``: blocks;
    - ``{"content": …, "stop_reason": …, "expect": "text of the request"}``: the same, with the options of
      ``reply``; the body of a response of the API will do;
    - ``{"failure": "rate_limit", "retry_after": 2}``: a failure on demand, with its options.

    ``repeat`` begins again at the end. A recording gives a ReplayModel. Raises ScriptFault, in French, which
    says where the JSON or a line is wrong.
    """
    written, where = read_text(source, "le script")
    if is_recording(written):
        return ReplayModel(source)
    try:
        lines = json.loads(written)
    except RecursionError:
        raise cannot(f"{where} : le JSON est trop profond.") from None
    except ValueError as error:
        raise cannot(
            f"{where} n'est pas du JSON{_place(error)} Manque-t-il une virgule ou un guillemet ?"
        ) from None
    if not isinstance(lines, list):
        raise cannot(f"{where} : un script est une liste JSON, `[…]`, une réplique par élément. {_FORM}")
    built = [_line(line, f"{where}, ligne {at}") for at, line in enumerate(lines, 1)]
    try:
        return ScriptedModel(built, repeat=repeat)
    except TypeError as error:  # a failure that spoils the next line, and no next line
        raise cannot(f"{where} : {error}") from None


def _place(error: ValueError) -> str:
    if isinstance(error, json.JSONDecodeError):
        return f", à la ligne {error.lineno}, colonne {error.colno} du fichier."
    return "."


def _line(line: Any, where: str) -> Reply | Failure:
    if isinstance(line, dict) and "failure" in line:
        return _failure(line, where)
    if isinstance(line, dict) and "content" in line and line.get("type") in (None, "message"):
        return _reply(line["content"], line, where)
    if isinstance(line, (str, list)) or (isinstance(line, dict) and "type" in line):
        return _reply(line, {}, where)
    raise cannot(f"{where} : `{_short(line)}` n'est pas une réplique. {_FORM}")


def _reply(content: Any, line: dict[str, Any], where: str) -> Reply:
    blocks = content if isinstance(content, list) else [content]
    built = [_block(block, where) for block in blocks]
    return reply(*built, **_options(line, where))


def _options(line: dict[str, Any], where: str) -> dict[str, Any]:
    options = {name: value for name, value in line.items() if name not in ("content", *_OF_A_MESSAGE)}
    for name, value in options.items():
        if name not in _OPTIONS:
            raise cannot(
                f"{where} : `{name}` est inconnu. Champs possibles : content, {', '.join(_OPTIONS)}."
            )
        wanted = _OPTIONS[name]
        if value is not None and (not isinstance(value, wanted) or isinstance(value, bool)):
            raise cannot(f"{where} : `{name}` vaut `{_short(value)}`, il faut {_KINDS[wanted]}.")
    reason = options.get("stop_reason")
    if reason is not None and reason not in STOP_REASONS:
        known = ", ".join(STOP_REASONS)
        raise cannot(f"{where} : stop_reason={reason!r} n'existe pas. Valeurs : {known}.")
    return options


_KINDS = {str: "un texte", int: "un nombre entier", dict: "un objet JSON", list: "une liste"}
_NEEDED = {  # of each block: its fields and their types
    "text": {"text": str},
    "tool_use": {"name": str, "input": dict},
    "server_tool_use": {"name": str, "input": dict},
    "thinking": {"thinking": str, "signature": str},
}


def _block(block: Any, where: str) -> dict[str, Any]:
    if isinstance(block, str):
        return text(block)
    if not isinstance(block, dict) or not isinstance(block.get("type"), str):
        raise cannot(
            f"{where} : `{_short(block)}` n'est pas un bloc. Un bloc est un texte ou un objet avec `type`."
        )
    kind = block["type"]
    filled = {**_defaults(kind), **block}
    for name, wanted in _NEEDED.get(kind, {}).items():
        if not isinstance(filled.get(name), wanted):
            raise cannot(
                f"{where} : le bloc {kind} a besoin de `{name}`, {_KINDS[wanted]} ; "
                f"il a `{_short(filled.get(name))}`."
            )
    return filled


def _defaults(kind: str) -> dict[str, Any]:
    if kind == "thinking":
        return thinking()
    if kind == "tool_use":
        return {"input": {}, "id": None, "caller": {"type": "direct"}}
    return {"input": {}, "id": None} if kind == "server_tool_use" else {}


def _failure(line: dict[str, Any], where: str) -> Failure:
    name = line["failure"]
    if name not in FAILURES:
        raise cannot(f"{where} : la panne `{_short(name)}` n'existe pas. Pannes : {', '.join(FAILURES)}.")
    make = getattr(failures, name)
    options = {key: value for key, value in line.items() if key != "failure"}
    known = list(inspect.signature(make).parameters)
    for option in options:
        if option not in known:
            raise cannot(
                f"{where} : la panne {name} n'a pas d'option `{option}`. Options : {', '.join(known)}."
            )
    try:
        return make(**options)
    except ScriptFault:
        raise
    except (TypeError, ValueError, AttributeError) as error:
        raise cannot(f"{where} : la panne {name} ne va pas. {error}") from None


def _short(value: Any) -> str:
    shown = json.dumps(value, ensure_ascii=False)
    return shown if len(shown) <= 60 else shown[:59] + "…"
