"""The debugger without pixels: what it says, what it asks, its state, its HTML for a dead kernel."""

import re
from html.parser import HTMLParser

import nbformat
import pytest
from nbconvert import HTMLExporter
from samples import ASK, asked, loop, one_call, parallel, recorded, refused, reply, request, text

from tooluse.widgets import flow
from tooluse.widgets.recordings import NotRecorded
from tooluse.widgets.story import STOPS

pytestmark = pytest.mark.usefixtures("judge")
HOSTILE = "<img src=x onerror=alert(1)><script>alert(2)</script>"


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


def fallback(widget) -> str:
    return widget._repr_mimebundle_()[0]["text/html"]


def tags(html: str) -> set[str]:
    found = set()
    parser = HTMLParser()
    parser.handle_starttag = lambda tag, attributes: found.add((tag, bool(attributes)))
    parser.feed(html)
    return found


def test_titles_tell_the_story():
    assert [said(step["title"]) for step in flow(one_call()).steps] == [
        "Votre code envoie la requête",
        "Le modèle demande 1 outil",
        "Votre code exécute 1 outil",
        "Votre code renvoie les résultats",
        "Le modèle a fini",
    ]


def test_turns_and_conversations_are_named():
    where = [step["where"] for step in flow(loop(turns=3)).steps]
    assert where[0] == "tour 1 sur 3" and where[-1] == "tour 3 sur 3"
    other = recorded(request({"role": "user", "content": "Autre"}), reply(text("Oui.")))
    assert flow([*one_call(), other]).steps[-1]["where"].startswith("conversation 2")


@pytest.mark.parametrize("stop", [*filter(None, STOPS), "invented"])
def test_every_stop_reason_is_a_word_with_a_sentence(stop):
    step = flow([recorded(request(ASK), reply(text("…"), stop=stop))]).steps[1]
    assert step["stop"] == stop
    assert said(step["sentence"]).endswith(".") and step["question"]


def test_the_api_s_message_is_shown():
    error = flow(refused()).steps[4]
    assert "400" in said(error["title"])
    assert "unexpected tool_use_id found" in said(error["remarks"][0])


def test_a_server_s_trouble_is_not_the_request_s_fault():
    busy = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    assert "pas en cause" in said(flow([recorded(request(ASK), busy, 529)]).steps[1]["sentence"])


def asked_in(source, **options) -> list[str]:
    """The prompts of a flow, "" where nothing is asked."""
    return [
        said(step["question"]["prompt"]) if step["question"] else "" for step in flow(source, **options).steps
    ]


def plain_request(*messages) -> dict:
    """A request that offers no tool."""
    return {name: value for name, value in request(*messages).items() if name != "tools"}


@pytest.mark.parametrize("source", [one_call(), loop(turns=4), parallel(), refused()])
def test_each_question_has_one_right_answer_and_each_choice_its_own_reason(source):
    for step in filter(None, (step["question"] for step in flow(source).steps)):
        reasons = [said(choice["explanation"]) for choice in step["choices"]]
        assert sum(choice["right"] for choice in step["choices"]) == 1
        assert 2 <= len(reasons) <= 4 and len(set(reasons)) == len(reasons)
        assert all(reason.endswith(".") for reason in reasons)


def test_questions_fit_their_step():
    prompts = asked_in(loop(turns=3))
    assert prompts[1] == prompts[4] == "Quel stop_reason portera la réponse ?"
    assert prompts[2].startswith(("Le modèle a demandé get_weather", "Pendant que get_weather"))
    assert prompts[3] in (
        "Le message suivant porte les résultats. Quel rôle aura-t-il ?",
        "Outre les résultats, que porte la requête suivante ?",
    )
    assert any("Combien de blocs" in prompt for prompt in asked_in(parallel()))
    assert not any("Combien de blocs" in prompt for prompt in prompts)  # one call: it was just said


def test_what_stands_in_the_diagram_is_not_asked_again():
    prompts = [prompt for prompt in asked_in(loop(turns=6)) if prompt and "stop_reason" not in prompt]
    assert len(set(prompts)) == len(prompts) == 3  # the opening, an execution, results


def test_flows_do_not_all_begin_with_the_same_question():
    first = {
        asked_in([recorded(request({"role": "user", "content": words}), reply(text("Oui.")))])[0]
        for words in ("Bonjour", "Quelle heure est-il ?", "Et à Lyon ?", "Et à Brest ?", "Merci", "Encore")
    }
    assert len(first) > 2


def test_a_flow_given_without_predictions_never_asks_about_stop_reason():
    assert not any("stop_reason" in prompt for prompt in asked_in(loop(turns=4), predict=False))


