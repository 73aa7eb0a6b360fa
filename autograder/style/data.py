"""Checks on data files that learners read: form, and French."""

from collections import Counter
from collections.abc import Iterator

from autograder.style import prose
from autograder.style.document import Finding, Json
from tooluse.practice.misconceptions import NO_LESSON

QUIZ_QUESTIONS = 3
CHOICES = range(2, 5)


def readable(data: Json) -> Iterator[Finding]:
    if data.problem:
        yield data.find(None, data.problem, "write it: its form stands in autograder/README.md")
    elif not isinstance(data.value, dict):
        yield data.find(None, "the file holds no JSON object", "its form stands in autograder/README.md")


def questions_form(data: Json) -> Iterator[Finding]:
    if not isinstance(data.value, dict):
        return
    predictions, quiz = data.get("predictions"), data.get("quiz")
    if not isinstance(predictions, dict):
        yield data.find(
            "predictions", "there are no predictions", 'write {"p1": {"prompt": …, "choices": […]}}'
        )
    if not isinstance(quiz, list) or len(quiz) != QUIZ_QUESTIONS:
        yield data.find("quiz", f"the quiz has not {QUIZ_QUESTIONS} questions", "write a list of three")
    for key, question in (predictions if isinstance(predictions, dict) else {}).items():
        yield from _question(data, f"predictions.{key}", question)
    for number, question in enumerate(quiz if isinstance(quiz, list) else []):
        yield from _question(data, f"quiz.{number}", question)


def _question(data: Json, where: str, question: object) -> Iterator[Finding]:
    choices = question.get("choices") if isinstance(question, dict) else None
    if not isinstance(choices, list) or not all(isinstance(choice, dict) for choice in choices):
        yield data.find(
            where, "the question has no choices", 'write {"prompt": …, "choices": [{"text": …}, …]}'
        )
        return
    if not _text(question, "prompt"):
        yield data.find(where, "the question has no prompt", "ask it")
    if len(choices) not in CHOICES:
        yield data.find(where, f"{len(choices)} choices", f"give {CHOICES[0]} to {CHOICES[-1]}")
    right = sum(choice.get("right") is True for choice in choices)
    if right == 0 or right == len(choices):
        what = "every choice is right" if right else "no choice is right"
        yield data.find(where, what, 'mark the right one with "right": true, and offer a plausible wrong one')
    for number, choice in enumerate(choices):
        for name in ("text", "explanation"):
            if not _text(choice, name):
                yield data.find(
                    f"{where}.choices.{number}", f"the choice has no {name}", "every choice has both"
                )


def misconceptions_form(data: Json) -> Iterator[Finding]:
    for code, entry in data.value.items() if isinstance(data.value, dict) else ():
        for name in ("name", "explanation") if code in NO_LESSON else ("name", "explanation", "lesson"):
            if not _text(entry, name):
                yield data.find(
                    code, f"the misconception has no {name}", "name, explanation and lesson are texts"
                )


def _text(value: object, name: str) -> bool:
    text = value.get(name) if isinstance(value, dict) else None
    return isinstance(text, str) and bool(text.strip())


def french(data: Json) -> Iterator[Finding]:
    from tooluse.french import typeset

    for where, text in data.strings():
        for what, remedy in (*prose.wrong_signs(text), *prose.missing_spaces(typeset(text))):
            yield data.find(where, what, remedy)
    kinds = Counter(sign for _, text in data.strings() for sign in prose.apostrophes(text))
    if len(kinds) > 1:
        (usual, many), (rare, few) = kinds.most_common()
        where = next(where for where, text in data.strings() if rare in prose.apostrophes(text))
        yield data.find(where, f"two kinds of apostrophe ({many} {usual}, {few} {rare})", f"write {usual}")
