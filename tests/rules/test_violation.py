"""A violation speaks twice: in the API's words, and in French to a learner."""

import subprocess
import sys

from tooluse.rules import RULES, Violation, check

BODY = {"model": "claude-sonnet-5", "max_tokens": 1, "messages": []}


def test_what_a_violation_says():
    (violation,) = check(BODY)
    assert violation == Violation(
        rule="messages-empty",
        path="messages",
        message="messages: at least one message is required",
        severity="error",
    )
    assert violation.meaning.startswith("La liste")
    assert violation.lesson == "01"


def test_french_is_typeset():
    (violation,) = check(BODY)
    assert "toute la conversation\u00a0:" in violation.why


def test_each_rule_can_be_told_in_french():
    for rule in RULES:
        violation = Violation(rule.name, "", "", rule.severity)
        assert all([violation.meaning, violation.why, violation.remedy, violation.lesson])


def imported_after(code):
    """The top-level modules loaded in a fresh interpreter."""
    script = f"import sys\n{code}\nprint(' '.join({{name.partition('.')[0] for name in sys.modules}}))"
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    return set(run.stdout.split())


def test_rules_need_no_sdk_and_load_jsonschema_only_for_a_schema():
    loaded = imported_after("from tooluse.rules import check\nlist(check({'messages': [{'role': 'user'}]}))")
    assert not loaded & {"anthropic", "httpx2", "pydantic", "ipywidgets", "jsonschema"}


def test_jsonschema_is_imported_without_its_slow_grammar_and_leaves_no_trace():
    tool = {"name": "t", "input_schema": {"type": "object"}}
    loaded = imported_after(f"from tooluse.rules import check\nlist(check({{'tools': [{tool}]}}))")
    assert "jsonschema" in loaded
    assert not loaded & {"rfc3987_syntax", "lark"}
