"""`tooluse lint --explain RULE`: what a rule means, and its bad and its good example."""

import json
from difflib import get_close_matches
from typing import Any

from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.lint.report import WORDS
from tooluse.places import CommandError
from tooluse.rules import RULES, Violation
from tooluse.rules.lint_catalogue import LINT_RULES


def explain(name: str) -> str:
    """Raises CommandError when there is no such rule: it names the nearest, or those of the linter."""
    rules = {rule.name: rule for rule in (*RULES, *LINT_RULES)}
    rule = rules.get(name.strip().lower().replace("_", "-"))
    if rule is None:
        near = get_close_matches(name.lower(), rules, 3, 0.5)
        known = ", ".join(near or [rule.name for rule in LINT_RULES])
        raise CommandError(f"la règle « {name} » n'existe pas. Règles proches : {known}.")
    told = Violation(rule.name, "", "", rule.severity)
    cases = read_json("rules", f"{rule.name}.json")["cases"]
    lines = [f"{rule.name} ({WORDS[rule.severity]}, leçon {told.lesson})", "", told.meaning, ""]
    lines += [f"Pourquoi : {told.why}", f"Remède : {told.remedy}"]
    for title, valid in (("À ne pas faire", False), ("À faire", True)):
        case = next(case for case in cases if case["valid"] is valid)
        lines += ["", typeset(f"{title} ({case['name']}) :"), _example(case.get("request"))]
    return "\n".join(typeset(line) if index < 6 else line for index, line in enumerate(lines))


def _example(request: Any) -> str:
    """The tools of a case: the rest of its request is the same everywhere. Else what the case is about."""
    if isinstance(request, dict) and request.get("tools"):
        tools = request["tools"]
        request = tools[0] if len(tools) == 1 else tools
    return json.dumps(request, ensure_ascii=False, indent=2)
