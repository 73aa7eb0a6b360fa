"""Stop sequences and ``max_tokens`` cut what the model says, wherever they fall."""

import json

import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st
from jiter import from_json

from tooluse import reply, server_tool_use, text, thinking, tool_use
from tooluse.mock.blocks import Unfinished, block_tokens, json_text
from tooluse.mock.cut import cut, readable
from tooluse.mock.tokens import estimate

NOTE = "Une phrase assez longue pour être coupée au milieu."
CALL = tool_use("note", city="Oslo", note=NOTE)
EAGER = {"name": "note", "input_schema": {"type": "object"}, "eager_input_streaming": True}
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
inputs = st.dictionaries(st.text(max_size=8), json_values, max_size=5)


def at(limit, *blocks, **request):
    return cut(reply(*blocks), {"max_tokens": limit, **request})


class TestStopSequences:
    def stopped(self, sequences, *blocks):
        said = cut(reply(*blocks), {"max_tokens": 1000, "stop_sequences": sequences})
        return list(said.content), said.stop_reason, said.stop_sequence

    def test_the_text_ends_before_the_sequence_which_is_named(self):
        found = self.stopped(["5"], "1 2 3 4 5 6 5")
        assert found == ([text("1 2 3 4 ")], "stop_sequence", "5")

    def test_what_follows_is_not_said(self):
        found = self.stopped(["STOP"], "Avant", "un STOP deux", tool_use("get_weather"))
        assert found == ([text("Avant"), text("un ")], "stop_sequence", "STOP")

    def test_the_sequence_that_is_complete_first_counts(self):
        assert self.stopped(["b", "xabc"], "xabc")[2] == "b"
        assert self.stopped(["fin", "une"], "une fin")[0::2] == ([], "une")

    def test_only_texts_are_searched(self):
        blocks = [thinking("STOP"), tool_use("get_weather", city="STOP")]
        assert self.stopped(["STOP"], *blocks) == (blocks, "tool_use", None)

    def test_a_sequence_does_not_span_two_blocks(self):
        assert self.stopped(["ab"], "a", "b")[1] == "end_turn"

    @pytest.mark.parametrize("none", [None, [], ["absent"]])
    def test_none_that_occurs_changes_nothing(self, none):
        assert self.stopped(none, "Bonjour")[1] == "end_turn"

    def test_whichever_comes_first(self):
        far = cut(reply("mot " * 50 + "STOP"), {"max_tokens": 10, "stop_sequences": ["STOP"]})
        near = cut(reply("mot STOP" + "mot " * 50), {"max_tokens": 10, "stop_sequences": ["STOP"]})
        assert (far.stop_reason, far.stop_sequence) == ("max_tokens", None)
        assert (near.stop_reason, near.stop_sequence, near.output_tokens) == ("stop_sequence", "STOP", None)


class TestTexts:
    def test_a_text_is_cut_at_the_budget(self):
        said = at(5, "un deux trois quatre cinq six")
        assert said.stop_reason == "max_tokens" and said.output_tokens == 5
        assert said.content == (text("un deux trois quatre"),)

    def test_a_reply_that_fits_stays_the_same(self):
        said = reply("Bonjour.", tool_use("get_weather"))
        assert cut(said, {"max_tokens": 10}) is said

    def test_thinking_counts_and_is_cut_too(self):
        said = at(3, thinking("je pense longuement", signature="sig"), "Bonjour")
        assert said.content == (thinking("je pense lon", signature="sig"),)

    def test_thinking_that_was_cut_can_come_back_unchanged(self):
        (block,) = at(3, thinking("je pense longuement"), "Bonjour").content
        assert block == thinking("je pense lon")

    def test_thinking_that_is_not_shown_may_take_all(self):
        hidden = thinking("", signature="x" * 400)
        assert at(50, hidden, "Bonjour").content == (hidden,)

    @trials(deadline=None)
    @given(st.text(st.characters(exclude_categories=()), max_size=40), st.integers(1, 30))
    def test_never_inside_a_character(self, words, limit):
        said = at(limit, words)
        kept = said.content[0]["text"] if said.content else ""
        assert words.startswith(kept) and estimate(kept) <= limit
        if kept != words:
            assert said.stop_reason == "max_tokens" and said.output_tokens == limit
            assert not "\ud800" <= kept[-1:] <= "\udbff"
            assert estimate(words[: len(kept) + 2]) > limit, "as much as fits"


