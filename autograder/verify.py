"""`autograder verify`: do the tests of each task tell right from wrong?"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from autograder import build, report
from autograder.errors import UserError
from autograder.layout import Course, Unit, load_module
from autograder.specimens import PUBLIC, Specimen, check_folder, specimens_of
from autograder.tasks import Task, collect
from autograder.trial import SECONDS, Trial, attempt, offline_elsewhere
from tooluse.practice import Suite
from tooluse.practice.misconceptions import NO_LESSON

MUTANTS = 3


@dataclass
class Verified:
    """One task with every trial made of it."""

    task: Task
    starter: Trial
    reference: Trial
    specimens: list[tuple[Specimen, Trial]]

    def earned(self, trial: Trial) -> float:
        return self.task.points if trial.passed else 0

    @property
    def alternatives(self) -> list[tuple[Specimen, Trial]]:
        return [(specimen, trial) for specimen, trial in self.specimens if not specimen.is_mutant]

    @property
    def mutants(self) -> list[tuple[Specimen, Trial]]:
        return [(specimen, trial) for specimen, trial in self.specimens if specimen.is_mutant]

    @cached_property
    def problems(self) -> list[str]:
        """What is wrong, each in one line."""
        return list(_problems(self))


def verify(
    course: Course, unit: Unit, extra: Path | None = None, seconds: float = SECONDS
) -> Iterator[Verified]:
    """Every task of a TP, tried with its starter, its reference and each specimen."""
    parts = build.parts(course, unit)
    tasks = collect(dict.fromkeys(part.origin for part in parts), unit.name)
    stubs = _stubs(course, unit)
    public, hidden = suites(course, unit.name)
    specimens = specimens_of(course, unit.name, extra)
    _check_names([task.name for task in tasks], unit, public, hidden, specimens)
    for task in tasks:
        own = [specimen for specimen in specimens if specimen.task == task.name]
        sources = [stubs[task.name], task.starter.source, *(specimen.source for specimen in own)]
        with offline_elsewhere():
            trials = [attempt(parts, task.name, source, public, hidden, seconds) for source in sources]
        starter, reference, *tried = trials
        yield Verified(task, starter, reference, list(zip(own, tried, strict=True)))


def _stubs(course: Course, unit: Unit) -> dict[str, str]:
    """The code cells as students get them, by id."""
    import nbformat

    released = nbformat.reads(build.release(course, build.notebook(course, unit)), as_version=4)
    return {cell.id: cell.source for cell in released.cells if cell.cell_type == "code"}


def suites(course: Course, tp: str) -> tuple[Suite, Suite]:
    """The public checks and the hidden tests of a TP."""
    return (
        _suite(course, tp, f"tooluse.practice.checks.{tp}", course.checks(tp)),
        _suite(course, tp, f"autograder.hidden.{tp}", course.hidden(tp)),
    )


def _suite(course: Course, tp: str, module: str, path: Path) -> Suite:
    file = course.short(path)
    if not path.exists():
        raise UserError(f"{file} does not exist: write the tests of {tp} there (suite = Suite({tp!r}))")
    try:
        suite = getattr(load_module(module, path), "suite", None)
    except Exception as error:
        line = getattr(error, "lineno", None)
        at = f", line {line}" if line else ""
        raise UserError(f"{file}{at} cannot be imported: {type(error).__name__}: {error}") from error
    if not isinstance(suite, Suite) or suite.name != tp:
        raise UserError(f"{file} defines no suite of {tp}: write suite = Suite({tp!r})")
    return suite


def _check_names(
    tasks: list[str], unit: Unit, public: Suite, hidden: Suite, specimens: list[Specimen]
) -> None:
    """Tests and specimens name tasks that exist, and `fails` names tests that exist."""
    exist = f"{unit.name} has {', '.join(tasks)}"
    for test in (*public.tests, *hidden.tests):
        if test.task not in tasks:
            raise UserError(
                f"the test {test.name!r} of {unit.name} is for {test.task}, which does not exist; {exist}"
            )
    for specimen in specimens:
        if specimen.task not in tasks:
            raise specimen.cell.error(f"there is no task {specimen.task}; {exist}")
        names = [PUBLIC, *(test.name for test in hidden.of(specimen.task))]
        for name in sorted((specimen.fails or frozenset()) - set(names)):
            raise specimen.cell.error(f"no test is called {name!r}; tests of the task: {', '.join(names)}")


def _problems(one: Verified) -> Iterator[str]:
    task, tests = one.task, one.reference.tests
    if all(test.public for test in tests):
        yield f"{task.full} has no hidden test: write one in autograder/hidden/{task.tp}.py"
    if not any(test.public for test in tests):
        yield f"{task.full} has no public check: write one in src/tooluse/practice/checks/{task.tp}.py"
    if one.starter.passed:
        yield f"{task.full} starter: passes every test, it must earn 0"
    yield from _must_pass(f"{task.full} reference", one.reference)
    for specimen, trial in one.alternatives:
        yield from _must_pass(f"{task.full} alternative {specimen.name!r}", trial)
    for specimen, trial in one.mutants:
        yield from _must_fail(f"{task.full} mutant {specimen.name!r}", specimen, trial)
    if len(one.mutants) < MUTANTS:
        yield f"{task.full} has {len(one.mutants)} mutants, it needs {MUTANTS}"
    if not one.alternatives and not task.closed:
        yield f"{task.full} has no alternative: write another correct solution, or mark the cell closed=true"


def _must_pass(name: str, trial: Trial) -> Iterator[str]:
    if trial.error:
        yield f"{name}: its cell raises {trial.error}"
    for test in trial.failures:
        yield f"{name}: fails {test.name!r} ({test.code}: {test.seen})"


def _must_fail(name: str, specimen: Specimen, trial: Trial) -> Iterator[str]:
    if trial.error:
        yield f"{name}: its cell raises {trial.error}; a mutant runs, and is wrong"
    first = trial.first
    if first is None:
        yield f"{name}: survives, every test passes"
        return
    if first.code in NO_LESSON:
        yield f"{name}: no code explains its failure in {first.name!r} ({first.seen})"
    elif first.code != specimen.code:
        yield f"{name}: is told {first.code} instead of {specimen.code}, by {first.name!r} ({first.seen})"
    if specimen.fails is not None:
        for test in trial.failures:
            if test.code in NO_LESSON and test is not first:
                yield f"{name}: no code explains its failure in {test.name!r} ({test.seen})"
        failed = {PUBLIC if test.public else test.name for test in trial.failures}
        for test in sorted(failed - specimen.fails):
            yield f"{name}: fails {test!r} too, which its fails= does not say"
        for test in sorted(specimen.fails - failed):
            yield f"{name}: passes {test!r}, which its fails= says it fails"


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "verify",
        help="check that the tests tell right from wrong",
        description="Grades, task by task, the starter (must earn 0), the reference and each alternative "
        "(must earn all), and each mutant (must fail, with its own misconception code).",
    )
    parser.add_argument("names", nargs="*", metavar="TP", help="tp01, tpA (default: all)")
    parser.add_argument("--format", choices=("text", "json"), default="text", help="default: text")
    parser.add_argument(
        "--specimens", type=Path, metavar="DIR", help="specimens of yours to add: a folder of files tpNN.py"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    course = args.course
    extra = args.specimens.resolve() if args.specimens else None
    units = course.select(args.names, kind="tp")
    if not units:
        raise UserError("there is no TP to verify: start one with autograder new tp01")
    if extra:
        check_folder(course, extra)
    verified = [task for unit in units for task in verify(course, unit, extra)]
    if args.format == "json":
        print(report.as_json(verified))
    else:
        print(report.as_text(verified))
        print(report.codes(verified))
    problems = [problem for task in verified for problem in task.problems]
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0
