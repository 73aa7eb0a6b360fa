"""The command `tooluse experiment`: the figures of an experiment, and the real run done again."""

import json
import sys
from pathlib import Path
from typing import Any

from tooluse.french import typeset
from tooluse.places import CommandError


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "experiment",
        help="les expériences du cours",
        description=typeset(
            "Montre les chiffres d'une expérience : publiés, simulés, mesurés. "
            "Avec --model smollm2, refait la mesure avec un vrai petit modèle, sur cette machine : "
            "plusieurs minutes ; interrompue, elle reprend où elle en était."
        ),
    )
    parser.add_argument(
        "name",
        metavar="EXPÉRIENCE",
        choices=("vols24", "tool-count", "masks"),
        help=typeset(
            "vols24 : les 24 demandes ; tool-count : le nombre d'outils ; masks : ce qu'un masque écarte"
        ),
    )
    parser.add_argument("--model", choices=("simulated", "smollm2"), help="un seul modèle")
    parser.add_argument(
        "--format", choices=("table", "json"), default="table", help="table (par défaut) ou json"
    )
    parser.add_argument(
        "--record",
        metavar="FICHIER",
        type=Path,
        help=typeset("où écrire la mesure (smollm2 seulement) ; par défaut : EXPÉRIENCE-smollm2.json, ici"),
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    if args.record and args.model != "smollm2":
        raise CommandError("--record va avec --model smollm2 : seule une mesure s'enregistre.")
    if args.model == "smollm2":
        return _again(args.name, args.record or Path(f"{args.name}-smollm2.json"), args.format)
    print(_json(args.name, args.model) if args.format == "json" else _text(args.name, args.model))
    return 0


def _text(name: str, model: str | None) -> str:
    from tooluse.experiments import masks, tables

    if name == "masks":
        return masks.table()
    if name == "tool-count":
        return tables.tools(model)
    if model == "simulated":
        return tables.simulation()
    return "\n\n".join([tables.published(), tables.simulation(), tables.measured()])


def _json(name: str, model: str | None) -> str:
    from tooluse.experiments import masks, results, tool_count
    from tooluse.experiments.tables import EFFECTS

    if name == "masks":
        return _dump(masks.record())
    if name == "tool-count":
        found: dict[str, Any] = {"simulated": tool_count.simulated()}
        if model is None:
            found |= {"published": tool_count.published()["rows"], "measured": tool_count.recorded()}
        return _dump(found)
    found = {"simulated": [results.simulation("thin"), *(results.simulation(**how) for _, how in EFFECTS)]}
    if model is None:
        found["published"] = {one: results.published(one) for one in ("thin", "rich")}
        found["measured"] = [results.recorded(one) for one in results.conditions()]
    return _dump(found)


def _dump(found: Any) -> str:
    return json.dumps(found, ensure_ascii=False, indent=2)


def _again(name: str, path: Path, form: str) -> int:
    """The real run, then how it compares with the record."""
    from tooluse.experiments import masks, smollm2, tables

    if absent := smollm2.missing():
        raise CommandError(absent)
    from tooluse.experiments.smollm2 import compare, runner
    from tooluse.experiments.smollm2 import masks as masks_again

    print(
        typeset(f"Mesure écrite dans {path}. Ctrl+C l'arrête, la même commande la reprend."), file=sys.stderr
    )

    def say(line: str) -> None:
        print(f"  {line}", file=sys.stderr, flush=True)

    found = masks_again.record(path, say) if name == "masks" else runner.record(name, path, say)
    if form == "json":
        print(_dump(found))
        return 0
    shows = {"vols24": tables.measured, "masks": masks.table}
    show = shows.get(name) or (lambda trials: tables.tools("smollm2", trials))
    print(show(found["trials"]))
    print(typeset(compare.summary(found["trials"], compare.recorded(name))))
    return 0
