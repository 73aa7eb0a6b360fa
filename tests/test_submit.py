"""`tooluse submit`: the right notebook from anywhere, in the place that the grader reads."""

import json
import os
import sys
from datetime import datetime
from pathlib import Path

import pytest

from tooluse import cli
from tooluse.places import known_tp

ROOT = Path(__file__).resolve().parents[1]
STUB = 'raise NotImplementedError("Tâche à faire : remplacez cette ligne par votre code.")'


def notebook(tp: str = "tp91", q1: str = "x = 1", q2: str = f"# VOTRE CODE ICI\n{STUB}") -> dict:
    def cell(source, **nbgrader):
        return {
            "cell_type": "code",
            "source": source,
            "metadata": {"nbgrader": nbgrader} if nbgrader else {},
            "outputs": [],
            "execution_count": None,
        }

    cells = [
        cell(q1, grade_id="q1", solution=True),
        cell(f'verify("{tp}.q1")', grade_id="q1-test", grade=True),
        cell([q2], grade_id="q2", solution=True),
        cell(f'verify("{tp}.q2")', grade_id="q2-test", grade=True),
    ]
    return {"nbformat": 4, "nbformat_minor": 5, "metadata": {}, "cells": cells}


@pytest.fixture
def course(tmp_path, monkeypatch) -> Path:
    """A course with one TP; the student stands at its top."""
    path = tmp_path / "cours" / "exercises" / "tp91" / "tp91.ipynb"
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(notebook()), encoding="utf-8")
    monkeypatch.chdir(tmp_path / "cours")
    return tmp_path / "cours"


def submit(*words: str) -> int:
    return cli.main(["submit", *words])


@pytest.mark.parametrize("place", [".", "exercises", "exercises/tp91", "exercises/tp91/a/b", "course"])
def test_the_notebook_is_found_from_anywhere(course, monkeypatch, capsys, place):
    (course / place).mkdir(parents=True, exist_ok=True)
    monkeypatch.chdir(course / place)
    assert submit("TP91", "--student", "marie") == 0
    made = course / "submitted" / "marie" / "tp91" / "tp91.ipynb"
    assert json.loads(made.read_text(encoding="utf-8")) == notebook()
    said = capsys.readouterr().out
    assert "submitted" in said and "À remettre" in said
    assert "sans réponse\u00a0: q2." in said


def test_nothing_is_missing_when_all_is_answered(course, capsys):
    full = notebook(q2="y = 2\n# raise NotImplementedError")
    (course / "exercises/tp91/tp91.ipynb").write_text(json.dumps(full), encoding="utf-8")
    assert submit("tp91", "--student", "marie") == 0
    assert "Attention" not in capsys.readouterr().out


@pytest.mark.parametrize("name", ["TP01", "tp1", "01", "1", "tp01.ipynb"])
def test_a_tp_is_named_in_many_ways(name):
    assert known_tp(name, None) == "tp01"


def test_handing_in_again_replaces_and_remembers_the_name(course, capsys):
    assert submit("tp91", "--student", "marie") == 0
    assert submit("tp91") == 0
    assert "tp91 de marie\u00a0: copie remplacée" in capsys.readouterr().out


def test_a_shared_folder_gives_no_one_the_name_of_another(course, tmp_path, capsys):
    (tmp_path / "commun" / "submitted" / "marie").mkdir(parents=True)
    assert submit("tp91", "--to", str(tmp_path / "commun")) == 2
    assert "à quel nom" in capsys.readouterr().err
    assert submit("tp91", "--to", str(tmp_path / "commun"), "--student", "paul") == 0
    assert (tmp_path / "commun" / "submitted" / "paul" / "tp91" / "tp91.ipynb").is_file()


def test_the_name_comes_from_the_environment_or_is_asked_for(course, monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda _: " zoé ")
    assert submit("tp91") == 0
    monkeypatch.setenv("TOOLUSE_STUDENT", "paul")
    assert submit("tp91") == 0
    assert sorted(path.name for path in (course / "submitted").iterdir()) == ["paul", "zoé"]


