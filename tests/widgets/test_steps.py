"""Exchanges -> steps: no French, no widget."""

import pytest
from samples import (
    ASK,
    Exchange,
    asked,
    loop,
    one_call,
    parallel,
    recorded,
    refusal,
    refused,
    reply,
    request,
    result,
    text,
    turn,
)

from tooluse.widgets.recordings import NotRecorded, recordings
from tooluse.widgets.steps import steps


def outline(source) -> list[tuple]:
    return [(step["kind"], step["phase"], step["actor"]) for step in steps(source)]


ONE_CALL = [
    ("request", 1, "code"),
    ("reply", 2, "model"),
    ("execution", 3, "code"),
    ("results", 4, "code"),
    ("reply", 5, "model"),
]


def test_one_call_has_the_five_steps():
    assert outline(one_call()) == ONE_CALL


def test_a_loop_repeats_the_middle_steps_and_counts_turns():
    found = steps(loop(turns=3))
    assert [step["phase"] for step in found] == [1, 2, 3, 4, 2, 3, 4, 5]
    assert [step["turn"] for step in found] == [1, 1, 1, 2, 2, 2, 3, 3]
    assert {step["turns"] for step in found} == {3}
    assert [step["number"] for step in found] == list(range(1, 9))


def test_two_calls_in_one_turn_are_one_execution():
    execution = steps(parallel())[2]
    assert [(call["id"], call["state"], call["result"]) for call in execution["calls"]] == [
        ("toolu_1", "done", "18 °C"),
        ("toolu_2", "error", "Ville inconnue"),
    ]


def test_what_is_new_is_marked_by_path_against_the_previous_request():
    first, *_, results, _ = steps(one_call())
    assert first["marks"] == {} and not first["compared"]
    assert results["marks"] == {("messages", "1"): "new", ("messages", "2"): "new"}


def test_a_refusal_is_a_step_of_the_api_and_takes_no_turn():
    found = steps(refused())
    assert [step["kind"] for step in found] == [
        *("request", "reply", "execution", "results", "error", "results", "reply")
    ]
    error, retry = found[4], found[5]
    assert (error["actor"], error["phase"], error["status"]) == ("api", 0, 400)
    assert (error["turn"], retry["turn"], retry["turns"]) == (2, 2, 2)
    assert retry["retried"] and set(retry["marks"].values()) == {"changed"}


def test_a_call_without_its_result_is_missing():
    assert steps(refused())[2]["calls"][0]["state"] == "missing"


def test_a_truncated_call_is_not_executed():
    cut = reply(asked("toolu_1"), stop="max_tokens")
    assert outline([recorded(request(ASK), cut)]) == [("request", 1, "code"), ("reply", 2, "model")]


@pytest.mark.parametrize("stop", ["end_turn", "max_tokens", "refusal", "stop_sequence", "invented"])
def test_stop_reasons_are_kept_as_words(stop):
    assert steps([recorded(request(ASK), reply(text("…"), stop=stop))])[1]["stop"] == stop


def test_a_pause_is_resumed_by_the_assistant_turn():
    server = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "Lyon"}}
    pause = reply(server, stop="pause_turn")
    back = {"role": "assistant", "content": pause["content"]}
    found = steps([recorded(request(ASK), pause), recorded(request(ASK, back), reply(text("Voilà.")))])
    assert [step["kind"] for step in found] == ["request", "reply", "resume", "reply"]
    assert found[1]["calls"][0]["server"]


def test_an_open_call_is_left_to_the_code():
    assert outline(one_call()[:1])[-1] == ("unanswered", 3, "code")


def test_exchange_objects_clients_and_streams():
    calls = [
        Exchange(item["request"], item["response"], item["status"], streamed=True) for item in one_call()
    ]

    class Client:
        pass

    client = Client()
    client.calls = calls
    assert outline(client) == outline(calls) == ONE_CALL
    assert all(step["streamed"] for step in steps(client))


def test_counting_tokens_is_no_step():
    count = Exchange(request(ASK), {"input_tokens": 9}, path="/v1/messages/count_tokens")
    assert outline([count, *one_call()]) == ONE_CALL


@pytest.mark.parametrize("wrapped", [lambda messages: messages, lambda messages: {"messages": messages}])
def test_a_history_is_taken_apart(wrapped):
    messages = [*one_call()[1]["request"]["messages"], {"role": "assistant", "content": [text("18 °C")]}]
    assert outline(wrapped(messages)) == ONE_CALL
    assert [step["stop"] for step in steps(wrapped(messages)) if step["inferred"]] == ["tool_use", "end_turn"]


def test_a_history_that_ends_with_the_user_waits_for_its_answer():
    assert outline([ASK]) == [("request", 1, "code"), ("silence", 0, "api")]


def test_sdk_objects_become_the_api_s_json():
    class Block:
        def to_dict(self):
            return asked("toolu_1", city="Lyon")

    history = [ASK, {"role": "assistant", "content": [Block()]}]
    assert steps(history)[1]["document"]["content"] == [asked("toolu_1", city="Lyon")]


def test_another_first_message_is_another_conversation():
    other = recorded(request({"role": "user", "content": "Et demain ?"}), reply(text("Il pleut.")))
    found = steps([*one_call(), other])
    assert [step["conversation"] for step in found] == [1] * 5 + [2] * 2
    assert (found[5]["turn"], found[5]["turns"], found[5]["compared"]) == (1, 1, False)


def test_an_error_inside_a_stream_comes_with_status_200():
    assert outline([recorded(request(ASK), refusal("Overloaded", "overloaded_error"), 200)])[1][0] == "error"


HOSTILE = [
    {"request": None, "response": None},
    {"request": [1], "response": reply(text("…"))},
    recorded({"messages": "no list"}, reply()),
    recorded(
        request(None, 3, {"role": 1, "content": [None, {"type": "tool_result"}]}), reply(None, {"type": 3})
    ),
    recorded(request(ASK), {"content": "no list", "stop_reason": ["no word"]}),
    recorded(
        request(ASK, *turn(reply(asked("a")), result(None, {"no": "text"}))),
        reply(asked(None), stop="tool_use"),
    ),
]


@pytest.mark.parametrize("exchange", HOSTILE)
def test_any_json_makes_steps(exchange):
    assert steps([exchange])


@pytest.mark.parametrize("source", [None, 3, "text", [3], [{"neither": "nor"}]])
def test_what_is_no_exchange_is_refused(source):
    with pytest.raises(NotRecorded):
        recordings(source)
