"""The matrix of modes: what a cell gives, what is kept of a prediction, what is left without a kernel."""

import re

import pytest

from tooluse.rules import profile
from tooluse.widgets import modes
from tooluse.widgets.mode_play import CAP, MODES, Setting, columns, example, play

COURSE, REFUSING, NEW, OLD = range(4)
CALCULATION, CAPITAL, TWO, HELP = example()["questions"]


def setting(question=CALCULATION, scope="first", named="calculator"):
    return Setting(question, example()["tools"], named, scope)


def outcomes(question, scope="first"):
    """Of the course's model, mode by mode."""
    return [play(mode, columns()[COURSE], setting(question, scope)).outcome for mode in MODES]


def guess(view, row, column, what):
    view.cell, view.guess = [MODES.index(row), column], what
    view.run += 1
    return view.report["picked"]["answer"]


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (CALCULATION, ["tool:calculator", "tool:calculator", "tool:calculator", "text"]),
        (CAPITAL, ["text", "tool:get_weather", "tool:calculator", "text"]),
        (TWO, ["several", "several", "tool:calculator", "text"]),
        (HELP, ["text", "tool:get_weather", "tool:calculator", "text"]),
    ],
)
def test_each_mode_gives_what_the_lesson_says(question, expected):
    assert outcomes(question) == expected


def test_a_forced_mode_that_is_kept_loops_to_the_cap():
    assert outcomes(CALCULATION, "every") == ["tool:calculator", "loop", "loop", "text"]
    assert len(play("any", columns()[COURSE], setting(scope="every")).calls) == CAP


def test_the_columns_are_the_four_kinds_of_model():
    told = [profile(one.model) for one in columns()]
    assert [one.forced_tool_choice for one in told] == [True, False, True, True]
    assert "enabled" in told[OLD].thinking and columns()[OLD].thinking
    for mode in ("any", "tool"):
        refused, manual = (play(mode, columns()[at], setting()) for at in (REFUSING, OLD))
        assert refused.sentence == 'tool_choice: type "tool" and "any" are not supported for this model.'
        assert manual.sentence == "Thinking may not be enabled when tool_choice forces tool use."
        assert play(mode, columns()[NEW], setting()).outcome == "tool:calculator"


def test_nothing_is_shown_before_the_prediction():
    view = modes()
    assert {cell["state"] for row in view.report["rows"] for cell in row["cells"]} == {"open"}
    view.cell = [1, REFUSING]
    view.run += 1
    assert view.report["picked"]["answer"] is None and view.predictions == (0, 0)


def test_the_first_prediction_counts_and_the_api_speaks():
    view = modes()
    told = guess(view, "any", REFUSING, "tool:calculator")
    assert not told["right"] and "Vous aviez prédit : un appel de calculator" in said(told["text"])
    assert 'type "tool" and "any" are not supported' in said(told["facts"][0][1])
    again = guess(view, "any", REFUSING, "refused")
    assert not again["right"] and view.predictions == (0, 1)
    assert view.report["rows"][1]["cells"][REFUSING]["state"] == "wrong"


def test_an_absurd_call_is_told_by_what_auto_would_have_done():
    view = modes(HELP)
    facts = {name: said(words) for name, words in guess(view, "any", COURSE, "text")["facts"]}
    assert "ne répond à rien" in facts["En mode auto"]
    assert 'get_weather({"city": "Lyon"})' in facts["Le modèle demande"]


def test_forced_modes_cost_more_input():
    free, forced = (play(mode, columns()[COURSE], setting()).input_tokens for mode in ("auto", "any"))
    known = profile(columns()[COURSE].model).tool_tokens
    assert forced - free == known["any"] - known["auto"] > 0


def test_another_question_is_another_cell_and_coming_back_finds_the_first():
    view = modes()
    guess(view, "auto", COURSE, "tool:calculator")
    view.question = HELP
    view.run += 1
    assert view.report["rows"][0]["cells"][COURSE]["state"] == "open"
    view.question = CALCULATION
    view.run += 1
    assert view.report["rows"][0]["cells"][COURSE]["state"] == "right"


@pytest.mark.parametrize("text", ["", "[", '{"a": 1', "[1]", "3"])
def test_tools_that_cannot_be_read_are_a_sentence(text):
    view = modes(tools=text)
    assert view.report["problem"] and view.report["rows"] == [] and "failed" not in view.report
    assert "<script" not in view.fallback()


def test_tools_that_the_api_refuses_give_its_words_in_every_cell():
    view = modes(tools=[{"name": "a b", "input_schema": {"type": "object"}}])
    told = guess(view, "auto", COURSE, "refused")
    assert told["right"] and "tools.0" in said(told["facts"][0][1])


def test_an_escape_tool_changes_what_any_calls():
    view = modes(HELP, [*example()["tools"], example()["escape"]])
    assert guess(view, "any", COURSE, "tool:ask_clarification")["right"]


def test_the_fallback_folds_the_outcomes_away():
    html = modes().fallback()
    opened = re.sub(r"<details>.*?</details>", "", html, flags=re.S)
    assert CALCULATION.replace("?", "").strip() in opened and "400" not in opened
    assert html.count("400") >= 4 and "are not supported for this model." in html
    assert "<script" not in html and "style=" not in html and len(html) < 8_000
