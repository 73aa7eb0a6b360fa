"""A course in a folder of its own: TP99 as the template makes it, and a lesson that keeps the house style."""

import atexit
import json
import shutil
import tempfile
from functools import cache
from pathlib import Path

from autograder.cli import main
from autograder.layout import Course
from autograder.new import create

TP = "tp99"
LESSON = "97"


def course(root: Path) -> Course:
    shutil.copytree(_template(), root, dirs_exist_ok=True)
    return Course(root)


@cache
def _template() -> Path:
    """The course as `autograder new` leaves it, made once."""
    root = Path(tempfile.mkdtemp(prefix="course-"))
    atexit.register(shutil.rmtree, root)
    create(Course(root), TP, "Un jouet")
    return root


def autograder(course: Course, *words: str) -> int:
    """Run the command in this process, on this course."""
    try:
        return main(list(words), Course(course.root))
    except SystemExit as end:  # argparse's
        return end.code


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text(encoding="utf-8")
    assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new), encoding="utf-8")


def source(course: Course) -> Path:
    return course.root / "solutions" / f"{TP}.py"


def lesson(course: Course) -> Path:
    """Write a lesson of 25 cells and its questions; the path of its source."""
    path = course.root / "course" / f"{LESSON}_jouet.py"
    path.parent.mkdir(exist_ok=True)
    path.write_text("\n\n".join(_lesson_cells()) + "\n", encoding="utf-8")
    questions = course.questions(LESSON)
    questions.parent.mkdir(parents=True, exist_ok=True)
    questions.write_text(json.dumps(QUESTIONS, ensure_ascii=False, indent=1), encoding="utf-8")
    misconceptions = {"POS": {"name": "Position", "explanation": "On lit par type.", "lesson": "01"}}
    course.misconceptions.write_text(json.dumps(misconceptions), encoding="utf-8")
    return path


def markdown(key: str, *lines: str) -> str:
    return "\n".join([f'# %% [markdown] key="{key}"', *(f"# {line}".rstrip() for line in lines)])


def code(key: str, *lines: str) -> str:
    return "\n".join([f'# %% key="{key}"', *lines])


def _lesson_cells() -> list[str]:
    aims = ("- lire une réponse ;", "- compter les blocs.")
    cells = [
        markdown("titre", "# 97 · Un jouet"),
        markdown("debut", "**Vous allez savoir**", "", *aims),
        code("reglages", "from tooluse import settings", "", "MODEL = settings().model"),
    ]
    for n in (1, 2, 3):
        cells += [
            markdown(f"s{n}", f"## Section {n}", "", "Un texte : il dit « oui », puis `non`. Vraiment ?"),
            code(f"s{n}-predire", f'predict("97.p{n}")'),
            markdown(
                f"s{n}-suite",
                "On exécute…",
                "",
                "Les blocs de `content` ont un `type` : `tool_use`, un `name`.",
            ),
            code(f"s{n}-executer", f"total = {n} + 1", f"assert total == {n + 1}"),
            markdown(f"s{n}-expliquer", "On explique l'addition."),
            code(f"s{n}-modifier", f"total * {n}"),
        ]
    cells += [
        markdown("fin", "## Vous savez maintenant", "", *aims),
        markdown("piege", "## Le piège du jour", "", "Lire par position."),
        markdown("questions", "## Trois questions"),
        code("quiz", 'quiz("97")'),
    ]
    return cells


def _question(prompt: str) -> dict:
    choices = [
        {"text": "Oui", "right": True, "explanation": "En effet."},
        {"text": "Non", "explanation": "Relisez."},
    ]
    return {"prompt": prompt, "choices": choices}


QUESTIONS = {
    "predictions": {f"p{n}": _question("Que vaut `total` ?") for n in (1, 2, 3)},
    "quiz": [_question("Et après ?") for _ in range(3)],
}
