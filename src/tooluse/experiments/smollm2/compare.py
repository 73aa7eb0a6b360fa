"""A rerun beside the record: the same tokens, or a place where two machines may differ, or something else."""

from collections import Counter
from typing import Any

from tooluse.data import read_json

SAME, CLOSE, OTHER = "same", "close", "other"


def recorded(experiment: str) -> list[dict[str, Any]]:
    """The trials of the record that comes with the kit."""
    return read_json("experiments", experiment, "smollm2.json")["trials"]


def verdict(trial: dict[str, Any], known: dict[str, Any]) -> str:
    """SAME tokens; CLOSE: they part where one of the runs had two tokens nearly level; OTHER."""
    if trial["prompt_sha256"] != known["prompt_sha256"]:
        return OTHER
    if trial["tokens"] == known["tokens"]:
        return SAME
    at = str(parting(trial["tokens"], known["tokens"]))
    return CLOSE if at in trial.get("tight", {}) or at in known.get("tight", {}) else OTHER


def parting(one: list[int], other: list[int]) -> int:
    """The first place where two texts differ."""
    pairs = zip(one, other, strict=False)
    return next((at for at, (a, b) in enumerate(pairs) if a != b), min(len(one), len(other)))


def summary(trials: list[dict[str, Any]], known: list[dict[str, Any]]) -> str:
    """How many trials say what the record says, in one French sentence."""
    by_name = {(one["condition"], one["id"]): one for one in known}
    pairs = [(one, by_name.get((one["condition"], one["id"]))) for one in trials]
    verdicts = Counter(verdict(one, kept) for one, kept in pairs if kept)
    return (
        f"Face à l'enregistrement du kit : {verdicts[SAME]} essais identiques au token près, "
        f"{verdicts[CLOSE]} qui bifurquent à une quasi-égalité, {verdicts[OTHER]} différents."
    )
