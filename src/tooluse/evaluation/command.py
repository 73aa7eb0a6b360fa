"""The command `tooluse evaluate`."""

import json

from tooluse.french import typeset
from tooluse.places import CommandError


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "evaluate",
        help="mesurer le modèle simulé sur le catalogue de demandes",
        description=typeset(
            "Envoie chaque demande du catalogue au modèle simulé, avec des définitions soignées puis "
            "minces, et compare ses appels à ceux qui sont attendus. Deux chiffres : la part des demandes où "
            "les bons outils sont appelés, la part des arguments justes."
        ),
    )
    parser.add_argument("--set", metavar="JEU", action="append", help="un seul jeu d'outils (répétable)")
    parser.add_argument(
        "--definitions",
        choices=("good", "thin"),
        help="good (soignées) ou thin (minces) ; les deux par défaut",
    )
    parser.add_argument("--renamed", action="store_true", help="outils, propriétés et métiers renommés")
    parser.add_argument("--verbose", action="store_true", help="montrer chaque échec, attendu et reçu")
    parser.add_argument(
        "--format", choices=("table", "json"), default="table", help="table (par défaut) ou json"
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    from tooluse.evaluation.catalogue import names, thinned  # late: other commands need no model
    from tooluse.evaluation.rename import renamed
    from tooluse.evaluation.report import DEFINITIONS, as_data, failures, table
    from tooluse.evaluation.scoring import evaluate
    from tooluse.mock import MockClaude
    from tooluse.mock.models import SimulatedModel

    known = names()
    if unknown := [name for name in args.set or () if name not in known]:
        raise CommandError(f"le jeu {unknown[0]} n'existe pas. Au choix : {', '.join(known)}.")

    def change(chosen, version):
        chosen = renamed(chosen) if args.renamed else chosen
        return thinned(chosen) if version == "thin" else chosen

    versions = [args.definitions] if args.definitions else list(DEFINITIONS)
    runs = {
        version: evaluate(
            MockClaude(SimulatedModel()),
            only=args.set or (),
            change=lambda chosen, version=version: change(chosen, version),
        )
        for version in versions
    }
    if args.format == "json":
        print(json.dumps(as_data(runs), ensure_ascii=False, indent=2))
        return 0
    print(typeset(table(runs)))
    if args.verbose:
        for version, results in runs.items():
            print(typeset(f"\nÉchecs, définitions {DEFINITIONS[version]}\n\n{failures(results)}"))
    return 0
