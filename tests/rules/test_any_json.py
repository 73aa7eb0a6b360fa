"""`check` never raises, whatever JSON it is given: the normal case here is malformed input."""

import copy
import sys
import time
from itertools import chain

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tooluse.data import data_dir, read_json
from tooluse.rules import check

DEEP = 100_000
FILES = sorted((data_dir() / "rules").glob("*.json"))
REQUESTS = [case["request"] for path in FILES for case in read_json("rules", path.name)["cases"]]
VOCABULARY = """
    messages tools tool_choice type role content name id text input input_schema input_examples
    allowed_callers tool_use tool_result tool_use_id is_error cache_control user assistant properties items
    anyOf required object string enum pattern default $ref system any tool none ephemeral ttl 1h
    enabled adaptive tool_addition mcp_toolset thread create continue previous_message_id budget_tokens
    disabled strict const additionalProperties minItems thinking redacted_thinking signature data format
    json_schema schema effort xhigh citations document claude-opus-5 claude-haiku-4-5
"""
WORDS = VOCABULARY.split()
HUGE = 10**5000
AWKWARD = {"nan": float("nan"), "huge": HUGE, "-huge": -HUGE, "lone": "\ud800", "long": "é" * 10_000}


def awkward_value(name):  # by name, because Hypothesis prints what it draws, and Python refuses to print some
    return AWKWARD[name]


words = st.sampled_from(WORDS)
awkward = st.sampled_from(sorted(AWKWARD)).map(awkward_value)
scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | words | awkward
keys = st.sampled_from(WORDS) | st.text(max_size=3)
json_values = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(keys, inner, max_size=5),
    max_leaves=15,
)
FIELDS = """
    model messages tools tool_choice system thinking output_config max_tokens stop_sequences container
    cache_control temperature top_p top_k thread mcp_servers context_management
"""
fields = FIELDS.split()
requests = st.fixed_dictionaries({}, optional=dict.fromkeys(fields, json_values))
quickly = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def judged(body):
    """All violations, each fit to be sent and printed; it is judged as the API's other forms, too."""
    found = list(check(body))
    others = check(body, api_version="2023-06-01", beta=True), check(body, counting=True)
    for violation in chain(found, *others):
        f"{violation.path}{violation.message}".encode()
    return found


@quickly
@given(json_values)
def test_any_value_is_judged(body):
    judged(body)


@quickly
@given(requests)
def test_any_request_is_judged(body):
    judged(body)


@quickly
@given(st.data())
def test_a_known_request_with_one_place_changed_is_judged(data):
    body = copy.deepcopy(data.draw(st.sampled_from(REQUESTS)))
    holder, key = data.draw(st.sampled_from(places(body)))
    holder[key] = data.draw(json_values)
    judged(body)


def places(tree):
    found, todo = [], [tree]
    while todo:
        value = todo.pop()
        inside = dict(enumerate(value)) if isinstance(value, list) else value
        for key, inner in inside.items() if isinstance(inside, dict) else ():
            found.append((value, key))
            todo.append(inner)
    return found


def nested(wrap, depth=DEEP):
    value = "x"
    for _ in range(depth):
        value = wrap(value)
    return value


DEPTHS = {
    "lists": lambda inner: [inner],
    "objects": lambda inner: {"a": inner},
    "schemas": lambda inner: {"type": "object", "properties": {"a": inner}},
    "choices": lambda inner: {"anyOf": [inner]},
    "blocks": lambda inner: {"type": "tool_result", "tool_use_id": "a", "content": [inner]},
}


@pytest.mark.parametrize("wrap", DEPTHS.values(), ids=DEPTHS)
def test_any_depth_anywhere(wrap):
    deep = nested(wrap)
    schema = deep if isinstance(deep, dict) else {"type": "object", "required": deep, "enum": deep}
    tool = {"name": "t", "input_schema": schema, "allowed_callers": ["code_execution_20260120"]}
    call = {"type": "tool_use", "id": "a", "name": "t", "input": {"a": deep}}
    example = {"name": deep, "input_schema": {"type": "object"}, "input_examples": [{"a": deep}]}
    for body in (
        deep,
        {"messages": deep, "tools": deep, "model": deep, "tool_choice": deep, "system": deep},
        {"messages": [{"role": deep, "content": deep}, {"role": "user", "content": [deep, {"type": deep}]}]},
        {"messages": [{"role": "assistant", "content": [call]}]},
        {"tools": [tool, example, {"type": deep}]},
    ):
        judged(body)


def test_deep_input_is_accepted():
    call = {"type": "tool_use", "id": "a", "name": "t", "input": nested(DEPTHS["objects"])}
    result = {"type": "tool_result", "tool_use_id": "a"}
    messages = [{"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}]
    assert not judged({"model": "m", "max_tokens": 1, "messages": messages})


def schema_request(schema, **tool):
    tool = {"name": "t", "description": "d", "input_schema": {"type": "object", **schema}, **tool}
    return {"model": "m", "max_tokens": 1, "messages": [{"role": "user", "content": "x"}], "tools": [tool]}


DOUBLING = {f"d{i}": {"anyOf": [{"$ref": f"#/$defs/d{i + 1}"}] * 2} for i in range(60)}
DOUBLING["d60"] = {"type": "string"}
COSTLY = {
    "exponential references": ({"properties": {"a": {"$ref": "#/$defs/d0"}}, "$defs": DOUBLING}, {"a": 1}),
    "endless reference": ({"properties": {"a": {"$ref": "#/properties/a"}}}, {"a": 1}),
    "costly pattern": ({"properties": {"a": {"pattern": "^(a+)+$"}}}, {"a": "a" * 60 + "!"}),
    "costly pattern of keys": (
        {"patternProperties": {"^(a+)+$": {}}, "additionalProperties": False},
        {"a" * 60 + "!": 1},
    ),
    "remote reference": ({"properties": {"a": {"$ref": "http://127.0.0.1:9/x.json"}}}, {"a": 1}),
}


@pytest.mark.parametrize("schema, example", COSTLY.values(), ids=COSTLY)
def test_a_strangers_schema_leads_nowhere(schema, example):
    body = schema_request(schema, input_examples=[example] * 20)
    started = time.process_time()
    assert judged(body) == []
    assert time.process_time() - started < 5


def test_a_hostile_crowd_of_faults_is_cut_short():
    strange = {"role": "user", "content": [{"type": "zz"}] * 50_000}
    found = judged({"messages": [strange], **{str(number): 0 for number in range(50_000)}})
    assert len(found) <= 2_000


def conversation(turns):
    messages = [{"role": "user", "content": "Lyon ?"}]
    for number in range(turns):
        name = f"toolu_{number}"
        call = {"type": "tool_use", "id": name, "name": "t", "input": {}}
        result = {"type": "tool_result", "tool_use_id": name, "content": "18 °C"}
        messages += {"role": "assistant", "content": [call]}, {"role": "user", "content": [result]}
    return {"model": "m", "max_tokens": 1, "messages": messages}


def test_the_cost_follows_the_length_of_the_conversation():
    """Counted in calls of functions, which no load of the machine disturbs."""
    short, long = (calls(conversation(turns)) for turns in (50, 500))
    assert long < 12 * short


def calls(body):
    judged(body)  # data and caches are loaded once
    count = 0

    def profiler(frame, event, argument):
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(profiler)
    try:
        list(check(body))
    finally:
        sys.setprofile(None)
    return count
