"""TP07: its references and its data against the API, and how its tests read what came back."""

from typing import Any

import pytest

from autograder.hidden._tp02_talk import first_refusal
from autograder.hidden._tp07_guard import CONVERTED, GOOD, LOOSE, WRONG, but
from autograder.hidden._tp07_sorting import AGAIN, TRIAGE, fault
from autograder.layout import here
from autograder.sources import read
from tooluse import MockClaude, ScriptedModel, failures, reply
from tooluse.data import read_json
from tooluse.incidents import classes, remedies
from tooluse.lint.verdicts import lint
from tooluse.practice import Failure, LocalStudent
from tooluse.practice.checks.tp07 import (
    CLASSES,
    REMEDIES,
    asking,
    check_near,
    executed,
    results,
    stations,
    suggested,
    used,
)
from tooluse.practice.failing import BOOKING, TRANSFER, check_stopped, check_through
from tooluse.practice.mending import check_repaired, pairs
from tooluse.practice.moulding import takes

ASKED = {"role": "user", "content": "L'index de S-12 ?"}


@pytest.fixture(scope="module")
def notebook() -> dict[str, Any]:
    """What the cells of the solution define."""
    source = here().root / "solutions" / "tp07.py"
    namespace: dict = {"__name__": "__main__"}
    for cell in read(source, source.name):
        if cell.kind == "code":
            exec(cell.source, namespace)
    return namespace


def test_every_incident_has_an_answer_of_the_vocabulary():
    assert [str(case) for case in TRIAGE] == list(read_json("tp", "tp07_incidents.json"))
    assert set(CLASSES) == set(classes()) == {kind for kind, _ in TRIAGE.values()}
    assert set(REMEDIES) == set(remedies())


def test_every_wrong_answer_breaks_one_property():
    for case, right in TRIAGE.items():
        wrong = [(kind, cure) for kind in CLASSES for cure in REMEDIES if (kind, cure) != right]
        assert all(fault(case, pair) for pair in wrong)
        assert fault(case, right) is None
        assert fault(case, (right[0], "retry_same")) == (AGAIN, "RETRY")


def test_the_tool_of_the_notebook_is_a_good_one():
    assert [*lint([read_json("tp", "tp07_tools.json")["create_quote"]])] == []


def test_the_cut_call_of_the_notebook_passes_its_schema(notebook):
    client = notebook["rehearsal"]()
    cut = client.messages.create(**notebook["REQUEST"])
    assert cut.stop_reason == "max_tokens"
    assert takes(notebook["REQUEST"]["tools"][0]["input_schema"], cut.content[-1].input)
    assert notebook["ask_whole"](notebook["rehearsal"](), notebook["REQUEST"], 1000).stop_reason == "tool_use"
    with pytest.raises(ValueError, match="500"):
        notebook["ask_whole"](notebook["rehearsal"](), notebook["REQUEST"], 500)


def test_persist_sends_six_requests_and_no_more(notebook):
    client, waits = notebook["storm"](4), []
    assert notebook["persist"](client, asking(100), waits.append).stop_reason == "end_turn"
    assert len(client.calls) == 5 and waits == [0.02]
    client = notebook["storm"](9)
    with pytest.raises(Exception, match="429"):
        notebook["persist"](client, asking(100), waits.append)
    assert len(client.calls) == 6


def test_the_interrupted_history_is_refused_until_it_is_repaired(notebook):
    refused = first_refusal(notebook["INTERRUPTED"])
    assert refused is not None and "toolu_b2" in refused.message
    assert first_refusal(notebook["repair"](notebook["INTERRUPTED"])) is None


@pytest.mark.parametrize(("name", "base"), [("Booking", BOOKING), ("Transfer", TRANSFER)])
def test_the_schema_of_a_model_refuses_what_its_guard_refuses(notebook, name, base):
    student, schema = LocalStudent(notebook), notebook[name].model_json_schema()
    for given in GOOD[name]:
        check_through(student, name, given)
        assert takes(schema, given)
    for field, value in (*LOOSE[name], *WRONG[name], *CONVERTED[name]):
        given = but(base, **{field: value})
        check_stopped(student, name, given, "LACHE", (field,))
        assert not takes(schema, given)


def test_an_interruption_is_told_from_a_failure(notebook):
    student = LocalStudent(notebook)
    assert student.call("execute", notebook["asked"]("stop_now"), student.value("METERS")).exception.type == (
        "KeyboardInterrupt"
    )
    executed(student, "read_archive", {"year": 3}, student.value("METERS")).check_error(("/srv", "ak-77f1"))


def test_a_suggestion_is_a_whole_name_beside_the_one_received():
    names = ["Lens", "Lyon"]
    assert suggested("« Lens- » : essayez Lyon.", "Lens-", names) == ["Lyon"]
    assert suggested("Essayez Lyon-Sud.", "Lyno", names) == []


@pytest.mark.parametrize(
    ("told", "code"),
    [("« Lyno » : inconnue.", "MESSAGE"), ("« Lyno » : essayez lyon.", "VIDE")],
)
def test_a_message_without_a_true_suggestion_is_told(told, code):
    student = LocalStudent({"unknown_city": lambda name, known: told})
    with pytest.raises(Failure, match=f"{code} — "):
        check_near(student, "Lyno", "Lyon", stations("Lyon", "Lens"))


def test_a_turn_may_span_messages():
    split = [ASKED, used("toolu_a"), used("toolu_b"), results("toolu_a"), results("toolu_b")]
    ((asked, after),) = pairs(split)
    assert asked == ["toolu_a", "toolu_b"] and [number for number, _ in after] == [3, 4]
    check_repaired(LocalStudent({"repair": list}), split)


@pytest.mark.parametrize(
    ("repair", "code"),
    [
        (lambda messages: messages[:1], "INTACT"),
        (lambda messages: [*messages, {"role": "tool", "content": "Interrompu."}], "ROLE"),
        (lambda messages: [*messages, results("toolu_z")], "CORR"),
        (lambda messages: [*messages, results("toolu_a")], "UN-SEUL"),
        (list, "PAIRE"),
    ],
)
def test_what_became_of_a_history_is_told(repair, code):
    with pytest.raises(Failure, match=f"{code} — "):
        check_repaired(LocalStudent({"repair": repair}), [ASKED, used("toolu_a", "toolu_b")])


def test_errors_of_the_sdk_are_real_on_the_other_side(notebook):
    """`persist` builds them there, with a client whose requests come back here."""
    client = MockClaude(ScriptedModel([reply("Bonjour.")] * 9))
    client.inject(failures.timeout(times=9))
    outcome = LocalStudent(notebook).call("persist", client, asking(100), lambda seconds: None, 0)
    assert outcome.exception.type == "APITimeoutError" and len(client.calls) == 6