@pytest.mark.parametrize(
    "name", ["../paul", "a/b", "a\\b", " ", ".", ".git", "a:b", "x" * 101, "fin.", "_x", "a\nb"]
)
def test_a_name_that_is_no_folder_is_refused(course, capsys, name):
    assert submit("tp91", "--student", name) == 2
    assert "nom de dossier" in capsys.readouterr().err
    assert not (course / "submitted").exists()


def test_an_unknown_tp_says_what_exists(course, capsys):
    assert submit("tp77", "--student", "marie") == 2
    assert "« tp77 » n'existe pas. TP : " in capsys.readouterr().err.replace("\u00a0", " ")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ("{", "n'est pas un carnet lisible"),
        ("[]", "n'est pas un carnet lisible"),
        (json.dumps(notebook("tp92")), "est le carnet de tp92, pas celui de tp91"),
        (json.dumps({"cells": [{"cell_type": "code", "source": "1"}]}), "aucune de ses cellules notées"),
        # a lesson, whose text quotes a call
        (
            json.dumps({"cells": [{"cell_type": "markdown", "source": '`verify("tp91.q1")`'}]}),
            "aucune de ses cellules notées",
        ),
    ],
)
def test_what_is_no_notebook_of_that_tp_is_refused(course, capsys, content, said):
    (course / "exercises/tp91/tp91.ipynb").write_text(content, encoding="utf-8")
    assert submit("tp91", "--student", "marie") == 2
    assert said in capsys.readouterr().err
    assert not (course / "submitted").exists()


@pytest.fixture
def tp01(tmp_path, monkeypatch):
    """Hands in the released TP01 after `change(cells)`; returns what is said of it."""
    released = json.loads((ROOT / "exercises/tp01/tp01.ipynb").read_text(encoding="utf-8"))
    monkeypatch.chdir(tmp_path)

    def handed_in(capsys, change) -> list[str]:
        change(released["cells"])
        Path("tp01.ipynb").write_text(json.dumps(released), encoding="utf-8")
        assert submit("1", "--student", "marie", "--to", ".", "--notebook", "tp01.ipynb") == 0
        assert Path("submitted/marie/tp01/tp01.ipynb").is_file()
        lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
        return [line.removeprefix("Attention : ") for line in lines if line.startswith("Attention")]

    return handed_in


def grade_id(cell: dict) -> str:
    return cell["metadata"].get("nbgrader", {}).get("grade_id", "")


def answer(cells: list[dict], **sources: str) -> None:
    """Rewrite the named cells; every other answer becomes `done = True`."""
    for cell in cells:
        if cell["metadata"].get("nbgrader", {}).get("solution"):
            cell["source"] = sources.get(grade_id(cell), "done = True")


def strip(cells: list[dict], ids: bool) -> None:
    for number, cell in enumerate(cells):
        cell["metadata"] = {}
        if ids:
            cell["id"] = f"x{number}"


def test_an_untouched_notebook_has_no_answers(tp01, capsys):
    [said] = tp01(capsys, lambda cells: None)
    assert said.startswith("sans réponse : q1, q2, q3, q4, q5, q6.")


def test_an_answer_of_comments_is_none(tp01, capsys):
    [said] = tp01(capsys, lambda cells: answer(cells, q1="# plus tard\n"))
    assert said.startswith("sans réponse : q1.")


def test_an_abstract_method_is_an_answer(tp01, capsys):
    code = "class A:\n    def f(self):\n        raise NotImplementedError"
    assert tp01(capsys, lambda cells: answer(cells, q1=code)) == []


def test_deleted_cells_are_named(tp01, capsys):
    def change(cells):
        answer(cells)
        cells[:] = [cell for cell in cells if grade_id(cell) not in ("q2", "q4-test")]

    [said] = tp01(capsys, change)
    assert said.startswith("cellules introuvables : q2, q4-test.")


