"""Where the figures of the grid come from: published, reconstructed, simulated, or recorded from a real run.

A source gives trials in the form of experiments.simulated.plain(); the published one has totals only, which
is why there is a reconstruction beside it. All of it is read and graded by tooluse.experiments.results.
"""

from functools import lru_cache
from typing import Any

from tooluse.data import MissingData
from tooluse.experiments import results

Trial = dict[str, Any]
SOURCES = ("published", "reconstructed", "simulated", "recorded")


@lru_cache(32)
def simulated(version: str, today: bool, lookup: bool, enum: str) -> tuple[Trial, ...]:
    """The 24 trials of the simulated model; kept, for a learner goes back and forth."""
    found = results.simulation(version, today=today, lookup=lookup, enum=enum or None)
    return tuple(found["trials"])


def recorded() -> dict[str, Any]:
    """{"model": what ran, "conditions": {"rich-masked-today": [trial, …]}}; no condition without a record."""
    try:
        record = results.record()
    except MissingData:
        return {"model": "", "conditions": {}}
    names = dict.fromkeys(trial["condition"] for trial in record["trials"])
    kept = {name: results.recorded(name, record["trials"])["trials"] for name in names}
    return {"model": record["model"], "conditions": kept}


def condition(version: str, mode: str, today: bool, enum: str) -> str:
    """The name under which such a run is recorded."""
    parts = [version, mode, "today" if today else "", "enum" if enum == "codes" else enum]
    return "-".join(part for part in parts if part)
