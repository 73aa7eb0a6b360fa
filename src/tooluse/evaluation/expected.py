"""What counts as right: each expected argument against what a call gives.

An expectation is a value, a list of acceptable ones, an object (each of its properties is an argument of its
own), or an object with one of these keys:
- `{"pattern": …}` a regular expression for the whole value; `{"any": true}` any value that is not empty;
- `{"absent": true}` the argument must be left out;
- `{"text": [one, …]}` one of these texts, capitals, outer spaces and end points aside;
- `{"contains": [one, …]}` all of these texts occur, capitals aside;
- `{"items": […]}` a list, each item as expected; `{"set": […]}` the same in any order.
"""

import re
from typing import Any

ABSENT = object()
_END = " .!?;,"


def _fold(value: Any) -> str | None:
    return value.casefold().strip(_END) if isinstance(value, str) else None


def _ordered(wanted: list[Any], got: Any) -> bool:
    return isinstance(got, list) and len(got) == len(wanted) and all(map(fits, wanted, got))


def _unordered(wanted: list[Any], got: Any) -> bool:
    if not isinstance(got, list) or len(got) != len(wanted):
        return False
    left = list(got)
    for one in wanted:
        found = next((at for at, value in enumerate(left) if fits(one, value)), None)
        if found is None:
            return False
        del left[found]
    return True


KINDS = {
    "absent": lambda wanted, got: got is ABSENT,
    "any": lambda wanted, got: got not in (ABSENT, None, "", [], {}),
    "pattern": lambda wanted, got: isinstance(got, str) and re.fullmatch(wanted, got) is not None,
    "text": lambda wanted, got: _fold(got) in [_fold(one) for one in wanted],
    "contains": lambda wanted, got: all(one.casefold() in (_fold(got) or "") for one in wanted),
    "items": _ordered,
    "set": _unordered,
}


def kind(wanted: Any) -> str | None:
    """Which of `KINDS` an expectation is; None for a plain value, a list or an object."""
    if not isinstance(wanted, dict) or len(wanted) != 1:
        return None
    return next((key for key in wanted if key in KINDS), None)


def fits(wanted: Any, got: Any) -> bool:
    if (key := kind(wanted)) is not None:
        return KINDS[key](wanted[key], got)
    if isinstance(wanted, list):
        return any(fits(one, got) for one in wanted)
    if isinstance(wanted, dict):
        return isinstance(got, dict) and all(fits(want, got.get(key, ABSENT)) for key, want in wanted.items())
    return got == wanted and isinstance(got, bool) == isinstance(wanted, bool)


def arguments(wanted: dict[str, Any], got: Any, path: str = "") -> list[tuple[str, Any, Any, bool]]:
    """Each expected argument: where it is, what was expected, what the call gives, whether that fits."""
    rows = []
    given = got if isinstance(got, dict) else {}
    for key, want in wanted.items():
        value = given.get(key, ABSENT)
        if isinstance(want, dict) and kind(want) is None:
            rows += arguments(want, value, f"{path}{key}.")
        else:
            rows.append((path + key, want, value, got is not ABSENT and fits(want, value)))
    return rows
