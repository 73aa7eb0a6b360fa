"""A streamed answer: the order and shapes of a recorded one, and the SDK puts the same message together."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import anthropic
import httpx2
import pytest
from hypothesis import given
from hypothesis import settings as trials
from hypothesis import strategies as st

from tooluse import MockClaude, ScriptedModel, reply, server_tool_use, settings, text, thinking, tool_use
from tooluse.mock import events
from tooluse.mock.blocks import json_text
from tooluse.mock.cut import cut
from tooluse.mock.ids import Ids
from tooluse.mock.response import build_message
from tooluse.rules import profile

MODEL = settings().model
NOTE = {"name": "note", "input_schema": {"type": "object"}}
EAGER = {**NOTE, "eager_input_streaming": True}
CALL = tool_use("note", city="Oslo", note="Une phrase assez longue pour être coupée au milieu.")
SEARCH = server_tool_use("web_search", query="météo Oslo")
RESULT = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01A", "content": []}
REDACTED = {"type": "redacted_thinking", "data": "EmwKAhgB"}
CITED = {**text("18 °C"), "citations": [{"type": "char_location", "cited_text": "18"}]}


def answered(said, tools=(), max_tokens=10_000):
    request = {"model": MODEL, "max_tokens": max_tokens, "tools": list(tools), "messages": []}
    return build_message(cut(said, request), request, profile(MODEL), Ids()), request


def told(said, tools=(), max_tokens=10_000):
    """The events on the wire, parsed; ``event:`` names agree with the data."""
    found = []
    for piece in events.stream(*answered(said, tools, max_tokens)):
        name, data, *end = piece.decode().split("\n")
        assert end == ["", ""]
        found.append(json.loads(data.removeprefix("data: ")))
        assert name == f"event: {found[-1]['type']}"
    return found


def deltas(found, index=0):
    return [event["delta"] for event in found if event.get("index") == index and "delta" in event]


def fragments(said, tools=(), max_tokens=10_000):
    return [delta["partial_json"] for delta in deltas(told(said, tools, max_tokens))]


class TestOrder:
    def test_it_is_that_of_the_recorded_call(self):
        # Recorded 2026-09-29, claude-sonnet-5-5, with its ids and figures; ours are put in.
        found = told(reply(tool_use("note", city="Paris")), [NOTE])
        (message, _), (call,) = answered(reply(tool_use("note", city="Paris"))), [found[1]["content_block"]]
        start = {"type": "content_block_delta", "index": 0}
        assert [found[0]["type"], *found[1:8]] == [
            "message_start",
            {
                "type": "content_block_start",
                "index": 0,
                "content_block": {**message["content"][0], "input": {}},
            },
            {"type": "ping"},
            {**start, "delta": {"type": "input_json_delta", "partial_json": ""}},
            {**start, "delta": {"type": "input_json_delta", "partial_json": '{"city"'}},
            {**start, "delta": {"type": "input_json_delta", "partial_json": ': "Paris"'}},
            {**start, "delta": {"type": "input_json_delta", "partial_json": "}"}},
            {"type": "content_block_stop", "index": 0},
        ]
        assert list(call) == ["type", "id", "name", "input", "caller"]
        assert [event["type"] for event in found[8:]] == ["message_delta", "message_stop"]
        ends = ["stop_reason", "stop_sequence", "stop_details", "container"]
        assert list(found[8]["delta"]) == ends and found[8]["delta"]["stop_reason"] == "tool_use"

    def test_the_start_has_no_end_yet_and_the_end_has_the_totals(self):
        found = told(reply("Bonjour à toutes et à tous."))
        start, end = found[0]["message"], found[-2]
        assert start["content"] == [] and start["stop_reason"] is None
        assert "output_tokens_details" not in start["usage"] and "inference_geo" in start["usage"]
        assert start["usage"]["output_tokens"] < end["usage"]["output_tokens"]
        assert list(end["usage"]) == [
            "input_tokens",
            "cache_creation_input_tokens",
            "cache_read_input_tokens",
            "output_tokens",
            "output_tokens_details",
        ]

    def test_the_index_counts_every_block(self):
        found = told(reply(thinking("Hm."), REDACTED, SEARCH, RESULT, CITED, CALL), [NOTE])
        starts = [event for event in found if event["type"] == "content_block_start"]
        stops = [event["index"] for event in found if event["type"] == "content_block_stop"]
        assert [event["index"] for event in starts] == stops == list(range(6))
        assert sum(event["type"] == "ping" for event in found) == 1

    def test_an_answer_without_content(self):
        types = [event["type"] for event in told(reply())]
        assert types == ["message_start", "ping", "message_delta", "message_stop"]

    def test_data_are_padded_within_the_brace_and_a_ping_is_not(self):
        pieces = list(events.stream(answered(reply("Bonjour à toutes"))[0]))
        assert any(piece.endswith(b" }\n\n") for piece in pieces)
        assert b'event: ping\ndata: {"type": "ping"}\n\n' in pieces

    def test_it_is_told_as_it_is_asked_for(self):
        pieces = events.stream(answered(reply("Bonjour"))[0])
        assert next(pieces).startswith(b"event: message_start") and iter(pieces) is pieces


class TestBlocks:
    def test_text_comes_in_short_pieces_that_also_stop_inside_words(self):
        pieces = [delta["text"] for delta in deltas(told(reply("Je regarde la météo de Lyon.")))]
        assert len(pieces) > 2 and pieces[0] == "Je rega"

    def test_thinking_ends_with_its_signature_even_when_it_is_not_shown(self):
        assert deltas(told(reply(thinking("", signature="sig")))) == [
            {"type": "thinking_delta", "thinking": ""},
            {"type": "signature_delta", "signature": "sig"},
        ]

    def test_results_of_server_tools_and_redacted_thinking_are_whole_from_the_start(self):
        found = told(reply(REDACTED, SEARCH, RESULT))
        whole = [event["content_block"] for event in found if event["type"] == "content_block_start"]
        assert whole[0] == REDACTED and whole[2] == RESULT
        assert deltas(found, 0) == deltas(found, 2) == []
        assert whole[1]["input"] == {} and deltas(found, 1)[0]["partial_json"] == ""

    def test_citations_follow_their_text(self):
        found = told(reply(CITED))
        assert found[1]["content_block"] == {"type": "text", "text": "", "citations": []}
        assert deltas(found)[-1] == {"type": "citations_delta", "citation": CITED["citations"][0]}


class TestInput:
    def test_as_a_rule_no_piece_spans_two_arguments(self):
        pieces = fragments(reply(CALL), [NOTE])
        written = json_text(CALL["input"])
        border = written.index(', "note"')
        ends = [sum(map(len, pieces[: count + 1])) for count in range(len(pieces))]
        assert pieces[0] == "" and border in ends and "".join(pieces) == written

    def test_an_eager_tool_tells_its_input_as_it_is_written(self):
        pieces = fragments(reply(CALL), [EAGER])
        written = json_text(CALL["input"])
        ends = [sum(map(len, pieces[: count + 1])) for count in range(len(pieces))]
        assert written.index(', "note"') not in ends and "".join(pieces) == written
        assert len(pieces) < len(fragments(reply(CALL), [NOTE]))

    def test_no_arguments_no_json(self):
        assert fragments(reply(tool_use("note")), [NOTE]) == [""]

    def test_a_member_of_a_toolset_tells_all_at_once(self):
        said = reply(tool_use("left_click", x=10, y=20, text="ctrl et maj"))
        assert fragments(said, [{"type": "computer_toolset_20260801"}]) == [
            json_text(said.content[0]["input"])
        ]

    def test_an_input_that_was_cut_simply_stops(self):
        assert "".join(fragments(reply(CALL), [NOTE], 10)) == '{"city": "Oslo"'
        eager = "".join(fragments(reply(CALL), [EAGER], 10))
        assert eager == json_text(CALL["input"])[: len(eager)] and len(eager) > len('{"city": "Oslo"')

    def test_so_does_one_that_the_script_says_is_cut(self):
        said = reply(tool_use("note", city="Oslo"), stop_reason="max_tokens")
        assert "".join(fragments(said, [NOTE])) == '{"city": "Oslo"'


blocks = st.one_of(
    st.text(max_size=60),
    st.builds(thinking, st.text(max_size=60), signature=st.text("aB3/=", max_size=20)),
    st.builds(
        tool_use,
        st.sampled_from(["note", "autre"]),
        st.dictionaries(st.text(max_size=6), st.text(max_size=30)),
    ),
    st.sampled_from([SEARCH, RESULT, REDACTED, CITED, CALL]),
)


def wire(said, tools, max_tokens):
    """A transport of the SDK that answers every request with this reply, streamed or not."""
    message, request = answered(said, tools, max_tokens)

    def answer(sent):
        if json.loads(sent.content).get("stream"):
            body, kind = b"".join(events.stream(message, request)), "text/event-stream; charset=utf-8"
        else:
            body, kind = json.dumps(message).encode(), "application/json"
        return httpx2.Response(200, headers={"content-type": kind}, content=body)

    return httpx2.MockTransport(answer)


ASK = {"model": MODEL, "max_tokens": 1000, "messages": [{"role": "user", "content": "?"}]}


def sync_client(transport):
    client = anthropic.DefaultHttpxClient(transport=transport)
    return anthropic.Anthropic(api_key="k", http_client=client, max_retries=0)


async def async_final(transport):
    http = anthropic.DefaultAsyncHttpxClient(transport=transport)
    async with (
        anthropic.AsyncAnthropic(api_key="k", http_client=http) as client,
        client.messages.stream(**ASK) as stream,
    ):
        return await stream.get_final_message()


class TestTheSdk:
    @trials(deadline=None, max_examples=60)
    @given(st.lists(blocks, max_size=4), st.booleans(), st.integers(1, 40))
    def test_puts_the_same_message_together_streamed_or_not(self, said, eager, max_tokens):
        client = sync_client(wire(reply(*said), [EAGER if eager else NOTE], max_tokens))
        whole = client.messages.create(**ASK)
        with client.messages.stream(**ASK) as stream:
            final = stream.get_final_message()
        with client.beta.messages.stream(**ASK) as stream:
            beta = stream.get_final_message()
        assert final.to_dict() == whole.to_dict()
        assert beta.to_dict() == whole.to_dict()

    def test_so_does_the_async_client(self):
        said = reply(thinking("Hm."), REDACTED, SEARCH, RESULT, CITED, CALL)
        for tool, max_tokens in [(NOTE, 1000), (NOTE, 40), (EAGER, 40)]:
            transport = wire(said, [tool], max_tokens)
            whole = sync_client(transport).messages.create(**ASK)
            with ThreadPoolExecutor(1) as thread:  # this one may have a loop already
                final = thread.submit(asyncio.run, async_final(transport)).result()
            assert final.to_dict() == whole.to_dict()

    @pytest.mark.parametrize("tool", [NOTE, EAGER], ids=["buffered", "eager"])
    def test_the_server_cuts_alike_streamed_or_not(self, tool):
        ask = {**ASK, "max_tokens": 12, "tools": [tool]}
        whole = MockClaude(ScriptedModel([reply(CALL)])).messages.create(**ask)
        with MockClaude(ScriptedModel([reply(CALL)])).messages.stream(**ask) as stream:
            raw = "".join(event.partial_json for event in stream if event.type == "input_json")
            final = stream.get_final_message()
        assert final.to_dict() == whole.to_dict()
        assert (whole.stop_reason, whole.content[0].input) == ("max_tokens", {"city": "Oslo"})
        assert whole.usage.output_tokens == 12
        assert ("Une phrase" in raw) is (tool is EAGER) and not raw.endswith("}")

    def test_a_refusal_carries_its_details_in_both_forms(self):
        said = reply(stop_reason="refusal", stop_details={"category": "bio"})
        client = sync_client(wire(said, [], 100))
        with client.messages.stream(**ASK) as stream:
            assert stream.get_final_message().stop_details.category == "bio"
        assert client.messages.create(**ASK).stop_details.category == "bio"

    def test_an_error_after_the_200(self):
        begun = next(events.stream(answered(reply("Bonjour"))[0]))
        body = begun + events.error_event("overloaded_error", "Overloaded")
        kind = {"content-type": "text/event-stream; charset=utf-8"}
        transport = httpx2.MockTransport(lambda sent: httpx2.Response(200, headers=kind, content=body))
        with pytest.raises(anthropic.APIStatusError) as caught:
            list(sync_client(transport).messages.create(**ASK, stream=True))
        assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")


@trials(deadline=None)
@given(st.lists(blocks, max_size=4), st.booleans(), st.integers(0, 60))
def test_the_deltas_joined_are_the_block(said, eager, max_tokens):
    tools = [EAGER if eager else NOTE]
    found = told(reply(*said), tools, max_tokens)
    message, _ = answered(reply(*said), tools, max_tokens)
    for index, block in enumerate(message["content"]):
        for key in ("text", "thinking", "signature"):
            if block["type"] in ("text", "thinking") and key in block:
                assert "".join(delta.get(key, "") for delta in deltas(found, index)) == block[key]
        if block["type"] == "tool_use" and message["stop_reason"] == "tool_use":
            written = "".join(delta["partial_json"] for delta in deltas(found, index))
            assert json.loads(written or "{}") == block["input"]
