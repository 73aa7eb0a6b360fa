"""Specimens: an instructor's own folder, and what is said of a file that cannot be read."""

import json
import re

import authoring
import pytest
from authoring import TP, autograder, edit

from autograder import cli
from autograder.layout import load_module
from autograder.style.data import questions_form
from autograder.style.document import Json


@pytest.fixture
def course(tmp_path):
    return authoring.course(tmp_path)


MINE = """\
# %% [markdown]
# Mes cas.

# %% task="Q1" alternative="filtre"
def tool_names(response):
    return [b.name for b in filter(lambda b: b.type == "tool_use", response.content)]

# %% task="q1" mutant="content[-1]" code="UN-SEUL"
def tool_names(response):
    block = response.content[-1]
    return [block.name] if block.type == "tool_use" else []
"""


@pytest.fixture
def mine(tmp_path):
    folder = tmp_path / "mes specimens"
    folder.mkdir()
    (folder / f"{TP}.py").write_text(MINE, encoding="utf-8")
    return folder


def test_an_instructor_adds_cases(course, mine, capsys):
    assert autograder(course, "verify", "tp99", "--specimens", str(mine), "--format", "json") == 0
    (task,) = json.loads(capsys.readouterr().out)
    assert {"name": "filtre", "points": 2} in task["alternatives"]
    assert {"name": "content[-1]", "code": "UN-SEUL", "caught": True, "code_found": "UN-SEUL"} in task[
        "mutants"
    ]


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('task="Q1"', 'task="q7"', "tp99.py, line 4: there is no task q7; tp99 has q1"),
        ('task="Q1" ', "", 'tp99.py, line 4: say which task this cell answers: task="q1"'),
        (' alternative="filtre"', "", "tp99.py, line 4: say what this cell is"),
        ('alternative="filtre"', 'alternative=""', "tp99.py, line 4: give the alternative a name"),
        ('alternative="filtre"', 'alternative="a" code="POS"', "an alternative is right, so it has no code="),
        (
            'alternative="filtre"',
            'alternative="a" mutant="b" code="POS"',
            "an alternative or a mutant, not both",
        ),
        ('code="UN-SEUL"', "", 'tp99.py, line 8: a mutant needs its misconception: code="…"; codes: EXEC, '),
        ('code="UN-SEUL"', 'code="PERDU"', "tp99.py, line 8: code 'PERDU' is unknown; codes: "),
        (
            'code="UN-SEUL"',
            'code="POS" fails=["rien"]',
            "no test is called 'rien'; tests of the task: public, texte",
        ),
        ('code="UN-SEUL"', 'code="POS" fails="public"', "tp99.py, line 8: fails is a list of names of tests"),
        (
            'mutant="content[-1]" code="UN-SEUL"',
            'alternative="filtre"',
            "'filtre' of q1 stands already on line 4",
        ),
        (
            "    block = response",
            "  block = = response",
            "tp99.py, line 8: this is not Python: line 2 of the cell: ",
        ),
        ("# %% [markdown]", "# %% [markdown] clef=1", "tp99.py, line 1: unknown option 'clef'"),
        (MINE, "", "tp99.py has no cell"),
    ],
)
def test_a_bad_specimen_is_one_sentence(course, mine, capsys, old, new, said):
    edit(mine / f"{TP}.py", old, new)
    assert autograder(course, "verify", "--specimens", str(mine)) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def test_a_project_mutant_says_what_it_fails(course, capsys):
    edit(course.specimens(TP), ' fails=["outil serveur"]', "")
    assert autograder(course, "verify") == 2
    assert "specimens/tp99.py, line 20: a mutant says which tests it must fail" in capsys.readouterr().err


@pytest.mark.parametrize(
    "change, said",
    [
        (
            lambda folder: (folder / "tp99.py").rename(folder / "tp42.py"),
            "is named after no TP; TPs that exist: tp99",
        ),
        (
            lambda folder: (folder / "tp99.py").unlink(),
            "holds no specimens: name the files after TPs that exist: tp99",
        ),
        (lambda folder: folder.rename(folder.with_name("ailleurs")), "is not a folder"),
        (
            lambda folder: (folder / "tp99.py").write_bytes(b"\xff\xfe"),
            "is not UTF-8 text: save it again as UTF-8",
        ),
    ],
)
def test_a_bad_folder_of_specimens(course, mine, capsys, change, said):
    change(mine)
    assert autograder(course, "verify", "--specimens", str(mine)) == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


def blocks(language: str) -> list[str]:
    page = (authoring.Path(cli.__file__).parent / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", page, re.M | re.S)


def test_the_page_shows_what_works(course, tmp_path):
    task, tests, specimens = blocks("python")
    folder = tmp_path / "page"
    folder.mkdir()
    (folder / f"{TP}.py").write_text(specimens, encoding="utf-8")
    course.hidden(TP).with_name("tp03.py").write_text(tests, encoding="utf-8")
    assert autograder(course, "verify", "--specimens", str(folder)) == 0
    assert [test.name for test in load_module("page_tests", course.hidden("tp03")).suite.tests] == [
        "texte en tête"
    ]
    assert task.split("# %%")[2] in authoring.source(course).read_text(encoding="utf-8")


def test_the_page_shows_data_in_its_form():
    entry, hints, questions = map(json.loads, blocks("json"))
    assert list(entry) == ["task", "points", "starter", "reference", "alternatives", "mutants"]
    assert len(hints["q1"]) == 3
    assert [f.cell for f in questions_form(Json("x", questions))] == ["quiz"]  # left out of the page