class TestCalls:
    def test_an_argument_is_there_whole_or_not_at_all(self):
        seen = [at(limit, CALL).content[0]["input"] for limit in range(1, 8)]
        assert seen[0] == {} and seen[-1] == {"city": "Oslo"}
        assert all(given in ({}, {"city": "Oslo"}) for given in seen)

    def test_it_is_a_smaller_dict_with_nothing_but_the_stop_reason_to_tell(self):
        said = at(10, CALL)
        assert said.content == ({**CALL, "input": {"city": "Oslo"}},)
        assert (said.stop_reason, said.output_tokens) == ("max_tokens", 10)

    def test_all_arguments_may_be_there_and_the_end_missing(self):
        call = tool_use("note", k="a" * 10)  # {"k": "aaaaaaaaaa" is 17 bytes, one more with its brace
        exact = tool_use("note", k="a" * 9)
        assert at(block_tokens(exact), exact).stop_reason == "tool_use"
        assert at(block_tokens(call) - 1, call).content[0]["input"] == {}

    def test_a_call_that_could_not_begin_is_absent(self):
        assert at(2, "Bonjour.", CALL).content == (text("Bonjour."),)

    def test_an_eager_tool_is_cut_inside_a_value(self):
        said = at(10, CALL, tools=[EAGER])
        (block,) = said.content
        assert isinstance(block, Unfinished) and block["input"] == {"city": "Oslo"}
        assert json_text(CALL["input"]).startswith(block.written) and '"Une phrase' in block.written
        assert "written" not in json.dumps(said.content)

    def test_the_old_beta_header_makes_tools_eager_that_say_nothing(self):
        silent = {"name": "note", "input_schema": {}}
        for tool, expected in [(silent, True), ({**silent, "eager_input_streaming": False}, False)]:
            said = cut(reply(CALL), {"max_tokens": 10, "tools": [tool]}, eager=True)
            assert isinstance(said.content[0], Unfinished) is expected

    def test_a_member_of_a_toolset_has_all_its_input_or_none(self):
        tools = [{"type": "computer_toolset_20260801"}]
        assert at(5, tool_use("type", text="a" * 90), tools=tools).content[0]["input"] == {}

    def test_server_tools_are_cut_like_others_and_their_results_cost_nothing(self):
        search = server_tool_use("web_search", query="a" * 80)
        result = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": ["x"] * 500}
        assert at(9, search).content[0]["input"] == {}
        assert at(40, search, result, "Voilà.").stop_reason == "end_turn"

    @trials(deadline=None)
    @given(inputs, st.integers(1, 60), st.booleans())
    def test_what_is_left_was_said(self, arguments, limit, eager):
        said = at(limit, tool_use("note", arguments), tools=[{**EAGER, "eager_input_streaming": eager}])
        if said.stop_reason == "max_tokens":
            kept = said.content[0]["input"] if said.content else {}
            assert list(kept) == list(arguments)[: len(kept)]
            assert eager or all(kept[key] == arguments[key] for key in kept)


class TestPartialJson:
    """``readable`` gives what the SDK's own parser gives."""

    @trials(deadline=None)
    @given(inputs, st.integers(1, 400))
    def test_any_beginning_of_any_input(self, arguments, length):
        written = json_text(arguments)[:length]
        assert readable(written) == from_json(written.encode(), partial_mode=True)

    def test_nothing_yet(self):
        assert readable("") == {}


class TestWhatTheScriptSays:
    LONG = "mot " * 100

    @pytest.mark.parametrize(
        "stop", ["max_tokens", "refusal", "pause_turn", "stop_sequence", "model_context_window_exceeded"]
    )
    def test_another_end_stays(self, stop):
        said = reply(self.LONG, stop_reason=stop)
        assert cut(said, {"max_tokens": 5, "stop_sequences": ["mot"]}) is said

    @pytest.mark.parametrize("given", [{"output_tokens": 700}, {"usage": {"output_tokens": 700}}])
    def test_a_stated_length_is_not_cut(self, given):
        said = reply(self.LONG, **given)
        assert cut(said, {"max_tokens": 5}) is said
        assert cut(said, {"max_tokens": 5, "stop_sequences": ["mot"]}).stop_reason == "stop_sequence"

    def test_nothing_is_written_to_warm_the_cache(self):
        said = cut(reply("Bonjour", output_tokens=9), {"max_tokens": 0})
        assert (said.content, said.stop_reason, said.output_tokens) == ((), "max_tokens", 0)

    def test_a_request_without_a_limit_cuts_nothing(self):
        assert cut(reply(self.LONG), {}).stop_reason == "end_turn"


def test_a_limit_written_with_a_decimal_point_cuts_like_the_whole_number():
    said = reply("un deux trois quatre cinq six sept")
    whole, point = (cut(said, {"model": "claude-sonnet-5", "max_tokens": limit}) for limit in (3, 3.0))
    assert whole == point
    assert (point.stop_reason, point.output_tokens) == ("max_tokens", 3)
    assert isinstance(point.output_tokens, int)
