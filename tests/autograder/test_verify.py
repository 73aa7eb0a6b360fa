"""`autograder verify`: it is green for a right TP, and says in one line what is wrong with another."""

import json
import re
import time

import authoring
import pytest
from authoring import TP, autograder, edit

from autograder import trial
from autograder.verify import verify


@pytest.fixture
def course(tmp_path):
    return authoring.course(tmp_path)


def test_a_right_tp_is_green(course, capsys):
    assert autograder(course, "verify", "TP99") == 0
    said = capsys.readouterr()
    assert said.err == ""
    assert "1 public · une demande" in said.out
    rows = {
        line[:32].strip(): line[32:].split() for line in said.out.splitlines() if "·" in line or "✘" in line
    }
    assert rows["starter"] == ["✘", "✘", "✘", "✘", "0"]
    assert rows["reference"] == ["·", "·", "·", "·", "2"]
    assert rows["mutant content[0]"] == ["·", "✘", "✘", "·", "POS"]


def test_json(course, capsys):
    assert autograder(course, "verify", "--format", "json") == 0
    assert json.loads(capsys.readouterr().out) == [
        {
            "task": "tp99.q1",
            "points": 2,
            "starter": 0,
            "reference": 2,
            "alternatives": [{"name": "boucle et liste", "points": 2}],
            "mutants": [
                {"name": "content[0]", "code": "POS", "caught": True, "code_found": "POS"},
                {"name": "la première demande", "code": "UN-SEUL", "caught": True, "code_found": "UN-SEUL"},
                {"name": "tout bloc qui a un nom", "code": "EXEC", "caught": True, "code_found": "EXEC"},
            ],
        }
    ]


def test_what_a_check_prints_does_not_spoil_the_json(course, capsys):
    edit(course.checks(TP), "    names = ", "    print('une remarque')\n    names = ")
    assert autograder(course, "verify", "--format", "json") == 0
    json.loads(capsys.readouterr().out)


FIRST_ONLY = """\
def tool_names(response):
    return [block.name for block in response.content if block.type == "tool_use"][:1]"""
FAULTS = [
    ("solutions", "block.name for", "block.id for", "tp99.q1 reference: fails 'une demande' (AUTRE: "),
    (
        "solutions",
        "    ### BEGIN SOLUTION",
        "    1 / 0\n    ### BEGIN SOLUTION",
        "reference: fails 'une demande'",
    ),
    (
        "solutions",
        "def tool_names(response):\n",
        "1 / 0\ndef tool_names(response):\n",
        "reference: its cell raises ZeroDivisionError",
    ),
    (
        "specimens",
        "trouves.append(block.name)",
        "pass",
        "tp99.q1 alternative 'boucle et liste': fails 'une demande'",
    ),
    (
        "specimens",
        '"tool_use"][:1]',
        '"tool_use"]',
        "tp99.q1 mutant 'la première demande': survives, every test passes",
    ),
    (
        "specimens",
        'code="UN-SEUL"',
        'code="CORR"',
        "'la première demande': is told UN-SEUL instead of CORR, by 'deux",
    ),
    ("specimens", '"tool_use"][:1]', '"tool_use"][:0]', "no code explains its failure in 'une demande'"),
    (
        "specimens",
        '["texte en tête", ',
        "[",
        "mutant 'content[0]': fails 'texte en tête' too, which its fails= does",
    ),
    (
        "specimens",
        '["outil serveur',
        '["texte en tête", "outil serveur',
        "passes 'texte en tête', which its fails= says it fails",
    ),
    (
        "specimens",
        FIRST_ONLY,
        "raise ValueError('non')",
        "its cell raises ValueError: non; a mutant runs, and is wrong",
    ),
    (
        "hidden",
        'fail("UN-SEUL",',
        "fail(None,",
        "'la première demande': no code explains its failure in 'deux demandes'",
    ),
    (
        "hidden",
        'suite.test("q1", "texte',
        'suite.test("q9", "texte',
        "is for q9, which does not exist; tp99 has q1",
    ),
]


@pytest.mark.parametrize("where, old, new, said", FAULTS)
def test_a_fault_is_told_in_one_line(course, capsys, where, old, new, said):
    path = (
        authoring.source(course) if where == "solutions" else course.root / "autograder" / where / f"{TP}.py"
    )
    edit(path, old, new)
    assert autograder(course, "verify") in (1, 2)
    assert any(said in line for line in capsys.readouterr().err.splitlines())


def without(text: str, start: str) -> str:
    """The specimens without the one whose option line holds `start`."""
    return "\n# %% ".join(cell for cell in text.split("\n# %% ") if start not in cell)


def test_too_few_specimens(course, capsys):
    path = course.specimens(TP)
    path.write_text(without(without(path.read_text("utf-8"), "alternative="), "tout bloc"), encoding="utf-8")
    assert autograder(course, "verify") == 1
    assert capsys.readouterr().err.splitlines() == [
        "tp99.q1 has 2 mutants, it needs 3",
        "tp99.q1 has no alternative: write another correct solution, or mark the cell closed=true",
    ]