@pytest.mark.parametrize(
    ("code", "line"),
    [
        ("x = 1\n\ndef f(:\n    pass", "ligne 3 : Python ne peut pas lire ce code (`def f(:`)."),
        ("def f():", "ligne 1 : "),
        ("%time x = 1\n!ls\ny = (", "ligne 3 : "),
        ("x = '\0'", "ligne 1 : "),
        ("return 1", "ligne 1 : "),
    ],
)
def test_code_that_python_cannot_read_is_named_with_its_line(tp01, capsys, code, line):
    [said] = tp01(capsys, lambda cells: answer(cells, q3=code))
    assert said.startswith(f"q3, {line}")


@pytest.mark.parametrize("code", ["%time x = 1\nfiles = !ls\n  \nawait f()", "x = (7\n  % 3)\n", "p = '\\d'"])
def test_a_notebooks_own_words_are_no_fault(tp01, capsys, code):
    assert tp01(capsys, lambda cells: answer(cells, q3=code)) == []


@pytest.mark.parametrize("ids", [False, True])
def test_without_nbgraders_metadata_answers_are_found_by_id_or_place(tp01, capsys, ids):
    stub = f"def requests_in(response):\n    {STUB}"

    def change(cells):
        answer(cells, q2=stub, q3="(")
        strip(cells, ids)

    lost, broken, empty = tp01(capsys, change)
    assert "repères de nbgrader" in lost
    assert broken.startswith("q3, ligne 1") and empty.startswith("sans réponse : q2.")


def test_without_metadata_and_checks_it_says_what_it_cannot_find(tp01, capsys):
    def change(cells):
        answer(cells, q2="# q2")
        cells[:] = [cell for cell in cells if "q2" not in "".join(cell["source"])]
        strip(cells, ids=True)

    _, absent = tp01(capsys, change)
    assert absent.startswith("cellules introuvables : q2.")


def test_it_says_when_the_notebook_was_saved(course, capsys):
    path = course / "exercises/tp91/tp91.ipynb"
    os.utime(path, (1e9, 1e9))
    when = f"enregistré le {datetime.fromtimestamp(1e9):%d/%m/%Y à %H:%M}."
    assert submit("tp91", "--student", "marie") == 0
    assert when in (said := capsys.readouterr().out) and "plus récente" not in said
    checkpoint = path.parent / ".ipynb_checkpoints" / "tp91-checkpoint.ipynb"
    checkpoint.parent.mkdir()
    checkpoint.write_text("{}")
    assert submit("tp91", "--student", "marie") == 0
    assert when in (said := capsys.readouterr().out) and "plus récente. Enregistrez" in said


def test_a_notebook_under_another_name_is_given(course, capsys):
    (course / "exercises/tp91/tp91.ipynb").rename(course / "tp91 (1).ipynb")
    (course / "exercises/tp91/tp91.ipynb").parent.joinpath("tp91.ipynb").write_text("{}")
    assert submit("tp91", "--student", "marie", "--notebook", "absent.ipynb") == 2
    assert "n'existe pas" in capsys.readouterr().err
    assert submit("tp91", "--student", "marie", "--notebook", "tp91 (1).ipynb") == 0


def test_a_missing_notebook_says_where_it_was_looked_for(course, tmp_path, monkeypatch, capsys):
    from tooluse.practice.tasks import known_tps

    missing = next(iter(known_tps()), None)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tooluse.submit.course_root", lambda: None)
    (tmp_path / "brouillon.ipynb").write_text("{}")
    assert missing and submit(missing, "--student", "marie") == 2
    assert "introuvable" in (said := capsys.readouterr().err) and "brouillon.ipynb" in said


def test_nothing_is_handed_in_while_a_grader_runs_the_notebook(course, monkeypatch, capsys):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    assert submit("tp91", "--student", "marie") == 0
    assert "rien n'est remis" in capsys.readouterr().out
    assert not (course / "submitted").exists()
