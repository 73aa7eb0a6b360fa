"""`autograder grade TP`: a class graded, one student a line, whatever was handed in."""

import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import UserError
from autograder.layout import Course
from autograder.release import ROOT_HELP, refusal, root_of, source

NOT_GRADED = "PAS NOTÉ"
UNKNOWN = "?"  # in the table: a task that its test could not judge


@dataclass
class Graded:
    """One student's line: the scores, or None when the submission could not be graded at all.

    `blank`: it holds no answer, or none that could be read.
    """

    student: str
    scores: object | None = None
    oddities: list[str] = field(default_factory=list)
    problem: str = ""
    seconds: float = 0.0
    blank: bool = False

    @property
    def unjudged(self) -> bool:
        return any(points.unjudged for points in self.scores.tasks.values())

    @property
    def failed(self) -> bool:
        return self.scores is None or self.unjudged


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "grade",
        help="grade the submissions of a TP",
        description="Grade DIR/submitted/<student>/<tp>/<tp>.ipynb into DIR/autograded and DIR/gradebook.db. "
        "Each notebook is rebuilt from the released one before it runs: only the sources of answers and of "
        "added cells count. What was odd in a submission is told in one line; it never stops the class. "
        "Grading again replaces the automatic points and keeps manual ones.",
        epilog="Exit code: 0 all graded, 1 a submission or a task could not be judged (? in the table), "
        "2 nothing to grade.",
    )
    parser.add_argument("tp", metavar="TP", help="tp01, in any case")
    parser.add_argument("--root", type=Path, metavar="DIR", help=ROOT_HELP)
    parser.add_argument(
        "--student", action="append", metavar="NAME", help="grade only this one (may be repeated)"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    from autograder import intake

    tp, root = source(args.course, args.tp), root_of(args)
    results, absent, worth = grade(args.course, tp, root, args.student, tell=_tell)
    _print_table(results, worth)
    _print_oddities(results, absent, intake.loose(root), tp)
    print(f"\n{summary(results, absent)}")
    return 1 if any(result.failed for result in results) else 0


def grade(course: Course, tp: str, root: Path, only: list[str] | None = None, tell=lambda *_: None):
    """Grade a class. Returns the students' results, those who handed nothing in, and the tasks' points."""
    from autograder import intake

    work, absent = intake.folders(root, tp)
    work = _selected(work, only)
    from autograder import engine, gradebook

    with engine.environment(), tempfile.TemporaryDirectory(prefix="tooluse-grade-") as scratch:
        release = _released(course, root, tp, scratch)
        results = []
        for number, (student, folder) in enumerate(work.items(), 1):
            results.append(_grade_one(course, root, tp, release, student, folder, scratch))
            tell(number, len(work), results[-1])
        engine.leave_config(course, root)
        with gradebook.opened(root) as book:
            gradebook.register(book, absent)
            worth = gradebook.tasks(book, tp)
    return results, absent, worth


def _selected(work: dict[str, Path], only: list[str] | None) -> dict[str, Path]:
    missing = [student for student in only or () if student not in work]
    if missing:
        raise UserError(f"no submission of {missing[0]!r}; who has one: {', '.join(work)}")
    return {student: work[student] for student in only} if only else work


def _released(course: Course, root: Path, tp: str, scratch: str):
    """The notebook as students get it, made anew so that gradebook and release agree; exercises/ stays."""
    import nbformat

    from autograder import engine

    try:
        engine.generate(course, root, tp, release_directory=f"{scratch}/release")
    except engine.Refused as why:
        raise UserError(refusal(tp, root, why)) from None
    return nbformat.read(f"{scratch}/release/{tp}/{tp}.ipynb", as_version=4)


def _grade_one(
    course: Course, root: Path, tp: str, release, student: str, folder: Path, scratch: str
) -> Graded:
    """Whatever happens here is one student's affair: the class goes on."""
    from autograder import engine, gradebook, intake, submission

    began, result = time.monotonic(), Graded(student)
    try:
        handed_in = intake.take(student, folder, tp, timestamp_ok=_is_time)
        if handed_in.cells is None:
            rebuilt = submission.untouched(release, f"{handed_in.reason} : noté comme une copie vide")
        else:
            rebuilt = submission.rebuild(release, handed_in.cells, tp)
        result.oddities += handed_in.oddities + rebuilt.oddities
        result.blank = not submission.answers(rebuilt.notebook, release)
        told = {"oddities": list(result.oddities), "unread": rebuilt.unread}  # for the feedback page
        rebuilt.notebook.metadata["tooluse"] = told
        _stage(rebuilt.notebook, handed_in.timestamp, Path(scratch, "submitted", student, tp))
        result.oddities += engine.autograde(course, root, tp, student, f"{scratch}/submitted")
        with gradebook.opened(root) as book:
            result.scores = gradebook.scores(book, tp, student)
    except Exception as problem:
        result.problem = f"{type(problem).__name__} : {problem}" if str(problem) else type(problem).__name__
    result.seconds = time.monotonic() - began
    return result


def _stage(notebook, timestamp: str | None, folder: Path) -> None:
    import nbformat

    folder.mkdir(parents=True)
    nbformat.write(notebook, folder / f"{folder.name}.ipynb")
    if timestamp:
        (folder / "timestamp.txt").write_text(timestamp, encoding="utf-8")


def _is_time(text: str) -> bool:
    from nbgrader.utils import parse_utc

    try:
        return parse_utc(text) is not None
    except (ValueError, OverflowError, TypeError):
        return False


def _tell(number: int, count: int, result: Graded) -> None:
    total = NOT_GRADED if result.scores is None else f"{_total(result)}/{result.scores.max_score:g}"
    odd = " *" if result.oddities or result.problem else ""
    print(f"[{number}/{count}] {result.student} : {total} ({result.seconds:.1f} s){odd}", flush=True)


def _print_table(results: list[Graded], worth: dict[str, float]) -> None:
    head = [
        "étudiant",
        *(f"{name} /{points:g}" for name, points in worth.items()),
        f"total /{sum(worth.values()):g}",
    ]
    rows = [head, *(_row(result, worth) for result in results)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    print()
    for row in rows:
        cells = [
            row[0].ljust(widths[0]),
            *(cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=True)),
        ]
        print("  ".join(cells).rstrip())


def _row(result: Graded, worth: dict[str, float]) -> list[str]:
    if result.scores is None:
        return [result.student, *["–"] * len(worth), "–"]
    points = (result.scores.tasks.get(name) for name in worth)
    return [result.student, *(_points(p) if p else "–" for p in points), _total(result)]


def _points(points) -> str:
    return UNKNOWN if points.unjudged else f"{points.score:g}"


def _total(result: Graded) -> str:
    return f"{result.scores.total:g}{UNKNOWN if result.unjudged else ''}"


def summary(results: list[Graded], absent: list[str]) -> str:
    """One line: how many were graded, how many of them hold no answer, whom to look at."""
    from tooluse.french import typeset

    graded = [result for result in results if result.scores]
    by_hand = [result.student for result in results if result.failed or result.scores.needs_manual_grade]
    parts = [
        _count(len(graded), "copie notée", "copies notées"),
        _count(sum(result.blank for result in graded), "sans réponse", "sans réponse"),
        f"{len(by_hand)} à regarder{' : ' if by_hand else ''}{', '.join(by_hand)}",
    ]
    parts += [_count(len(absent), "sans copie", "sans copie")] if absent else []
    return typeset(" ; ".join(parts))


def _count(number: int, one: str, many: str) -> str:
    return f"{number} {many if number > 1 else one}"


def _print_oddities(results: list[Graded], absent: list[str], loose: list[str], tp: str) -> None:
    from tooluse.french import typeset

    odd = [result for result in results if result.oddities]
    if odd or absent or loose:
        print("\nÀ savoir :")
    for result in odd:
        print(typeset(f"  {result.student} : {' ; '.join(result.oddities)}"))
    if absent:
        print(typeset(f"  sans copie de {tp} : {', '.join(absent)}"))
    for name in loose:
        remedy = f"rangez-le dans submitted/<étudiant>/{tp}/{tp}.ipynb"
        print(typeset(f"  submitted/{name} n'est à personne, donc pas noté : {remedy}"))
    for result in results:
        if result.problem:
            print(f"autograder: {result.student} n'a pas pu être noté : {result.problem}", file=sys.stderr)
