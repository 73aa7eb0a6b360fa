"""What the cells of a graded notebook call: ``verify``, ``hint``, ``judge``."""

import sys
from importlib.metadata import entry_points
from typing import Any

from tooluse.french import typeset
from tooluse.practice import progress
from tooluse.practice.hints import STEPS, hints_of
from tooluse.practice.student import LocalStudent
from tooluse.practice.tasks import UnknownTask, parse_task, public_suite
from tooluse.practice.verdict import Failure

_SECONDS = 20.0


def verify(name: str) -> None:
    """Run the public checks of a task on this notebook; raise the first Failure, or say how many passed."""
    task = parse_task(name)
    student = LocalStudent(notebook_namespace(), quiet=False, seconds=_SECONDS)
    passed = 0
    for result in public_suite(task.tp).run(task.question, student):
        if result.failure is not None:
            progress.note_try(str(task), False)
            raise result.failure.with_traceback(None)
        passed += 1
    progress.note_try(str(task), True)
    print(typeset(f"{task} : tests publics réussis ({passed}). Les tests cachés restent à passer."))


def hint(name: str, step: int | None = None) -> None:
    """Show hint 1, 2 or 3 of a task. Without ``step``: the one after the last that was shown."""
    task = parse_task(name)
    hints = hints_of(task)
    if step is None:
        step = min(progress.progress_of(str(task))["hints"] + 1, len(hints))
    if step == 0:
        print(typeset(f"{task} : trois indices vous attendent. Remplacez 0 par 1, puis 2, puis 3."))
        return
    if step not in range(1, len(hints) + 1):
        raise UnknownTask(f"L'indice {step} n'existe pas : demandez 1, 2 ou 3.")
    progress.note_hint(str(task), step)
    print(typeset(f"Indice {step} ({STEPS[step - 1]}) : {hints[step - 1]}"))


def judge(name: str) -> None:
    """Run the hidden tests of a task, on the instructor's machine. Raises a Failure; silent when all pass.

    Raises RuntimeError where the grader is not installed: silence would be full marks.
    """
    judges = entry_points(group="tooluse.judge")
    if not judges:
        raise RuntimeError(
            typeset("Les tests cachés ne sont pas installés ici : cette cellule ne sert qu'à l'enseignant.")
        )
    (found,) = judges
    failure = found.load()(name, notebook_namespace())
    if failure is not None:
        raise failure.with_traceback(None)


def notebook_namespace() -> dict[str, Any]:
    """The variables of the notebook, or of the main program outside IPython."""
    ipython = sys.modules.get("IPython")
    shell = ipython.get_ipython() if ipython else None
    return shell.user_ns if shell else sys.modules["__main__"].__dict__


__all__ = ["Failure", "hint", "judge", "notebook_namespace", "verify"]
