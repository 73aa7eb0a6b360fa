"""Where things stand in a checkout of the course, and how a name typed by a user is understood."""

import importlib.util
import re
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from types import ModuleType

from autograder.errors import UserError

TP_NAME = re.compile(r"tp(\d\d|[A-Z])")
LESSON_FILE = re.compile(r"(\d\d|[A-Z])_\w+")


@dataclass(frozen=True)
class Unit:
    """One lesson or one graded notebook (TP): its short name and its source."""

    kind: str  # "lesson" | "tp"
    name: str  # "01" | "tp01"
    source: Path

    @property
    def is_tp(self) -> bool:
        return self.kind == "tp"

    @property
    def stem(self) -> str:
        return self.source.stem


@dataclass(frozen=True)
class Course:
    root: Path

    @cached_property
    def units(self) -> list[Unit]:
        lessons = (p for p in sorted(self.root.glob("course/*.py")) if LESSON_FILE.fullmatch(p.stem))
        tps = (p for p in sorted(self.root.glob("solutions/*.py")) if TP_NAME.fullmatch(p.stem))
        units = [Unit("lesson", p.stem.split("_")[0], p) for p in lessons]
        return units + [Unit("tp", p.stem, p) for p in tps]

    def select(self, names: Iterable[str] = (), kind: str | None = None) -> list[Unit]:
        """The units named, in any case ("TP01", "01", "01_un_appel"); all of them when nothing is named."""
        units = [u for u in self.units if kind in (None, u.kind)]
        by_name = {key.lower(): u for u in units for key in (u.stem, u.name)}
        chosen = [self._named(name, by_name, units) for name in names]
        return list(dict.fromkeys(chosen)) or units

    def tp(self, name: str) -> Unit:
        return self.select([name], kind="tp")[0]

    def _named(self, name: str, by_name: dict[str, Unit], units: list[Unit]) -> Unit:
        key = Path(name).name.lower().removesuffix(".py").removesuffix(".ipynb")
        if key in by_name:
            return by_name[key]
        exist = ", ".join(u.name for u in units) or "none yet"
        kinds = {u.kind for u in units}
        what = {"tp": "TP", "lesson": "lesson"}.get(*kinds, "TP") if len(kinds) < 2 else "lesson or TP"
        raise UserError(f"no {what} is called {name!r}; what exists: {exist}")

    def solution(self, tp: str) -> Path:
        return self.root / "solutions" / tp / f"{tp}.ipynb"

    def exercise(self, tp: str) -> Path:
        return self.root / "exercises" / tp / f"{tp}.ipynb"

    def checks(self, tp: str) -> Path:
        return self.root / "src" / "tooluse" / "practice" / "checks" / f"{tp}.py"

    def hidden(self, tp: str) -> Path:
        return self.root / "autograder" / "hidden" / f"{tp}.py"

    def specimens(self, tp: str) -> Path:
        return self.root / "autograder" / "specimens" / f"{tp}.py"

    def hints(self, tp: str) -> Path:
        return self.root / "data" / "hints" / f"{tp}.json"

    def questions(self, lesson: str) -> Path:
        return self.root / "data" / "questions" / f"{lesson}.json"

    @property
    def misconceptions(self) -> Path:
        return self.root / "data" / "misconceptions.json"

    @property
    def nbgrader_config(self) -> Path:
        return self.root / "autograder" / "nbgrader_config.py"

    def short(self, path: Path) -> str:
        """The path as a user of the checkout writes it."""
        return path.relative_to(self.root).as_posix() if path.is_relative_to(self.root) else str(path)


def here() -> Course:
    """The checkout that this installed command belongs to."""
    return Course(Path(__file__).resolve().parent.parent)


def tp_name(text: str) -> str:
    """The canonical name: "TP03" is tp03, "tpa" is tpA."""
    name = "tp" + text[2:].upper()
    if text[:2].lower() == "tp" and TP_NAME.fullmatch(name):
        return name
    raise UserError(f"{text!r} is no name for a TP: write tp and two digits (tp03), or tp and a letter (tpA)")


def load_module(name: str, path: Path) -> ModuleType:
    """Import the file at `path` under a package's name, so that its relative imports work."""
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module  # dataclasses look their own module up
    try:
        spec.loader.exec_module(module)
    except BaseException:
        del sys.modules[name]
        raise
    return module
