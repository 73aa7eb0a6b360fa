"""What is remembered: exactly what was asked, and not too much of it."""

import pytest

from tooluse.rules.memory import ENTRIES, LARGEST, Memory, remembered

DEEP = [[]]
for _ in range(5000):
    DEEP = [DEEP]


class Judge:
    def __init__(self):
        self.asked = []

    def __call__(self, value):
        self.asked.append(value)
        return len(self.asked)

    __name__ = __qualname__ = "Judge"


def test_the_same_content_is_judged_once():
    judge = Judge()
    ask = remembered(judge)
    assert [ask([{"a": 1}]), ask([{"a": 1}]), ask([{"a": 2}])] == [1, 1, 2]


@pytest.mark.parametrize("other", [True, 1.0, -0.0, "1", None])
def test_equal_values_of_other_types_are_judged_apart(other):
    judge = Judge()
    ask = remembered(judge)
    assert ask([1, 0.0]) != ask([other, 0.0])
    assert [type(value[0]) for value in judge.asked] == [int, type(other)]


@pytest.mark.parametrize("value", [DEEP, "x" * LARGEST, {"a": object()}], ids=["deep", "long", "no JSON"])
def test_what_cannot_be_remembered_is_judged_each_time(value):
    ask = remembered(Judge())
    assert [ask(value), ask(value)] == [1, 2]


def test_a_memory_keeps_the_last_ones_only():
    memory, judge = Memory(2), Judge()

    def ask(content, question=""):
        return memory.of(content, question, find=lambda: judge(content))

    assert [ask(b"a"), ask(b"b"), ask(b"a"), ask(b"c"), ask(b"a"), ask(b"b")] == [1, 2, 1, 3, 1, 4]
    assert [ask(b"b", "other"), ask(None), ask(None), ask(b"x" * (LARGEST + 1))] == [5, 6, 7, 8]
    assert len(memory) == 2 < ENTRIES


def test_an_error_is_not_remembered():
    memory = Memory()
    with pytest.raises(ZeroDivisionError):
        memory.of(b"a", find=lambda: 1 / 0)
    assert memory.of(b"a", find=lambda: 1) == 1
