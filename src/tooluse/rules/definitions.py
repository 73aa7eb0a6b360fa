"""Names, parameters and schemas of a tool: accepted by the API, yet poor. Only `tooluse lint` asks."""

import re
from collections.abc import Iterator
from typing import Any

from tooluse.rules.request import Finding, Request, Tool
from tooluse.rules.schema_check import Level
from tooluse.rules.vocabulary import fold, name_words, read, says, stem, words

TOGETHER = 4  # so many undescribed parameters are told in one sentence


def name_vague(request: Request) -> Iterator[Finding]:
    """The name says nothing of the tool's object: `search`, `process_data`."""
    for tool in request.custom_tools:
        name = tool.body.get("name")
        parts = name_words(name) if isinstance(name, str) else ()
        if parts and all(part in words("vague") for part in parts):
            path = f"{tool.path}.name"
            yield Finding(path, f"{path}: '{name}' does not tell what it acts on", details=(("name", name),))


def catch_all_parameter(request: Request) -> Iterator[Finding]:
    """One parameter chooses between reading and changing: no right, no confirmation can tell them apart."""
    for tool, place, name, schema in _parameters(request):
        choices = [value for value in _list(schema.get("enum")) if isinstance(value, str)]
        if name_words(name) and name_words(name)[-1] in words("catch_all"):
            reads = next((value for value in choices if _verb(value) in words("fetches")), "")
            changes = next((value for value in choices if _verb(value) in words("changes")), "")
            if reads and changes and reads != "GET":  # an HTTP client passes on the methods of HTTP
                path = f"{tool.path}.input_schema.{place}"
                told = (("name", name), ("read", reads), ("write", changes))
                yield Finding(path, f"{path}: one parameter mixes reading and changing", details=told)


def required_needless(request: Request) -> Iterator[Finding]:
    """A parameter is required although it has a default, or calls itself optional.

    Not told of strict tools, where the docs advise to require what may be null."""
    for tool, place, name, schema, required in _parameters_with_required(request):
        if required and tool.body.get("strict") is not True:
            text = _text(schema)
            said = says("optional", fold(text))
            if said or "default" in schema:
                path = f"{tool.path}.input_schema.{place}"
                quote = text[said.start() : said.end()].strip(" ()[],;:.-") if said else "default"
                yield Finding(
                    path, f"{path}: required, yet optional", details=(("name", name), ("quote", quote))
                )


def parameter_undescribed(request: Request) -> Iterator[Finding]:
    """A parameter has no description, or one that repeats its name."""
    for tool, level in _levels(request):
        mute = {name: kind for name, schema in _properties(level) if (kind := _muteness(name, schema))}
        if {"x", "y"} <= mute.keys():  # coordinates are understood
            mute = {name: kind for name, kind in mute.items() if name not in ("x", "y", "z")}
        where = ".".join([f"{tool.path}.input_schema", *level.place, "properties"])
        if len(mute) >= TOGETHER:
            names = ", ".join(list(mute)[:6]) + (", …" if len(mute) > 6 else "")
            told = (("variant", "many"), ("count", str(len(mute))), ("names", names))
            yield Finding(where, f"{where}: {len(mute)} parameters without a description", details=told)
            continue
        for name, kind in mute.items():
            path = f"{where}.{name}"
            yield Finding(path, f"{path}: no description", details=(("variant", kind), ("name", name)))


def pattern_unanchored(request: Request) -> Iterator[Finding]:
    """A pattern is not tied to both ends of the text: JSON Schema searches, `MADRID` meets `[A-Z]{3}`."""
    for tool, level in _levels(request):
        pattern = level.schema.get("pattern")
        if isinstance(pattern, str) and _is_loose(pattern):
            path = ".".join([f"{tool.path}.input_schema", *level.place, "pattern"])
            yield Finding(
                path,
                f"{path}: the pattern is not anchored",
                details=(("pattern", pattern), ("anchored", _anchored(pattern))),
            )


def enum_case(request: Request) -> Iterator[Finding]:
    """Two values of an enum differ in case only: the model chooses at random, and strict does not help."""
    for tool, level in _levels(request):
        seen: dict[str, str] = {}
        for value in _list(level.schema.get("enum")):
            if isinstance(value, str) and seen.setdefault(value.casefold(), value) != value:
                path = ".".join([f"{tool.path}.input_schema", *level.place, "enum"])
                told = (("first", seen[value.casefold()]), ("second", value))
                yield Finding(path, f"{path}: two values differ in case only", details=told)
                break


