"""What grade, feedback and export say when there is nothing to work on; the table, the last line."""

import os

import pytest
import toy
from nbgrader.coursedir import CourseDirectory
from traitlets.config import PyFileConfigLoader

from autograder import cli, engine, export, grade, gradebook
from autograder.gradebook import Points, Scores


@pytest.fixture
def course(tmp_path):
    return toy.course(tmp_path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["grade", "tp77"], "no TP is called 'tp77'; what exists: tp91"),
        (["release", "tp77"], "no TP is called 'tp77'; what exists: tp91"),
        (["grade", "tp91"], "submitted does not exist: put each student's work in"),
        (["feedback", "tp91"], "nothing is graded for tp91"),
        (["export", "--to", "notes.csv"], "gradebook.db does not exist: run `autograder grade TP"),
    ],
)
def test_nothing_to_work_on(course, capsys, words, said):
    assert cli.main(words, course) == 2
    assert said in capsys.readouterr().err


def test_a_solution_that_was_not_built(course, capsys):
    course.solution("tp91").unlink()
    assert cli.main(["grade", "tp91"], course) == 2
    assert "does not exist: run `autograder build tp91` first" in capsys.readouterr().err


def test_a_root_that_is_a_file_and_a_gradebook_that_is_none(course, capsys, tmp_path):
    (tmp_path / "x").mkdir()
    (tmp_path / "x" / "gradebook.db").write_text("bonjour" * 300)
    assert cli.main(["export", "--to", "notes.csv", "--root", str(tmp_path / "x")], course) == 2
    assert "cannot be used as a gradebook" in capsys.readouterr().err
    assert cli.main(["grade", "tp91", "--root", str(course.solution("tp91"))], course) == 2
    assert "is a file: --root names a folder" in capsys.readouterr().err


def test_an_export_says_which_tps_the_gradebook_holds(course, capsys, tmp_path):
    (course.root / "solutions" / "tp92.py").write_text("")
    book = course.root / "autograder"
    book.mkdir(exist_ok=True)
    words = ["export", "--to", str(tmp_path / "notes.csv")]
    with engine.environment(), gradebook.opened(book) as opened:
        opened.db.commit()
    assert cli.main(words, course) == 2
    assert "the gradebook holds no TP yet" in capsys.readouterr().err
    with engine.environment(), gradebook.opened(book) as opened:
        opened.add_assignment("tp91")
        gradebook.register(opened, ["zoe"])
    assert cli.main([*words, "--tp", "TP92"], course) == 2
    said = "tp92 is not in this gradebook, which holds tp91: run `autograder grade tp92` first"
    assert said in capsys.readouterr().err
    assert cli.main(words, course) == 0
    assert "\r\ntp91,,,zoe,,,,0.0,0.0,0.0," in (tmp_path / "notes.csv").read_bytes().decode()


def results():
    right, zero = Points(2.0, 2.0), Points(0.0, 3.0)
    waits = Points(0.0, 3.0, needs_manual_grade=True)
    kept = Points(1.0, 3.0, needs_manual_grade=True, by_hand=True)
    return [
        grade.Graded("ada", Scores("ada", {"q1": right, "q2": zero})),
        grade.Graded("bea", Scores("bea", {"q1": right, "q2": waits})),
        grade.Graded("carl", Scores("carl", {"q1": right, "q2": kept}), blank=True),
        grade.Graded("denis"),
    ]


def test_a_task_that_was_not_judged_is_no_ordinary_zero_in_the_table(capsys):
    grade._print_table(results(), {"q1": 2.0, "q2": 3.0})
    lines = [line.split() for line in capsys.readouterr().out.splitlines()[2:]]
    assert lines == [
        ["ada", "2", "0", "2"],
        ["bea", "2", "?", "2?"],
        ["carl", "2", "1", "3"],
        ["denis", "–", "–", "–"],
    ]
    assert [result.failed for result in results()] == [False, True, False, True]


def test_the_last_line_sums_up():
    said = grade.summary(results(), ["zoe"]).replace("\u00a0", " ")
    assert said == "3 copies notées ; 1 sans réponse ; 3 à regarder : bea, carl, denis ; 1 sans copie"


def test_a_root_of_ones_own_gets_the_settings_once(course, tmp_path):
    root = tmp_path / "ma classe"
    root.mkdir()
    engine.leave_config(course, root)
    (course.root / "autograder").mkdir(exist_ok=True)
    course.nbgrader_config.write_text("c = get_config()\nc.CourseDirectory.course_id = 'cours'\n")
    where = CourseDirectory(config=PyFileConfigLoader("nbgrader_config.py", path=str(root)).load_config())
    assert (where.root, where.course_id) == (str(root), "cours")
    assert where.source_directory == os.path.join(course.root.resolve(), "solutions")
    (root / "nbgrader_config.py").write_text("mine")
    engine.leave_config(course, root)
    assert (root / "nbgrader_config.py").read_text() == "mine"
    engine.leave_config(course, course.root / "autograder")
    assert "load_subconfig" not in course.nbgrader_config.read_text()


def test_the_table_for_french_excel():
    row = dict.fromkeys(export.COLUMNS) | {"student_id": "=cmd()", "score": 2.5, "q10": 1.0, "q2": 0.5}
    data = export.text([row], excel=True)
    head, line, _ = data.decode("utf-8-sig").split("\r\n")
    assert data.startswith(b"\xef\xbb\xbf")
    assert head.split(";") == [*export.COLUMNS, "q2", "q10"]
    assert "'=cmd()" in line and line.endswith("0,5;1")
