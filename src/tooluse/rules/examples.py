"""Does a value meet a schema that a stranger wrote? True, False, or None: not to be told safely.

`jsonschema` alone would follow a schema wherever it leads: exponential references, regular expressions that
never end, references fetched from the network. Hence the limits here; beyond them nothing is claimed.
"""

import json
import threading
from collections.abc import Callable
from functools import cache
from typing import Any

from tooluse.rules.schema_check import library

_STEPS = 20_000  # keywords applied in one request
_TEXT = 2_000  # characters of an example
_running = threading.local()


class Budget:
    """What one request may cost in all."""

    def __init__(self) -> None:
        self.steps = _STEPS


class _Exhausted(Exception):
    pass


def meets(schema: dict[str, Any], value: Any, budget: Budget) -> bool | None:
    """Whether `value` meets `schema`, as far as the budget goes."""
    _running.budget = budget
    try:
        if len(json.dumps(value)) > _TEXT or not _patterns_are_plain(schema, budget):
            return None
        from referencing import Registry  # without a way to retrieve: remote references stay unresolved

        return _validator()(schema, registry=Registry()).is_valid(value)
    except Exception:  # unresolvable or endless references, numbers too large, budget: all mean "unknown"
        return None


@cache
def _validator() -> Any:
    draft = library().Draft202012Validator
    counted = {word: _counted(function) for word, function in draft.VALIDATORS.items()}
    return library().extend(draft, counted)


def _counted(function: Callable[..., Any]) -> Callable[..., Any]:
    def keyword(validator: Any, value: Any, instance: Any, schema: Any) -> Any:
        _spend(_running.budget)
        return function(validator, value, instance, schema)

    return keyword


def _spend(budget: Budget) -> None:
    budget.steps -= 1
    if budget.steps < 0:
        raise _Exhausted


def _patterns_are_plain(schema: Any, budget: Budget) -> bool:
    todo = [schema]
    while todo:
        value = todo.pop()
        _spend(budget)
        if isinstance(value, dict):
            patterns = [*(value.get("patternProperties") or ()), value.get("pattern", "")]
            if not all(_is_plain(pattern) for pattern in patterns if isinstance(pattern, str)):
                return False
            todo += value.values()
        elif isinstance(value, list):
            todo += value
    return True


def _is_plain(pattern: str) -> bool:
    """Whether matching takes linear time for sure: no groups, no choices, at most one repetition of open
    length and then only behind an anchor."""
    if len(pattern) > 200 or set("()|") & set(pattern):
        return False
    open_ended = sum(pattern.count(sign) for sign in "*+?,")
    return open_ended == 0 or open_ended == 1 and pattern.startswith("^")
