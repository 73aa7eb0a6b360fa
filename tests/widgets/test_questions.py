"""predict() and quiz(): data, errors, state, fallback; and the form of the lessons' own files."""

import json
import re

import pytest

from tooluse.data import data_dir
from tooluse.widgets import predict, questions, quiz

pytestmark = pytest.mark.usefixtures("sample_questions")
BARE = {"text": "une réponse"}
LESSON_FILES = sorted((data_dir() / "questions").glob("*.json"))


def test_a_prediction_keeps_the_order_of_its_choices():
    texts = [choice["text"] for choice in predict("01.p1").items[0]["choices"]]
    assert [parts[0][1] for parts in texts] == ["Le modèle", "Votre code", "L'API"]


def test_prose_is_typeset_and_parsed():
    assert predict("01.p1").items[0]["prompt"] == [
        ("text", "La réponse porte "),
        ("code", "stop_reason: tool_use"),
        ("text", ". Qui exécute "),
        ("code", "get_weather"),
        ("text", "\u00a0?"),
    ]
    assert predict("01.p2").items[0]["prompt"][-1] == ("pre", 'a = ["<b>"]')


@pytest.mark.parametrize("key", ["01.P1", " 01.p1 "])
def test_keys_are_taken_in_any_case(key):
    assert predict(key).items == predict("01.p1").items


def test_an_unknown_key_lists_what_exists():
    with pytest.raises(questions.UnknownQuestion) as caught:
        predict("01.p9")
    assert str(caught.value).replace("\u00a0", " ") == (
        'Pas de prédiction « 01.p9 ». Prédictions de cette leçon : "01.p1", "01.p2".'
    )
    with pytest.raises(questions.UnknownQuestion, match='Leçons qui en ont.*"01"'):
        quiz("77")


def test_the_score_counts_first_tries():
    widget = quiz("01")
    assert len(widget.items) == 3
    widget.answers = [[0], [0, 1], []]
    assert widget.score == 1


def test_the_fallback_folds_every_explanation():
    html = predict("01.p1")._repr_mimebundle_()[0]["text/html"]
    before, folded = html.split("<details>")
    assert "Votre code" in before and "transporte" not in before
    assert "transporte" in folded and folded.count("<b>Faux</b>") == 2
    assert "Question 3 sur 3" in quiz("01")._repr_mimebundle_()[0]["text/html"]


def test_the_fallback_escapes():
    html = predict("01.p2")._repr_mimebundle_()[0]["text/html"]
    assert not re.search(r"\[&quot;<b>", html) and "&lt;b&gt;" in html


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ([], "must hold an object"),
        ({"quizz": []}, "unknown key"),
        ({"quiz": [{"choices": []}]}, "no prompt"),
        (
            {"quiz": [{"prompt": "?", "choices": [{"text": "a", "right": True, "explanation": "b"}]}]},
            "1 choices",
        ),
        ({"quiz": [{"prompt": "?", "choices": [{"text": "a"}, {"text": "b"}]}]}, "exactly one"),
        ({"quiz": [{"prompt": "?", "choices": [{"text": "a"}, {"text": "b"}]}]}, "no explanation"),
    ],
)
def test_problems_of_form_are_named(content, problem):
    assert any(problem in found for found in questions.problems(content))


@pytest.mark.parametrize("path", LESSON_FILES, ids=lambda path: path.stem)
def test_the_lessons_questions_have_the_right_form(path):
    assert list(questions.problems(json.loads(path.read_text(encoding="utf-8")))) == []
