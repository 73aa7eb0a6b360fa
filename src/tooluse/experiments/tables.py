"""The experiments as tables of text, every row with its origin."""

from typing import Any

from tooluse.experiments import results, simulated, tool_count
from tooluse.experiments.intervals import percent
from tooluse.experiments.vols24 import COLUMNS, cities
from tooluse.french import typeset

HEADINGS = ("outil", "JSON", "aéroports : format", "justes", "date : format", "juste")
VERSIONS = {"thin": "mince", "rich": "riche"}
# What puts the missing knowledge in the input, one remedy at a time, then two together.
EFFECTS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("rien de plus", {}),
    ("date du jour dans le contexte", {"today": True}),
    ("second outil : recherche d'aéroport", {"lookup": True}),
    ("enum de codes", {"enum": "codes"}),
    ("enum de codes, expliqués", {"enum": "glossed"}),
    ("date du jour et recherche d'aéroport", {"today": True, "lookup": True}),
)


def published() -> str:
    rows = [_row(f"définition {VERSIONS[one]}", results.published(one)) for one in VERSIONS]
    tail = "Entre crochets : intervalle à 95 % (Clopper-Pearson), en %. — : non publié."
    return _table("PUBLIÉ · Qwen2.5-0.5B-Instruct", rows, tail)


def simulation() -> str:
    rows = [_row("mince, rien de plus", results.simulation("thin"))]
    rows += [_row(f"riche, {name}", results.simulation("rich", **how)) for name, how in EFFECTS]
    return _table("SIMULÉ · profil « small »", rows, f"Par mécanisme, depuis ces habitudes : {_habits()}")


def measured(trials: list[dict[str, Any]] | None = None) -> str:
    trials = results.record()["trials"] if trials is None else trials
    names = dict.fromkeys(trial["condition"] for trial in trials)
    rows = [_row(name, results.recorded(name, trials)) for name in names]
    tail = (
        "free : libre ; example : un échange montré avant ; masked : décodage contraint par le schéma.\n"
        "Sous masque, le nom du seul outil est imposé : sa colonne ne mesure que les réponses allées au bout."
    )
    return _table("MESURÉ · SmolLM2-135M, en anglais", rows, tail)


def tools(model: str | None = None, trials: list[dict[str, Any]] | None = None) -> str:
    """The number of tools, side by side; `model` keeps one source."""
    lines = []
    if model is None:
        lines += [
            "PUBLIÉ · Qwen2.5-0.5B-Instruct",
            *map(_published_count, tool_count.published()["rows"]),
            "",
        ]
    if model in (None, "simulated"):
        lines += [
            "SIMULÉ · profil « small » ; tokens estimés par le kit",
            *map(_count, tool_count.simulated()),
        ]
        lines += [""]
    if model in (None, "smollm2"):
        lines += ["MESURÉ · SmolLM2-135M, nom de l'outil sous masque"]
        lines += map(_count, tool_count.recorded(trials))
    return typeset("\n".join(lines).rstrip())


def _published_count(row: dict[str, Any]) -> str:
    said = [_known(row[key]["count"]) for key in ("right", "prompt_tokens")]
    guessed = " (déduit)" if row["right"]["origin"] == "inferred" else ""
    return f"  {row['tools']:>2} outils  bon outil {said[0]:>2}/24{guessed}  prompt {said[1]} tokens"


def _known(count: int | None) -> str:
    return "—" if count is None else str(count)


def _count(row: dict[str, Any]) -> str:
    others = ", ".join(f"{name} {times}" for name, times in row["others"].items())
    line = f"  {row['tools']:>2} outils  bon outil {row['right']:>2}/{row['of']}"
    return f"{line}  prompt {row['prompt_tokens']} tokens" + (f"  sinon : {others}" if others else "")


def _habits() -> str:
    known = simulated.habits()
    spoken = cities("fr")
    codes = ", ".join(f"{name} {code}" for name, code in known["known"].items() if name in spoken)
    wrong = ", ".join(f"{name} {code}" for name, code in known["believed"].items() if name in spoken)
    return (
        f"sait {codes} ; croit, à tort, {wrong} ; écrit sans qu'on le demande le code de "
        f"{' et '.join(known['code_unasked'])}, et alors en ISO une date qui contient un nombre ; "
        f"se croit le {known['assumed_today']} quand rien ne dit la date."
    )


def _row(name: str, result: dict[str, Any]) -> list[str]:
    """A simulation has no interval: it would give the same totals again."""
    sampled = result["origin"] != "simulated"
    return [name, *(_cell(result["totals"][column], sampled) for column in COLUMNS)]


def _cell(total: dict[str, Any], sampled: bool) -> str:
    if total["count"] is None:
        return "—"
    low, high = percent(tuple(total["interval"]))
    return f"{total['count']}/{total['of']}" + (f" [{low};{high}]" if sampled else "")


def _table(title: str, rows: list[list[str]], tail: str) -> str:
    rows = [["", *HEADINGS], *rows]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(word.ljust(width) for word, width in zip(row, widths, strict=True)).rstrip() for row in rows
    ]
    return "\n".join([typeset(title), *lines, typeset(tail)])
