"""Hints in three steps: the idea, where to look, almost the answer."""

from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.practice.tasks import Task

STEPS = ("l'idée", "où regarder", "presque la réponse")


def hints_of(task: Task) -> list[str]:
    """The three hints of a task, in order. Raises LookupError when the task has none."""
    hints = read_json("hints", f"{task.tp}.json")
    if task.question not in hints:
        raise LookupError(f"data/hints/{task.tp}.json has no hints for {task.question}")
    return [typeset(hint) for hint in hints[task.question]]