def test_a_closed_question_needs_no_alternative(course):
    path = course.specimens(TP)
    path.write_text(without(path.read_text("utf-8"), "alternative="), encoding="utf-8")
    edit(authoring.source(course), '# %% task="q1"\n', '# %% task="q1" closed=true\n')
    assert autograder(course, "verify") == 0


def test_a_starter_that_earns_points(course, capsys):
    edit(authoring.source(course), "    ### BEGIN SOLUTION\n", "")
    edit(authoring.source(course), "    ### END SOLUTION", "### BEGIN SOLUTION\n### END SOLUTION")
    edit(authoring.source(course), "### BEGIN SOLUTION\n", "if 0:\n    ### BEGIN SOLUTION\n    pass\n    ")
    assert autograder(course, "verify") == 1
    assert "tp99.q1 starter: passes every test, it must earn 0" in capsys.readouterr().err


@pytest.mark.parametrize("where, what", [("hidden", "hidden test"), ("checks", "public check")])
def test_a_task_without_tests(course, capsys, where, what):
    path = course.hidden(TP) if where == "hidden" else course.checks(TP)
    path.write_text('from tooluse.practice import Suite\n\nsuite = Suite("tp99")\n', encoding="utf-8")
    specimens = course.specimens(TP)
    specimens.write_text(re.sub(r" fails=\[.*\]", ' fails=["public"]', specimens.read_text("utf-8")), "utf-8")
    assert autograder(course, "verify") == 1
    assert f"tp99.q1 has no {what}: write one in" in capsys.readouterr().err


@pytest.mark.parametrize(
    "content, said",
    [
        (None, "autograder/hidden/tp99.py does not exist: write the tests of tp99 there"),
        ("x = (", "autograder/hidden/tp99.py, line 1 cannot be imported: SyntaxError"),
        ("import nowhere", "autograder/hidden/tp99.py cannot be imported: ModuleNotFoundError"),
        ("suite = 1", "autograder/hidden/tp99.py defines no suite of tp99: write suite = Suite('tp99')"),
    ],
)
def test_hidden_tests_that_cannot_be_read(course, capsys, content, said):
    path = course.hidden(TP)
    path.unlink() if content is None else path.write_text(content)
    assert autograder(course, "verify") == 2
    error = capsys.readouterr().err
    assert said in error and error.count("\n") == 1


ENDLESS = """

# %% task="q1" mutant="sans fin" code="UN-SEUL"
def tool_names(response):
    demandes = [block.name for block in response.content if block.type == "tool_use"]
    while len(demandes) > 1:
        try:
            pass
        except Exception:
            pass
    return demandes
"""


def test_an_endless_loop_is_a_failing_test(course, tmp_path):
    extra = tmp_path / "mine"
    extra.mkdir()
    (extra / f"{TP}.py").write_text(ENDLESS, encoding="utf-8")
    start = time.monotonic()
    (task,) = verify(course, course.tp(TP), extra, seconds=1)
    assert time.monotonic() - start < 10
    specimen, tried = task.mutants[-1]
    assert specimen.name == "sans fin"
    assert [test.name for test in tried.failures] == ["deux demandes"]
    assert "TimeoutError" in tried.first.seen


@pytest.mark.parametrize(
    "line, error",
    [
        ("while True: pass", "the cell did not end"),
        ("import sys; sys.exit(3)", "SystemExit: 3"),
        ("print('bruit'); await __import__('asyncio').sleep(0)", None),
        ("x = = 1", "SyntaxError: "),
    ],
)
def test_cells_run_as_in_a_kernel(course, capsys, line, error):
    from autograder import build
    from autograder.verify import suites

    parts = build.parts(course, course.tp(TP))
    tried = trial.attempt(parts, "q1", line, *suites(course, TP), seconds=1)
    assert not tried.passed
    assert tried.error is None if error is None else tried.error.startswith(error)
    assert capsys.readouterr().out == ""


def test_the_environment_changes_nothing(course, monkeypatch):
    monkeypatch.setenv("TOOLUSE_BACKEND", "live")
    edit(
        authoring.source(course),
        "response = message",
        "from tooluse import settings\nassert settings().backend == 'offline'\n"
        "open('trace.txt', 'w').close()\nreponse = message",
    )
    edit(course.specimens(TP), "    trouves = []", "    trouves = response and []\n    assert settings")
    assert autograder(course, "verify") == 0
    assert not list(course.root.rglob("trace.txt"))


def test_an_unknown_tp_says_what_exists(course, capsys):
    assert autograder(course, "verify", "tp42") == 2
    assert capsys.readouterr().err == "autograder: no TP is called 'tp42'; what exists: tp99\n"


def test_a_course_without_tp(tmp_path, capsys):
    assert autograder(authoring.Course(tmp_path), "verify") == 2
    assert "there is no TP to verify: start one with autograder new tp01" in capsys.readouterr().err
