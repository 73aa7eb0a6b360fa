"""What grade, feedback and export say when there is nothing to work on."""

import pytest
import toy

from autograder import cli, export


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


def test_the_table_for_french_excel():
    row = dict.fromkeys(export.COLUMNS) | {"student_id": "=cmd()", "score": 2.5, "q10": 1.0, "q2": 0.5}
    data = export.text([row], excel=True)
    head, line, _ = data.decode("utf-8-sig").split("\r\n")
    assert data.startswith(b"\xef\xbb\xbf")
    assert head.split(";") == [*export.COLUMNS, "q2", "q10"]
    assert "'=cmd()" in line and line.endswith("0,5;1")
