"""Specimens: for each task, other correct solutions (alternatives) and plausible wrong ones (mutants)."""

from dataclasses import dataclass
from pathlib import Path

from autograder.errors import SourceError, UserError
from autograder.layout import Course
from autograder.sources import Cell, read

OPTIONS = frozenset({"task", "alternative", "mutant", "code", "fails"})
PUBLIC = "public"  # in `fails`: any of the public tests


@dataclass(frozen=True)
class Specimen:
    """What stands in the place of a task's starter cell, and what is expected of it."""

    task: str
    name: str
    cell: Cell
    code: str | None = None  # the misconception of a mutant; an alternative has none
    fails: frozenset[str] | None = None

    @property
    def is_mutant(self) -> bool:
        return self.code is not None

    @property
    def source(self) -> str:
        return self.cell.source


def read_specimens(path: Path, file: str, strict: bool = False) -> list[Specimen]:
    """The specimens of one file. `strict`, for the project's own: a mutant says what it `fails`."""
    specimens: list[Specimen] = []
    seen: dict[tuple[str, str], Cell] = {}
    for cell in read(path, file, OPTIONS):
        if cell.kind == "markdown":
            continue  # a note to the reader
        specimen = _mutant(cell, strict) if "mutant" in cell.meta else _alternative(cell)
        first = seen.setdefault((specimen.task, specimen.name), cell)
        if first is not cell:
            raise cell.error(
                f"{specimen.name!r} of {specimen.task} stands already on line {first.line}: rename it"
            )
        _compiles(cell)
        specimens.append(specimen)
    return specimens


def _alternative(cell: Cell) -> Specimen:
    if "alternative" not in cell.meta:
        raise cell.error('say what this cell is: alternative="…", or mutant="…" code="…"')
    extra = sorted({"code", "fails"} & set(cell.meta))
    if extra:
        raise cell.error(f"an alternative is right, so it has no {extra[0]}=; only a mutant has")
    return Specimen(_task(cell), _name(cell, "alternative"), cell)


def _mutant(cell: Cell, strict: bool) -> Specimen:
    from tooluse.practice.misconceptions import NO_LESSON, misconceptions

    code, fails = cell.meta.get("code"), cell.meta.get("fails")
    codes = [known for known in misconceptions() if known not in NO_LESSON]
    if "alternative" in cell.meta:
        raise cell.error("a cell is an alternative or a mutant, not both")
    if code not in codes:
        what = f"code {code!r} is unknown" if code else 'a mutant needs its misconception: code="…"'
        raise cell.error(f"{what}; codes: {', '.join(codes)}")
    if fails is None and strict:
        raise cell.error('a mutant says which tests it must fail: fails=["public", "…"]')
    if fails is not None and not (
        isinstance(fails, list) and fails and all(isinstance(f, str) for f in fails)
    ):
        raise cell.error('fails is a list of names of tests: fails=["public", "…"]')
    return Specimen(
        _task(cell), _name(cell, "mutant"), cell, code, None if fails is None else frozenset(fails)
    )


def _task(cell: Cell) -> str:
    task = cell.meta.get("task")
    if not isinstance(task, str):
        raise cell.error('say which task this cell answers: task="q1"')
    return task.lower()


def _name(cell: Cell, kind: str) -> str:
    name = cell.meta[kind]
    if not isinstance(name, str) or not name.strip():
        raise cell.error(f'give the {kind} a name: {kind}="…"')
    return name


def _compiles(cell: Cell) -> None:
    try:
        compile(cell.source, cell.file, "exec")
    except (SyntaxError, ValueError) as error:
        line = getattr(error, "lineno", None)
        at = f"line {line} of the cell: " if line else ""
        raise cell.error(f"this is not Python: {at}{getattr(error, 'msg', error)}") from None


def specimens_of(course: Course, tp: str, extra: Path | None = None) -> list[Specimen]:
    """The project's specimens of a TP, then those of an instructor's own folder."""
    own, more = course.specimens(tp), extra / f"{tp}.py" if extra else None
    found = read_specimens(own, course.short(own), strict=True) if own.exists() else []
    return found + (read_specimens(more, str(more)) if more and more.exists() else [])


def check_folder(course: Course, folder: Path) -> None:
    """An instructor's folder of specimens holds tpNN.py files of TPs that exist."""
    if not folder.is_dir():
        raise UserError(f"{folder} is not a folder: give the one that holds your tpNN.py files")
    names = {unit.name for unit in course.units if unit.is_tp}
    files = sorted(folder.glob("*.py"))
    exist = ", ".join(sorted(names)) or "none yet"
    for path in files:
        if path.stem not in names and path.stem.lower().startswith("tp"):
            raise SourceError(f"{path} is named after no TP; TPs that exist: {exist}")
    if not any(path.stem in names for path in files):
        raise UserError(f"{folder} holds no specimens: name the files after TPs that exist: {exist}")
