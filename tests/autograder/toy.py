"""A course of one TP with two tasks, in a folder of its own: nothing here depends on the real notebooks.

Its judge stands in the notebook: a failed test raises an exception without traceback, as the real one does.
"""

import json
from pathlib import Path

from nbformat import v4

from autograder.layout import Course

TP = "tp91"
CANARY = "canari-des-tests-caches"

SETUP = """\
class Failure(AssertionError):
    def _render_traceback_(self):
        return str(self).splitlines()

def check(test, message):
    try:
        right = test()
    except Exception:
        right = False
    if not right:
        raise Failure(message)"""

SEEN = (
    "POS — {name}\nVu\u00a0: `{task}` a rendu autre chose.\n"
    "Pourquoi\u00a0: {why}\nOù regarder\u00a0: leçon 01"
)

TASKS = {
    "q1": (
        "Le double",
        2,
        "def double(x):\n    ### BEGIN SOLUTION\n    return 2 * x\n    ### END SOLUTION",
        "check(lambda: double(21) == 42, MESSAGE)",
    ),
    "q2": (
        "L'ordre",
        3,
        "### BEGIN SOLUTION\nORDRE = ['a', 'b']\n### END SOLUTION",
        "check(lambda: ORDRE == ['a', 'b'], MESSAGE)",
    ),
}


def message(task: str) -> str:
    """What a Failure says, in the form that the library reads back."""
    known = json.loads((Path(__file__).parents[2] / "data" / "misconceptions.json").read_text("utf-8"))["POS"]
    from tooluse.french import typeset

    return SEEN.format(task=task, name=typeset(known["name"]), why=typeset(known["explanation"]))


def marked(grade_id: str, *, solution=False, points=None) -> dict:
    meta = {
        "schema_version": 3,
        "grade_id": grade_id,
        "grade": points is not None,
        "solution": solution,
        "locked": not solution,
        "task": False,
    }
    return {"nbgrader": meta | ({} if points is None else {"points": points})}


def solution():
    """The instructor's notebook, in the form that the build gives."""
    cells = [
        v4.new_markdown_cell("# TP 91 · Doubler", id="titre"),
        v4.new_code_cell(SETUP, id="reglages", metadata=marked("reglages")),
    ]
    for name, (title, points, answer, test) in TASKS.items():
        hidden = f"# {CANARY}\n{test.replace('MESSAGE', repr(message(name)))}"
        cells += [
            v4.new_markdown_cell(
                f"### {name} · {title} ({points} points)\n\nFaites.",
                id=f"{name}-consigne",
                metadata=marked(f"{name}-consigne"),
            ),
            v4.new_code_cell(answer, id=name, metadata=marked(name, solution=True)),
            v4.new_code_cell(
                f'# verify("{TP}.{name}")', id=f"{name}-check", metadata=marked(f"{name}-check")
            ),
            v4.new_code_cell(
                f'# verify("{TP}.{name}") noté\n### BEGIN HIDDEN TESTS\n{hidden}\n### END HIDDEN TESTS',
                id=f"{name}-test",
                metadata=marked(f"{name}-test", points=points),
            ),
        ]
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    return v4.new_notebook(cells=cells, metadata={"kernelspec": kernel})


def course(root: Path) -> Course:
    """A checkout with the built solution and nothing else."""
    made = Course(root)
    path = made.solution(TP)
    path.parent.mkdir(parents=True)
    path.write_text(json.dumps(solution()), encoding="utf-8")
    path.parent.with_suffix(".py").write_text("", encoding="utf-8")
    return made


def released():
    """What students get: the stubs, and no hidden test."""
    notebook = solution()
    for cell in notebook.cells:
        name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
        if name in TASKS:
            indent = "    " if name == "q1" else ""
            head = "def double(x):\n" if name == "q1" else ""
            cell.source = (
                f"{head}{indent}# VOTRE CODE ICI\n{indent}raise NotImplementedError('Tâche à faire')"
            )
        cell.source = cell.source.split("\n### BEGIN HIDDEN")[0]
    return notebook


def answered(**answers: str):
    """A student's notebook: the release with these answers."""
    notebook = released()
    for cell in notebook.cells:
        cell.source = answers.get(cell.id, cell.source)
    return notebook


RIGHT = {"q1": "def double(x):\n    return x + x", "q2": "ORDRE = ['a', 'b']"}


def hand_in(root: Path, student: str, work, name: str = f"{TP}.ipynb") -> Path:
    """`work`: a notebook, or the bytes of a file."""
    path = root / "submitted" / student / TP / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(work if isinstance(work, bytes) else json.dumps(work).encode())
    return path
