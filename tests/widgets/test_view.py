"""A view as a notebook keeps it: the widget, then its fallback, once, wherever the two are shown."""

import re

import nbformat
import pytest
from definitions import REQUESTS, RICH, THIN, told
from nbconvert import HTMLExporter
from samples import one_call

from tooluse.widgets import compare, explain, faults, flow, grid24, incidents, masks, predict, quiz, validator

pytestmark = pytest.mark.usefixtures("sample_questions", "judge")
WIDGET = "application/vnd.jupyter.widget-view+json"
LINE = "Vue figée"


@pytest.fixture
def shown(monkeypatch):
    """Displays a view and returns its outputs as a notebook keeps them."""

    def displayed(view):
        bundles = []
        monkeypatch.setattr(
            "IPython.display.publish_display_data", lambda data, metadata=None: bundles.append(data)
        )
        view._ipython_display_()
        return [nbformat.v4.new_output("display_data", data=data) for data in bundles]

    return displayed


VIEWS = {
    "flow": (lambda: flow(one_call()), "Votre code envoie la requête"),
    "predict": (lambda: predict("01.p1"), "transporte la demande"),
    "quiz": (lambda: quiz("01"), "Question 3 sur 3"),
    "validator": (lambda: validator(RICH[0]), "Ce que reproche le kit"),
    "compare": (lambda: compare(THIN, RICH, REQUESTS), "Bon choix, définitions B"),
    "grid24": (grid24, "vendredi prochain"),
    "incidents": (incidents, "Un client furieux"),
    "faults": (lambda: faults("wrong-type"), "TypeError"),
    "masks": (masks, "je ne sais pas"),
    "explain": (lambda: explain(told(REQUESTS[0][0])), "contrats (description)"),
}


@pytest.fixture(params=VIEWS, ids=str)
def view(request):
    make, words = VIEWS[request.param]
    return make(), words


def test_the_fallback_is_a_second_output_folded_under_one_line(view, shown):
    widget, words = view
    first, second = (output.data for output in shown(widget))
    assert WIDGET in first and "text/html" not in first
    assert WIDGET not in second and second["text/html"].count("<style>") == 1
    line, folded = second["text/html"].split("</summary>", 1)
    assert LINE in line and words not in line and words in folded


def test_a_closed_view_still_shows_its_fallback(view, shown):
    widget, words = view
    widget.close()
    (only,) = shown(widget)
    assert words in only.data["text/html"]


def test_where_widgets_are_not_shown_the_text_stands_once(view, shown):
    widget, words = view
    outputs = shown(widget)
    cell = nbformat.v4.new_code_cell("view", outputs=outputs)
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert words in page and page.count(LINE) == 1 and WIDGET not in page


def test_on_a_feedback_page_the_text_stands_once_without_style(view, shown):
    rendered = pytest.importorskip("autograder.outputs").rendered
    widget, words = view
    pieces = rendered(shown(widget))
    assert len(pieces) == 1 and words in pieces[0] and pieces[0].count(LINE) == 1
    assert not re.search(r"jp-OutputArea|<style", pieces[0])
