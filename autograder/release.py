"""`autograder release TP`: what students get, made from the solutions and registered in the gradebook."""

import sys
from pathlib import Path

from autograder.errors import UserError
from autograder.layout import Course

ROOT_HELP = "folder that holds submitted/, autograded/, feedback/ and gradebook.db (default: autograder/)"


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "release",
        help="make the students' notebook of a TP and register it in the gradebook",
        description="Make exercises/tpNN/tpNN.ipynb from solutions/tpNN/tpNN.ipynb (without answers and "
        "hidden tests) and register its tasks and points in the gradebook.",
    )
    parser.add_argument("tp", metavar="TP", help="tp01, in any case")
    parser.add_argument(
        "--root", type=Path, metavar="DIR", help="folder of gradebook.db (default: autograder/)"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    from autograder import engine, gradebook

    course, tp, root = args.course, source(args.course, args.tp), root_of(args)
    root.mkdir(parents=True, exist_ok=True)
    with engine.environment():
        try:
            said = engine.generate(course, root, tp)
        except engine.Refused as why:
            print(f"autograder: {refusal(tp, root, why)}", file=sys.stderr)
            return 1
        with gradebook.opened(root) as book:
            worth = gradebook.tasks(book, tp)
    for text in said:
        print(f"nbgrader: {text}", file=sys.stderr)
    points = ", ".join(f"{name} {value:g}" for name, value in worth.items())
    print(f"{course.short(course.exercise(tp))} released ({points}; {sum(worth.values()):g} points in all)")
    print(f"registered in {course.short(gradebook.database(root))}")
    return 0


def root_of(args) -> Path:
    root = args.root or args.course.root / "autograder"
    if root.exists() and not root.is_dir():
        raise UserError(f"{root} is a file: --root names a folder")
    return root


def source(course: Course, name: str) -> str:
    """The TP's canonical name; its solution has been built."""
    tp = course.tp(name).name
    if not course.solution(tp).is_file():
        raise UserError(
            f"{course.short(course.solution(tp))} does not exist: run `autograder build {tp}` first"
        )
    return tp


def refusal(tp: str, root: Path, why: Exception) -> str:
    if "Cannot add or remove cells" in str(why):
        return (
            f"{tp} has other tasks now than when submissions in {root / 'gradebook.db'} were graded, and "
            "nbgrader keeps old ones: move that gradebook away, or grade with another --root"
        )
    return f"nbgrader refused {tp}: {why}"
