"""The body of an answer: every key of the real one, in its order, and figures that fit together."""

import json

import pytest

from tooluse import reply, server_tool_use, settings, text, thinking, tool_use
from tooluse.mock.ids import Ids
from tooluse.mock.response import build_message
from tooluse.rules import profile

MODEL = settings().model
TOOL = {"name": "get_weather", "input_schema": {"type": "object"}}
REQUEST = {"model": MODEL, "max_tokens": 100, "messages": [{"role": "user", "content": "Bonjour"}]}


def built(said, request=REQUEST, usage=None):
    return build_message(said, request, profile(MODEL), Ids(), usage)


# Recorded 2026-09-29, claude-sonnet-5-5, one tool call that is not streamed.
KEYS = "model id type role content container stop_reason stop_sequence stop_details usage diagnostics".split()
USAGE = """input_tokens cache_creation_input_tokens cache_read_input_tokens cache_creation output_tokens
    output_tokens_details service_tier inference_geo""".split()
CALL = ["type", "id", "name", "input", "caller"]


def test_the_keys_are_those_of_a_recorded_answer_in_their_order():
    message = built(reply(tool_use("get_weather", city="Paris")), {**REQUEST, "tools": [TOOL]})
    assert list(message) == KEYS
    assert list(message["usage"]) == USAGE
    assert list(message["content"][0]) == CALL
    assert message["content"][0]["caller"] == {"type": "direct"}
    assert message["usage"]["cache_creation"] == {
        "ephemeral_5m_input_tokens": 0,
        "ephemeral_1h_input_tokens": 0,
    }
    assert message["usage"]["inference_geo"] == "global"
    nothing = ("container", "stop_sequence", "stop_details", "diagnostics")
    assert [message[key] for key in nothing] == [None] * 4


def test_a_text_block_has_citations_only_when_it_cites():
    cited = {**text("18 °C"), "citations": [{"type": "char_location"}]}
    assert built(reply("Bonjour", cited))["content"] == [text("Bonjour"), cited]


class TestIds:
    @pytest.mark.parametrize(
        ("block", "prefix"),
        [(tool_use("get_weather"), "toolu_01"), (server_tool_use("web_search", query="x"), "srvtoolu_01")],
    )
    def test_a_block_gets_an_id_of_its_kind(self, block, prefix):
        given = built(reply(block))["content"][0]["id"]
        assert given.startswith(prefix) and len(given.partition("_")[2]) == 24

    def test_an_id_that_the_script_gave_stays(self):
        message = built(reply(tool_use("get_weather", id="toolu_mine"), id="msg_mine"))
        assert (message["id"], message["content"][0]["id"]) == ("msg_mine", "toolu_mine")

    def test_two_calls_never_share_one(self):
        calls = built(reply(tool_use("get_weather"), tool_use("get_weather")))["content"]
        assert calls[0]["id"] != calls[1]["id"]

    def test_the_script_is_not_changed(self):
        call = tool_use("get_weather")
        built(reply(call))
        assert call == tool_use("get_weather")


def test_a_call_from_code_keeps_its_caller():
    caller = {"type": "code_execution_20260120", "tool_id": "srvtoolu_01A"}
    assert built(reply({**tool_use("get_weather"), "caller": caller}))["content"][0]["caller"] == caller


class TestToolsets:
    computer = {"type": "computer_toolset_20260801"}
    browser = {"type": "browser_toolset_20260801"}

    def family(self, *tools, **given):
        block = {**tool_use("left_click", x=1, y=2), **given}
        return built(reply(block), {**REQUEST, "tools": list(tools)})["content"][0].get("toolset_name")

    def test_a_member_carries_the_name_of_its_family(self):
        assert self.family(self.computer) == "computer"
        assert self.family(self.browser, TOOL) == "browser"

    def test_another_tool_does_not(self):
        assert self.family(TOOL) is None
        assert self.family(self.computer, {"name": "left_click", "input_schema": {}}) is None

    def test_with_both_the_script_says_which(self):
        assert self.family(self.computer, self.browser) is None
        assert self.family(self.computer, self.browser, toolset_name="browser") == "browser"


class TestRefusals:
    def test_details_only_when_the_script_gives_them(self):
        assert built(reply(stop_reason="refusal"))["stop_details"] is None

    def test_they_have_every_field(self):
        message = built(reply(stop_reason="refusal", stop_details={"category": "cyber"}))
        assert message["stop_details"] == {"type": "refusal", "category": "cyber", "explanation": None}

    def test_no_other_end_has_them(self):
        assert built(reply("…", stop_details={"category": "cyber"}))["stop_details"] is None


class TestUsage:
    def test_thinking_is_part_of_the_output(self):
        usage = built(reply(thinking("un deux trois quatre"), "Bonjour"))["usage"]
        assert 0 < usage["output_tokens_details"]["thinking_tokens"] < usage["output_tokens"]

    def test_thinking_that_is_not_shown_costs_too(self):
        usage = built(reply(thinking("", signature="x" * 400), "Bonjour"))["usage"]
        assert usage["output_tokens_details"]["thinking_tokens"] == 100

    def test_an_empty_answer_still_cost_something(self):
        assert built(reply())["usage"]["output_tokens"] >= 1

    def test_ids_and_signatures_of_calls_cost_nothing(self):
        short, long = (built(reply(tool_use("a", id=id)))["usage"]["output_tokens"] for id in ("x", "x" * 99))
        assert short == long

    def test_the_side_of_the_input_can_be_given(self):
        cached = {"input_tokens": 3, "cache_read_input_tokens": 900}
        usage = built(reply("Bonjour"), usage=cached)["usage"]
        assert (usage["input_tokens"], usage["cache_read_input_tokens"]) == (3, 900)
        assert usage["output_tokens"] == built(reply("Bonjour"))["usage"]["output_tokens"]
        assert list(usage) == USAGE

    def test_the_script_comes_first(self):
        said = reply("Bonjour", usage={"cache_read_input_tokens": 5, "input_tokens": 6}, input_tokens=7)
        usage = built(said, usage={"input_tokens": 3, "cache_read_input_tokens": 900})["usage"]
        assert (usage["input_tokens"], usage["cache_read_input_tokens"]) == (7, 5)

    def test_searches_are_counted_where_there_are_any(self):
        search = server_tool_use("web_search", query="x")
        assert built(reply(search, search))["usage"]["server_tool_use"] == {
            "web_search_requests": 2,
            "web_fetch_requests": 0,
        }

    def test_the_place_of_inference_is_the_one_asked_for(self):
        assert built(reply("…"), {**REQUEST, "inference_geo": "us"})["usage"]["inference_geo"] == "us"


def test_half_a_surrogate_pair_never_leaves_the_server():
    message = built(reply("a\ud800b", tool_use("t", {"k\udc00": ["\ud83d\ude00"]})))
    json.dumps(message, ensure_ascii=False).encode()
    assert message["content"][0]["text"] == "a\ufffdb"
    assert message["content"][1]["input"] == {"k\ufffd": ["😀"]}
    assert built(reply(thinking("a\ud800")))["content"] == [thinking("a\ufffd")]
