"""`autograder build`: what it makes, the same each time, and what it says of a source it cannot read."""

import json
import os
import shutil
import sys
from pathlib import Path

import authoring
import nbformat
import pytest
from authoring import TP, autograder
from nbgrader.nbgraderformat import MetadataValidator

from autograder import build
from autograder.errors import UserError
from autograder.layout import Course
from autograder.sources import in_language, parse


@pytest.fixture
def course(tmp_path):
    return authoring.course(tmp_path)


def cells(path: Path) -> dict:
    return {cell["id"]: cell for cell in json.loads(path.read_text(encoding="utf-8"))["cells"]}


def text(cell: dict) -> str:
    return "".join(cell["source"])


def test_release_is_what_nbgrader_writes(course, monkeypatch):
    from nbgrader.converters import GenerateAssignment
    from nbgrader.coursedir import CourseDirectory

    monkeypatch.setenv(
        "PATH", f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    )  # for alembic
    shutil.copy(Path(build.__file__).with_name("nbgrader_config.py"), course.nbgrader_config)
    config = build.nbgrader_config(course)
    config.CourseDirectory.root = str(course.root / "autograder")
    config.CourseDirectory.release_directory = "nbgrader_release"
    config.CourseDirectory.assignment_id = TP
    GenerateAssignment(coursedir=CourseDirectory(config=config), config=config).start()
    theirs = course.root / "autograder" / "nbgrader_release" / TP / f"{TP}.ipynb"
    assert course.exercise(TP).read_bytes() == theirs.read_bytes()


def test_a_task_is_five_cells_in_order(course):
    ids = list(cells(course.solution(TP)))
    assert ids == ["title", "setup", "example", "q1-consigne", "q1", "q1-check", "q1-hint", "q1-test"]
    made = cells(course.solution(TP))
    assert text(made["q1-consigne"]).startswith("### q1 · Lister les outils demandés (2 points)\n\n1. ")
    assert text(made["q1-check"]) == 'verify("tp99.q1")'
    assert text(made["q1-hint"]).endswith('hint("tp99.q1", 0)')
    assert 'judge("tp99.q1")' in text(made["q1-test"])


def test_metadata_is_nbgraders_and_the_setup_is_locked(course):
    for path in (course.solution(TP), course.exercise(TP)):
        node = nbformat.read(path, as_version=4)
        nbformat.validate(node)
        MetadataValidator().validate_nb(node)
        assert node.metadata.kernelspec.name == "python3"
        assert "jupytext" not in node.metadata
        assert all(
            not cell.outputs and cell.execution_count is None
            for cell in node.cells
            if cell.cell_type == "code"
        )
    marks = {id: cell["metadata"].get("nbgrader", {}) for id, cell in cells(course.solution(TP)).items()}
    assert marks["setup"]["locked"] and marks["q1-consigne"]["locked"]
    assert marks["q1"]["solution"] and not marks["q1"]["grade"]
    assert marks["q1-test"]["grade"] and marks["q1-test"]["points"] == 2
    assert marks["title"] == {}


def test_students_get_the_stub_and_no_answer(course):
    released = course.exercise(TP).read_text(encoding="utf-8")
    assert "VOTRE CODE ICI" in released and "Tâche à faire" in released
    for secret in ("bloc.type", "judge", "HIDDEN", "SOLUTION"):
        assert secret not in released


def test_markdown_is_typeset_and_code_is_not(course):
    authoring.edit(authoring.source(course), "# Faites les tâches", "# Un mot : « oui » ! Faites les tâches")
    authoring.edit(authoring.source(course), 'text("Je regarde.")', 'text("Quoi ? Rien : « non ».")')
    autograder(course, "build")
    made = cells(course.solution(TP))
    assert "Un mot\u00a0: «\u00a0oui\u00a0»\u00a0!" in text(made["title"])
    assert "Quoi ? Rien : « non »." in text(made["example"])


def test_a_second_build_writes_nothing(course, capsys):
    lesson = authoring.lesson(course).with_suffix(".ipynb")
    assert autograder(course, "build") == 0
    before = {path: path.read_bytes() for path in (lesson, course.solution(TP), course.exercise(TP))}
    capsys.readouterr()
    assert autograder(course, "build") == 0
    assert "0 written" in capsys.readouterr().out
    for path in before:
        path.unlink()
    autograder(course, "build")
    assert {path: path.read_bytes() for path in before} == before


def test_check_names_what_is_stale_and_the_command(course, capsys):
    authoring.edit(authoring.source(course), "Gardez l'ordre", "Respectez l'ordre")
    before = course.exercise(TP).read_bytes()
    assert autograder(course, "build", "--check", "TP99") == 1
    said = capsys.readouterr()
    assert "exercises/tp99/tp99.ipynb" in said.out and "solutions/tp99/tp99.ipynb" in said.out
    assert "run: autograder build tp99" in said.err
    assert course.exercise(TP).read_bytes() == before
    autograder(course, "build", "tp99")
    assert autograder(course, "build", "--check") == 0


