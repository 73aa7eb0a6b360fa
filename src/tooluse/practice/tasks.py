"""Names of tasks: ``tp02.q3``, in any case; and what exists when a name does not."""

import pkgutil
import re
from dataclasses import dataclass
from functools import cache
from importlib import import_module

from tooluse.french import typeset
from tooluse.practice import checks
from tooluse.practice.suite import Suite


class UnknownTask(LookupError):
    """A name that is no task, or a hint that it has not: the message says what exists."""

    def _render_traceback_(self) -> list[str]:
        return [str(self)]

    def __str__(self) -> str:
        return typeset(str(self.args[0]))


@dataclass(frozen=True)
class Task:
    """A task of a graded notebook: ``Task("tp02", "q3")``."""

    tp: str
    question: str

    def __str__(self) -> str:
        return f"{self.tp}.{self.question}"


def known_tps() -> list[str]:
    """The graded notebooks that have public checks: ``tp01``, ``tp02``, …"""
    return sorted(module.name for module in pkgutil.iter_modules(checks.__path__))


@cache
def public_suite(tp: str) -> Suite:
    return import_module(f"{checks.__name__}.{tp}").suite


def parse_task(name: str) -> Task:
    """Read ``"TP02.Q3"``. Raises UnknownTask, which says what exists, in French."""
    match = re.fullmatch(r"(tp\w+)\.(q\d+)", str(name).strip(), re.IGNORECASE)
    if not match:
        raise UnknownTask(f"« {name} » n'est pas un nom de tâche : écrivez par exemple « tp01.q2 ».")
    tps = {tp.lower(): tp for tp in known_tps()}
    tp = tps.get(match[1].lower())
    if tp is None:
        raise UnknownTask(f"« {match[1]} » n'existe pas. Carnets notés : {', '.join(tps.values())}.")
    tasks = public_suite(tp).tasks()
    if match[2].lower() not in tasks:
        raise UnknownTask(f"{tp} n'a pas de tâche « {match[2]} ». Tâches : {', '.join(tasks)}.")
    return Task(tp, match[2].lower())
