"""The catalogue against literal refusals: each file of `data/rules/` is a suite for the rule of its name.

In a literal, `{…}` stands for a part that no source gives. An empty list of literals means that the API's
sentence is not public (or that it has none: a warning); then only the place counts."""

import re

import pytest
from cases import CASES, FILES, options_of, request_of

from tooluse.rules import RULES, check
from tooluse.rules.lint_catalogue import LINT_RULES, advise

SEVERITY = {rule.name: rule.severity for rule in (*RULES, *LINT_RULES)}
LINT = {rule.name for rule in LINT_RULES}


def cases(valid):
    chosen = [(rule, case) for rule, case in CASES if case["valid"] is valid]
    names = [f"{rule}: {case['name']}" for rule, case in chosen]
    return pytest.mark.parametrize("rule, case", chosen, ids=names)


def judged(rule, case):
    """A case of the linter is judged by its rules too; they would find fault with any short description."""
    found = list(check(request_of(case), **options_of(case)))
    return [*found, *advise(request_of(case))] if rule in LINT else found


def matches(literal, message):
    pattern = ".*".join(re.escape(part) for part in literal.split("{…}"))
    return re.fullmatch(pattern, message, re.DOTALL) is not None


@cases(valid=False)
def test_an_invalid_request_is_reported_as_the_api_does(rule, case):
    reported = [violation for violation in judged(rule, case) if violation.severity == SEVERITY[rule]]
    assert reported, "nothing to report"
    first = reported[0]  # the API reports one
    assert (first.rule, first.path) == (rule, case["path"])
    assert not case["messages"] or any(matches(literal, first.message) for literal in case["messages"])


@cases(valid=True)
def test_a_valid_request_is_accepted(rule, case):
    violations = judged(rule, case)
    assert [v for v in violations if v.severity == "error"] == []
    assert rule not in {v.rule for v in violations}


@pytest.mark.parametrize("rule", SEVERITY)
def test_each_rule_has_both_kinds_of_cases_and_speaks_french(rule):
    entry = FILES[rule]
    assert {case["valid"] for case in entry["cases"]} == {True, False}
    for key in "meaning", "why", "remedy":
        assert len(entry[key]) > 30, key
        assert re.search(r"[.!?]$", entry[key]), key
        assert len(re.findall(r"[.!?](?= [A-ZÀÉ`]|$)", entry[key])) in (1, 2), key
    assert re.fullmatch(r"\d\d|[AB]", entry["lesson"])


def test_no_file_is_without_its_rule():
    assert FILES.keys() == SEVERITY.keys()


def test_cases_have_names_sources_and_complete_literals():
    for rule, entry in FILES.items():
        names = [case["name"] for case in entry["cases"]]
        assert len(names) == len(set(names)), rule
        assert all(case["source"] for case in entry["cases"]), rule
        literals = [literal for case in entry["cases"] for literal in case["messages"]]
        assert not re.search(r"\{\w+\}", " ".join(literals)), "a placeholder is not filled"
