"""Turns that end before their work is done, and failures that are lines of a script."""

import anthropic
import httpx2
import pytest
from one_question import HELLO, QUESTION, SEARCH, WEATHER, client, create, streamed

from tooluse import MockClaude, ScriptedModel, failures, reply, tool_use
from tooluse.mock import ScriptError


def test_a_refusal_is_a_200_without_content():
    one = client()
    one.inject(failures.refusal("bio"))
    message = create(one)
    assert (message.stop_reason, message.content) == ("refusal", [])
    assert message.stop_details.category == "bio" and message.stop_details.explanation


def test_a_pause_leaves_a_server_tool_pending_and_can_be_sent_back():
    one = client(failures.pause_turn(), reply("Voilà ce que j'ai trouvé."))
    paused = create(one, tools=[SEARCH])
    assert paused.stop_reason == "pause_turn"
    assert paused.content[-1].type == "server_tool_use" and paused.content[-1].name == "web_search"
    assert paused.content[-1].input == {"query": QUESTION[0]["content"]}
    turns = [*QUESTION, {"role": "assistant", "content": paused.content}]
    assert create(one, messages=turns, tools=[SEARCH]).content[0].text.startswith("Voilà")


def test_a_pause_needs_a_server_tool():
    one = client()
    one.inject(failures.pause_turn())
    with pytest.raises(ScriptError, match="web_search_20250305"):
        create(one, tools=[WEATHER])


def test_a_full_context_window_stops_in_the_middle():
    one = client()
    one.inject(failures.context_exceeded())
    message = create(one)
    assert message.stop_reason == "model_context_window_exceeded"
    assert HELLO.content[0]["text"].startswith(message.content[0].text)
    assert message.usage.input_tokens + message.usage.output_tokens >= 200_000


def test_max_tokens_really_cuts_a_text_and_a_call():
    one = client()
    one.inject(failures.max_tokens(at=3))
    message = create(one)
    assert (message.stop_reason, message.usage.output_tokens) == ("max_tokens", 3)
    assert HELLO.content[0]["text"].startswith(message.content[0].text)
    one = client(reply(tool_use("get_weather", city="Lyon", day="demain matin avant dix heures")))
    one.inject(failures.max_tokens())
    message = create(one, tools=[WEATHER])
    assert message.stop_reason == "max_tokens"
    assert message.content[0].input == {"city": "Lyon"}, "plausible, and incomplete"


def test_max_tokens_that_cuts_nothing_says_so():
    one = client()
    one.inject(failures.max_tokens(at=400))
    with pytest.raises(ScriptError, match=r"tient en \d+ tokens"):
        create(one)


def test_a_failure_of_a_script_stands_in_the_place_of_a_reply():
    one = client(failures.overloaded(times=2), HELLO, failures.refusal())
    with pytest.raises(anthropic.OverloadedError):
        create(one.with_options(max_retries=0))
    assert create(one).stop_reason == "end_turn"
    assert create(one).stop_reason == "refusal"
    assert [call.status for call in one.calls] == [529, 529, 200, 200]


def test_a_failure_of_a_script_spoils_the_next_reply():
    script = [failures.max_tokens(at=2), failures.cut_stream(after=2), HELLO, HELLO]
    one = client(*script, max_retries=0)
    with pytest.raises(httpx2.RemoteProtocolError):
        streamed(one)
    assert create(one).stop_reason == "end_turn"
    one = client(failures.stream_error(), HELLO)
    assert create(one).stop_reason == "end_turn", "refused once, then the line that it was to spoil"
    assert [call.status for call in one.calls] == [529, 200]


def test_a_script_may_not_end_with_a_failure_that_has_nothing_to_spoil():
    with pytest.raises(TypeError, match=r"failures\.wrong_enum"):
        ScriptedModel([HELLO, failures.wrong_enum()])


def test_a_script_may_begin_again():
    one = MockClaude(ScriptedModel([failures.overloaded(), HELLO], repeat=True), max_retries=0)
    for _ in range(3):
        with pytest.raises(anthropic.OverloadedError):
            create(one)
        create(one)