def _verb(value: str) -> str:
    return (name_words(value) or ("",))[0]


def _levels(request: Request) -> Iterator[tuple[Tool, Level]]:
    return ((tool, level) for tool, levels in request.schemas for level in levels)


def _properties(level: Level) -> Iterator[tuple[str, Any]]:
    properties = level.schema.get("properties")
    for name, schema in properties.items() if isinstance(properties, dict) else ():
        if isinstance(name, str):
            yield name, schema


def _parameters_with_required(request: Request) -> Iterator[tuple[Tool, str, str, dict[str, Any], bool]]:
    for tool, level in _levels(request):
        required = [name for name in _list(level.schema.get("required")) if isinstance(name, str)]
        for name, schema in _properties(level):
            if isinstance(schema, dict):
                yield tool, ".".join([*level.place, "properties", name]), name, schema, name in required


def _parameters(request: Request) -> Iterator[tuple[Tool, str, str, dict[str, Any]]]:
    return (found[:4] for found in _parameters_with_required(request))


def _muteness(name: str, schema: Any) -> str:
    """How a parameter keeps silent: `none`, `letter`, `repeats`; empty when it speaks."""
    if isinstance(schema, dict):
        told, few = _text(schema), len(_list(schema.get("enum"))) > 1
        if few or "$ref" in schema or "const" in schema:
            return ""
        if told.strip():
            return "repeats" if _is_hollow(name, told) else ""
        variants = [*_list(schema.get("anyOf")), *_list(schema.get("oneOf")), *_list(schema.get("allOf"))]
        if any(isinstance(variant, dict) and ("$ref" in variant or _text(variant)) for variant in variants):
            return ""
    return "letter" if len(name) == 1 else "none"


def _is_hollow(name: str, told: str) -> bool:
    """A name that says little, and a description that says no more: `query`, "The query"."""
    parts = name_words(name)
    if len(told) > 60 or not all(part in words("hollow") for part in parts):
        return False
    known = {stem(word) for word in parts} | words("generic")
    return all(stem(word) in known or word in known for word in read(told).words)


def _text(schema: dict[str, Any]) -> str:
    return schema["description"] if isinstance(schema.get("description"), str) else ""


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


_PART = re.compile(r"\\.|\[\^?\]?(?:\\.|[^\]\\])*\]|[()|]|[^\\\[()|]", re.DOTALL)
_CONTAINS = re.compile(r"\\[SsWwDd]|\.|\[[^\]]*\]")


def _is_loose(pattern: str) -> bool:
    """Whether a text may hold more than the pattern means.

    Left alone: what asks for one character anywhere (`\\S`), and a fixed beginning or end (`^https?://`)."""
    if _CONTAINS.fullmatch(pattern.rstrip("+*")) or not pattern:
        return False
    branches = [[]]
    depth = 0
    for part in _PART.findall(pattern):
        depth += {"(": 1, ")": -1}.get(part, 0)
        if part == "|" and depth == 0:
            branches.append([])
        else:
            branches[-1].append(part)
    return any(_is_loose_branch(parts) for parts in branches)


def _anchored(pattern: str) -> str:
    bare = pattern.removeprefix("^")
    bare = bare if bare.endswith(r"\$") else bare.removesuffix("$")
    return f"^(?:{bare})$" if "|" in bare else f"^{bare}$"


def _is_loose_branch(parts: list[str]) -> bool:
    if not parts:
        return False
    begins = parts[0] == "^" or parts[0] == "(" and "^" in parts[:4]
    ends = parts[-1] in ("$", r"\Z", r"\z") or parts[-1] == ")" and "$" in parts[-3:]
    if begins and ends:
        return False
    if begins:
        return not _is_fixed(parts[-1])
    return not ends or not _is_fixed(parts[0])


def _is_fixed(part: str) -> bool:
    """A literal character: a beginning like `^https://` and an end like `\\.md$` are meant as such."""
    return (
        len(part) == 1 and (part.isalnum() or part in "/:-_#@, ") or len(part) == 2 and not part[1].isalnum()
    )
