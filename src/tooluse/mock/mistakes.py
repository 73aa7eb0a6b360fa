"""Mistakes that a model makes in its calls: each takes what it said and returns it with one mistake in it."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from tooluse.mock import arguments, variants
from tooluse.mock.blocks import Unfinished, eager_tools, json_text
from tooluse.mock.models.reply import Reply
from tooluse.mock.models.script_fault import ScriptFault, cannot
from tooluse.mock.strikes import Request

Block = dict[str, Any]
_ID_NAME = re.compile(r"(^|_)(id|ids|uuid|ref|refs|reference|référence|numero|numéro|number|code|sku)$", re.I)
_ID_VALUE = re.compile(r"(?=\S*\d)(?=\S*[A-Za-z])[\w.-]+")


def enum_value(said: Reply, request: Request, field: str | None, value: Any) -> Reply:
    """A value outside the enum; of a strict tool one that differs by capital letters alone."""
    for block, tool in _calls("wrong_enum", said, request):
        path, values = next(iter(_enums(block["input"], tool, field)), (None, None))
        if path is None:
            continue
        given = arguments.get(block["input"], path) if arguments.has(block["input"], path) else None
        wrong = variants.outside(values, given) if value is None else value
        if wrong in values:
            raise cannot(f"`failures.wrong_enum` : `{wrong!r}` fait partie de l'enum {values}.")
        if tool.get("strict") is True and not variants.only_case(wrong, values):
            raise _strict("wrong_enum", tool["name"])
        return _with(said, block, input=arguments.put(block["input"], path, wrong))
    raise _nothing("wrong_enum", "aucun outil appelé n'a de champ avec un `enum`", field)


def _enums(given: Block, tool: Block, field: str | None) -> list[tuple[arguments.Path, list[Any]]]:
    """The fields with an enum, and its values; those that the call fills come first."""
    found = [
        (path, values)
        for path, schema in arguments.fields(tool.get("input_schema"), given)
        if arguments.named(path, field) and arguments.has_room(given, path)
        if (values := arguments.allowed(schema))
    ]
    return sorted(found, key=lambda pair: not arguments.has(given, pair[0]))


def wrong_type(said: Reply, request: Request, field: str | None) -> Reply:
    """A value of a type that the schema does not allow: numbers, booleans and lists first, then texts."""
    for block, tool in _calls("wrong_type", said, request):
        filled = [
            (path, arguments.get(block["input"], path), names)
            for path, schema in arguments.fields(tool.get("input_schema"), block["input"])
            if arguments.named(path, field) and arguments.has(block["input"], path)
            if (names := arguments.types(schema))
        ]
        filled.sort(key=lambda found: isinstance(found[1], str))
        for path, value, names in filled:
            wrong = arguments.other_type(value)
            if not arguments.fits(wrong, names):
                _forbid_strict("wrong_type", tool)
                return _with(said, block, input=arguments.put(block["input"], path, wrong))
    raise _nothing("wrong_type", "aucun argument donné n'a de `type` dans le schéma de son outil", field)


def missing_field(said: Reply, request: Request, field: str | None) -> Reply:
    """A required argument is not there."""
    for block, tool in _calls("missing_field", said, request):
        required = (tool.get("input_schema") or {}).get("required")
        for name in required if isinstance(required, list) else ():
            if name in block["input"] and field in (None, name):
                _forbid_strict("missing_field", tool)
                return _with(said, block, input=arguments.without(block["input"], name))
    raise _nothing("missing_field", "aucun argument donné n'est dans `required`", field)


def invented_id(said: Reply, request: Request, field: str | None) -> Reply:
    """An identifier of the right form that nobody ever mentioned."""
    for sure in (True, False):  # a field whose name says so, before a value that merely looks like one
        for block, _ in _calls("invented_id", said, request, known=False):
            for path, value in arguments.leaves(block["input"]):
                if _is_id(path, value, field, sure):
                    invented = variants.invented(value, request)
                    return _with(said, block, input=arguments.put(block["input"], path, invented))
    raise _nothing("invented_id", "aucun argument donné ne ressemble à un identifiant", field)


def _is_id(path: arguments.Path, value: Any, field: str | None, sure: bool) -> bool:
    names = [step for step in path if isinstance(step, str)]
    if isinstance(value, bool) or not isinstance(value, (str, int)) or not names or value == "":
        return False
    if field is not None:
        return arguments.named(path, field)
    if sure:
        return bool(_ID_NAME.search(names[-1]))
    return isinstance(value, str) and bool(_ID_VALUE.fullmatch(value))


def unknown_tool(said: Reply, request: Request, name: str | None) -> Reply:
    """A call of a tool that the request does not declare, under a name that could be one."""
    declared = {tool.get("name") for tool in request.get("tools") or []}
    if name in declared:
        raise cannot(f"`failures.unknown_tool` : l'outil {name} est déclaré. Donnez un autre nom.")
    block, _ = next(_calls("unknown_tool", said, request, known=False))
    return _with(said, block, name=name or variants.near_name(block["name"], declared))


def two_calls(said: Reply, request: Request, other: Block | None) -> Reply:
    """A second call beside the first: ``other``, or the same tool with other plausible arguments."""
    choice = request.get("tool_choice") or {}
    if choice.get("disable_parallel_tool_use") is True:
        raise cannot(
            "`failures.two_calls()` : la requête porte `disable_parallel_tool_use`, et l'API s'y tient. "
            "Retirez ce champ."
        )
    block, tool = next(_calls("two_calls", said, request, known=False))
    second = other or {**block, "id": None, "input": variants.another(block["input"], tool, request)}
    at = said.content.index(block) + 1
    return replace(said, content=(*said.content[:at], second, *said.content[at:]), output_tokens=None)


def bad_json(said: Reply, request: Request) -> Reply:
    """Arguments that are no JSON: a comma too many. Only an eager tool in a stream can do that.

    Of all slips the SDK notices this one; it reads over others, and returns what came before them.
    """
    block, _ = next(_calls("bad_json", said, request, known=False))
    if request.get("stream") is not True:
        raise cannot(
            "`failures.bad_json()` : sans diffusion, l'API vérifie les arguments. Demandez `stream=True`."
        )
    if block["name"] not in eager_tools(request):
        raise cannot(
            f"`failures.bad_json()` : l'outil {block['name']} n'a pas `eager_input_streaming: true`, "
            "et l'API vérifie donc ses arguments avant de les envoyer. Ajoutez ce champ à sa définition."
        )
    spoilt = json_text(block["input"]).removesuffix("}") + ",}"
    content = tuple(Unfinished(one, spoilt) if one is block else one for one in said.content)
    return replace(said, content=content)


def _calls(
    failure: str, said: Reply, request: Request, *, known: bool = True
) -> Iterator[tuple[Block, dict[str, Any]]]:
    """Each call of the reply with the definition of its tool; ``known``: those that have one only."""
    tools = {tool.get("name"): tool for tool in request.get("tools") or [] if isinstance(tool, dict)}
    found = [block for block in said.content if block["type"] == "tool_use"]
    if not found:
        raise cannot(
            f"`failures.{failure}` n'a rien à changer : la réplique de Claude n'appelle aucun outil. "
            "Choisissez un appel où il en demande un : `client.inject(…, call=2)`."
        )
    for block in found:
        if not known or block["name"] in tools:
            yield block, tools.get(block["name"], {})


def _with(said: Reply, block: Block, **changes: Any) -> Reply:
    content = tuple({**one, **changes} if one is block else one for one in said.content)
    return replace(said, content=content)


def _nothing(failure: str, why: str, field: str | None) -> ScriptFault:
    about = f" qui s'appelle {field}" if field else ""
    return cannot(
        f"`failures.{failure}` n'a rien à changer : {why}{about}. "
        "Regardez `tools` dans la requête, ou choisissez un autre appel avec `call=`."
    )


def _strict(failure: str, name: str) -> ScriptFault:
    return cannot(
        f"`failures.{failure}` : l'outil {name} est `strict`, et l'API garantit alors que les arguments "
        "suivent le schéma. Retirez `strict` pour voir cette faute."
    )


def _forbid_strict(failure: str, tool: dict[str, Any]) -> None:
    if tool.get("strict") is True:
        raise _strict(failure, tool["name"])
