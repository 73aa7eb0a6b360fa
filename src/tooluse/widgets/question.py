"""predict("01.p1") and quiz("01"): choose, validate, read why; then try again."""

from typing import Any

import traitlets

from tooluse.widgets import html, questions
from tooluse.widgets.labels import label, labels
from tooluse.widgets.prose import plain, segments
from tooluse.widgets.view import View, assets

_WORDS = ("question_of", "validate", "retry", "choose_first", "right", "wrong", "score", "score_partial")


class QuestionWidget(View):
    """One or several questions; `answers[i]` lists the choices validated for question i, in order."""

    _esm = assets("dom.js", "question.js")
    _css = assets("base.css", "question.css")

    title = traitlets.Unicode().tag(sync=True)
    items = traitlets.List().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    answers = traitlets.List(traitlets.List(traitlets.Int())).tag(sync=True)

    def __init__(self, title: str, items: list[dict[str, Any]]) -> None:
        self._questions = items
        super().__init__(
            title=title,
            items=[prepared(item) for item in items],
            labels=labels(*_WORDS),
            answers=[[] for _ in items],
        )

    @property
    def score(self) -> int:
        """How many questions were right at the first try."""
        pairs = zip(self._questions, self.answers, strict=True)
        return sum(bool(tries and item["choices"][tries[0]].get("right")) for item, tries in pairs)

    def summary(self) -> str:
        prompts = "\n".join(plain(item["prompt"]) for item in self.items)
        return f"{self.title}\n{prompts}"

    def fallback(self) -> str:
        return html.questions(self.title, self._questions)


def predict(key: str) -> QuestionWidget:
    """Ask the prediction `key` ("01.p1") before the cell that answers it is run."""
    return QuestionWidget(label("prediction"), [questions.prediction(key)])


def quiz(lesson: str) -> QuestionWidget:
    """Ask the questions that close a lesson ("01"), and count what was right at the first try."""
    found = questions.quiz_questions(lesson)
    return QuestionWidget(label("quiz" if len(found) == 3 else "quiz_any"), found)


def prepared(item: dict[str, Any]) -> dict[str, Any]:
    """A question as the front end takes it: its texts parsed."""
    choices = [
        {
            "text": segments(choice["text"]),
            "explanation": segments(choice["explanation"]),
            "right": bool(choice.get("right")),
        }
        for choice in item["choices"]
    ]
    return {"prompt": segments(item["prompt"]), "choices": choices}
