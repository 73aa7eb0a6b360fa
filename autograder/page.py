"""What a feedback page says, as data: the template only lays it out."""

import re
from dataclasses import dataclass, field, replace

from markupsafe import Markup, escape
from nbgrader.preprocessors import NbGraderPreprocessor
from nbgrader.utils import compute_checksum
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

from autograder.execute import DEAD, FAILURE, INPUT, TIMEOUT, UNJUDGED
from autograder.gradebook import task_of
from autograder.outputs import prose, rendered
from autograder.submission import ABSENT, ADDED, grade_id, is_solution, is_test
from tooluse.french import typeset
from tooluse.practice.misconceptions import NO_LESSON, NOT_BEGUN, misconceptions
from tooluse.practice.verdict import parse

HEADING = re.compile(r"^#{1,6} +(?:q\d+ · )?(?P<title>.+?)(?: \([\d.,]+ points?\))? *$", re.MULTILINE)
CODE = HtmlFormatter(nowrap=True)
CELL_LINE = re.compile(r"\bCell In\[(\d+)\], line (\d+)")
CELL_FILE = re.compile(r" \(\d+\.py, line \d+\)\Z")
NO_COMMENT = "No response."  # nbgrader's own, of an answer that was left as released
ASKS = "appelle `input()` : personne ne répond pendant la correction. Écrivez la valeur dans le code."
ENDS = "s'arrête elle-même (`exit()` ou `sys.exit()`) : la suite de la cellule n'a pas été exécutée."
VERDICTS = {
    "right": "réussi",
    "partly": "en partie",
    "empty": "sans réponse",
    "unread": "pas lu",
    "unjudged": "pas jugé",
}


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
    state: str = "wrong"  # or one of VERDICTS
    code: str = ""
    misconception: str = ""
    explanation: str = ""
    seen: str = ""
    look: str = ""
    comment: Markup = Markup()
    cells: list[Shown] = field(default_factory=list)

    @property
    def verdict(self) -> str:
        return VERDICTS.get(self.state, "à revoir")


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
            "oddities": [typeset(text) for text in _told(nb).get("oddities", [])],
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


def _told(nb) -> dict:
    """What grading has left in the copy."""
    return nb.metadata.get("tooluse", {})


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
    return [_unread(task) for task in found] if _told(nb).get("unread") else found


def _unread(task: Task) -> Task:
    """What stands in the copy is the released notebook, not what the student wrote."""
    if task.score > 0:  # points given by hand
        return replace(task, cells=[])
    seen = typeset("Aucune réponse n'a pu être lue : voyez « À propos de votre fichier ».")
    return replace(task, state="unread", seen=seen, cells=[])


def _task(test, answer, title: str, cells: list[Shown]) -> Task:
    score, points = test.metadata.nbgrader.get("score") or 0.0, test.metadata.nbgrader.get("points") or 0.0
    task = Task(task_of(grade_id(test)), title, score, points, cells=cells)
    error = next((out for out in test.outputs if out.output_type == "error"), None)
    task.state = _state(score, points, answer, error)
    if answer is not None and answer.metadata.nbgrader.get("comment") not in (None, "", NO_COMMENT):
        task.comment = prose(answer.metadata.nbgrader.comment)
    if task.state == "empty":
        task.seen = typeset(_unanswered(answer))
    elif error is not None and task.state != "right":
        _diagnose(task, error, stopped(answer) if answer is not None else "")
    return task


def _state(score: float, points: float, answer, error) -> str:
    if score >= points:
        return "right"
    if score > 0:
        return "partly"
    if answer is not None and _unanswered(answer):
        return "empty"
    return "unjudged" if error is not None and error.ename == UNJUDGED else "wrong"


def _unanswered(cell) -> str:
    """In what way there is no answer: no cell, no text, the stub as released. Empty if there is one."""
    if cell.source == ABSENT:
        return "La cellule de réponse manque dans votre copie."
    if not cell.source.strip():
        return "La cellule de réponse est vide."
    untouched = cell.metadata.nbgrader.get("checksum") == compute_checksum(cell)
    return "La cellule de réponse est restée telle quelle." if untouched else ""


def stopped(answer) -> str:
    """On what the student's own cell stopped, told to its author; empty when it went to its end."""
    errors = [out for out in answer.outputs if out.output_type == "error" and out.ename != FAILURE]
    names = [error.ename for error in errors]
    if not errors:
        return ""
    if TIMEOUT in names:
        return "Votre cellule de réponse n'a pas fini dans le temps permis."
    if DEAD in names:
        return typeset(errors[names.index(DEAD)].evalue)
    if INPUT in names:
        return typeset(f"Votre cellule de réponse {ASKS}")
    if names[0] == "SystemExit":
        return typeset(f"Votre cellule de réponse {ENDS}")
    text = CELL_FILE.sub("", errors[0].evalue).strip()
    head = f"Votre cellule de réponse s'est arrêtée sur `{names[0]}`{_line(errors[0], answer)}"
    return typeset(f"{head} : {text}" if text else f"{head}.")


def _line(error, cell) -> str:
    """Where in the cell: the last of its lines in the traceback, whose first frame is the cell's own."""
    places = CELL_LINE.findall("\n".join(error.traceback))
    if not places:
        return ""
    number = int(next(line for which, line in reversed(places) if which == places[0][0]))
    text = "".join(cell.source.splitlines()[number - 1 : number]).strip()
    return f" (ligne {number} : `{text}`)" if text and "`" not in text else f" (ligne {number})"


def _diagnose(task: Task, error, halt: str) -> None:
    verdict = parse(error.evalue)
    if verdict is None:
        task.seen = "\n".join(dict.fromkeys(text for text in (halt, typeset(error.evalue)) if text))
        return
    known = misconceptions().get(verdict["code"])
    task.seen, task.look = verdict["seen"], verdict["look"] or ""
    if INPUT in task.seen:
        task.seen = typeset(f"Votre code {ASKS}")
    if halt:  # a name that the cell would have defined is missing for this reason
        task.seen = halt if verdict["code"] == NOT_BEGUN else f"{halt}\n{task.seen}"
    if verdict["code"] not in NO_LESSON and known is not None:
        task.code, task.misconception, task.explanation = known.code, known.name, known.explanation
        task.look = task.look or (f"leçon {known.lesson}" if known.lesson else "")


def _answer(cell) -> Shown:
    if why := _unanswered(cell):
        return Shown("Votre réponse", Markup("<p>%s</p>") % typeset(why), prose=True)
    return Shown("Votre réponse", _code(cell.source), rendered(cell.outputs))


def _added(cell) -> Shown:
    if cell.cell_type == "code":
        return Shown("Cellule ajoutée", _code(cell.source), rendered(cell.outputs))
    return Shown("Note ajoutée", prose(cell.source), prose=True)


def _code(source: str) -> Markup:
    return Markup(highlight(source, PythonLexer(), CODE))
