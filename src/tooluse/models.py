"""`tooluse models`: what each model accepts, as a table, one sheet, or JSON."""

import difflib
import json
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import asdict
from datetime import date, timedelta
from typing import Any

from tooluse.french import typeset
from tooluse.places import CommandError
from tooluse.rules import Profile, default_model, profile
from tooluse.rules.profiles import dated_ids, model_ids, retired

OLD = timedelta(days=90)  # a profile that was not compared with its sources for so long is told
ASSUMED, PAST = "?", "†"
SAMPLING = {"free": "libre", "one": "un seul", "default": "défaut"}

# Of each column of the table: heading, field of the profile, label on a model's own sheet.
COLUMNS = (
    ("Forcé", "forced_tool_choice", "`tool_choice` forcé (`any`, `tool`)"),
    ("Réflexion", "thinking", "modes de réflexion (`thinking.type`)"),
    ("Préf.", "prefill", "réponse préremplie (dernier message `assistant`)"),
    ("Strict", "structured_outputs", "`strict` et `output_config.format`"),
    ("Contexte", "context_window", "fenêtre de contexte, en tokens"),
    ("Sortie", "max_output", "`max_tokens` au plus"),
    ("Syst.", "system_messages", "rôle `system` dans `messages`"),
    ("Tirage", "sampling", "`temperature` et `top_p` (version 2023-06-01)"),
    ("Fin de vie", "end_of_life", "fin de vie annoncée"),
)
MORE = (
    ("thinking_default", "réflexion si `thinking` manque"),
    ("effort", "niveaux de `output_config.effort`"),
    ("effort_thinking_off", "niveaux d'effort sans réflexion"),
    ("empty_assistant", "message `assistant` vide avant la fin"),
    ("tool_tokens", "tokens que coûte la présence d'outils, selon `tool_choice`"),
    ("checked", "vérifié le"),
)
LEGEND = (
    "Forcé : `tool_choice` de type `any` ou `tool`. Préf. : réponse préremplie.",
    "Strict : `strict` et `output_config.format`. Syst. : rôle `system` dans `messages`.",
    "Tirage, sous la version 2023-06-01 : libre ; un seul, de `temperature` et `top_p` ; ou leurs valeurs",
    "par défaut seulement. Depuis la version 2026-10-21, aucun modèle ne prend plus ces paramètres.",
    f"{ASSUMED} déduit d'un modèle voisin, sans source directe. {PAST} fin de vie passée.",
    "Fiche complète : tooluse models MODÈLE",
)


def add_parser(commands) -> None:
    parser = commands.add_parser(
        "models",
        help="ce que chaque modèle accepte",
        description=typeset(
            "Montre les profils des modèles : ce que chacun accepte ou refuse, ses limites, sa fin de vie. "
            "Avec un nom de modèle, montre sa fiche complète."
        ),
    )
    parser.add_argument(
        "model", metavar="MODÈLE", nargs="?", help="un seul modèle, par exemple claude-sonnet-5"
    )
    parser.add_argument(
        "--format", choices=("table", "json"), default="table", help="table (par défaut) ou json"
    )
    parser.set_defaults(run=run)


def run(args, today: date | None = None) -> int:
    today = today or date.today()
    known = [found(args.model)] if args.model else [profile(name) for name in model_ids()]
    if args.format == "json":
        facts = [as_json(model, today) for model in known]
        print(json.dumps(facts[0] if args.model else {"models": facts}, ensure_ascii=False, indent=2))
    else:
        print(sheet(known[0], today) if args.model else table(known, today))
    return 0


def found(name: str) -> Profile:
    """The profile of a model. Raises CommandError, which tells a retired model from an unknown one."""
    try:
        return profile(name)
    except LookupError:
        gone = retired()
        if name in gone:
            raise CommandError(
                f"{name} a été retiré le {gone[name]} : l'API répond 404. {_instead(name)}", exit_code=1
            ) from None
        raise CommandError(f"{name[:80]} n'est pas un modèle connu. {_instead(name)}") from None


