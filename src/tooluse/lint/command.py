"""The command `tooluse lint`."""

from typing import TYPE_CHECKING

from tooluse.french import typeset
from tooluse.places import CommandError

if TYPE_CHECKING:
    from tooluse.lint.catalogues import Source
    from tooluse.lint.verdicts import Verdict


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "lint",
        help="juger des définitions d'outils",
        description=typeset(
            "Lit des définitions d'outils et dit ce que l'API refuserait (erreurs), "
            "puis ce qui en fait de mauvaises définitions (avertissements). "
            "Un fichier Python est lu, jamais exécuté. "
            "Code de sortie : 0 rien à redire, 1 erreurs, 2 fichier illisible."
        ),
    )
    parser.add_argument(
        "files",
        nargs="*",
        metavar="FICHIER",
        help=typeset("JSON, module Python ou carnet ; - : entrée standard"),
    )
    parser.add_argument(
        "--format", choices=("text", "json"), default="text", help="text (par défaut) ou json"
    )
    parser.add_argument("--strict", action="store_true", help="rendre le code 1 dès le premier avertissement")
    parser.add_argument(
        "--strict-mode", action="store_true", help="juger les outils comme s'ils avaient strict: true"
    )
    parser.add_argument(
        "--explain", metavar="RÈGLE", help="expliquer une règle, avec un mauvais et un bon exemple"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    from tooluse.lint.explain import explain  # late: other commands need none of the rules on wording
    from tooluse.lint.reading import read_source
    from tooluse.lint.report import Report

    if args.explain:
        print(explain(args.explain))
        return 0
    if not args.files:
        raise CommandError("quel fichier ? Donnez un FICHIER, ou - pour l'entrée standard.")
    report = Report()
    for file in args.files:
        source = read_source(file)
        report.add(source, _verdicts(source, args.strict_mode))
    print(report.json() if args.format == "json" else report.text())
    if not report.tools:
        return 2
    return int(report.count("error") > 0 or args.strict and report.count("warning") > 0)


def _verdicts(source: "Source", strict: bool) -> "list[Verdict]":
    """Of all catalogues of a file; a tool that stands in two of them is told of once."""
    from tooluse.lint.verdicts import judge

    found = [verdict for catalogue in source.catalogues for verdict in judge(catalogue, strict=strict)]
    kept = {(one.place, one.violation.rule, one.violation.details): one for one in reversed(found)}
    return [one for one in found if kept[one.place, one.violation.rule, one.violation.details] is one]
