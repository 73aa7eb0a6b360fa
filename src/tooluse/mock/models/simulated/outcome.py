"""What came back, judged: whether a condition holds, whether a failure will last."""

import re
from functools import cache

from tooluse.mock.models.simulated import idioms
from tooluse.mock.models.simulated.lexicon import alike, content, fold, table, tokens
from tooluse.mock.models.simulated.perceive import Call


def holds(condition: str, call: Call) -> bool:
    """« S'il est perdu »: whether the result says so, in these words or in others for the same."""
    if call.failed or call.result is None:
        return False
    folded = fold(condition)
    negated = any(f" {word} " in f" {folded} " for word in ("pas", "not", "plus", "no", "aucun"))
    wanted = [word for word in content(tokens(folded)) if word not in ("si", "if", "case")]
    wanted += [f"#{sense}" for sense in idioms.senses_of(folded)]
    said = tokens(call.result[:4000].replace("_", " "))
    said += [f"#{sense}" for sense in idioms.senses_of(call.result[:2000])]
    met = any(alike(word, other) > 0.7 for word in wanted for other in said)
    return met != negated


@cache
def _lasting() -> re.Pattern[str]:
    return re.compile("|".join(table("errors")["lasting"]))


def is_lasting(call: Call) -> bool:
    """Whether a failure says until when it lasts: to try again at once would be in vain."""
    return bool(_lasting().search(fold(call.result or "")))
