"""Thinking: the modes of every profile, seals of blocks, and which fault comes first."""

import base64

import pytest

from tooluse import reply, text, thinking, tool_use
from tooluse.data import read_json
from tooluse.rules import check, profile
from tooluse.rules.signatures import seals, signature_of

MODES = ("enabled", "adaptive", "disabled", "between_tools")
QUESTION = {"role": "user", "content": "Lyon ?"}


def rules(body, **how):
    return [violation.rule for violation in check(body, **how) if violation.severity == "error"]


def request(mode=None, model="claude-sonnet-5", **fields):
    body = {"model": model, "max_tokens": 4096, "messages": [QUESTION], **fields}
    if mode:
        budget = {"budget_tokens": 1024} if mode == "enabled" else {}
        body["thinking"] = {"type": mode, **budget}
    return body


def conversation(*blocks, mode=None, model="claude-sonnet-5"):
    messages = [QUESTION, {"role": "assistant", "content": [*blocks]}, {"role": "user", "content": "Merci."}]
    return request(mode, model, messages=messages)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("model", read_json("models.json")["models"])
def test_a_mode_is_refused_exactly_where_the_profile_lacks_it(model, mode):
    name = f"thinking-{mode.replace('_', '-')}-unsupported"
    expected = [] if mode in profile(model).thinking else [name]
    assert rules(request(mode, model)) == expected


@pytest.mark.parametrize("effort", ("low", "medium", "high", "xhigh", "max"))
@pytest.mark.parametrize("model", read_json("models.json")["models"])
def test_an_effort_is_refused_exactly_where_the_profile_lacks_it(model, effort):
    expected = [] if effort in profile(model).effort else ["effort-unsupported"]
    assert rules(request(model=model, output_config={"effort": effort})) == expected


def test_a_budget_is_first_a_matter_of_its_own_field():
    body = request("enabled", "claude-haiku-4-5", max_tokens=512)
    body["thinking"]["budget_tokens"] = 1000
    first, second = check(body)
    assert (first.path, second.rule) == ("thinking.enabled.budget_tokens", "budget-reaches-max-tokens")


def test_an_interleaved_budget_may_exceed_the_limit():
    tool = {"name": "t", "description": "d", "input_schema": {"type": "object"}}
    body = request("enabled", "claude-haiku-4-5", max_tokens=1024, tools=[tool])
    assert rules(body) == ["budget-reaches-max-tokens"]
    assert rules(body, beta=True) == []


def test_an_unsupported_mode_is_told_before_the_conversation():
    body = conversation(thinking("Oui."), mode="enabled")
    assert rules(body) == ["thinking-enabled-unsupported", "thinking-block-final"]


def test_sampling_with_thinking_belongs_to_the_older_version():
    body = request("enabled", "claude-haiku-4-5", temperature=0.2)
    assert rules(body, api_version="2023-06-01") == ["sampling-with-thinking"]
    assert "sampling-with-thinking" not in rules(body)


def test_a_final_thinking_block_is_told_before_its_false_signature():
    assert rules(conversation(thinking("Oui.", signature="faux"))) == [
        "thinking-block-final",
        "thinking-block-changed",
    ]


@pytest.mark.parametrize("words", ["", "Il faut la météo.", "\ud800", "é" * 100_000])
def test_a_signature_looks_real_and_is_always_the_same(words):
    seal = signature_of(words)
    assert base64.b64decode(seal, validate=True)
    assert seal.startswith("E")
    assert seal == signature_of(words)
    assert seals(seal, words)
    assert not seals(seal, words + " ")


@pytest.mark.parametrize("foreign", ["EqQBCgIYAhIM", "EqQBSIG", "EpUBCkYIBRgC+Ardoise/Q=="])
def test_a_foreign_signature_of_the_right_form_is_believed(foreign):
    assert seals(foreign, "n'importe quoi")


@pytest.mark.parametrize("false", ["bogus", "", "Eé", "E 1", "CAES", "E\n", "E===", "E=A"])
def test_what_has_no_such_form_is_not(false):
    assert not seals(false, "")


def test_the_offline_model_signs_what_it_thinks():
    block = thinking("Il faut la météo.")
    assert block["signature"] == signature_of("Il faut la météo.")
    assert rules(conversation(block, text("Oui."))) == []
    assert rules(conversation({**block, "thinking": "Rien."}, text("Oui."))) == ["thinking-block-changed"]
    assert thinking("", signature="E1")["signature"] == "E1"


def test_a_reply_in_the_usual_order_may_be_sent_back_under_manual_thinking():
    said = reply(thinking("Voyons."), tool_use("get_weather", id="toolu_1", city="Lyon")).content
    results = [{"type": "tool_result", "tool_use_id": "toolu_1", "content": "18 °C"}]
    messages = [QUESTION, {"role": "assistant", "content": [*said]}, {"role": "user", "content": results}]
    assert rules(request("enabled", "claude-opus-4-6", messages=messages)) == []
    messages[1]["content"] = [*said][1:]
    assert rules(request("enabled", "claude-opus-4-6", messages=messages)) == ["thinking-block-first"]
