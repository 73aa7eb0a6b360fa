"""The fourteen incidents: each really breaks, each cure is really played, and only the right ones repair."""

import json

import pytest

from tooluse.incidents import classes, incident, incidents, play, remedies
from tooluse.widgets.labels import known

NAMES = [one.id for one in incidents()]
PAIRS = [(one.id, cure) for one in incidents() for cure in one.cures]
REPAIRS = {
    "missing-result": {"fix_code"},
    "wrong-id": {"fix_code"},
    "forced-refused": {"fix_code"},
    "rate-limit": {"wait"},
    "cut-stream": {"wait"},
    "cut-call": {"more_tokens"},
    "refusal": {"tell_user"},
    "pause": {"resume"},
    "wrong-type": {"return_error", "constrain"},
    "wrong-enum": {"return_error", "fix_code"},
    "false-sentiment": {"give_knowledge", "rewrite_description"},
    "wrong-friday": {"give_knowledge"},
    "unknown-city": {"return_error"},
    "empty-as-error": {"fix_code"},
}
# Cures that leave the requests as they are: nothing was to be sent, or nothing was to be repaired.
UNSENT = {
    ("refusal", "tell_user"),
    ("wrong-type", "repair_json"),
    ("cut-call", "repair_json"),
    ("wrong-friday", "repair_json"),
}
SAID = {
    "missing-result": "`tool_use` ids were found without `tool_result` blocks immediately after",
    "wrong-id": "`tool_use` ids were found without `tool_result` blocks immediately after",
    "forced-refused": 'tool_choice: type "tool" and "any" are not supported for this model.',
    "rate-limit": "rate limit",
    "cut-stream": "the connection broke",
    "refusal": "IndexError",
    "pause": "pause_turn",
    "wrong-type": "TypeError",
    "unknown-city": "KeyError",
    "empty-as-error": "plafond : 4 requêtes",
}
SILENT = {
    "cut-call",
    "false-sentiment",
    "wrong-friday",
    "wrong-enum",
}  # nothing complains: that is the trouble


def sent(played):
    return json.dumps([call.request for call in played.calls], sort_keys=True)


def test_fourteen_incidents_meet_every_class():
    assert len(NAMES) == 14 and set(REPAIRS) == set(NAMES)
    assert {one.kind for one in incidents()} == set(classes())


@pytest.mark.parametrize("name", NAMES)
def test_an_incident_breaks_in_its_own_words_each_time_alike(name):
    played, again = play(name), play(name)
    assert played.verdict == "broken" and sent(played) == sent(again)
    assert [call.response for call in played.calls] == [call.response for call in again.calls]
    assert (name in SILENT) == (not played.ended)
    assert SAID.get(name, "") in played.ended


@pytest.mark.parametrize(("name", "cure"), PAIRS)
def test_only_the_right_cures_repair(name, cure):
    played = play(name, cure)
    assert (played.verdict == "repaired") == (cure in REPAIRS[name]), (played.verdict, played.ended)


def test_cures_change_what_is_sent_but_where_that_is_the_lesson():
    assert {pair for pair in PAIRS if sent(play(*pair)) == sent(play(pair[0]))} == UNSENT


def test_retrying_what_was_executed_does_it_twice():
    played = play("cut-call", "retry_same")
    assert played.verdict == "worse" and len(played.executed) == 2
    assert all("note" not in given for _, given in played.executed)


def test_a_cut_call_respects_its_schema():
    (call, *_) = play("cut-call").calls
    assert call.response["stop_reason"] == "max_tokens"
    (given,) = [block["input"] for block in call.response["content"] if block["type"] == "tool_use"]
    assert set(given) == {"client", "day"} == set(call.request["tools"][0]["input_schema"]["required"])


def test_what_arrived_of_a_broken_stream_looks_whole_and_is_false():
    played = play("cut-stream", "repair_json")
    assert played.verdict == "worse" and played.executed[0][1] == {"client": "CL-204", "day": "2026-09-11"}


def test_a_trace_gives_the_model_no_lead():
    played = play("unknown-city", "send_trace")
    (told,) = played.calls[-1].request["messages"][-1]["content"]
    assert "Traceback" in told["content"] and played.verdict == "other"


def test_strict_does_not_promise_the_case_of_an_enum():
    assert play("wrong-enum", "constrain").calls[0].request["tools"][0]["strict"] is True
    assert play("wrong-enum", "constrain").verdict == "unchanged"


def test_every_word_has_its_french():
    for one in incidents():
        assert one.title and one.seen and one.why and set(one.cures) <= set(remedies())
        for cure in one.cures:
            assert known(f"verdict_{play(one.id, cure).verdict}")
    assert all(word.name and word.means for word in (*classes().values(), *remedies().values()))


def test_unknown_names_are_told_with_what_exists():
    with pytest.raises(ValueError, match="missing-result"):
        incident("nothing")
    with pytest.raises(ValueError, match="fix_code"):
        play("missing-result", "wait")