@pytest.mark.parametrize("tools", [[], "none", None, 3])
def test_an_exchange_without_tools_says_request_only(tools):
    sent = plain_request(ASK) if tools is None else {**request(ASK), "tools": tools}
    first, last = flow([recorded(sent, reply(text("Bonjour.")))]).steps
    assert said(first["label"]) == "requête" and "outil" not in said(first["sentence"])
    assert first["absent"] == last["absent"] == [2, 3, 4]


def test_phases_are_crossed_out_only_once_it_is_known():
    unused = flow([recorded(request(ASK), reply(text("Bonjour.")))]).steps
    assert [step["absent"] for step in unused] == [[], [2, 3, 4]]
    assert not any(step["absent"] for step in flow(one_call()).steps)
    assert not any(step["absent"] for step in flow([ASK]).steps)  # a history does not tell


def test_a_question_does_not_betray_an_error():
    asked_of_error = said(flow(refused()).steps[4]["question"]["prompt"])
    assert asked_of_error == said(flow(one_call()).steps[4]["question"]["prompt"])


def test_a_violation_stands_where_it_is(judge, violation):
    judge(violation("messages.0.content"), violation("nowhere", "warning"))
    first = flow(one_call()).steps[0]
    assert [note["word"] for note in first["notes"]] == ["erreur", "à améliorer"]
    noted = {
        line["p"]: line["n"] for part in first["json"]["sections"] for line in part["lines"] if "n" in line
    }
    assert noted == {"messages.0.content": [0], "": [1]}
    assert ["code", "remède"] in [list(part) for part in first["notes"][0]["remedy"]]
    assert not flow(one_call()).steps[1]["notes"]


def test_a_history_is_judged_as_a_whole_request(judge):
    given = judge()
    flow([ASK])
    assert {"model", "max_tokens", "messages"} <= set(given[0])


def test_state_position_is_kept_within_bounds():
    widget = flow(one_call())
    widget.position = 99
    assert widget.position == 4
    widget.position = -3
    assert widget.position == 0


def test_state_answers_are_scored_and_a_passed_question_counts_for_nothing():
    widget = flow(one_call())
    choices = widget.steps[1]["question"]["choices"]
    right = next(index for index, choice in enumerate(choices) if choice["right"])
    widget.answers = {"0": -1, "1": right, "2": 1}
    assert widget.score == (1, 2)


def test_nothing_recorded_says_what_to_do():
    assert "Aucun échange" in fallback(flow([]))


def test_a_wrong_source_is_told_in_french():
    with pytest.raises(NotRecorded, match="attend un client"):
        flow(3)


def test_the_fallback_shows_the_full_trace_in_plain_tags():
    html = fallback(flow(refused()))
    assert len(re.findall(r"<tr>", html)) == 1 + 7
    assert {tag for tag, _ in tags(html)} <= {
        *(
            "table",
            "thead",
            "tbody",
            "tr",
            "th",
            "td",
            "details",
            "summary",
            "pre",
            "p",
            "b",
            "ins",
            "code",
            "br",
        )
    }
    assert not any(attributes for _, attributes in tags(html))
    assert "<ins>" in html and "nouveau" in html and "tool_use" in html


@pytest.mark.parametrize("place", ["message", "input", "result", "name", "error", "key"])
def test_the_fallback_escapes_whatever_requests_hold(place):
    first, second = one_call()
    block = first["response"]["content"][1]
    if place == "message":
        first["request"]["messages"][0]["content"] = HOSTILE
    elif place == "input":
        block["input"] = {"city": HOSTILE, HOSTILE: 1}
    elif place == "result":
        second["request"]["messages"][2]["content"][0]["content"] = HOSTILE
    elif place == "name":
        block["name"] = HOSTILE
    elif place == "error":
        second |= {
            "status": 400,
            "response": {"type": "error", "error": {"type": HOSTILE, "message": HOSTILE}},
        }
    else:
        first["request"][HOSTILE] = HOSTILE
    html = fallback(flow([first, second]))
    assert "<img" not in html and "<script" not in html and "&lt;img" in html


def test_nbconvert_takes_the_fallback():
    bundle = flow(one_call())._repr_mimebundle_()[0]
    output = nbformat.v4.new_output("display_data", data=bundle)
    cell = nbformat.v4.new_code_cell("flow(calls)", outputs=[output])
    page, _ = HTMLExporter().from_notebook_node(nbformat.v4.new_notebook(cells=[cell]))
    assert "Votre code exécute" in page and "widget-view+json" not in page


def test_braces_in_names_are_only_text():
    wants = reply(asked("toolu_1", "{status} {0}"), stop="tool_use")
    assert "{status} {0}" in said(flow([recorded(request(ASK), wants)]).steps[2]["label"])
