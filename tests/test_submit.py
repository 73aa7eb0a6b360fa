"""`tooluse submit`: the right notebook from anywhere, in the place that the grader reads."""

import json
import sys
from pathlib import Path

import pytest

from tooluse import cli

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
        cell(f'verify("{tp}.q1")'),
        cell([q2], grade_id="q2", solution=True),
        cell(f'verify("{tp}.q2")'),
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
    assert "sans réponse" not in capsys.readouterr().out


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
        (json.dumps({"cells": [{"cell_type": "code", "source": "1"}]}), "n'a aucune cellule de réponse"),
    ],
)
def test_what_is_no_notebook_of_that_tp_is_refused(course, capsys, content, said):
    (course / "exercises/tp91/tp91.ipynb").write_text(content, encoding="utf-8")
    assert submit("tp91", "--student", "marie") == 2
    assert said in capsys.readouterr().err
    assert not (course / "submitted").exists()


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


def test_version_and_help(capsys):
    for words in (["--version"], ["--help"], ["submit", "--help"], ["lab", "--help"]):
        with pytest.raises(SystemExit) as end:
            cli.main(words)
        assert end.value.code == 0
    assert "tooluse 0." in capsys.readouterr().out
