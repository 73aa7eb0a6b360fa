"""`autograder new`: a TP that builds, lints and verifies at once, and overwrites nothing."""

import authoring
import pytest
from authoring import autograder

from autograder.layout import Course


@pytest.fixture
def course(tmp_path):
    return Course(tmp_path)


def test_a_new_tp_is_right_at_once(course, capsys):
    assert autograder(course, "new", "TP42", "--title", "Lire $une réponse") == 0
    assert "next: edit the source, then autograder verify tp42" in capsys.readouterr().out
    assert "# # TP42 · Lire $une réponse" in (course.root / "solutions" / "tp42.py").read_text(
        encoding="utf-8"
    )
    for command in (["build", "--check"], ["lint", "tp42", "--strict"], ["verify", "tp42"]):
        assert autograder(course, *command) == 0, capsys.readouterr()


def test_its_files_go_where_they_belong(course):
    autograder(course, "new", "tpa")
    made = sorted(course.short(path) for path in course.root.rglob("*") if path.is_file())
    assert made == [
        "autograder/hidden/tpA.py",
        "autograder/specimens/tpA.py",
        "data/hints/tpA.json",
        "exercises/tpA/tpA.ipynb",
        "solutions/tpA.py",
        "solutions/tpA/tpA.ipynb",
        "src/tooluse/practice/checks/tpA.py",
    ]


def test_it_overwrites_nothing(course, capsys):
    course.hints("tp42").parent.mkdir(parents=True)
    course.hints("tp42").write_text("mine")
    assert autograder(course, "new", "tp42") == 2
    assert (
        capsys.readouterr().err
        == "autograder: new overwrites nothing, and these exist: data/hints/tp42.json\n"
    )
    assert course.hints("tp42").read_text() == "mine"
    assert not (course.root / "solutions").exists()


@pytest.mark.parametrize("name", ["tp3", "tp", "lesson", "tp003", "../tp03", "tp01.q2", ""])
def test_a_wrong_name_says_the_right_form(course, capsys, name):
    assert autograder(course, "new", name) == 2
    assert "write tp and two digits (tp03)" in capsys.readouterr().err
    assert not any(course.root.iterdir())


def test_an_empty_title(course, capsys):
    assert autograder(course, "new", "tp42", "--title", " ") == 2
    assert "the title is one line of text" in capsys.readouterr().err


def test_help_names_every_command(tmp_path, capsys):
    assert autograder(authoring.Course(tmp_path), "--help") == 0
    said = capsys.readouterr().out
    for command in ("build", "lint", "new", "verify"):
        assert command in said


def test_an_unknown_command(tmp_path, capsys):
    assert autograder(authoring.Course(tmp_path), "vérifie") == 2
    assert "invalid choice: 'vérifie'" in capsys.readouterr().err
