"""A task of a TP: two cells in the source, five in the notebook, in the same order everywhere."""

import re
from collections.abc import Iterable
from dataclasses import dataclass

from autograder.sources import Cell

SCHEMA = 3
VALID_ID = re.compile(r"[A-Za-z0-9_-]{1,56}")
HINT_CELL = """\
# Besoin d'un indice ? Remplacez 0 par 1, puis 2, puis 3.
hint("{task}", 0)"""
TEST_CELL = """\
# Cellule notée : laissez-la telle quelle.
from tooluse.practice import verify
verify("{task}")
### BEGIN HIDDEN TESTS
from tooluse.practice import judge
judge("{task}")
### END HIDDEN TESTS"""


@dataclass(frozen=True)
class Part:
    """One cell of the notebook to be: id, type, source, metadata."""

    id: str
    kind: str
    source: str
    meta: dict
    origin: Cell


@dataclass(frozen=True)
class Task:
    tp: str
    name: str
    consigne: Cell
    starter: Cell

    @property
    def full(self) -> str:
        return f"{self.tp}.{self.name}"

    @property
    def title(self) -> str:
        return self.consigne.meta["title"]

    @property
    def points(self) -> float:
        return self.consigne.meta["points"]

    @property
    def closed(self) -> bool:
        """A closed question has one right answer, so no alternative is asked for."""
        return bool(self.consigne.meta.get("closed") or self.starter.meta.get("closed"))

    @property
    def heading(self) -> str:
        return f"### {self.name} · {self.title} ({self.points:g} point{'s' if self.points > 1 else ''})"


def test_id(task: str) -> str:
    """The grade_id of the cell that carries a task's points; the solution cell is named like the task."""
    return f"{task}-test"


def nbgrader(grade_id: str, *, grade=False, solution=False, points=None) -> dict:
    meta = {
        "schema_version": SCHEMA,
        "grade_id": grade_id,
        "grade": grade,
        "solution": solution,
        "locked": not solution,
        "task": False,
    }
    return meta if points is None else meta | {"points": points}


def collect(cells: Iterable[Cell], tp: str) -> list[Task]:
    """The tasks of a TP in order, each with its consigne and its starter cell."""
    tasks, waiting, seen = [], None, {}
    for cell in cells:
        name = cell.meta.get("task")
        if waiting is not None and (name != waiting.meta["task"] or cell.kind != "code"):
            raise waiting.error(f"task {waiting.meta['task']} has no code cell right after its consigne")
        if name is None:
            continue
        if name in seen:
            raise cell.error(f"task {name} stands already on line {seen[name]}: one consigne, one code cell")
        if cell.kind == "markdown":
            waiting = _checked(cell)
        elif waiting is None:
            raise cell.error(f"task {name} has no consigne: put its [markdown] cell before this one")
        else:
            tasks.append(Task(tp, name, waiting, cell))
            seen[name], waiting = cell.line, None
    if waiting is not None:
        raise waiting.error(f"task {waiting.meta['task']} has no code cell right after its consigne")
    return tasks


def _checked(consigne: Cell) -> Cell:
    name, points = consigne.meta["task"], consigne.meta.get("points")
    if not re.fullmatch(r"q\d{1,2}", str(name)):
        raise consigne.error(f"{name!r} is no name for a task; tasks are called q1, q2, …")
    if not consigne.meta.get("title"):
        raise consigne.error(f'task {name} has no title: add title="…"')
    if isinstance(points, bool) or not isinstance(points, int | float) or points <= 0:
        raise consigne.error(f"task {name} needs points greater than 0: add points=2")
    if re.match(r"#{1,6} ", consigne.source):
        raise consigne.error(f"the build writes the heading of {name} from title and points: remove it here")
    return consigne


def five_cells(task: Task) -> list[Part]:
    q, full = task.name, task.full
    consigne = f"{task.heading}\n\n{task.consigne.source}".rstrip()
    return [
        Part(f"{q}-consigne", "markdown", consigne, {"nbgrader": nbgrader(f"{q}-consigne")}, task.consigne),
        Part(q, "code", task.starter.source, {"nbgrader": nbgrader(q, solution=True)}, task.starter),
        _helper(task, f"{q}-check", f'verify("{full}")'),
        # Not locked: the student changes the number. As released it gives nothing away when all cells run.
        Part(f"{q}-hint", "code", HINT_CELL.format(task=full), {}, task.starter),
        Part(
            test_id(q),
            "code",
            TEST_CELL.format(task=full),
            {"nbgrader": nbgrader(test_id(q), grade=True, points=task.points)},
            task.starter,
        ),
    ]


def _helper(task: Task, id: str, source: str) -> Part:
    return Part(id, "code", source, {"nbgrader": nbgrader(id)}, task.starter)


def expand(cells: list[Cell], tp: str | None = None) -> list[Part]:
    """The cells of the notebook, with fixed ids: from the key, the task, or else the position."""
    tasks = {task.name: task for task in collect(cells, tp)} if tp else {}
    parts: list[Part] = []
    for number, cell in enumerate(cells, 1):
        task = tasks.get(cell.meta.get("task"))
        if task is None:
            parts.append(_plain(cell, number, locked=tp is not None and cell.kind == "code"))
        elif cell is task.starter:
            parts += five_cells(task)
    _check_ids(parts)
    return parts


def _plain(cell: Cell, number: int, locked: bool) -> Part:
    if "task" in cell.meta:
        raise cell.error("a lesson has no tasks: they belong to a TP")
    id = cell.meta.get("key") or f"cell-{number:02}"
    meta = {"nbgrader": nbgrader(id)} if locked else {}
    return Part(id, cell.kind, cell.source, meta, cell)


def _check_ids(parts: list[Part]) -> None:
    seen: dict[str, Part] = {}
    for part in parts:
        if not VALID_ID.fullmatch(part.id):
            raise part.origin.error(f"the key {part.id!r} may hold only plain letters, digits, - and _")
        if part.id in seen:
            raise part.origin.error(f"the id {part.id!r} stands already on line {seen[part.id].origin.line}")
        seen[part.id] = part
