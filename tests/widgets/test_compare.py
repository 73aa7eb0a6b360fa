"""The comparison without pixels: expected tools, matrices, what is edited, how long it takes."""

import time

import pytest
from definitions import REQUESTS, RICH, THIN

from tooluse.widgets import compare
from tooluse.widgets.requests_text import Unreadable, known_as, read, written


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


@pytest.fixture
def widget():
    return compare(THIN, RICH, REQUESTS)


def test_rich_descriptions_choose_better_than_thin_ones(widget):
    thin, rich = widget.score
    assert thin < rich == len(REQUESTS)
    assert widget.summary().replace("\u00a0", " ").startswith("Comparateur de descriptions (simulé)")


def test_the_matrix_counts_every_request_once(widget):
    for side in widget.report["sides"]:
        cells = [cell for row in side["matrix"]["rows"] for cell in row["cells"]]
        assert sum(cell["count"] for cell in cells) == len(REQUESTS)
        assert sum(cell["count"] for cell in cells if cell["kind"] == "right") == side["right"]


def test_each_decision_tells_the_words_that_counted(widget):
    first = widget.report["rows"][0]["sides"][1]
    words = {point["word"] for tool in first["evidence"]["tools"] if tool["chosen"] for point in tool["for"]}
    assert first["right"] and "contrats" in words


def test_an_edited_description_is_judged_again_and_the_score_before_is_kept(widget):
    before, _ = widget.score
    assert not widget.report["rows"][0]["sides"][0]["right"]
    widget.a = widget.a.replace("Recherche.", "Cherche les contrats d'un client.")
    widget.run = 1
    assert widget.report["rows"][0]["sides"][0]["right"] and widget.ran == 1
    assert widget.report["sides"][0]["before"].replace("\u00a0", " ") == f"avant : {before} sur 6"


def test_a_renamed_tool_is_still_the_one_that_was_expected(widget):
    widget.b = widget.b.replace("search_client_contracts", "find_agreements")
    widget.run = 1
    assert widget.report["rows"][0]["sides"][1]["expected"] == "find_agreements"
    assert not widget.report["problem"]


def test_tools_are_known_by_name_then_by_rank():
    assert known_as("b", ["b", "a"], [["a", "b"]]) == "b"
    assert known_as("old", ["x", "new"], [["x", "old"]]) == "new"
    assert known_as("old", ["x"], [["x", "old"]]) is None


def test_requests_go_to_text_and_back():
    text = written([("Un contrat ?", "a"), {"text": "Rien", "tool": None}, ("Deux\nlignes", ("a", "b"))])
    assert text == "Un contrat ? => a\nRien => aucun\nDeux lignes => a | b"
    assert [one.expected for one in read(text)] == [("a", "a"), (None, None), ("a", "b")]


@pytest.mark.parametrize("line", ["sans flèche", "=> outil", "demande =>", "a => b => c", "a => b | c | d"])
def test_a_line_that_cannot_be_read_is_told_with_its_number(line):
    with pytest.raises(Unreadable) as caught:
        read(f"Bonjour => aucun\n{line}")
    assert caught.value.line == 2


def test_an_unknown_tool_is_told_and_nothing_is_counted(widget):
    widget.requests = "Bonjour => nowhere"
    widget.run = 1
    assert "aucun outil ne s'appelle « nowhere »" in said(widget.report["problem"])
    assert widget.report["rows"] == [] and widget.score == (None, None)


def test_one_set_that_cannot_be_read_leaves_the_other(widget):
    widget.a = "["
    widget.run = 1
    first, second = widget.report["sides"]
    assert first["at"] == [1, 2] and second["right"] == len(REQUESTS)
    assert widget.report["rows"][0]["sides"][0] is None and "JSON" in widget.fallback()


def test_definitions_that_the_api_refuses_are_not_simulated():
    side = compare([{**THIN[0], "name": "a.b"}, THIN[1]], RICH, REQUESTS).report["sides"][0]
    assert side["refused"] and side["right"] is None


def test_several_calls_have_a_column_of_their_own(monkeypatch):
    told = {"tools": [], "calls": [{"tool": "search"}, {"tool": "quotes"}], "decision": "call"}

    class Both:
        def answer(self, request):
            return type("Reply", (), {"explanation": told})

    monkeypatch.setattr("tooluse.widgets.comparison._model", Both)
    matrix = compare(THIN, THIN, [("Tout", "search")]).report["sides"][0]["matrix"]
    assert matrix["columns"][-1] == "plusieurs" and matrix["rows"][0]["cells"][-1]["count"] == 1


def test_sixteen_requests_and_two_sets_take_less_than_a_second():
    requests = (REQUESTS * 3)[:16]
    compare(THIN, RICH, requests[:1])  # what is imported and read once
    begun = time.perf_counter()
    compare(THIN, RICH, requests)
    assert time.perf_counter() - begun < 1


def test_the_fallback_says_that_it_is_simulated_and_escapes():
    html = compare(THIN, RICH, [*REQUESTS, ("<script>1</script>", None)]).fallback()
    assert "simulé" in html and "<script" not in html and "&lt;script" in html
    assert html.count("<details>") == 2 + len(REQUESTS) + 1
