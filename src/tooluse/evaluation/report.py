"""The scores as a table, and each failure with what was expected and what came."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tooluse.evaluation.expected import ABSENT
from tooluse.evaluation.scoring import Result, Score, score

KINDS = {
    "simple": "simple",
    "near": "outils voisins",
    "enum": "choix par le sens",
    "bool": "booléens",
    "bounds": "bornes, unités",
    "date": "dates",
    "nested": "objets imbriqués",
    "array": "listes",
    "optional": "facultatifs, null",
    "format": "formats",
    "chain": "enchaînements",
    "error": "après une erreur",
    "off-topic": "hors sujet",
    "beyond": "hors de portée",
    "several": "plusieurs demandes",
    "choice": "tool_choice",
    "foreign": "autre langue",
}
LANGUAGES = {"fr": "français", "en": "anglais"}
DEFINITIONS = {"good": "soignées", "thin": "minces"}
NOTE = (
    "Ces chiffres mesurent un modèle simulé, qui lit le texte des définitions : "
    "ils ne disent rien d'un modèle réel."
)
GROUPS: dict[str, Callable[[Result], str]] = {
    "jeu d'outils": lambda result: result.set,
    "genre de demande": lambda result: KINDS[result.kind],
    "langue des définitions": lambda result: LANGUAGES[result.definitions],
    "langue de la demande": lambda result: LANGUAGES[result.language],
}
Runs = dict[str, list[Result]]  # by version of the definitions: good, thin


def table(runs: Runs) -> str:
    first = next(iter(runs.values()))
    lines = [_heading(runs)]
    for title, group in GROUPS.items():
        lines += ["", title.capitalize()]
        lines += [_row(label, _only(runs, group, label)) for label in dict.fromkeys(map(group, first))]
    return "\n".join([*lines, "", _row("Ensemble", runs), "", NOTE])


def _only(runs: Runs, group: Callable[[Result], str], label: str) -> Runs:
    return {version: [one for one in run if group(one) == label] for version, run in runs.items()}


def _heading(runs: Runs) -> str:
    above = "".join(f"  {'définitions ' + DEFINITIONS[version]:^23}" for version in runs)
    return f"{'':24}{'':>9}{above}\n{'':24}{'demandes':>9}" + "  {:>10} {:>12}".format(
        "outil", "arguments"
    ) * len(runs)


def _row(label: str, runs: Runs) -> str:
    scores = [score(run) for run in runs.values()]
    cells = "".join(f"  {_percent(one.tool_rate):>10} {_arguments(one):>12}" for one in scores)
    return f"{label:24}{scores[0].requests:>9}{cells}"


def _arguments(one: Score) -> str:
    return _percent(one.argument_rate) if one.arguments else "—"


def _percent(rate: float) -> str:
    return f"{rate:.1f}".replace(".", ",") + " %"


def failures(results: Iterable[Result]) -> str:
    """Every request that is not wholly right."""
    return "\n\n".join(_failure(result) for result in results if not result.right)


def _failure(result: Result) -> str:
    lines = [f"{result.id} ({KINDS[result.kind]}) : {result.asked}"]
    if result.refused:
        lines.append(f"  refusé : {result.refused}")
    elif not result.tool:
        lines.append(f"  outils attendus : {_called(result.expected)} ; appelés : {_called(result.got)}")
    lines += [
        f"  {path} : attendu {_shown(want)}, reçu {_shown(got)}"
        for path, want, got, right in result.rows
        if not right
    ]
    if result.answer is False:
        lines.append(f"  réponse sans ce qui était attendu : {result.text}")
    return "\n".join(lines)


def _called(calls: list[dict[str, Any]]) -> str:
    return ", ".join(call["tool"] for call in calls) or "aucun"


def _shown(value: Any) -> str:
    return "rien" if value is ABSENT else json.dumps(value, ensure_ascii=False)


def as_data(runs: Runs) -> dict[str, Any]:
    return {version: _data(run) for version, run in runs.items()}


def _data(run: list[Result]) -> dict[str, Any]:
    return {
        **_figures(score(run)),
        "sets": {
            name: _figures(score([one for one in run if one.set == name]))
            for name in dict.fromkeys(one.set for one in run)
        },
        "kinds": {
            name: _figures(score([one for one in run if one.kind == name]))
            for name in dict.fromkeys(one.kind for one in run)
        },
        "failures": [_failed(one) for one in run if not one.right],
    }


def _figures(one: Score) -> dict[str, Any]:
    return {
        "requests": one.requests,
        "tools_right": one.tools,
        "tool_rate": round(one.tool_rate, 1),
        "arguments": one.arguments,
        "arguments_right": one.arguments_right,
        "argument_rate": round(one.argument_rate, 1),
        "wholly_right": one.whole,
    }


def _failed(one: Result) -> dict[str, Any]:
    wrong = [
        {"argument": path, "expected": want, **({} if got is ABSENT else {"got": got})}
        for path, want, got, right in one.rows
        if not right
    ]
    return {
        "id": one.id,
        "kind": one.kind,
        "asked": one.asked,
        "expected": one.expected,
        "got": one.got,
        "wrong_arguments": wrong,
        "answer": one.answer,
        "refused": one.refused,
    }
