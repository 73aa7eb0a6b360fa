"""TP01: its references against the catalogue of rules, which knows nothing of them."""

import json
import random

import pytest

from autograder.layout import here
from autograder.sources import read
from tooluse import reply, server_tool_use, settings, thinking, tool_use
from tooluse.data import read_json
from tooluse.mock import message
from tooluse.practice import LocalStudent, plain
from tooluse.practice.tasks import public_suite
from tooluse.rules import check

PAIRS = {"orphan-tool-use": "missing", "unexpected-tool-result": "orphan"}


def reference(task: str, name: str):
    """The function that the solution of a task defines."""
    source = here().root / "solutions" / "tp01.py"
    (cell,) = (c for c in read(source, source.name) if c.kind == "code" and c.meta.get("task") == task)
    namespace: dict = {"json": json}  # the setup cell imports it
    exec(cell.source, namespace)
    return namespace[name]


def errors(messages: list[dict]) -> list:
    request = {"model": settings().model, "max_tokens": 100, "messages": messages}
    return [found for found in check(request) if found.severity == "error"]


def conversation(dice: random.Random) -> list[dict]:
    """Turns in any order; results, where there are any, stand before any text of their turn."""
    messages, number = [], 0
    for _ in range(dice.randint(1, 7)):
        if dice.random() < 0.5:
            calls = [f"id-{number + n}" for n in range(dice.randint(0, 2))]
            number += len(calls)
            blocks = [{"type": "tool_use", "id": id, "name": "f", "input": {}} for id in calls]
            messages.append({"role": "assistant", "content": [*blocks, {"type": "text", "text": "Bien."}]})
        else:
            given = dice.sample([f"id-{n}" for n in range(number + 1)], k=min(number, dice.randint(0, 3)))
            blocks = [{"type": "tool_result", "tool_use_id": id} for id in given]
            messages.append({"role": "user", "content": blocks or "Alors ?"})
    return messages


def well_formed(messages: list[dict]) -> bool:
    """Neither a text before a result in one turn nor a result given twice: q5 does not ask about these."""
    texts, seen, role = False, set(), None
    for said in messages:
        if said["role"] != role:
            texts, seen, role = False, set(), said["role"]
        if role == "user":
            ids = {b["tool_use_id"] for b in said["content"]} if isinstance(said["content"], list) else set()
            if ids and (texts or ids & seen):
                return False
            texts, seen = texts or not ids, seen | ids
    return True


def test_q5_says_what_the_catalogue_says():
    violations = reference("q5", "violations")
    dice, faulty = random.Random(1), 0
    for messages in filter(well_formed, (conversation(dice) for _ in range(400))):
        named = [(PAIRS[found.rule], found.message) for found in errors(messages) if found.rule in PAIRS]
        ours = violations(messages)
        for kind, id in ours:
            assert any(
                kind == theirs and id in text.replace(",", " ").replace(".", " ").split()
                for theirs, text in named
            ), (messages, kind, id)
        assert {kind for kind, _ in ours} == {kind for kind, _ in named}, messages
        faulty += bool(ours)
    assert faulty > 50


@pytest.mark.parametrize(
    "said",
    [
        reply(tool_use("get_weather", city="Lyon")),
        reply(thinking(""), "Voyons.", tool_use("get_weather"), tool_use("get_weather", id="appel-7_B")),
    ],
)
def test_the_references_of_q2_q3_q4_make_a_request_that_is_accepted(said):
    requests_in, tool_result = reference("q2", "requests_in"), reference("q3", "tool_result")
    response, history = message(said), [{"role": "user", "content": "Bonjour."}]
    calls = [block for block in response.content if block.type == "tool_use"]
    assert [call[0] for call in requests_in(response)] == [block.id for block in calls]
    results = [tool_result(block, {"été": None}) for block in calls]
    assert errors(plain(reference("q4", "next_messages")(history, response, results))) == []


def test_a_server_tool_asks_nothing_of_the_client():
    response = message(reply(server_tool_use("web_search", query="météo"), stop_reason="pause_turn"))
    assert reference("q2", "requests_in")(response) == []


def test_the_cards_and_the_cases_are_those_of_the_tasks():
    assert list(read_json("tp", "tp01_cards.json")) == list("ABCDEFG")
    assert list(read_json("tp", "tp01_cases.json")) == list("123456")


def test_escaped_accents_cost_nothing_but_are_told(capsys):
    def tool_result(block, output):
        content = output if isinstance(output, str) else json.dumps(output)
        return {"type": "tool_result", "tool_use_id": block.id, "content": content}

    student = LocalStudent({"tool_result": tool_result})
    assert all(result.passed for result in public_suite("tp01").run("q3", student))
    assert "ensure_ascii=False" in capsys.readouterr().out
