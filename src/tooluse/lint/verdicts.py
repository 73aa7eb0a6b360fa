"""The verdicts on a catalogue of tools: what the API would refuse, then what makes a definition poor."""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.lint.catalogues import Catalogue
from tooluse.lint.places import Place
from tooluse.lint.suggest import schema_fault
from tooluse.rules import Violation, default_model
from tooluse.rules.lint_catalogue import check_and_advise

_RETURNS = ("return-missing", "empty-case-missing", "unit-missing")
_PATH = re.compile(r"tools\.(\d+)\.?(?:[^.]*\.?)(.*)")
_RANK = {"error": 0, "warning": 1, "note": 2}


class Verdict(NamedTuple):
    place: Place
    tool: str
    violation: Violation
    more: str = ""  # what only the linter can tell of an error


def lint(tools: list[Any], *, strict: bool = False) -> Iterator[Violation]:
    """What the rules say of tool definitions in the API's form. `strict`: as if each tool were strict."""
    if strict:
        tools = [{**tool, "strict": True} if _is_custom(tool) else tool for tool in tools]
    messages = [{"role": "user", "content": "…"}]
    request = {"model": default_model(), "max_tokens": 1024, "messages": messages, "tools": tools}
    return check_and_advise(request)


def judge(catalogue: Catalogue, *, strict: bool = False) -> list[Verdict]:
    """The same with places, tool by tool, errors first."""
    found = []
    for violation in lint(catalogue.tools, strict=strict):
        matched = _PATH.fullmatch(violation.path)
        index, rest = (int(matched[1]), matched[2]) if matched else (0, "")
        if violation.rule in _RETURNS and index in catalogue.returns_told:
            continue
        parts, more = rest.split(".") if rest else [], ""
        if violation.rule == "input-schema-invalid":
            inside, more = schema_fault(catalogue.tools[index].get("input_schema"))
            parts += inside
        place = catalogue.place(index, parts)
        found.append((index, Verdict(place, _name(catalogue.tools, index), violation, more)))
    found.sort(key=lambda entry: (entry[0], _RANK[entry[1].violation.severity]))
    return [verdict for _, verdict in found]


def _is_custom(tool: Any) -> bool:
    return isinstance(tool, dict) and tool.get("type") in (None, "custom")


def _name(tools: list[Any], index: int) -> str:
    tool = tools[index] if index < len(tools) else None
    name = tool.get("name") if isinstance(tool, dict) else None
    return name if isinstance(name, str) else ""
