"""Where a student is: the course's folder, from anywhere in it; and the notebooks that stand there."""

import errno
from collections.abc import Iterator
from pathlib import Path

NOT_THE_STUDENTS = {"submitted", "autograded", "feedback", "solutions"}


class CommandError(Exception):
    """What a command says to its user, in French: what, where, what to do."""

    def __init__(self, message: str, exit_code: int = 2) -> None:
        super().__init__(message)
        self.exit_code = exit_code


_REASONS = {
    errno.ENOENT: "il n'existe pas",
    errno.ENOTDIR: "son dossier n'existe pas",
    errno.EISDIR: "c'est un dossier",
    errno.EACCES: "accès refusé",
    errno.EPERM: "accès refusé",
    errno.EROFS: "le disque est en lecture seule",
    errno.ENOSPC: "le disque est plein",
    errno.ENAMETOOLONG: "nom trop long",
}


def reason(error: Exception) -> str:
    """Why a file cannot be had, in French where the system's words are usual ones."""
    if not isinstance(error, OSError):
        return "nom impossible"
    return _REASONS.get(error.errno or 0) or error.strerror or "erreur du système"


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


def spellings(name: str) -> list[str]:
    """What a learner may mean by `1`, `01`, `tp1`, `TP01`, `tp01.ipynb`, the likeliest first."""
    key = Path(name).name.lower().removesuffix(".ipynb")
    number = key.removeprefix("tp")
    return [key, f"tp{number}", f"tp{number.zfill(2)}"]


def known_tp(name: str, root: Path | None) -> str:
    """The TP of that name. Raises CommandError, which says what exists."""
    from tooluse.practice.tasks import known_tps

    known = {tp.lower(): tp for tp in [*known_tps(), *exercises(root)]}
    for key in spellings(name):
        if key in known:
            return known[key]
    raise CommandError(f"le TP « {name} » n'existe pas. TP : {', '.join(sorted(known.values())) or 'aucun'}.")


def students_notebook(tp: str, given: Path | None, root: Path | None) -> Path:
    """The notebook given, else the nearest one: here, in a folder above, in exercises/."""
    if given is not None:
        if not given.is_file():
            raise CommandError(f"« {given} » n'existe pas ou n'est pas un fichier : vérifiez --notebook.")
        return given
    places = (Path(f"{tp}.ipynb"), Path(tp, f"{tp}.ipynb"), Path("exercises", tp, f"{tp}.ipynb"))
    folders = [*upwards(Path.cwd()), *([root] if root else [])]
    for path in (folder / place for folder in folders for place in places):
        if path.is_file() and not NOT_THE_STUDENTS & set(path.parts):
            return path
    near = ", ".join(sorted(p.name for p in Path.cwd().glob("*.ipynb"))[:5])
    hint = f" Carnets d'ici : {near}." if near else ""
    raise CommandError(
        f"{tp}.ipynb introuvable ici, plus haut et dans exercises/{tp}/. Donnez --notebook FICHIER.{hint}"
    )


def short(path: Path) -> str:
    path, here = path.resolve(), Path.cwd().resolve()
    return str(path.relative_to(here)) if path.is_relative_to(here) else str(path)
