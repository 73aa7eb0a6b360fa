"""Message threads: what the server keeps, what a request becomes, what is refused."""

import json

import pytest

from tooluse.mock.fault import Fault
from tooluse.mock.threads import BETA, Threads
from tooluse.rules import check

MODEL = "claude-sonnet-5"
TOOL = {"name": "get_weather", "input_schema": {"type": "object"}}
ASK = {"role": "user", "content": "Quel temps à Lyon ?"}


def call(number):
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "get_weather", "input": {"city": "Lyon"}}


def result(number, **more):
    block = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "18 °C", **more}
    return {"role": "user", "content": [block]}


def message(number, *content, stop_reason="tool_use"):
    return {"id": f"msg_{number}", "content": list(content) or [call(number)], "stop_reason": stop_reason}


def create(**more):
    return {"model": MODEL, "max_tokens": 9, "messages": [ASK], "thread": {"type": "create"}, **more}


def go_on(number, *turns, **more):
    thread = {"type": "continue", "previous_message_id": f"msg_{number}"}
    return {
        "model": MODEL,
        "max_tokens": 9,
        "messages": list(turns) or [result(number)],
        "thread": thread,
        **more,
    }


def turn(threads, request, answer, **betas):
    resolved = threads.resolve(request, **betas)
    threads.remember(request, resolved, answer, **betas)
    return resolved


def refused(threads, request, **betas):
    with pytest.raises(Fault) as caught:
        threads.resolve(request, **betas)
    return caught.value.error_code


