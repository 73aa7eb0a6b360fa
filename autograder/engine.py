"""nbgrader in this process: its converters on exact paths, its log as data, its environment in order."""

import logging
import os
import re
import sys
import sysconfig
import tempfile
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from nbgrader.converters import Autograde, GenerateAssignment, GenerateFeedback
from nbgrader.converters.base import NbGraderException
from nbgrader.coursedir import CourseDirectory
from nbgrader.preprocessors import (
    AssignLatePenalties,
    CheckCellMetadata,
    GetGrades,
    LimitOutput,
)
from traitlets.config import Config, LoggingConfigurable

from autograder.build import nbgrader_config
from autograder.execute import CleanOutputs, Run, SaveGrades
from autograder.layout import Course

# What nbgrader says about every ordinary submission: it restores our hidden tests, replaces an older copy,
# and reports a timeout that the report already tells from the cell itself.
ORDINARY = re.compile(
    r"Attribute '\w+' for cell .* has changed"
    r"|Removing existing|Kernel died"
    r"|Timeout waiting for|Interrupting kernel|Late submission penalty|seconds late"
)


class Refused(Exception):
    """nbgrader gave up: the message says why, in its own words."""


class Directory(CourseDirectory):
    def format_path(self, nbgrader_step, student_id, assignment_id, escape=False):
        """nbgrader makes a regular expression of this path without escaping the first part."""
        step = re.escape(nbgrader_step) if escape else nbgrader_step
        return super().format_path(step, student_id, assignment_id, escape=escape)


class Exact:
    """Take the one notebook of an assignment by its path: a glob would trip over `bob [2]`."""

    def init_notebooks(self) -> None:
        where, tp = self.coursedir, self.coursedir.assignment_id
        folder = self._format_source(tp, where.student_id)
        self.assignments = {folder: [os.path.join(folder, f"{tp}.ipynb")]}
        self.notebooks = []


class Release(Exact, GenerateAssignment):
    pass


class Grading(Exact, Autograde):
    pass


class Feedback(Exact, GenerateFeedback):
    def init_assignment(self, assignment_id, student_id):
        """Nothing but the page goes into a feedback folder: no file that student code left behind."""


def directory(course: Course, root: Path, tp: str, config: Config, **places: str) -> Directory:
    settings = {
        "root": str(root.resolve()),
        "source_directory": str(course.root.resolve() / "solutions"),
        "release_directory": str(course.root.resolve() / "exercises"),
        "assignment_id": tp,
    }
    return Directory(config=config, **settings | places)


def generate(course: Course, root: Path, tp: str, release_directory: str | None = None) -> list[str]:
    """The release of a TP, registered in the gradebook of `root`. Returns what nbgrader had to say."""
    config = nbgrader_config(course)
    places = {"release_directory": release_directory} if release_directory else {}
    converter = Release(coursedir=directory(course, root, tp, config, **places), config=config, force=True)
    return _start(converter)


def autograde(course: Course, root: Path, tp: str, student: str, submitted: str) -> list[str]:
    """Run and score one rebuilt notebook, found below `submitted`. Returns what the instructor should know.

    `student` is the folder's name, whatever signs it holds.
    """
    config = nbgrader_config(course)
    where = directory(course, root, tp, config, submitted_directory=submitted, student_id=student)
    converter = Grading(coursedir=where, config=config, force=True)
    run, clean = Run(parent=converter), CleanOutputs(parent=converter)
    converter.autograde_preprocessors = [
        run,
        clean,
        LimitOutput,
        SaveGrades,
        AssignLatePenalties,
        CheckCellMetadata,
    ]
    said = _start(converter)
    return [*run.notes, *clean.notes, *said]


def feedback(course: Course, root: Path, tp: str, student: str, page) -> list[str]:
    """One page, from an autograded copy, by our template. `page` is the preprocessor that fills it in."""
    config = nbgrader_config(course)
    config.HTMLExporter.template_name = "feedback"
    config.HTMLExporter.extra_template_basedirs = [str(Path(__file__).parent / "templates")]
    where = directory(course, root, tp, config, student_id=student)
    converter = Feedback(coursedir=where, config=config, force=True)
    converter.preprocessors = [GetGrades, page]
    return _start(converter)


def leave_config(course: Course, root: Path) -> None:
    """A small nbgrader_config.py in a root of the instructor's own, so that the formgrader works from there.

    One that somebody has written stays.
    """
    path = root / "nbgrader_config.py"
    if root.resolve() == course.nbgrader_config.parent.resolve() or path.exists():
        return
    config = course.nbgrader_config.resolve()
    path.write_text(
        f"""\
# Left by `autograder grade`: start JupyterLab, the formgrader or `nbgrader ...` in this folder.
import os

c = get_config()
load_subconfig({config.name!r}, path={str(config.parent)!r})
root = os.path.dirname(os.path.abspath(__file__))
c.CourseDirectory.root = root
c.CourseDirectory.source_directory = {str(course.root.resolve() / "solutions")!r}
c.CourseDirectory.release_directory = {str(course.root.resolve() / "exercises")!r}
c.Exchange.root = os.path.join(root, ".exchange")
os.makedirs(c.Exchange.root, exist_ok=True)
""",
        encoding="utf-8",
    )


def _start(converter: LoggingConfigurable) -> list[str]:
    with captured(converter.log) as records:
        try:
            converter.start()
        except NbGraderException as refusal:
            raise Refused(_cause(records) or str(refusal)) from None
    said = (record.getMessage() for record in records)
    return [text for text in said if not ORDINARY.search(text)]


def _cause(records: list[logging.LogRecord]) -> str:
    """The last line of the first traceback that nbgrader logged."""
    traces = (r.getMessage() for r in records if "Traceback (most recent call last)" in r.getMessage())
    return next((text.strip().splitlines()[-1] for text in traces), "")


@contextmanager
def captured(log: logging.Logger) -> Iterator[list[logging.LogRecord]]:
    """The warnings and errors of a log, kept from the screen."""
    records: list[logging.LogRecord] = []
    handler = logging.Handler(logging.WARNING)
    handler.emit = records.append
    before = log.handlers[:], log.propagate
    log.handlers[:], log.propagate = [handler], False
    try:
        yield records
    finally:
        log.handlers[:], log.propagate = before


@contextmanager
def environment() -> Iterator[None]:
    """What a grading run sees: this Python's programs and kernel, no key, no live model, no profile."""
    before = dict(os.environ)
    with tempfile.TemporaryDirectory(prefix="tooluse-", ignore_cleanup_errors=True) as folder:
        for name in [n for n in os.environ if n.startswith("ANTHROPIC_")]:
            del os.environ[name]
        os.environ.update(
            PATH=os.pathsep.join([sysconfig.get_path("scripts"), before.get("PATH", os.defpath)]),
            JUPYTER_PREFER_ENV_PATH="1",  # this environment's kernel before one that the user installed
            IPYTHONDIR=folder,
            PYDEVD_DISABLE_FILE_VALIDATION="1",
            TOOLUSE_BACKEND="offline",
        )
        try:
            with warnings.catch_warnings():
                # SQLAlchemy 2.1 and nbgrader 0.9 disagree about sessions; the grades are right.
                warnings.simplefilter("ignore")
                yield
        finally:
            os.environ.clear()
            os.environ.update(before)


if sys.platform == "win32":  # the kernel's messages need a selector loop
    import asyncio

    asyncio.set_event_loop_policy(asyncio.WindowsSelectorEventLoopPolicy())
