"""Front-end files, read as text: what they may not do, and that they ask for no word that is not sent."""

import re

import pytest

from tooluse.widgets import (
    comparing,
    debugger,
    explanation,
    fault_flow,
    grid_view,
    incident_sorter,
    mask_view,
    mode_matrix,
    question,
    validation,
)

WIDGETS = [
    (debugger.FlowDebugger, debugger.FLOW_WORDS),
    (question.QuestionWidget, question._WORDS),
    (validation.Validator, validation._WORDS),
    (comparing.Comparison, comparing._WORDS),
    (explanation.Explanation, explanation._WORDS),
    (grid_view.Grid, grid_view._WORDS),
    (incident_sorter.Sorter, incident_sorter._WORDS),
    (fault_flow.FaultFlow, fault_flow._WORDS),
    (mask_view.MaskView, mask_view._WORDS),
    (mode_matrix.ModeMatrix, mode_matrix._WORDS),
]
# Asked for by a name that is put together.
COMPOSED = re.compile(r"right|wrong|new|changed|phase_\d|mark_\w+")


@pytest.mark.parametrize(("widget", "words"), WIDGETS)
def test_every_label_that_the_front_end_uses_is_sent(widget, words):
    used = set(re.findall(r"\blabels\.(\w+)", str(widget._esm)))
    assert used <= set(words)
    assert [word for word in set(words) - used if not COMPOSED.fullmatch(word)] == []


@pytest.mark.parametrize(("widget", "words"), WIDGETS)
def test_data_never_becomes_html_and_nothing_is_fetched(widget, words):
    code = str(widget._esm)
    for forbidden in (
        "innerHTML",
        "outerHTML",
        "insertAdjacentHTML",
        "document.write",
        "eval(",
        "fetch(",
        "http",
    ):
        assert forbidden not in code


@pytest.mark.parametrize(("widget", "words"), WIDGETS)
def test_colours_come_from_the_host(widget, words):
    assert not re.findall(r"#[0-9a-fA-F]{3,8}\b|rgba?\(", str(widget._css))
