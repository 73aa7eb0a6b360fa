"""The `autograder` command: one module a command, each with `add_parser(subparsers)`."""

import argparse
import importlib
import sys
from collections.abc import Iterable

from autograder.errors import UserError
from autograder.layout import Course, here
from tooluse.data import MissingData

COMMANDS = ("new", "build", "lint", "verify", "release", "grade", "feedback", "export")


def parser(names: Iterable[str] = COMMANDS) -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="autograder",
        description="The instructor's side of the course: write, verify, release and grade its notebooks.",
        epilog="autograder COMMAND --help says more; autograder/README.md says all.",
    )
    groups = top.add_subparsers(dest="command", metavar="COMMAND", required=True)
    for name in names:
        importlib.import_module(f"autograder.{name}").add_parser(groups)
    return top


def main(argv: list[str] | None = None, course: Course | None = None) -> int:
    """Exit code: 0 fine, 1 a check failed, 2 bad usage or bad input."""
    sys.modules.setdefault("rfc3987_syntax", None)  # jsonschema's optional check of IRIs: 2.6 s to import
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")  # a terminal that knows no ✘ shows ?
    argv = sys.argv[1:] if argv is None else argv
    named = argv[0] if argv else None
    args = parser([named] if named in COMMANDS else COMMANDS).parse_args(argv)  # nbgrader is slow to import
    args.course = course or here()
    try:
        return args.run(args)
    except (UserError, MissingData) as problem:
        print(f"autograder: {problem}", file=sys.stderr)
        return 2
    except BrokenPipeError:  # the reader of our output, such as `head`, has gone
        sys.stderr.close()
        return 0


if __name__ == "__main__":
    sys.exit(main())
