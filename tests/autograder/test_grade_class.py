"""A small class from release to export, with real kernels: kept to five runs."""

import csv
import json
import os
import re
import sqlite3
from types import SimpleNamespace

import pytest
import toy
from nbformat import v4

from autograder import cli, engine

# Cut in pieces, so that the page, which shows this source, can be searched for what it must not hold.
SHOWN = """\
from IPython.display import HTML, display
display(HTML('<scr' 'ipt>alert(1)</scr' 'ipt><table><tr><td oncl' 'ick="x()">cellule</td></tr></table>'))
display(HTML('<im' 'g src=x>'))
display({'application/vnd.jupyter.wid' 'get-view+json': {'model_id': 'm'}, 'text/plain': 'Vu' 'e()'}, raw=1)
import os; open('fuite.txt', 'w').write('x'); print(os.environ.get('ANTHROPIC_API_KEY'), 'fin')
1 / 0"""
NOISY = "import sys\ndef double(x):\n    print('bruit', file=sys.stderr)\n    return 2 * x"


def wrong():
    work = toy.answered(q1=NOISY.replace("2 * x", "x"), q2=toy.RIGHT["q2"])
    at = [cell.id for cell in work.cells].index("q1") + 1
    work.cells[at:at] = [v4.new_code_cell(SHOWN), v4.new_markdown_cell("Ma note <script>alert(2)</script>")]
    return work


@pytest.fixture(scope="module")
def graded(tmp_path_factory):
    """The course after release, grade, feedback and export, with what each command printed and returned."""
    os.environ["ANTHROPIC_API_KEY"] = "cle-de-l-enseignant"
    course = toy.course(tmp_path_factory.mktemp("cours (2026) [a]"))
    root = course.root / "autograder"
    toy.hand_in(root, "alice", toy.answered(q1=NOISY, q2=f"{toy.RIGHT['q2']}\ncheck = 3"))
    toy.hand_in(root, "bob [2]", wrong())
    toy.hand_in(root, "casse", b'{"cells": [')
    toy.hand_in(root, "mort", toy.answered(q1=toy.RIGHT["q1"], q2="import os\nos._exit(3)"))
    (root / "submitted" / "rien").mkdir()
    codes = {}
    try:
        for words in (
            ["release", "TP91"],
            ["grade", "tp91"],
            ["feedback", "tp91"],
            ["export", "--to", str(root / "notes.csv")],
        ):
            codes[words[0]] = cli.main(words, course)
    finally:
        del os.environ["ANTHROPIC_API_KEY"]
    return SimpleNamespace(course=course, root=root, codes=codes)


def page(graded, student: str) -> str:
    return (graded.root / "feedback" / student / "tp91" / "tp91.html").read_text(encoding="utf-8")


def test_every_step_ends_well(graded):
    assert graded.codes == {"release": 0, "grade": 1, "feedback": 0, "export": 0}  # a task was not judged


def test_the_release_has_stubs_and_no_hidden_test(graded):
    text = graded.course.exercise("tp91").read_text(encoding="utf-8")
    assert "VOTRE CODE ICI" in text and 'NotImplementedError(\\"Tâche à faire' in text
    assert toy.CANARY not in text and "2 * x" not in text


def test_the_grades_are_the_expected_ones(graded):
    with (graded.root / "notes.csv").open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert {row["student_id"]: (row["q1"], row["q2"], row["score"], row["max_score"]) for row in rows} == {
        # What her function prints on stderr costs nothing; her `check` stands in the way of the second test.
        "alice": ("2.0", "0.0", "2.0", "5.0"),
        "bob [2]": ("0.0", "3.0", "3.0", "5.0"),
        "casse": ("0.0", "0.0", "0.0", "5.0"),
        "mort": ("2.0", "0.0", "2.0", "5.0"),  # a dead kernel costs what follows
        "rien": ("", "", "0.0", "5.0"),  # a folder, and nothing for this TP
    }
    assert {row["student_id"] for row in rows if row["needs_manual_grade"] == "1"} == {"alice"}


def test_pages_show_no_hidden_test_no_script_no_widget_no_address(graded):
    for student in ("alice", "bob [2]", "casse", "mort"):
        text = page(graded, student)
        assert toy.CANARY not in text
        assert not re.search(r"<script|<img src=x|onclick=|https?://|Vue\(\)|<link|@import", text)


