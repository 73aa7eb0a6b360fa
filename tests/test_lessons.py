"""Every lesson runs from top to bottom, offline and without a kernel, and its questions exist."""

import re
from pathlib import Path

import pytest

from autograder.layout import here
from autograder.sources import in_language, read
from tooluse.data import read_json
from tooluse.widgets.questions import problems

COURSE = here()
LESSONS = COURSE.select(kind="lesson")
by_lesson = pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)


@pytest.fixture(autouse=True)
def learner(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A learner who has set nothing up: no key, no configuration, no progress yet, in some folder."""
    for name in ("TOOLUSE_BACKEND", "TOOLUSE_MODEL", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TOOLUSE_PROGRESS", str(tmp_path / "progress.json"))
    monkeypatch.chdir(tmp_path)


def code_cells(lesson):
    cells = in_language(read(lesson.source, COURSE.short(lesson.source)), "fr")
    return [cell for cell in cells if cell.kind == "code"]


def run(lesson, written=None):
    """Execute the code cells in order; ``written`` maps the key of a cell to what a learner wrote there."""
    namespace = {"__name__": "__main__"}
    for cell in code_cells(lesson):
        source = (written or {}).get(cell.key, cell.source)
        exec(compile(source, f"{cell.file}, cell of line {cell.line}", "exec"), namespace)
    return namespace


def source_of(lesson) -> str:
    return "\n".join(cell.source for cell in code_cells(lesson))


def asked(lesson) -> set[str]:
    return set(re.findall(r"""^predict\(["']([^"']+)["']\)""", source_of(lesson), re.M))


@by_lesson
def test_lesson_runs(lesson):
    run(lesson)


@by_lesson
def test_questions_exist(lesson):
    content = read_json("questions", f"{lesson.name}.json")
    assert list(problems(content)) == []
    assert asked(lesson) == {f"{lesson.name}.{name}" for name in content["predictions"]}
    assert len(content["quiz"]) == 3
    assert f'quiz("{lesson.name}")' in source_of(lesson)


def witness(capsys, answer: str) -> str:
    """What the check of lesson 00 prints when the learner wrote ``answer``."""
    (lesson,) = [lesson for lesson in LESSONS if lesson.name == "00"]
    run(lesson, {"temoin-depart": answer})
    return capsys.readouterr().out


@pytest.mark.parametrize(
    "answer",
    [
        "def who_speaks():\n    current = settings()\n    return current.backend, current.model",
        "def who_speaks():\n    return [settings().backend, settings().model]",
        "import dataclasses\n\ndef who_speaks():\n    return dataclasses.astuple(settings())",
    ],
)
def test_witness_accepts_what_follows_the_configuration(capsys, answer):
    assert "q0 : réussi" in witness(capsys, answer)


@pytest.mark.parametrize(
    "answer",
    [
        f"def who_speaks():\n    return 'offline', {read_json('models.json')['default']!r}",
        "def who_speaks():\n    return settings().backend, MODEL",
        "BEFORE = settings()\n\ndef who_speaks():\n    return BEFORE.backend, BEFORE.model",
        "def who_speaks():\n    return 'offline', settings().model",
        "def who_speaks():\n    return settings()",
        "def who_speaks():\n    raise NotImplementedError('Tâche à faire')",
    ],
)
def test_witness_refuses_what_does_not(capsys, answer):
    told = witness(capsys, answer)
    assert "réussi" not in told
    assert "\nVu\u00a0: " in told
