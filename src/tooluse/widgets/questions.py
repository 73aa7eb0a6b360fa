"""Questions as data: find them, check their form, say what exists.

data/questions/01.json:
    {"predictions": {"p1": {"prompt": "…", "choices": [{"text": "…", "right": true, "explanation": "…"}, …]}},
     "quiz": [{"prompt": "…", "choices": […]}, …]}
Choices stay in the order of the file: a learner who comes back finds them where they were.
"""

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from tooluse.data import data_dir, read_json
from tooluse.widgets.labels import label

Question = dict[str, Any]


def folder() -> Path:
    """Where the question files are; tests put another one here."""
    return data_dir() / "questions"


def lessons() -> list[str]:
    """The lessons that have questions, in order."""
    return sorted(path.stem for path in folder().glob("*.json"))


def prediction(key: str) -> Question:
    """The prediction named by a key such as "01.p1"."""
    lesson, _, name = str(key).strip().partition(".")
    known = _lesson(lesson).get("predictions", {})
    for candidate, question in known.items():
        if candidate.lower() == name.lower():
            return question
    names = _list(f"{lesson}.{candidate}" for candidate in known)
    raise UnknownQuestion(label("unknown_prediction", key=key, known=names))


def quiz_questions(lesson: str) -> list[Question]:
    """The questions that close a lesson."""
    found = _lesson(str(lesson).strip()).get("quiz", [])
    if not found:
        raise UnknownQuestion(label("no_quiz", lesson=lesson))
    return found


def _lesson(name: str) -> dict[str, Any]:
    for known in lessons():
        if known.lower() == name.lower():
            return read_json(folder() / f"{known}.json")
    raise UnknownQuestion(label("unknown_lesson", lesson=name, known=_list(lessons())))


def _list(names: Iterable[str]) -> str:
    return ", ".join(f'"{name}"' for name in names) or label("none")


class UnknownQuestion(KeyError):
    """An unknown key, told as a sentence; a plain KeyError would show the sentence's repr."""

    def __str__(self) -> str:
        return self.args[0]


def problems(content: Any) -> Iterator[str]:
    """What is wrong with the form of a question file, for the authors of lessons."""
    if not isinstance(content, dict):
        yield "the file must hold an object"
        return
    for name, question in content.get("predictions", {}).items():
        yield from _problems_of(question, f"predictions.{name}")
    for index, question in enumerate(content.get("quiz", [])):
        yield from _problems_of(question, f"quiz.{index}")
    for extra in set(content) - {"predictions", "quiz"}:
        yield f"{extra}: unknown key"


def _problems_of(question: Any, path: str) -> Iterator[str]:
    if not isinstance(question, dict) or not question.get("prompt"):
        yield f"{path}: no prompt"
        return
    choices = question.get("choices", [])
    if not 2 <= len(choices) <= 4:
        yield f"{path}: {len(choices)} choices, 2 to 4 are wanted"
    if sum(choice.get("right") is True for choice in choices) != 1:
        yield f"{path}: exactly one choice must be right"
    for index, choice in enumerate(choices):
        for field in ("text", "explanation"):
            if not choice.get(field):
                yield f"{path}.choices.{index}: no {field}"
