"""The quick question of a server gets the answer that the whole report would give, asked once or again."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cases import CASES, options_of, request_of
from tests.rules.test_any_json import json_values, places, requests
from tooluse.rules import RULES, check, first_error
from tooluse.rules.fits import fits
from tooluse.rules.profiles import profile_of
from tooluse.rules.request import Request
from tooluse.rules.shape import faults

quickly = settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
FORMS = [{}, {"beta": True}, {"counting": True}, {"api_version": "2023-06-01"}]
KNOWN = [request_of(case) for _, case in CASES if "repeat" not in case]
names = [f"{rule}-{number}" for number, (rule, _) in enumerate(CASES)]


def reported(body, **options):
    return next((found for found in check(body, **options) if found.severity == "error"), None)


def judged(body):
    for options in FORMS:
        expected = reported(body, **options)
        assert first_error(body, **options) == expected
        assert first_error(copy.deepcopy(body), **options) == expected
        shape = {name: options[name] for name in ("beta", "counting") if name in options}
        assert fits(body, **shape) == (not faults(body, **shape))


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=names)
def test_every_case_of_the_catalogue(case):
    body, options = request_of(case), options_of(case)
    assert first_error(body, **options) == reported(body, **options)


@quickly
@given(st.data())
def test_a_known_request_with_one_place_changed(data):
    body = copy.deepcopy(data.draw(st.sampled_from(KNOWN)))
    holder, key = data.draw(st.sampled_from(places(body)))
    holder[key] = data.draw(json_values)
    judged(body)


@quickly
@given(requests)
def test_any_request(body):
    judged(body)


def number_of_lines(example, lines):
    """Two tools that Python finds equal and no rule does: an example of an integer."""
    schema = {"type": "object", "properties": {"lines": {"type": "integer"}}}
    tool = {"name": "read_lines", "input_schema": schema, "input_examples": [{"lines": lines}]}
    return {**example, "tools": [tool]}


def test_equal_values_are_not_the_same():
    plain = {"model": "claude-haiku-4-5", "max_tokens": 1, "messages": [{"role": "user", "content": "x"}]}
    right, wrong = number_of_lines(plain, 1), number_of_lines(plain, True)
    assert right == wrong
    assert first_error(right) is None
    assert first_error(wrong).rule == "input-example-invalid"
    assert first_error(right) is None


def test_a_rule_of_which_nothing_is_there_finds_nothing():
    """`fields` and `blocks` of a rule are a promise: without them it would find nothing if it were asked."""
    for body in KNOWN:
        subject = Request(body, profile_of(body), "2023-06-01")
        for rule in RULES:
            fields = set(rule.fields) & set(body if isinstance(body, dict) else ())
            if rule.fields and not fields or rule.blocks and not set(rule.blocks) & set(subject.block_types):
                assert not list(rule.check(subject)), rule.name


@pytest.mark.parametrize(
    "rule", [rule for rule in RULES if rule.stage == "tools"], ids=lambda rule: rule.name
)
def test_the_rules_of_the_tools_look_at_nothing_else(rule):
    for body in KNOWN:
        if isinstance(body, dict) and "tools" in body:
            whole = Request(body, profile_of(body), "2023-06-01", beta=True)
            alone = Request({"tools": body["tools"]}, profile_of(None), "2026-10-21")
            assert list(rule.check(whole)) == list(rule.check(alone))
