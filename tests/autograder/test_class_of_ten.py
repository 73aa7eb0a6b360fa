"""A class of ten on TP01, through the commands an instructor types: release, grade, feedback, export."""

import csv
import re
import shutil
from types import SimpleNamespace

import nbformat
import pytest

from autograder import cli
from autograder.layout import Course, here
from autograder.sources import in_language, read
from autograder.specimens import specimens_of
from autograder.tasks import collect

TP = "tp01"
RAISES = "def requests_in(response):\n    raise KeyError(response.content[7])"

# What each student hands in: task -> "reference", an alternative, or a mutant of the project's own specimens.
MISTAKES = {
    "ada": {},
    "bela": {
        "q2": ("alternative", 1),
        "q3": ("alternative", 0),
        "q4": ("alternative", 0),
        "q5": ("alternative", 0),
    },
    "cleo": None,  # the notebook as released
    "dario": {"q1": ("ROLE", 0), "q6": ("EXEC", 0)},
    "elif": {"q2": ("POS", 0)},
    "farid": {"q3": ("JSON", 0), "q2": ("UN-SEUL", 0)},
    "greta": {"q4": ("INTACT", 0), "q5": ("FUSION", 0)},
    "hugo": {"q4": ("ALIAS", 0), "q6": ("SERVEUR", 0)},
    "ines": {"q2": ("raises", 0), "q5": ("CORR", 0)},
    "jules": b'{"cells": [',  # a file cut in the middle
}


def answer(source, kind: str, number: int) -> str:
    """The source of the n-th specimen of a task that is an alternative, or a mutant with this code."""
    if kind == "raises":
        return RAISES
    chosen = [s for s in source if (s.code == kind if s.is_mutant else kind == "alternative")]
    return chosen[number].source


def handed_in(course: Course, mistakes: dict) -> nbformat.NotebookNode:
    """The released notebook with the reference in each task, save where the student was mistaken."""
    solved = nbformat.read(course.solution(TP), as_version=4)
    references = {cell.id: cell.source for cell in solved.cells}
    notebook = nbformat.read(course.exercise(TP), as_version=4)
    for cell in notebook.cells:
        if not cell.metadata.get("nbgrader", {}).get("solution"):
            continue
        cell.source = references[cell.id]
        if cell.id in mistakes:
            own = [s for s in specimens_of(here(), TP) if s.task == cell.id]
            cell.source = answer(own, *mistakes[cell.id])
    return notebook


@pytest.fixture(scope="module")
def points() -> dict[str, float]:
    source = here().tp(TP).source
    return {task.name: task.points for task in collect(in_language(read(source, TP), "fr"), TP)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """DIR after every step, and what the commands returned; the release is made in a copy of the checkout."""
    course, root = Course(tmp_path_factory.mktemp("checkout")), tmp_path_factory.mktemp("class")
    shutil.copytree(here().root / "solutions", course.root / "solutions")
    codes = [cli.main(["release", TP, "--root", str(root)], course)]
    for student, mistakes in MISTAKES.items():
        folder = root / "submitted" / student / TP
        folder.mkdir(parents=True)
        path = folder / f"{TP}.ipynb"
        if isinstance(mistakes, bytes):
            path.write_bytes(mistakes)
        elif mistakes is None:
            shutil.copy(course.exercise(TP), path)
        else:
            nbformat.write(handed_in(course, mistakes), path)
    steps = (["grade", TP], ["feedback", TP], ["export", "--to", str(root / "notes.csv")])
    codes += [cli.main([*step, "--root", str(root)], course) for step in steps]
    with (root / "notes.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    return SimpleNamespace(course=course, root=root, codes=codes, rows=rows)


def page(graded, student: str) -> str:
    return (graded.root / "feedback" / student / TP / f"{TP}.html").read_text(encoding="utf-8")


def wrong_tasks(mistakes, points) -> set[str]:
    if mistakes is None or isinstance(mistakes, bytes):
        return set(points)
    return {task for task, (kind, _) in mistakes.items() if kind != "alternative"}


@pytest.mark.parametrize("student", MISTAKES)
def test_each_grade_is_the_expected_one(graded, points, student):
    row, wrong = graded.rows[student], wrong_tasks(MISTAKES[student], points)
    assert {task: float(row[task]) for task in points} == {
        task: 0 if task in wrong else worth for task, worth in points.items()
    }
    assert float(row["score"]) == sum(worth for task, worth in points.items() if task not in wrong)
    assert float(row["max_score"]) == sum(points.values())


def test_the_broken_file_stops_nobody_and_is_told(graded):
    assert len(graded.rows) == len(MISTAKES)
    assert graded.codes[0] == 0 and graded.codes[2:] == [0, 0]


def test_the_release_is_the_committed_one(graded):
    assert graded.course.exercise(TP).read_bytes() == here().exercise(TP).read_bytes()


@pytest.mark.parametrize(
    "student", [name for name, given in MISTAKES.items() if isinstance(given, dict) and given]
)
def test_the_page_names_each_misconception_and_where_to_look(graded, student):
    text = page(graded, student)
    for code in {kind for kind, _ in MISTAKES[student].values()} - {"alternative", "raises"}:
        assert code in text
    assert "leçon 01" in text or "alternative" in str(MISTAKES[student])


def secrets() -> list[str]:
    """Every line of the hidden tests that is long enough to be told from ordinary code."""
    hidden = here().root / "autograder" / "hidden"
    lines = {line.strip() for path in hidden.glob("*tp01*.py") for line in path.read_text().splitlines()}
    public = (here().root / "src/tooluse/practice/checks/tp01.py").read_text()
    return [line for line in lines if len(line) > 30 and line not in public]


def test_no_line_of_a_hidden_test_reaches_a_student(graded):
    released = here().exercise(TP).read_text(encoding="utf-8")
    copies = [path.read_text(encoding="utf-8") for path in (graded.root / "autograded").rglob("*.ipynb")]
    pages = [path.read_text(encoding="utf-8") for path in (graded.root / "feedback").rglob("*.html")]
    assert len(copies) == len(pages) == len(MISTAKES)
    seen = "\n".join([released, *copies, *pages]).replace('\\"', '"')
    assert len(secrets()) > 100
    assert [line for line in secrets() if line in seen] == []
    assert not re.search(r"autograder[/\\]hidden|_tp01_turn", seen), "not even a traceback's file name"


def test_the_released_notebook_holds_no_answer():
    released = here().exercise(TP).read_text(encoding="utf-8")
    assert "judge(" not in released and "BEGIN" not in released
    reference = nbformat.read(here().solution(TP), as_version=4)
    bodies = [c.source for c in reference.cells if c.metadata.get("nbgrader", {}).get("solution")]
    inside = [re.search(r"BEGIN SOLUTION\n(.*?)\n *### END", body, re.DOTALL)[1] for body in bodies]
    longest = [max(body.splitlines(), key=len).strip() for body in inside]
    assert len(longest) == 6 and not [line for line in longest if line in released]


def test_no_page_needs_a_script_or_the_network(graded):
    for student in MISTAKES:
        text = page(graded, student)
        assert "<script" not in text and not re.search(r"(?:src|href)=.?https?:", text)
