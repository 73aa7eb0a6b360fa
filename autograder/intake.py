"""What was handed in: the students' folders, and in each the one file that is graded."""

import os
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import UserError
from autograder.reading import Cell, Unreadable, read

BIGGEST = 100_000_000  # bytes
ORDINARY_FILES = {"timestamp.txt"}


@dataclass
class HandedIn:
    """One student's submission: its cells, or why there are none."""

    student: str
    cells: list[Cell] | None = None
    reason: str = ""
    timestamp: str | None = None
    oddities: list[str] = field(default_factory=list)


def folders(root: Path, tp: str) -> tuple[dict[str, Path], list[str]]:
    """`student -> folder of the TP`, and the students without one. Raises UserError when there is nothing."""
    submitted = root / "submitted"
    if not submitted.is_dir():
        raise UserError(
            f"{submitted} does not exist: put each student's work in submitted/<student>/{tp}/{tp}.ipynb "
            f"(`tooluse submit {tp}` makes this file), or name another folder with --root"
        )
    students = [p for p in sorted(submitted.iterdir()) if p.is_dir() and p.name[0] not in "._"]
    found = {student.name.strip(): _child(student, tp) for student in students}
    work = {name: folder for name, folder in found.items() if folder}
    if not work:
        raise UserError(f"no student has handed in {tp} in {submitted}; what exists: {_existing(students)}")
    return work, sorted(set(found) - set(work))


def _child(folder: Path, name: str) -> Path | None:
    exact = folder / name
    if exact.is_dir() or not os.access(folder, os.R_OK | os.X_OK):
        return exact
    return next((p for p in sorted(folder.iterdir()) if p.is_dir() and p.name.lower() == name.lower()), None)


def _existing(students: list[Path]) -> str:
    names = sorted({p.name for student in students for p in student.iterdir() if p.is_dir()})
    return ", ".join(names) or "nothing"


def take(student: str, folder: Path, tp: str, timestamp_ok=lambda text: True) -> HandedIn:
    """Read what is graded of one student's folder. Never raises for what the student did."""
    work = HandedIn(student)
    try:
        path = _choose(folder, tp, work)
        _check_file(path, folder)
        reading = read(path.read_bytes())
    except Unreadable as why:
        work.reason = str(why)
    except OSError as error:
        work.reason = f"fichier illisible ({error.strerror})"
    else:
        work.cells = reading.cells
        work.oddities += reading.oddities
    work.timestamp = _timestamp(folder, work, timestamp_ok)
    return work


def _choose(folder: Path, tp: str, work: HandedIn) -> Path:
    """`tp01.ipynb`; failing that, what looks most like it: `tp01 (1).ipynb` before `test.ipynb`."""
    files = [p for p in sorted(folder.rglob("*")) if not p.is_dir() and ".ipynb_checkpoints" not in p.parts]
    notebooks = [p for p in files if p.suffix.lower() == ".ipynb"]
    if not notebooks:
        raise Unreadable(f"pas de carnet dans {folder.name}/ ({_names(files, folder) or 'dossier vide'})")
    chosen = min(notebooks, key=lambda p: _likeness(p, folder, tp))
    if chosen != folder / f"{tp}.ipynb":
        work.oddities.append(f"fichier « {chosen.relative_to(folder)} » pris pour {tp}.ipynb")
    extra = [p for p in files if p != chosen and p.name not in ORDINARY_FILES and p.name[0] not in "._"]
    if extra:
        work.oddities.append(f"fichiers en plus, ignorés : {_names(extra, folder)}")
    return chosen


def _likeness(path: Path, folder: Path, tp: str) -> tuple:
    name, stem = path.stem.lower(), tp.lower()
    return (
        path != folder / f"{tp}.ipynb",
        name != stem,
        not name.startswith(stem),
        stem not in name,
        len(path.parts),
        -path.lstat().st_mtime,
        path.name,
    )


def _names(files: list[Path], folder: Path) -> str:
    names = [str(p.relative_to(folder)) for p in files]
    return ", ".join(names[:5]) + (f" et {len(names) - 5} de plus" if len(names) > 5 else "")


def _check_file(path: Path, folder: Path) -> None:
    """A link may lead to another student's work, or to the instructor's files."""
    student = folder.parent
    if path.resolve() != student.parent.resolve() / student.name / folder.name / path.relative_to(folder):
        raise Unreadable(f"« {path.name} » est un lien vers un autre fichier : non suivi")
    if not path.is_file():
        raise Unreadable(f"« {path.name} » n'est pas un fichier")
    if path.stat().st_size > BIGGEST:
        raise Unreadable(f"« {path.name} » pèse {path.stat().st_size // 1_000_000} Mo : trop gros")


def _timestamp(folder: Path, work: HandedIn, timestamp_ok) -> str | None:
    """When it was handed in, in nbgrader's own file, if one stands there."""
    path = folder / "timestamp.txt"
    if path.is_symlink() or not path.is_file():
        return None
    with path.open("rb") as file:
        text = file.read(100).decode("utf-8", "replace").strip()
    if text and timestamp_ok(text):
        return text
    work.oddities.append("timestamp.txt illisible : date de remise inconnue")
    return None
