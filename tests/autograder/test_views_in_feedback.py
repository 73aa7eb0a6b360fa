"""Every view of the course as a feedback page shows it: its fallback, whole, harmless, without its widget."""

import re

import nbformat
import pytest

from autograder import outputs
from tooluse import MockClaude, settings, widgets
from tooluse.data import read_json

TOOLS = read_json("tools", "lecon01.json")


@pytest.fixture(scope="module")
def client():
    client = MockClaude()
    message = {"role": "user", "content": "Quel temps fait-il à Lyon ?"}
    client.messages.create(model=settings().model, max_tokens=300, tools=TOOLS, messages=[message])
    return client


# How each is shown, and words that its fallback must hold.
VIEWS = {
    "flow": (lambda view, client: view(client), "Votre code envoie la requête"),
    "predict": (lambda view, client: view("05.p1"), "capitale"),
    "quiz": (lambda view, client: view("05"), "Question 3 sur 3"),
    "validator": (lambda view, client: view(TOOLS[0]), "Ce que reproche le kit"),
    "compare": (
        lambda view, client: view(TOOLS, TOOLS, [("Il pleut à Lyon ?", TOOLS[0]["name"])]),
        "Bon choix",
    ),
    "grid24": (lambda view, client: view(), "vendredi prochain"),
    "explain": (lambda view, client: view(client), "get_weather"),
    "modes": (lambda view, client: view(), "not supported for this model"),
    "masks": (lambda view, client: view(), "je ne sais pas"),
    "incidents": (lambda view, client: view(), "Un client furieux"),
    "faults": (lambda view, client: view("missing-result"), "were found without"),
}


@pytest.fixture
def page(monkeypatch):
    """What the page shows of a view that a cell has displayed."""

    def shown(view):
        found = []
        monkeypatch.setattr(
            "IPython.display.publish_display_data",
            lambda data, metadata=None: found.append(nbformat.v4.new_output("display_data", data=data)),
        )
        view._ipython_display_()
        return "".join(outputs.rendered(found))

    return shown


def test_no_view_is_forgotten():
    assert set(VIEWS) == set(widgets.__all__) - {"FlowDebugger"}


@pytest.mark.parametrize("name", VIEWS)
def test_a_feedback_page_shows_the_fallback_whole(name, client, page):
    make, words = VIEWS[name]
    html = page(make(getattr(widgets, name), client))
    text = re.sub(r"<[^>]+>", "", html).replace("\u00a0", " ")
    assert words in text and "suite coupée" not in text
    assert not re.search(r"<(script|style|svg|iframe|img)\b|\son\w+=|style=", html)
    assert "widget" not in html