def test_check_reports_a_notebook_without_source(course, capsys):
    shutil.copytree(course.solution(TP).parent, course.root / "solutions" / "tp98")
    assert autograder(course, "build", "--check") == 1
    assert "solutions/tp98/tp99.ipynb has no source" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["tp99", "TP99", "solutions/tp99.py", "97", "97_JOUET"])
def test_names_in_any_case(course, name):
    authoring.lesson(course)
    assert autograder(course, "build", name) == 0


def test_an_unknown_name_says_what_exists(course, capsys):
    assert autograder(course, "build", "tp42") == 2
    assert capsys.readouterr().err == "autograder: no TP is called 'tp42'; what exists: tp99\n"


PAIR = """\
# %% [markdown] key="a" lang="fr"
# Lisez `x`.
# %% [markdown] key="a" lang="en"
# Read `x`.
# %% key="b" lang="fr"
y = "bonjour"  # un mot
# %% key="b" lang="en"
y = "hello"  # a word
# %%
z = 1
"""


def test_one_edition_at_a_time():
    read = parse(PAIR, "x.py")
    assert [cell.source for cell in in_language(read, "fr")] == [
        "Lisez `x`.",
        'y = "bonjour"  # un mot',
        "z = 1",
    ]
    assert [cell.source for cell in in_language(read, "en")] == [
        "Read `x`.",
        'y = "hello"  # a word',
        "z = 1",
    ]


def test_what_is_not_translated_stays_french():
    read = parse(PAIR.replace('# %% [markdown] key="a" lang="en"\n# Read `x`.\n', ""), "x.py")
    assert in_language(read, "en")[0].source == "Lisez `x`."


def test_another_edition_stands_apart(course):
    assert autograder(course, "build", "--lang", "en") == 0
    assert Course(course.root / "build" / "en").exercise(TP).exists()
    assert autograder(course, "build", "--check") == 0


@pytest.mark.parametrize(
    "old, new, said",
    [
        ("Read `x`", "Read `y`", "x.py, line 3: 'a' has other code spans than on line 1"),
        ('key="a" lang="en"', 'key="a" lang="fr"', "x.py, line 3: 'a' stands already on line 1 with lang=fr"),
        ('key="a" lang="en"', 'key="a"', "x.py, line 3: 'a' stands already on line 1"),
        (
            '[markdown] key="a" lang="en"',
            'key="a" lang="en"',
            "x.py, line 3: 'a' is code here and markdown on line 1",
        ),
        (
            'key="b" lang="en"',
            'key="b" lang="en" tags=["x"]',
            "x.py, line 7: 'b' has another 'tags' than on line 5",
        ),
        (
            'y = "hello"',
            'z = "hello"',
            "x.py, line 7: 'b' has other code (comments and texts aside) than on line 5",
        ),
        ("# %%\nz", '# %% lang="fr"\nz', "x.py, line 9: a cell with lang needs a key too"),
        ('lang="en"', 'lang="de"', "x.py, line 3: lang='de' is unknown; languages: fr, en"),
        ('key="b" lang="fr"', 'keys="b"', "x.py, line 5: unknown option 'keys'; known: closed, key,"),
        ('key="b" lang="fr"', "key=b lang", "x.py, line 5: cannot read the options"),
        ("# %% [markdown]", "# %% [raw]", "x.py, line 1: a raw cell has no place here"),
        (PAIR, "z = 1\n", "x.py, line 1: code before the first cell"),
        (PAIR, "", "x.py has no cell"),
    ],
)
def test_a_source_that_cannot_be_read(old, new, said):
    with pytest.raises(UserError) as error:
        in_language(parse(PAIR.replace(old, new), "x.py"), "fr")
    assert str(error.value).startswith(said)


@pytest.mark.parametrize(
    "old, new, said",
    [
        ('# %% task="q1"\n', "# %%\n", "line 16: task q1 has no code cell right after its consigne"),
        ('# %% [markdown] task="q1"', '# %% [markdown] key="q1"', "task q1 has no consigne"),
        (" points=2", "", "task q1 needs points greater than 0"),
        ('title="Lister les outils demandés" ', "", 'task q1 has no title: add title="…"'),
        ('task="q1"', 'task="un"', "'un' is no name for a task; tasks are called q1, q2, …"),
        ("# 1. Écrivez", "# ### q1\n# 1. Écrivez", "the build writes the heading of q1"),
        ('key="example"', 'key="setup"', "'setup' stands already on line 9"),
        ('key="example"', 'key="q1"', "the id 'q1' stands already"),
        ('key="example"', 'key="été"', "the key 'été' may hold only plain letters"),
        ("    ### END SOLUTION", "", "nbgrader refuses to release it"),
    ],
)
def test_a_tp_that_cannot_be_built(course, capsys, old, new, said):
    authoring.edit(authoring.source(course), old, new)
    assert autograder(course, "build") == 2
    error = capsys.readouterr().err
    assert error.startswith("autograder: solutions/tp99.py") and said in error and error.count("\n") == 1


def test_a_marker_inside_a_string_is_no_cell():
    read = parse('# %% key="a"\nx = """\n# %% no cell\n"""\n\n# %% key="b"\ny = 1\n', "x.py")
    assert [(cell.key, cell.line) for cell in read] == [("a", 1), ("b", 6)]
