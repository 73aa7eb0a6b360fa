"""Front-end files, read as text: what they may not do, and that they ask for no word that is not sent."""

import re

import pytest

from tooluse.widgets import debugger, question

WIDGETS = [(debugger.FlowDebugger, debugger._WORDS), (question.QuestionWidget, question._WORDS)]


@pytest.mark.parametrize(("widget", "words"), WIDGETS)
def test_every_label_that_the_front_end_uses_is_sent(widget, words):
    used = set(re.findall(r"\blabels\.(\w+)", str(widget._esm)))
    assert used <= set(words)
    assert set(words) - used <= {"right", "wrong", "new", "changed", *(f"phase_{n}" for n in range(1, 6))}


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