class TestThreads:
    def test_a_continued_request_is_the_whole_conversation(self):
        threads = Threads()
        first = turn(threads, create(system="Bref.", tools=[TOOL]), message(1))
        assert first == {
            "model": MODEL,
            "max_tokens": 9,
            "messages": [ASK],
            "system": "Bref.",
            "tools": [TOOL],
        }
        second = turn(threads, go_on(1, max_tokens=50), message(2))
        answer = {"role": "assistant", "content": [call(1)]}
        assert second == {**first, "max_tokens": 50, "messages": [ASK, answer, result(1)]}
        third = threads.resolve(go_on(2))
        assert third["messages"] == [
            ASK,
            answer,
            result(1),
            {"role": "assistant", "content": [call(2)]},
            result(2),
        ]
        assert not [violation for violation in check(third) if violation.severity == "error"]

    def test_a_request_without_a_thread_is_left_alone(self):
        threads, request = Threads(), {"model": MODEL, "messages": [ASK]}
        assert turn(threads, request, message(1)) is request
        assert threads.resolve({**request, "thread": None}) == request
        assert len(threads) == 0

    @pytest.mark.parametrize(
        "thread",
        [7, "create", [], {}, {"type": "fork"}, {"type": "continue"}, {"type": "create", "id": "x"},
         {"type": "continue", "previous_message_id": None}, {"type": ["create"]}],
    )  # fmt: skip
    def test_a_thread_of_no_valid_form_is_left_for_the_check(self, thread):
        request = create(thread=thread)
        assert turn(Threads(), request, message(1)) is request

    @pytest.mark.parametrize("request_", [None, 3, "x", [], {}, {"thread": {"type": "create"}}])
    def test_any_json_may_come(self, request_):
        Threads().resolve(request_)

    def test_new_messages_of_a_wrong_type_are_left_for_the_check(self):
        threads = Threads()
        turn(threads, create(), message(1))
        assert threads.resolve({**go_on(1), "messages": "oui"})["messages"] == "oui"

    def test_an_unknown_id_is_not_found_in_the_words_of_the_api(self):
        with pytest.raises(Fault) as caught:
            Threads().resolve(go_on(9))
        body = caught.value.envelope("req_1")
        assert (caught.value.status, body["error"]["details"]) == (404, {"error_code": "thread_not_found"})
        assert body["error"]["message"].startswith("No thread state was found for the requested `previous_")

    def test_an_answer_is_continued_once(self):
        threads = Threads()
        turn(threads, create(), message(1))
        threads.resolve(go_on(1))
        threads.resolve(go_on(1))  # a retry after a failure: the first one got no answer
        turn(threads, go_on(1), message(2))
        assert refused(threads, go_on(1)) == "thread_already_continued"
        assert threads.resolve(go_on(2))

    @pytest.mark.parametrize("field", ["system", "tools"])
    def test_what_a_thread_keeps_may_not_be_sent_again(self, field):
        threads = Threads()
        turn(threads, create(tools=[TOOL]), message(1))
        with pytest.raises(Fault, match=f"`{field}` cannot be sent"):
            threads.resolve(go_on(1, **{field: []}))

    @pytest.mark.parametrize(
        "change",
        [{"model": "claude-opus-5"}, {"tool_choice": {"type": "any"}}, {"thinking": {"type": "disabled"}},
         {"output_config": {"effort": "low"}}, {"cache_control": {"type": "ephemeral"}}],
    )  # fmt: skip
    def test_fixed_fields_are_sent_again_as_they_were(self, change):
        threads = Threads()
        turn(threads, create(), message(1))
        with pytest.raises(Fault, match=f"`{next(iter(change))}`") as caught:
            threads.resolve(go_on(1, **change))
        assert caught.value.error_code == "thread_fingerprint_mismatch"
        assert threads.resolve(go_on(1, max_tokens=1, stop_sequences=["x"], stream=True))

    def test_beta_headers_are_fixed_too_in_any_order(self):
        threads = Threads()
        turn(threads, create(), message(1), betas=[BETA, "b"])
        assert refused(threads, go_on(1), betas=[BETA]) == "thread_fingerprint_mismatch"
        assert threads.resolve(go_on(1), betas=("b", BETA))

    def test_what_threads_do_not_support_is_told(self):
        request = create(context_management={"edits": []})
        assert refused(Threads(), request) == "thread_unsupported_request"

    def test_marks_of_earlier_requests_do_not_add_up(self):
        threads, mark = Threads(), {"cache_control": {"type": "ephemeral"}}
        turn(threads, create(), message(0))
        for number in range(6):
            resolved = turn(threads, go_on(number, result(number, **mark)), message(number + 1))
            assert json.dumps(resolved).count("cache_control") == 1
            assert not [violation for violation in check(resolved) if violation.severity == "error"]

    def test_a_paused_turn_is_resumed_with_no_message_at_all(self):
        threads = Threads()
        turn(threads, create(), message(1, {"type": "text", "text": "…"}, stop_reason="pause_turn"))
        assert threads.resolve({**go_on(1), "messages": []})["messages"][-1]["role"] == "assistant"

    def test_an_empty_answer_adds_no_message(self):
        threads, request = Threads(), create()
        threads.remember(
            request, threads.resolve(request), {"id": "msg_1", "content": [], "stop_reason": "end_turn"}
        )
        assert threads.resolve(go_on(1, ASK))["messages"] == [ASK, ASK]

    def test_a_refused_turn_is_not_kept(self):
        threads = Threads()
        turn(threads, create(), message(1, stop_reason="refusal"))
        assert refused(threads, go_on(1)) == "thread_not_found"

    def test_five_minutes_from_the_last_request(self):
        now = [0.0]
        threads = Threads(lambda: now[0])
        turn(threads, create(), message(1))
        for _ in range(3):
            now[0] += 299
            threads.resolve(go_on(1))
        now[0] += 300
        assert refused(threads, go_on(1)) == "thread_not_found"
        assert len(threads) == 0

    def test_the_oldest_go_when_they_are_too_many(self):
        threads = Threads(count=10)
        for number in range(30):
            turn(threads, create(), message(number))
        assert len(threads) == 10
        assert refused(threads, go_on(19)) == "thread_not_found" and threads.resolve(go_on(20))

    def test_the_oldest_go_when_they_are_too_large(self):
        threads = Threads(size=1_000_000)
        for number in range(30):
            turn(threads, create(messages=[{"role": "user", "content": "a" * 100_000}]), message(number))
        assert 5 <= len(threads) <= 10
        turn(threads, create(messages=[{"role": "user", "content": "é" * 900_000}]), message(99))
        assert refused(threads, go_on(99)) == "thread_not_found"

    def test_a_long_thread_is_one_conversation_in_memory(self):
        threads = Threads(count=3, size=1_000_000)
        turn(threads, create(), message(0))
        for number in range(300):
            turn(threads, go_on(number), message(number + 1))
            assert len(threads) == 1
        assert len(threads.resolve(go_on(300))["messages"]) == 603