def _instead(name: str) -> str:
    known = [*model_ids(), *dated_ids()]
    close = difflib.get_close_matches(name[:80].lower(), known, n=3, cutoff=0.7)
    if close:
        return f"Modèles proches : {', '.join(close)}."
    return "Liste : tooluse models"


def as_json(model: Profile, today: date) -> dict[str, Any]:
    return asdict(model) | {"past_end_of_life": is_past(model, today), "course_model": is_courses(model)}


def is_past(model: Profile, today: date) -> bool:
    """Whether the day of its end has come: from then on the API may answer 404."""
    return model.end_of_life is not None and date.fromisoformat(model.end_of_life) <= today


def is_courses(model: Profile) -> bool:
    return dated_ids().get(model.id, model.id) == default_model()


def table(models: list[Profile], today: date) -> str:
    """All models, a line each, in at most 120 columns, and what the signs mean."""
    rows = [["Modèle", *(heading for heading, *_ in COLUMNS)]]
    rows += [[model.id, *(cell(model, field, today) for _, field, _ in COLUMNS)] for model in models]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)) for row in rows]
    ruled = [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]
    told = [
        typeset(line) for line in (*LEGEND, f"Modèle du cours : {default_model()}", *checks(models, today))
    ]
    return "\n".join([*(line.rstrip() for line in ruled), "", *told])


def cell(model: Profile, field: str, today: date) -> str:
    value = getattr(model, field)
    if field == "thinking":
        words = " ".join(value)
    elif field in ("context_window", "max_output"):
        words = thousands(value)
    else:
        words = spoken(value, field)
    past = PAST if field == "end_of_life" and is_past(model, today) else ""
    return words + past + (ASSUMED if field in model.assumed else "")


def spoken(value: Any, field: str = "") -> str:
    """A fact in words."""
    if value is None or value == ():
        return "—"
    if isinstance(value, bool):
        return "oui" if value else "non"
    if isinstance(value, tuple):
        return ", ".join(value)
    if isinstance(value, dict):
        return ", ".join(f"{key} {number}" for key, number in value.items())
    return SAMPLING.get(value, value) if field == "sampling" else str(value)


def thousands(tokens: int | None) -> str:
    """1 M, 200 k: as documentations write it."""
    if tokens is None:
        return "—"
    unit, sign = (1_000_000, "M") if tokens >= 1_000_000 else (1_000, "k")
    return f"{tokens // unit}\u00a0{sign}"


def checks(models: Iterable[Profile], today: date) -> list[str]:
    """When the profiles were last compared with their sources, and which of them too long ago."""
    days: dict[str, list[str]] = defaultdict(list)
    for model in models:
        days[model.checked or "?"].append(model.id)
    told = [f"Profils vérifiés le {', '.join(sorted(days))}."]
    for day, names in sorted(days.items()):
        if day != "?" and today - date.fromisoformat(day) > OLD:
            which = "tous les profils" if len(days) == 1 else ", ".join(names)
            told.append(f"Attention : plus de {OLD.days} jours sans vérification pour {which}.")
    return told


def sheet(model: Profile, today: date) -> str:
    """All that is known of one model, a fact a line."""
    course = " (modèle du cours)" if is_courses(model) else ""
    same = dated_ids().get(model.id)
    lines = [f"{model.id}{course}"] + ([f"même modèle que {same}"] if same else [])
    facts = [(field, label) for _, field, label in COLUMNS] + list(MORE)
    width = max(len(label) for _, label in facts)
    for field, label in facts:
        value = spoken(getattr(model, field), field)
        if field == "effort_thinking_off" and model.effort_thinking_off is None:
            value = "tous" if model.effort else "—"
        notes = [" (déduit d'un modèle voisin)"] if field in model.assumed else []
        notes += [" : passée"] if field == "end_of_life" and is_past(model, today) else []
        lines.append(f"  {label.ljust(width)}  {value}{''.join(notes)}")
    return "\n".join(map(typeset, [*lines, *checks([model], today)[1:]]))
