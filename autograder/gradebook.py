"""nbgrader's gradebook, read through its own API."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from nbgrader.api import Gradebook, MissingEntry
from sqlalchemy.exc import DatabaseError

from autograder.errors import UserError

TEST = "-test"


@dataclass(frozen=True)
class Points:
    score: float
    max_score: float
    needs_manual_grade: bool = False
    by_hand: bool = False

    @property
    def unjudged(self) -> bool:
        """Its test could not judge it, and no person has yet."""
        return self.needs_manual_grade and not self.by_hand


@dataclass
class Scores:
    """One student's assignment. `tasks`: by the task's short name (q1), in order."""

    student: str
    tasks: dict[str, Points] = field(default_factory=dict)
    late_penalty: float = 0.0

    @property
    def raw(self) -> float:
        return sum(points.score for points in self.tasks.values())

    @property
    def total(self) -> float:
        return max(0.0, self.raw - self.late_penalty)

    @property
    def max_score(self) -> float:
        return sum(points.max_score for points in self.tasks.values())

    @property
    def needs_manual_grade(self) -> bool:
        return any(points.needs_manual_grade for points in self.tasks.values())


def database(root: Path) -> Path:
    return root / "gradebook.db"


@contextmanager
def opened(root: Path, must_exist: bool = False) -> Iterator[Gradebook]:
    """The gradebook below `root`. Raises UserError when the file is missing or is no gradebook."""
    path = database(root)
    if must_exist and not path.is_file():
        raise UserError(f"{path} does not exist: run `autograder grade TP --root {root}` first")
    try:
        with Gradebook(f"sqlite:///{path.resolve()}") as book:
            yield book
    except DatabaseError as error:
        raise UserError(
            f"{path} cannot be used as a gradebook ({error.orig}): move it away, grade again"
        ) from None


def in_order(names) -> list[str]:
    """q2 before q10."""
    return sorted(names, key=lambda name: [int(p) if p.isdigit() else p for p in re.split(r"(\d+)", name)])


def task_of(grade_id: str) -> str:
    return grade_id.removesuffix(TEST)


def tasks(book: Gradebook, tp: str) -> dict[str, float]:
    """The tasks of an assignment with what each is worth; empty when it is not registered."""
    try:
        cells = [cell for notebook in book.find_assignment(tp).notebooks for cell in notebook.grade_cells]
    except MissingEntry:
        return {}
    worth = {task_of(cell.name): cell.max_score for cell in cells}
    return {name: worth[name] for name in in_order(worth)}


def register(book: Gradebook, students: list[str]) -> None:
    """Students who handed nothing in are of the class too: the export gives each a row."""
    for student in students:
        book.update_or_create_student(student)


def scores(book: Gradebook, tp: str, student: str) -> Scores | None:
    """None when the student has no graded submission."""
    try:
        submission = book.find_submission(tp, student)
    except MissingEntry:
        return None
    found = {
        task_of(grade.name): Points(
            grade.score, grade.max_score, grade.needs_manual_grade, grade.manual_score is not None
        )
        for notebook in submission.notebooks
        for grade in notebook.grades
    }
    return Scores(
        student, {name: found[name] for name in in_order(found)}, submission.late_submission_penalty or 0.0
    )
