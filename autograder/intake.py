"""What was handed in: the students' folders, and in each the one file that is graded."""

import os
import re
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
    found = {student.name.strip(): _place(student, tp) for student in students}
    work = {name: place for name, place in found.items() if place}
    if not work:
        raise UserError(f"no student has handed in {tp} in {submitted}; what exists: {_existing(submitted)}")
    return work, sorted(set(found) - set(work))


def loose(root: Path) -> list[str]:
    """The notebooks that stand in submitted/ itself: nothing says whose they are, or of which TP."""
    return [path.name for path in sorted((root / "submitted").iterdir()) if _is_notebook(path)]


def _place(student: Path, tp: str) -> Path | None:
    """The folder of the TP; failing that, the TP's own notebook one level too high."""
    if not os.access(student, os.R_OK | os.X_OK):
        return student / tp
    inside = sorted(student.iterdir())
    named = [path for path in inside if path.name.lower() == tp.lower() and path.is_dir()]
    folder = next((path for path in named if path.name == tp), next(iter(named), None))
    if folder and (folder.is_symlink() or any(map(_is_notebook, _files(folder)))):
        return folder
    own = re.compile(rf"{tp}(?![a-z\d])", re.IGNORECASE)
    files = [path for path in inside if _is_notebook(path) and own.match(path.name)]
    return min(files, key=lambda path: _likeness(path, student, tp), default=folder)


def _is_notebook(path: Path) -> bool:
    return path.suffix.lower() == ".ipynb" and not path.is_dir() and path.name[0] not in "._"


def _files(folder: Path) -> list[Path]:
    """All that stands below a folder. A folder that cannot be read holds nothing."""
    return [p for p in sorted(folder.rglob("*")) if not p.is_dir() and ".ipynb_checkpoints" not in p.parts]


def _existing(submitted: Path) -> str:
    inside = [p for p in submitted.glob("*/*") if p.parent.name[0] not in "._"]
    names = {p.name for p in inside if p.is_dir()}
    stray = [p for p in [*inside, *submitted.iterdir()] if _is_notebook(p)]
    names |= {p.relative_to(submitted).as_posix() for p in stray}
    return ", ".join(sorted(names)[:20]) or "nothing"


def take(student: str, place: Path, tp: str, timestamp_ok=lambda text: True) -> HandedIn:
    """Read what is graded of one student: the TP's folder, or a notebook. Never raises for what they did."""
    work = HandedIn(student)
    folder = place if place.is_dir() or place.suffix.lower() != ".ipynb" else place.parent
    try:
        path = _choose(folder, tp, work) if place == folder else _stray(place, tp, work)
        _check_file(path, place.parent.parent)
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
    files = _files(folder)
    notebooks = [p for p in files if _is_notebook(p)]
    if not notebooks:
        raise Unreadable(f"pas de carnet dans {folder.name}/ ({_names(files, folder) or 'dossier vide'})")
    chosen = min(notebooks, key=lambda p: _likeness(p, folder, tp))
    if chosen != folder / f"{tp}.ipynb":
        work.oddities.append(f"fichier « {chosen.relative_to(folder)} » pris pour {tp}.ipynb")
    extra = [p for p in files if p != chosen and p.name not in ORDINARY_FILES and p.name[0] not in "._"]
    if extra:
        work.oddities.append(f"fichiers en plus, ignorés : {_names(extra, folder)}")
    return chosen


def _stray(path: Path, tp: str, work: HandedIn) -> Path:
    work.oddities.append(f"fichier « {path.name} » trouvé hors du dossier {tp}/")
    return path


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


def _check_file(path: Path, submitted: Path) -> None:
    """A link may lead to another student's work, or to the instructor's files."""
    if path.resolve() != submitted.resolve() / path.relative_to(submitted):
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
