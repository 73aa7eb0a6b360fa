"""Where a student is: the course's folder, from anywhere in it; and the notebooks that stand there."""

from collections.abc import Iterator
from pathlib import Path


class CommandError(Exception):
    """What a command says to its user, in French: what, where, what to do."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


def course_root(start: Path | None = None) -> Path | None:
    """The nearest folder above with course/ or exercises/, else the checkout that `tooluse` runs from."""
    start = (start or Path.cwd()).resolve()
    checkout = Path(__file__).resolve().parents[2]
    return next((folder for folder in [start, *start.parents, checkout] if _is_course(folder)), None)


def _is_course(folder: Path) -> bool:
    return any(folder.glob("course/*.ipynb")) or any(folder.glob("exercises/tp*/tp*.ipynb"))


def exercises(root: Path | None) -> dict[str, Path]:
    """`tp01 -> exercises/tp01/tp01.ipynb`, in order."""
    folders = sorted((root / "exercises").glob("tp*")) if root else []
    files = {folder.name: folder / f"{folder.name}.ipynb" for folder in folders}
    return {name: path for name, path in files.items() if path.is_file()}


def lessons(root: Path | None) -> list[Path]:
    return sorted((root / "course").glob("*.ipynb")) if root else []


def upwards(start: Path) -> Iterator[Path]:
    start = start.resolve()
    yield from (start, *start.parents)