def test_the_page_explains_and_shows_the_students_own_cells(graded):
    text = page(graded, "bob [2]")
    for expected in (
        "TP 91 · Doubler",
        "bob [2]",
        "Le double",
        "à revoir",
        "réussi",
        ">POS<",
        "leçon 01",
        "<code>q1</code> a rendu autre chose",
        "<td>cellule</td>",
        "ZeroDivisionError: division by zero",
        "Ma note",
    ):
        assert expected in text
    assert "None fin" in text  # the student's code had no key to read


def test_an_unreadable_file_and_a_death_and_a_test_that_stopped_are_told_on_their_pages(graded):
    assert "pas du JSON" in page(graded, "casse") and "pas lu" in page(graded, "casse")
    assert "telle quelle" not in page(graded, "casse") and "No response" not in page(graded, "casse")
    dead = "le noyau Python s'est arrêté dans la cellule «\u00a0q2\u00a0»"
    assert dead in page(graded, "mort").replace("&#39;", "'")
    assert "pas jugé" in page(graded, "alice") and "not callable" not in page(graded, "alice")


def test_student_code_leaves_no_file_behind(graded):
    left = [
        path.name for folder in ("autograded", "feedback") for path in (graded.root / folder).rglob("*.*")
    ]
    assert sorted(set(left)) == ["tp91.html", "tp91.ipynb"]


def test_the_autograded_copy_is_harmless_for_the_formgrader(graded):
    path = graded.root / "autograded" / "bob [2]" / "tp91" / "tp91.ipynb"
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = json.dumps([cell.get("outputs") for cell in cells])
    assert "script" not in outputs and "widget" not in outputs and "onclick" not in outputs
    assert not [
        cell for cell in cells if cell["cell_type"] == "markdown" and "<script" in "".join(cell["source"])
    ]


def test_grading_again_replaces_automatic_points_and_keeps_manual_ones(graded, capsys):
    with sqlite3.connect(graded.root / "gradebook.db") as base:
        base.execute(
            "update grade set manual_score = 1 where id in (select grade.id from grade "
            "join submitted_notebook n on n.id = grade.notebook_id "
            "join submitted_assignment a on a.id = n.assignment_id join base_cell b on b.id = grade.cell_id "
            "where a.student_id = 'alice' and b.name = 'q2-test')"
        )
    toy.hand_in(graded.root, "alice", toy.answered(q2=toy.RIGHT["q2"]))
    before = graded.course.exercise("tp91").stat().st_mtime_ns
    assert cli.main(["grade", "tp91", "--student", "alice"], graded.course) == 0
    shown = capsys.readouterr().out.replace("\u00a0", " ")
    assert "alice         0      1         1" in shown
    assert shown.endswith("1 copie notée ; 0 sans réponse ; 1 à regarder : alice ; 1 sans copie\n")
    assert graded.course.exercise("tp91").stat().st_mtime_ns == before


def test_other_tasks_than_those_graded_are_refused_with_a_remedy(graded, capsys):
    path = graded.course.solution("tp91")
    whole = path.read_text(encoding="utf-8")
    fewer = json.loads(whole)
    fewer["cells"] = fewer["cells"][:-4]
    path.write_text(json.dumps(fewer), encoding="utf-8")
    try:
        assert cli.main(["grade", "tp91"], graded.course) == 2
        assert cli.main(["release", "tp91"], graded.course) == 1
    finally:
        path.write_text(whole, encoding="utf-8")
    assert capsys.readouterr().err.count("move that gradebook away, or grade with another --root") == 2


def test_one_student_who_cannot_be_graded_does_not_stop_the_class(graded, capsys, monkeypatch):
    ran = []

    def autograde(course, root, tp, student, submitted):
        ran.append(student)
        if student == "casse":
            raise engine.Refused("KernelError: pas de noyau")
        return []

    monkeypatch.setattr(engine, "autograde", autograde)
    assert cli.main(["grade", "tp91"], graded.course) == 1
    assert ran == ["alice", "bob [2]", "casse", "mort"]
    shown = capsys.readouterr()
    assert "casse : PAS NOTÉ" in shown.out and "sans copie de tp91" in shown.out
    assert shown.err == "autograder: casse n'a pas pu être noté : Refused : KernelError: pas de noyau\n"
