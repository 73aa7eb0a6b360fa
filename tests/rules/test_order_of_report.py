"""Several faults in one request: which one the API would tell. The order was measured in 2026-08."""

import pytest

from tooluse.rules import RULES, check
from tooluse.rules.catalogue import SHAPE, STAGES

TOOL = {"name": "get_weather", "description": "La météo.", "input_schema": {"type": "object"}}
BAD_TOOL = {"name": "météo", "description": "La météo.", "input_schema": {"type": "object"}}
QUESTION = {"role": "user", "content": "Lyon ?"}
CALL = {"role": "assistant", "content": [{"type": "tool_use", "id": "a", "name": "get_weather", "input": {}}]}


def request(**changes):
    body = {"model": "claude-sonnet-5", "max_tokens": 256, "messages": [QUESTION]}
    return {name: value for name, value in (body | changes).items() if value is not ...}


def paths(body):
    return [violation.path for violation in check(body)]


def test_fields_come_in_the_measured_order_and_the_conversation_after_them():
    body = request(
        unknown=1,
        inference_geo=7,
        stream="oui",
        stop_sequences=7,
        max_tokens="256",
        output_config={"effort": "turbo"},
        thinking={},
        system=7,
        messages=[QUESTION, CALL, {**QUESTION, "x": 1}],
        tools=[BAD_TOOL],
        tool_choice={},
        model=...,
    )
    assert paths(body) == [
        "model",
        "tool_choice.type",
        "tools.0.custom.name",
        "messages.2.x",
        "system",
        "thinking.type",
        "output_config.effort",
        "max_tokens",
        "stop_sequences",
        "stream",
        "inference_geo",
        "unknown",
        "messages.2",
    ]


def test_in_one_stage_the_document_decides():
    messages = [{"role": "user", "content": [{"type": "text"}, {"text": "x"}], "x": 1}, {"content": 7}]
    assert paths(request(messages=messages)) == [
        "messages.0.content.0.text.text",
        "messages.0.content.1.type",
        "messages.0.x",
        "messages.1.content",
        "messages.1.role",
    ]


def test_the_shape_of_tools_comes_before_their_sense():
    wrong = {**TOOL, "input_schema": {"type": "object", "properties": {"a": {"type": "str"}}}}
    assert paths(request(tools=[wrong, BAD_TOOL])) == ["tools.1.custom.name", "tools.0.custom.input_schema"]


def test_faults_of_the_conversation_come_before_how_it_ends():
    ending = {"role": "assistant", "content": [{"type": "tool_result", "tool_use_id": "a"}]}
    first, second = check(request(messages=[QUESTION, ending]))
    assert (first.rule, second.rule) == ("tool-result-in-assistant", "prefill-unsupported")


def test_a_wrong_id_is_told_first_as_a_call_without_result():
    result = {"role": "user", "content": [{"type": "tool_result", "tool_use_id": "b"}]}
    body = request(messages=[QUESTION, CALL, result])
    assert [violation.rule for violation in check(body)] == ["orphan-tool-use", "unexpected-tool-result"]


def test_what_no_field_shows_alone_comes_after_all_fields_and_a_container_last():
    body = request(
        container="container_x",
        max_tokens=999_999,
        tool_choice={"type": "any"},
        temperature=0.5,
        zzz=1,
        messages=[QUESTION, {"role": "user", "content": []}, {"role": "system", "content": []}],
    )
    assert paths(body) == ["zzz", "tool_choice", "max_tokens", "temperature", "messages.2", "container"]


def test_a_system_message_in_the_wrong_place_comes_before_a_call_without_result():
    body = request(messages=[QUESTION, CALL, {"role": "system", "content": "x"}, QUESTION])
    first, *others = [violation.rule for violation in check(body)]
    assert first == "system-message-place" and "orphan-tool-use" in others


@pytest.mark.parametrize(
    ("choice", "tools", "rule"),
    [
        ("any", [], "tool-choice-without-tools"),
        ("tool", [TOOL | {"name": "other"}], "tool-choice-unknown-tool"),
        ("tool", [TOOL], "forced-choice-unsupported"),
    ],
)
def test_a_model_that_cannot_be_forced_still_says_first_that_there_is_no_tool(choice, tools, rule):
    name = {"name": "get_weather"} if choice == "tool" else {}
    body = request(model="claude-sonnet-5-5", tools=tools, tool_choice={"type": choice, **name})
    assert next(check(body)).rule == rule


def test_a_strict_schema_is_compiled_when_the_fields_are_right():
    strict = {**TOOL, "strict": True}
    body = request(
        tools=[strict], messages=[QUESTION, CALL, {**QUESTION, "x": 1}], thinking={"type": "enabled"}
    )
    assert [violation.rule for violation in check(body, api_version="2023-06-01")] == [
        "extra-field",
        "field-required",
        "thinking-enabled-unsupported",
        "strict-additional-properties",
        "orphan-tool-use",
    ]


def test_warnings_come_last_and_alone_do_not_refuse():
    body = request(tools=[{"name": "get_weather", "input_schema": {"type": "object"}}], zzz=1)
    assert [violation.severity for violation in check(body)] == ["error", "warning"]


def test_the_table_follows_the_stages():
    ranks = [STAGES.index(rule.stage) for rule in RULES if rule.stage != SHAPE]
    assert ranks == sorted(ranks)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_each_rule_is_documented(rule):
    assert rule.doc.strip()
    assert rule.severity in ("error", "warning")


def test_names_are_unique():
    assert len({rule.name for rule in RULES}) == len(RULES)
