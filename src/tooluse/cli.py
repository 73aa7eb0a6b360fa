"""The `tooluse` command, for students: `submit` a notebook, open the `lab`, `serve` the offline API."""

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import PackageNotFoundError, version

from tooluse import check_request, lab, models, serve, submit
from tooluse.data import MissingData
from tooluse.evaluation import command as evaluate
from tooluse.experiments import command as experiment
from tooluse.french import typeset
from tooluse.lint import command as lint
from tooluse.places import CommandError

# argparse's own words, which it passes through gettext; it brings no French.
FRENCH = {
    "usage: ": "usage : ",
    "positional arguments": "arguments\u00a0",  # a title: argparse adds the colon
    "options": "options\u00a0",
    "show this help message and exit": "afficher cette aide",
    "%(prog)s: error: %(message)s\n": "%(prog)s : erreur : %(message)s\n",
    "argument %(argument_name)s: %(message)s": "%(argument_name)s : %(message)s",
    "the following arguments are required: %s": "il manque : %s",
    "unrecognized arguments: %s": "mots inconnus : %s",
    "invalid choice: %(value)r (choose from %(choices)s)": "%(value)r n'existe pas (au choix : %(choices)s)",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s est ambigu : %(matches)s",
    "expected one argument": "il manque la valeur",
    "ignored explicit argument %r": "valeur en trop : %r",
}


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
    serve.add_parser(commands)
    check_request.add_parser(commands)
    models.add_parser(commands)
    lint.add_parser(commands)
    experiment.add_parser(commands)
    evaluate.add_parser(commands)
    return top


def main(argv: list[str] | None = None) -> int:
    """Exit code: 0 fine, 1 something failed, 2 bad usage or bad input."""
    words = sys.argv[1:] if argv is None else argv
    own, extra = _split(words)
    with _argparse_in_french():
        args = parser().parse_args(own)
    args.extra = extra
    try:
        code = args.run(args)
        sys.stdout.flush()
        return code
    except BrokenPipeError:  # `tooluse … | head`: whoever read has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except CommandError as problem:
        print(typeset(f"tooluse : {problem}"), file=sys.stderr)
        return problem.exit_code
    except MissingData as problem:
        print(f"tooluse\u00a0: {problem}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _split(words: list[str]) -> tuple[list[str], list[str]]:
    """The command's own words, and those of the program that it starts: what follows `--`.

    `lab` has no option of its own but help: from the first other one on, all is JupyterLab's.
    """
    at = words.index("--") if "--" in words else len(words)
    own, extra = words[:at], words[at + 1 :]
    if own[:1] == ["lab"]:
        options = (i for i, word in enumerate(own) if word[:1] == "-" and word not in ("-h", "--help"))
        first = next(options, len(own))
        own, extra = own[:first], own[first:] + extra
    return own, extra


@contextmanager
def _argparse_in_french() -> Iterator[None]:
    """Only for the time of a parse: in a notebook, argparse belongs to others too."""
    before = argparse._
    argparse._ = lambda text: typeset(FRENCH[text]) if text in FRENCH else before(text)
    try:
        yield
    finally:
        argparse._ = before


def _version() -> str:
    try:
        return version("tooluse")
    except PackageNotFoundError:
        return "(non installé)"


if __name__ == "__main__":
    sys.exit(main())
