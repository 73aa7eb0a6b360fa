"""`autograder lint`: does a notebook keep the house style?"""

import sys

from autograder.style import table


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "lint",
        help="hold the house style of notebooks",
        description="Checks the sources of lessons and TPs, and the data that they show, "
        "against the house style. "
        'A cell may waive a rule: # %%%% key="x" waive=["model-written"].',
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="lesson or TP: 01, tp01, tpA (default: all)")
    parser.add_argument("--strict", action="store_true", help="warnings count as errors")
    parser.set_defaults(run=run)


def run(args) -> int:
    course = args.course
    units = course.select(args.names)
    findings = [finding for unit in units for finding in table.lint_unit(course, unit)]
    if not args.names:
        findings += table.lint_misconceptions(course)
    for finding in findings:
        print(finding)
    errors = sum(args.strict or not finding.warning for finding in findings)
    checked = ", ".join(unit.name for unit in units) or "nothing"
    print(f"checked {checked}: {errors} errors, {len(findings) - errors} warnings", file=sys.stderr)
    return 1 if errors else 0
