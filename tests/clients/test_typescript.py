"""The TypeScript SDK against `tooluse serve`: nothing of it is ours but the script that calls it."""

import json

import pytest
from loops import ANSWER


@pytest.mark.parametrize("way", ["create", "stream"])
def test_a_tool_loop(node, way):
    assert json.loads(node("loop.mjs", way)[way]) == ANSWER


def test_the_tool_runner(node):
    cities, text = node("loop.mjs", "runner")["runner"]
    assert cities == ["Lyon"]
    assert json.loads(text) == ANSWER


def test_a_refusal_is_a_typed_error(node):
    assert node("loop.mjs", "refused")["refused"] == [True, 400, "invalid_request_error", True]
