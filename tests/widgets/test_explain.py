"""The explanation of a simulated model: what is taken, what is shown, words that nobody foresaw."""

import pytest
from definitions import REQUESTS, RICH, told

from tooluse import MockClaude
from tooluse.data import data_dir, read_json
from tooluse.mock.models import SimulatedModel
from tooluse.mock.models.simulated import coverage
from tooluse.widgets import explain
from tooluse.widgets.labels import known
from tooluse.widgets.words import PLACES


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


@pytest.fixture
def client():
    client = MockClaude(SimulatedModel())
    message = {"role": "user", "content": REQUESTS[0][0]}
    client.messages.create(model="claude-sonnet-5", max_tokens=500, tools=RICH, messages=[message])
    return client


def test_an_exchange_a_client_its_calls_or_the_data_will_do(client):
    shown = explain(client.calls[-1]).shown
    assert shown["tools"][0]["name"] == "search_client_contracts"
    assert explain(client).shown == explain(client.calls).shown == shown
    assert explain(client.calls[-1].explanation).shown == shown
    assert explain({"explanation": client.calls[-1].explanation}).shown == shown


def test_the_words_the_places_and_the_sources_are_french(client):
    shown = explain(client).shown
    assert said(shown["decision"]) == "Appelle search_client_contracts."
    assert {"word": "contrats", "where": "description", "weight": "+1,00"} in shown["tools"][0]["for"]
    client_argument = next(one for one in shown["arguments"] if one["argument"] == "client")
    assert said(client_argument["source"]) == "la demande" and client_argument["value"] == '"Durand"'


def test_what_speaks_against_a_tool_bears_a_minus(client):
    other = explain(client).shown["tools"][1]
    assert other["against"][0]["where"] == "frontière" and other["against"][0]["weight"].startswith("−")


def test_a_value_of_the_request_bears_the_french_name_of_its_kind():
    tools = [{"name": "book", "description": "Réserve.", "input_schema": {"type": "object", "properties": {
        "city": {"type": "string"}, "day": {"type": "string", "format": "date"}}}}]  # fmt: skip
    data = told("Réservez à Lyon le 3 octobre 2026.", tools)
    words = [point["word"] for point in explain(data).shown["tools"][0]["for"]]
    assert "Lyon (un lieu)" in words and any("(une date)" in word for word in words)


def test_evidence_that_weighs_nothing_is_not_shown():
    data = told("Réservez un vol de Lyon à Nantes demain, pour Mme Roc.", RICH)
    assert all(point["weight"] for tool in data["tools"] for point in (*tool["for"], *tool["against"]))


def test_every_kind_of_value_that_counts_has_its_french_name():
    assert all(known(f"kind_{kind}") for kind in coverage._TAKES)


def test_an_answer_without_a_tool_has_no_arguments():
    html = explain(told(REQUESTS[4][0])).fallback()
    assert "Répond sans outil" in html and "Aucun appel" in html


@pytest.mark.parametrize("source", [None, [], 3, {"request": {}}, "texte"])
def test_without_an_explanation_it_says_who_gives_one(source):
    widget = explain(source)
    assert widget.shown == {} and "MockClaude()" in widget.fallback() and widget.summary()


def test_words_of_the_model_that_are_new_are_shown_as_they_are():
    data = told(REQUESTS[0][0])
    data["tools"][0]["for"].append({"word": "x", "where": "telepathy", "weight": 0.1})
    data["arguments"][0]["source"] = "result:find_client"
    shown = explain(data).shown
    assert shown["tools"][0]["for"][-1]["where"] == "telepathy"
    assert said(shown["arguments"][0]["source"]) == "le résultat de find_client"


def test_every_place_and_source_of_the_model_has_its_french_word():
    for tools, texts in [(RICH, [text for text, _ in REQUESTS])]:
        for text in texts:
            data = told(text, tools)
            wheres = {point["where"] for tool in data["tools"] for point in (*tool["for"], *tool["against"])}
            assert all(known(f"where_{where}") for where in wheres)
            assert all(known(f"source_{one['source'].partition(':')[0]}") for one in data["arguments"])


def test_the_fallback_escapes_what_requests_say():
    html = explain(told("Contrats de <img src=x onerror=alert(1)> et <script>")).fallback()
    assert "<img" not in html and "<script" not in html


def test_every_kind_of_evidence_has_a_french_name():
    model = SimulatedModel()
    kinds = set()
    for path in (data_dir() / "catalogue").glob("*.json"):
        trade = read_json("catalogue", path.name)
        for request in trade["requests"]:
            message = {"role": "user", "content": request["turns"][0]["user"]}
            said = model.answer({"model": "m", "tools": trade["tools"], "messages": [message]})
            for tool in (said.explanation or {}).get("tools", ()):
                kinds |= {one["where"] for one in [*tool["for"], *tool["against"]]}
    assert {f"where_{kind}" for kind in kinds} <= PLACES.keys()
