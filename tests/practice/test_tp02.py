"""How the tests of TP02 read a conversation; `autograder verify` shows that they tell right from wrong."""

import pytest

from tooluse.mock.models import reply, tool_use
from tooluse.practice import Failure, LocalStudent
from tooluse.practice.talk import check_talk, flat, same, talk

CALL, DONE = reply(tool_use("get_weather", city="Lyon")), reply("18 °C.")
REGISTRY = {"get_weather": lambda city: "18 °C"}


def held(function, *script, seconds=5.0):
    return talk(LocalStudent({"loop": function}, seconds=seconds), "loop", list(script), REGISTRY)


def keep_asking(client, question, tools, registry, model):
    while True:
        client.messages.create(
            model=model, max_tokens=50, tools=tools, messages=[{"role": "user", "content": question}]
        )


def swallow(*arguments):
    while True:
        try:
            keep_asking(*arguments)
        except Exception:
            continue


def test_a_request_beyond_the_script_is_seen():
    one_more = held(keep_asking, DONE)
    assert len(one_more.calls) == 1 and len(one_more.sent) == 2
    with pytest.raises(Failure, match="FIN — "):
        check_talk(one_more)


def test_a_loop_that_swallows_every_exception_ends_with_its_time():
    with pytest.raises(Failure, match="INTACT — "):
        check_talk(held(swallow, CALL, seconds=0.3))


def test_a_loop_that_never_ends_is_told_so():
    def spin(client, question, tools, registry, model):
        messages = [{"role": "user", "content": question}]
        client.messages.create(model=model, max_tokens=50, tools=tools, messages=messages)
        while True:
            pass

    with pytest.raises(Failure, match="SANS-FIN — "):
        check_talk(held(spin, DONE, seconds=0.3))


def test_a_refused_request_is_told_in_the_words_of_the_api():
    def silent(client, question, tools, registry, model):
        client.messages.create(model=model, max_tokens=50, messages=[])

    with pytest.raises(Failure, match="at least one message"):
        check_talk(held(silent, DONE))


def test_blocks_compare_however_they_are_spread_over_messages():
    together = [{"role": "user", "content": [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]}]
    apart = [{"role": "user", "content": "a"}, {"role": "user", "content": "b"}]
    assert same(flat(together), flat(apart))
    assert not same(flat(together), flat(apart[:1]))


@pytest.mark.parametrize("odd", [None, 3, "a", [None], [{}], [{"role": "user"}], [{"content": [1]}]])
def test_odd_messages_are_read_without_a_crash(odd):
    assert same(flat(odd), flat(odd))
