"""What the checks look at, and what they say about it."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from autograder import build
from autograder.layout import Course, Unit
from autograder.sources import Cell
from autograder.tasks import Part, Task, collect


@dataclass(frozen=True)
class Finding:
    file: str
    line: int | None
    cell: str | None
    what: str
    remedy: str
    warning: bool = False
    rule: str = ""
    waived: tuple[str, ...] = ()

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        cell = f" [{self.cell}]" if self.cell else ""
        level = "warning " if self.warning else ""
        return f"{place}{cell} {level}{self.rule}: {self.what}; {self.remedy}"


@dataclass(frozen=True)
class Document:
    """One lesson or TP, as the French build makes it."""

    course: Course
    unit: Unit
    parts: list[Part] = field(repr=False)

    @classmethod
    def of(cls, course: Course, unit: Unit) -> "Document":
        return cls(course, unit, build.parts(course, unit))

    @property
    def file(self) -> str:
        return self.course.short(self.unit.source)

    @cached_property
    def markdown(self) -> list[Part]:
        return [part for part in self.parts if part.kind == "markdown"]

    @cached_property
    def code(self) -> list[Part]:
        return [part for part in self.parts if part.kind == "code"]

    @cached_property
    def tasks(self) -> list[Task]:
        """The tasks, from the cells of the source that the parts come from."""
        cells = dict.fromkeys(part.origin for part in self.parts)
        ordered = [cell for part in self.parts for cell in _own(part, cells)]
        return collect(ordered, self.unit.name)

    @cached_property
    def data(self) -> "Json":
        """The hints of a TP, the questions of a lesson."""
        path = self.course.hints if self.unit.is_tp else self.course.questions
        return Json.read(self.course, path(self.unit.name))

    def find(self, part: Part | None, what: str, remedy: str, warning: bool = False) -> Finding:
        if part is None:
            return Finding(self.file, None, None, what, remedy, warning)
        waived = tuple(part.origin.meta.get("waive", ()))
        return Finding(self.file, part.origin.line, part.id, what, remedy, warning, waived=waived)


def _own(part: Part, cells: dict[Cell, None]) -> Iterator[Cell]:
    if part.origin in cells:
        del cells[part.origin]
        yield part.origin


@dataclass(frozen=True)
class Json:
    """A data file: its value, or what is wrong with it."""

    file: str
    value: object = None
    problem: str | None = None
    line: int | None = None

    @classmethod
    def read(cls, course: Course, path: Path) -> "Json":
        file = course.short(path)
        try:
            return cls(file, json.loads(path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return cls(file, problem="the file does not exist")
        except UnicodeDecodeError:
            return cls(file, problem="the file is not UTF-8")
        except json.JSONDecodeError as error:
            return cls(file, problem=f"this is not JSON ({error.msg})", line=error.lineno)

    def get(self, key: str) -> object:
        return self.value.get(key) if isinstance(self.value, dict) else None

    def find(self, where: str | None, what: str, remedy: str) -> Finding:
        return Finding(self.file, self.line, where, what, remedy)

    def strings(self) -> Iterator[tuple[str, str]]:
        """Every text with its path, such as quiz.0.prompt."""
        yield from _strings(self.value, ())


def _strings(value: object, path: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    if isinstance(value, str):
        yield ".".join(path), value
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield from _strings(item, (*path, str(key)))
