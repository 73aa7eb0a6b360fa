"""`autograder export --to FILE.csv`: the gradebook as a table that a spreadsheet or an LMS can read."""

import csv
import io
from pathlib import Path

from autograder.errors import UserError
from autograder.release import ROOT_HELP, root_of

# The first eleven are those of nbgrader's own export, in its order.
COLUMNS = (
    "assignment",
    "duedate",
    "timestamp",
    "student_id",
    "last_name",
    "first_name",
    "email",
    "raw_score",
    "late_submission_penalty",
    "score",
    "max_score",
    "needs_manual_grade",
)


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "export",
        help="write the grades to a CSV file",
        description="Write one row a student and TP. Columns, always in this order: "
        + ", ".join(COLUMNS)
        + ", then one column a task (q1, q2, …) with its points. score is raw_score less the late penalty. "
        "A student who handed nothing in, but has a folder in submitted/, has a row with score 0, no "
        "timestamp and empty task columns. needs_manual_grade is 1 where a person is to give points: a task "
        "that its test could not judge counts 0 until then.",
    )
    parser.add_argument("--to", type=Path, required=True, metavar="FILE.csv", help="file to write (replaced)")
    parser.add_argument("--root", type=Path, metavar="DIR", help=ROOT_HELP)
    parser.add_argument("--tp", action="append", metavar="TP", help="only this TP (may be repeated)")
    parser.add_argument(
        "--excel",
        action="store_true",
        help="for a double click in French Excel: semicolons, decimal commas, byte order mark",
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    from autograder import engine, gradebook

    root = root_of(args)
    only = {args.course.tp(name).name for name in args.tp or ()}
    with engine.environment(), gradebook.opened(root, must_exist=True) as book:
        table = rows(book, only)
        known = [assignment.name for assignment in book.assignments]
    _check(table, known, only)
    try:
        args.to.write_bytes(text(table, args.excel))
    except OSError as error:
        raise UserError(
            f"cannot write {args.to} ({error.strerror}): name a file in a folder that exists"
        ) from None
    print(f"{args.to}: {len(table)} row{'s' if len(table) > 1 else ''}")
    return 0


def _check(table: list[dict], known: list[str], only: set[str]) -> None:
    """Raises UserError when a TP that was named, or any at all, is missing."""
    missing = sorted(only - set(known))
    if missing and known:
        raise UserError(
            f"{missing[0]} is not in this gradebook, which holds {', '.join(sorted(known))}: "
            f"run `autograder grade {missing[0]}` first"
        )
    if not known:
        raise UserError("the gradebook holds no TP yet: run `autograder grade TP` first")
    if not table:
        raise UserError("the gradebook holds no student yet: run `autograder grade TP` first")


def rows(book, only: set[str] = frozenset()) -> list[dict]:
    from autograder import gradebook

    assignments = [a for a in book.assignments if not only or a.name in only]
    students = sorted(book.students, key=lambda s: (s.last_name or "", s.first_name or "", s.id))
    return [
        _row(assignment, student, gradebook.scores(book, assignment.name, student.id), book)
        for assignment in sorted(assignments, key=lambda a: a.name)
        for student in students
    ]


def _row(assignment, student, scores, book) -> dict:
    row = {
        "assignment": assignment.name,
        "duedate": assignment.duedate,
        "timestamp": None,
        "student_id": student.id,
        "last_name": student.last_name,
        "first_name": student.first_name,
        "email": student.email,
        "raw_score": 0.0,
        "late_submission_penalty": 0.0,
        "score": 0.0,
        "max_score": assignment.max_score,
        "needs_manual_grade": 0,
    }
    if scores is None:
        return row
    return (
        row
        | {
            "timestamp": book.find_submission(assignment.name, student.id).timestamp,
            "raw_score": scores.raw,
            "late_submission_penalty": scores.late_penalty,
            "score": scores.total,
            "needs_manual_grade": int(scores.needs_manual_grade),
        }
        | {name: points.score for name, points in scores.tasks.items()}
    )


def text(table: list[dict], excel: bool = False) -> bytes:
    from autograder.gradebook import in_order

    tasks = in_order({name for row in table for name in row} - set(COLUMNS))
    out = io.StringIO(newline="")
    writer = csv.DictWriter(
        out, [*COLUMNS, *tasks], restval="", delimiter=";" if excel else ",", lineterminator="\r\n"
    )
    writer.writeheader()
    writer.writerows({key: _cell(value, excel) for key, value in row.items()} for row in table)
    return out.getvalue().encode("utf-8-sig" if excel else "utf-8")


def _cell(value: object, excel: bool) -> object:
    if not excel or value is None:
        return value
    if isinstance(value, float):
        return f"{value:.10g}".replace(".", ",")
    shown = str(value)
    return f"'{shown}" if shown.startswith(("=", "+", "-", "@")) else shown  # a name is no formula
