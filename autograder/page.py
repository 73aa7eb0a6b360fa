"""What a feedback page says, as data: the template only lays it out."""

import re
from dataclasses import dataclass, field

from markupsafe import Markup, escape
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.gradebook import task_of
from autograder.outputs import prose, rendered
from autograder.submission import ABSENT, ADDED, grade_id, is_solution, is_test
from tooluse.french import typeset
from tooluse.practice.misconceptions import NO_LESSON, misconceptions
from tooluse.practice.verdict import parse

HEADING = re.compile(r"^#{1,6} +(?:q\d+ · )?(?P<title>.+?)(?: \([\d.,]+ points?\))? *$", re.MULTILINE)
CODE = HtmlFormatter(nowrap=True)


@dataclass
class Shown:
    """One of the student's cells."""

    label: str
    body: Markup
    outputs: list[Markup] = field(default_factory=list)
    prose: bool = False


@dataclass
class Task:
    name: str
    title: str = ""
    score: float = 0.0
    points: float = 0.0
    state: str = ""  # right | partly | wrong | empty
    code: str = ""
    misconception: str = ""
    explanation: str = ""
    seen: str = ""
    look: str = ""
    comment: Markup = Markup()
    cells: list[Shown] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        return {"right": "réussi", "partly": "en partie", "empty": "sans réponse"}.get(self.state, "à revoir")


class Page(NbGraderPreprocessor):
    """Put the page's data into the template's resources; nbgrader's GetGrades has run before."""

    def preprocess(self, nb, resources):
        given = resources["nbgrader"]
        resources["page"] = {
            "title": _title(nb) or given["assignment"],
            "student": given["student"],
            "score": given["score"],
            "max_score": given["max_score"],
            "penalty": given["late_penalty"],
            "oddities": [typeset(text) for text in nb.metadata.get("tooluse", {}).get("oddities", [])],
            "tasks": tasks(nb),
            "number": number,
            "spans": spans,
            "colours": Markup(CODE.get_style_defs(".code")),
        }
        return nb, resources


def spans(text: str) -> Markup:
    """Plain text with `code` in backticks."""
    parts = re.split(r"`([^`\n]+)`", text)
    return Markup("").join(Markup("<code>%s</code>") % p if i % 2 else escape(p) for i, p in enumerate(parts))


def number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".").replace(".", ",")


def _title(nb) -> str:
    texts = (HEADING.search(cell.source) for cell in nb.cells if cell.cell_type == "markdown")
    return next((match["title"] for match in texts if match), "")


def tasks(nb) -> list[Task]:
    """The tasks in order, each with the student's cells up to its test."""
    found, cells, title, answer = [], [], "", None
    for cell in nb.cells:
        if cell.id.startswith(ADDED):
            cells.append(_added(cell))
        elif is_solution(cell):
            answer = cell
            cells.append(_answer(cell))
        elif is_test(cell):
            found.append(_task(cell, answer, title, cells))
            cells, answer = [], None
        elif cell.cell_type == "markdown" and (match := HEADING.search(cell.source)):
            title = match["title"]
    if cells:
        found.append(Task("", "Après la dernière tâche", cells=cells))
    return found


def _task(test, answer, title: str, cells: list[Shown]) -> Task:
    score, points = test.metadata.nbgrader.get("score") or 0.0, test.metadata.nbgrader.get("points") or 0.0
    task = Task(task_of(grade_id(test)), title, score, points, cells=cells)
    task.state = _state(score, points, answer)
    task.comment = prose(answer.metadata.nbgrader.get("comment") or "") if answer is not None else Markup()
    error = next((out for out in test.outputs if out.output_type == "error"), None)
    if error is not None and task.state in ("wrong", "partly"):
        _diagnose(task, error)
    return task


def _state(score: float, points: float, answer) -> str:
    if score >= points:
        return "right"
    if score > 0:
        return "partly"
    return "empty" if answer is not None and _unanswered(answer) else "wrong"


def _unanswered(cell) -> bool:
    """The stub as it was released, or nothing at all."""
    return cell.source in ("", ABSENT) or cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)


def _diagnose(task: Task, error) -> None:
    verdict = parse(error.evalue)
    if verdict is None:
        task.seen = error.evalue
        return
    known = misconceptions().get(verdict["code"])
    task.seen, task.look = verdict["seen"], verdict["look"] or ""
    if verdict["code"] not in NO_LESSON and known is not None:
        task.code, task.misconception, task.explanation = known.code, known.name, known.explanation
        task.look = task.look or (f"leçon {known.lesson}" if known.lesson else "")


def _answer(cell) -> Shown:
    if _unanswered(cell):
        return Shown("Votre réponse", Markup("<p>Pas de réponse dans cette cellule.</p>"), prose=True)
    return Shown("Votre réponse", _code(cell.source), rendered(cell.outputs))


def _added(cell) -> Shown:
    if cell.cell_type == "code":
        return Shown("Cellule ajoutée", _code(cell.source), rendered(cell.outputs))
    return Shown("Note ajoutée", prose(cell.source), prose=True)


def _code(source: str) -> Markup:
    return Markup(highlight(source, PythonLexer(), CODE))
