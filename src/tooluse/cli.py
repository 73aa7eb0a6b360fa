"""The `tooluse` command, for students: `submit` a graded notebook, open the `lab`."""

import argparse
import sys
from importlib.metadata import PackageNotFoundError, version

from tooluse import lab, submit
from tooluse.french import typeset
from tooluse.places import CommandError


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="tooluse", description=typeset("Les outils de l'étudiant : ouvrir, remettre.")
    )
    top.add_argument(
        "--version", action="version", version=f"tooluse {_version()}", help="afficher la version"
    )
    commands = top.add_subparsers(dest="command", metavar="COMMANDE", required=True)
    submit.add_parser(commands)
    lab.add_parser(commands)
    return top


def main(argv: list[str] | None = None) -> int:
    """Exit code: 0 fine, 1 something failed, 2 bad usage or bad input."""
    words = sys.argv[1:] if argv is None else argv
    own, extra = _split(words)
    args = parser().parse_args(own)
    args.extra = extra
    try:
        return args.run(args)
    except CommandError as problem:
        print(typeset(f"tooluse : {problem}"), file=sys.stderr)
        return problem.exit_code
    except KeyboardInterrupt:
        return 130


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """What follows `--` is for the program that a command starts."""
    if "--" not in words:
        return words, []
    at = words.index("--")
    return words[:at], words[at + 1 :]


def _version() -> str:
    try:
        return version("tooluse")
    except PackageNotFoundError:
        return "(non installé)"


if __name__ == "__main__":
    sys.exit(main())
