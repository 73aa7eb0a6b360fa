"""`autograder feedback TP`: a page for each student, task by task."""

import sys
from pathlib import Path

from autograder.errors import UserError
from autograder.release import ROOT_HELP, root_of


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "feedback",
        help="write each student's feedback page for a TP",
        description="Write DIR/feedback/<student>/<tp>/<tp>.html from what `autograder grade` left: points "
        "task by task, the misconception, where to look, then the student's own cells. One file that needs "
        "no script and no network.",
    )
    parser.add_argument("tp", metavar="TP", help="tp01, in any case")
    parser.add_argument("--root", type=Path, metavar="DIR", help=ROOT_HELP)
    parser.add_argument("--student", action="append", metavar="NAME", help="only this one (may be repeated)")
    parser.set_defaults(run=run)


def run(args) -> int:
    course, root = args.course, root_of(args)
    tp = course.tp(args.tp).name
    students = graded(root, tp)
    for missing in [name for name in args.student or () if name not in students]:
        raise UserError(f"no graded {tp} of {missing!r}; who has one: {', '.join(students)}")
    failures = 0
    from autograder import engine

    with engine.environment():
        chosen = args.student or students
        for number, student in enumerate(chosen, 1):
            problem = write(course, root, tp, student)
            failures += bool(problem)
            page = course.short(root / "feedback" / student / tp / f"{tp}.html")
            print(f"[{number}/{len(chosen)}] {student} : {'PAS DE PAGE' if problem else page}", flush=True)
            if problem:
                print(f"autograder: pas de page pour {student} : {problem}", file=sys.stderr)
    return 1 if failures else 0


def graded(root: Path, tp: str) -> list[str]:
    """The students with an autograded copy. Raises UserError when there is none."""
    found = sorted(path.parent.parent.name for path in (root / "autograded").glob(f"*/{tp}/{tp}.ipynb"))
    if not found:
        raise UserError(f"nothing is graded for {tp} in {root}: run `autograder grade {tp}` first")
    return found


def write(course, root: Path, tp: str, student: str) -> str:
    """Returns what went wrong, or nothing. One student's trouble stays theirs."""
    from autograder import engine
    from autograder.page import Page

    try:
        engine.feedback(course, root, tp, student, Page)
    except Exception as problem:
        return f"{problem or type(problem).__name__}"
    return ""
