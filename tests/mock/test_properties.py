"""What holds for any request: known ones with one place changed, sent to the server as bytes."""

import copy
import json
import re

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.cases import CASES, options_of, request_of
from tooluse import ScriptedModel, reply, tool_use
from tooluse.mock import Server
from tooluse.mock.fault import STATUS
from tooluse.rules import check, profile

KEYED = {"x-api-key": "k"}
VERSIONS = ("2023-06-01", "2026-10-21")
SAID = reply("Je regarde la météo de Lyon.", tool_use("get_weather", city="Lyon", days=3))

small = (
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text()
)
words = st.sampled_from(
    "type user text tool_use auto any claude-sonnet-5 claude-haiku-4-5 object ephemeral".split()
)
values = st.recursive(
    small | words,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(words | st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=8,
)
# A request that is far too long to be changed here has a case of its own.
REQUESTS = [
    request_of(case) for _, case in CASES if "repeat" not in case and not options_of(case).get("counting")
]


@st.composite
def requests(draw):
    """A request of the catalogue with up to two of its places changed or removed."""
    body = copy.deepcopy(draw(st.sampled_from(REQUESTS)))
    for _ in range(draw(st.integers(0, 2))):
        places = list(_places(body))
        if places:
            holder, key = draw(st.sampled_from(places))
            if draw(st.booleans()):
                holder[key] = draw(values)
            else:
                del holder[key]
    return body


def _places(tree):
    inside = enumerate(tree) if isinstance(tree, list) else tree.items() if isinstance(tree, dict) else ()
    for key, inner in inside:
        yield tree, key
        yield from _places(inner)


quickly = settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))


def sent(server, body, version=VERSIONS[0], path="/v1/messages"):
    headers = {**KEYED, "anthropic-version": version}
    answer = server.handle("POST", path, headers, json.dumps(body, ensure_ascii=True).encode())
    return answer.status, answer.read()


def fresh():
    return Server(ScriptedModel([SAID], repeat=True))


def refusal(body, version, counting=False):
    """What `check` says that the API would refuse this for, None if it would accept it."""
    errors = (one for one in check(body, api_version=version, counting=counting) if one.severity == "error")
    return next((one.message for one in errors), None)


@quickly
@given(requests(), st.sampled_from(VERSIONS))
def test_the_server_and_check_agree(body, version):
    status, answer = sent(fresh(), body, version)
    expected = refusal(body, version)
    if b"The request body is not valid JSON" in answer:  # a lone surrogate: no rule sees it
        return
    if expected is not None:
        assert (status, json.loads(answer)["error"]["message"]) == (400, expected)
    elif status == 404:
        with pytest.raises(LookupError):
            profile(body["model"])
    else:
        assert status == 200


@quickly
@given(requests(), st.sampled_from(VERSIONS))
def test_counting_agrees_with_check_and_counts(body, version):
    for name in "max_tokens", "stream", "stop_sequences":
        body.pop(name, None) if isinstance(body, dict) else None
    status, answer = sent(fresh(), body, version, "/v1/messages/count_tokens")
    if status == 200:
        assert json.loads(answer)["input_tokens"] >= 0
        assert refusal(body, version, counting=True) is None
    elif status == 400 and b"not valid JSON" not in answer:
        assert json.loads(answer)["error"]["message"] == refusal(body, version, counting=True)


@quickly
@given(st.lists(requests(), min_size=1, max_size=3))
def test_the_same_requests_get_the_same_bytes(bodies):
    one, other = fresh(), fresh()
    assert [sent(one, body) for body in bodies] == [sent(other, body) for body in bodies]


@quickly
@given(requests(), st.booleans())
def test_no_answer_is_a_server_error_and_each_has_the_form_of_the_api(body, streamed):
    if isinstance(body, dict):
        body["stream"] = streamed
    status, answer = sent(fresh(), body)
    assert status in (200, 400, 404)
    if status != 200:
        told = json.loads(answer)
        assert told["type"] == "error" and told["error"]["type"] in STATUS and told["error"]["message"]
        assert re.fullmatch(r"req_01\w{22}", told["request_id"])
    elif streamed:
        assert answer.startswith(b"event: message_start\n") and b"event: message_stop" in answer
    else:
        assert json.loads(answer)["type"] == "message"


@quickly
@given(st.binary(max_size=200))
def test_any_bytes_are_refused_in_the_envelope(body):
    answer = fresh().handle("POST", "/v1/messages", {**KEYED, "anthropic-version": "2023-06-01"}, body)
    assert answer.status == 400 and json.loads(answer.read())["type"] == "error"


@pytest.mark.parametrize("depth", [200, 400, 1000])
def test_a_deep_value_is_answered(depth):
    deep = '{"a":' * depth + "1" + "}" * depth
    call = '{"type": "tool_use", "id": "a", "name": "t", "input": DEEP}'
    tool = '{"name": "t", "input_schema": {"type": "object", "properties": {"a": DEEP}}}'
    for inside in (
        '"messages": [], "system": DEEP',
        f'"messages": [], "tools": [{tool}]',
        (
            f'"tools": [{tool}], "messages": [{{"role": "user", "content": "x"}}, '
            f'{{"role": "assistant", "content": [{call}]}}, {{"role": "user", "content": [RESULT]}}]'
        ),
    ):
        for streamed in "true", "false":
            body = f'{{"model": "claude-sonnet-5", "max_tokens": 9, "stream": {streamed}, {inside}}}'
            body = body.replace("RESULT", '{"type": "tool_result", "tool_use_id": "a", "content": "18"}')
            headers = {**KEYED, "anthropic-version": "2026-10-21"}
            answer = fresh().handle("POST", "/v1/messages", headers, body.replace("DEEP", deep).encode())
            assert answer.status in (200, 400) and answer.read()
