"""The verdict of a task: its public checks, then its hidden tests, on a student's handle."""

from functools import cache
from importlib import import_module
from typing import Any

from tooluse.practice import Failure, LocalStudent, Result, Suite
from tooluse.practice.limits import silence
from tooluse.practice.tasks import Task, parse_task, public_suite

SECONDS = 10.0


@cache
def hidden_suite(tp: str) -> Suite:
    return import_module(f"autograder.hidden.{tp}").suite


def results(task: Task, student: Any) -> list[Result]:
    """Every test of a task, public ones first, each on the same handle."""
    public = public_suite(task.tp).run(task.question, student)
    hidden = hidden_suite(task.tp).run(task.question, student)
    return [*public, *hidden]


def judge(name: str, namespace: dict[str, Any]) -> Failure | None:
    """The first failure of a task, or None when every test passes.

    An interruption becomes a failure too: its traceback would show the tests.
    """
    task = parse_task(name)
    try:
        student = LocalStudent(namespace, quiet=True, seconds=SECONDS)
        with silence():  # the notes of the public checks have been told already
            return next((result.failure for result in results(task, student) if result.failure), None)
    except KeyboardInterrupt:
        return Failure(None, "La tâche a été interrompue : son exécution dure trop longtemps.")
