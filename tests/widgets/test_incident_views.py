"""The sorter of incidents and the flow with a fault: what they show, keep, and leave without a kernel."""

import re

import pytest

from tooluse.incidents import incidents as known
from tooluse.widgets import faults, incidents


def ask(view, **state):
    for name, value in state.items():
        setattr(view, name, value)
    view.run += 1
    return view.report


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


def test_a_wrong_class_is_not_answered_with_the_right_one():
    view = incidents()
    told = ask(view, incident="wrong-type", guess="knowledge")
    assert told["class"]["right"] is False and "syntaxique" not in said(told["class"]["text"])
    told = ask(view, guess="form")
    assert told["class"]["right"] and "À l'examen : syntaxique." in said(told["class"]["text"])


def test_a_class_without_a_word_of_the_exam_says_so():
    view = incidents(incident="rate-limit", guess="transport")
    assert "aucun des trois mots" in said(view.report["class"]["text"])


def test_what_was_found_is_kept_while_one_goes_from_incident_to_incident():
    view = incidents()
    ask(view, incident="pause", guess="stop")
    ask(view, cure="resume")
    ask(view, incident="refusal", guess="form", cure="")
    assert view.score == (1, 1) and "Classés : 1 sur 14" in view.summary().replace("\u00a0", " ")


def test_a_replay_shows_its_verdict_its_cost_and_its_steps():
    view = incidents(incident="empty-as-error", cure="retry_same")
    played = view.report["played"]
    assert (
        played["word"] == "pire"
        and played["counts"].replace("\u00a0", " ") == "Requêtes : 8, contre 4 sans remède."
    )
    assert [row["stop"] for row in played["rows"]].count("tool_use") == 8


def test_without_a_fault_the_flow_shows_a_sound_exchange():
    view = faults()
    assert view.report["played"]["word"] == "sain" and view.report["cures"] == []
    assert view.steps[-1]["stop"] == "end_turn"


def test_choosing_a_cure_replays_the_flow_from_its_start():
    view = faults("missing-result")
    before = len(view.steps)
    assert view.steps[-1]["kind"] == "error"
    view.position = before - 1
    ask(view, cure="fix_code")
    assert view.position == 0 and view.steps[-1]["stop"] == "end_turn"


def test_a_guess_of_the_class_leaves_the_flow_where_it_is():
    view = faults("missing-result")
    view.position = last = len(view.steps) - 1
    ask(view, guess="protocol")
    assert view.report["class"]["right"] and view.position == last


def test_another_fault_begins_at_its_first_step():
    view = faults("missing-result")
    view.position = len(view.steps) - 1
    ask(view, incident="wrong-id")
    assert view.position == 0


def test_an_unknown_class_says_which_there_are():
    with pytest.raises(ValueError, match="protocol"):
        incidents(guess="nothing")


def test_an_unknown_fault_says_which_there_are():
    with pytest.raises(ValueError, match="missing-result"):
        faults("nothing")


def test_the_fallback_folds_the_answers_away():
    html = incidents().fallback()
    opened = re.sub(r"<details>.*?</details>", "", html, flags=re.S)
    for one in known():
        assert one.title.replace("'", "&#x27;") in opened
    assert "réparé" not in opened and html.count("<b>réparé</b>") == 17 and len(html) < 20_000


def test_the_fallback_of_a_fault_holds_its_exchange():
    html = faults("wrong-id").fallback()
    assert "call_1" in html and "Ce que reproche" not in html and "corriger votre code" in html
    assert "<script" not in html and "style=" not in html


def test_the_flow_counts_the_calls_that_really_ran():
    titles = [said(row["what"]) for row in incidents(incident="missing-result").report["played"]["rows"]]
    assert "Votre code exécute 1 outil sur 2" in titles
    titles = [said(row["what"]) for row in incidents(cure="fix_code").report["played"]["rows"]]
    assert "Votre code exécute 2 outils" in titles
