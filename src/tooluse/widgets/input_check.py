"""Why a schema refuses an input, in French: what the validator of definitions shows of a try."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.rules.schema_check import library
from tooluse.widgets.json_text import short
from tooluse.widgets.labels import known, label

_MOST = 20  # reasons


class Reason(NamedTuple):
    path: tuple[str, ...]
    text: str  # French, with the markup of prose.py


class Unsure(Exception):
    """The schema cannot be applied: a reference that leads nowhere or in circles, a pattern that is none."""


def reasons(schema: Any, value: Any, *, formats: bool = False) -> list[Reason]:
    """Why `value` does not meet `schema`; empty when it does. `formats`: with a checker of formats.

    The schema is the learner's own, and so is the time that its patterns take."""
    try:
        from referencing import Registry  # nothing to retrieve with: a remote reference stays unresolved

        draft = library().Draft202012Validator
        checker = draft.FORMAT_CHECKER if formats else None
        found = draft(schema, registry=Registry(), format_checker=checker).iter_errors(value)
        return [reason for _, error in zip(range(_MOST), found, strict=False) for reason in _told(error)]
    except Exception as error:
        raise Unsure from error


def _told(error: Any) -> Iterator[Reason]:
    path = tuple(map(str, error.absolute_path))
    keyword, limit, value = error.validator, error.validator_value, error.instance
    told = {"value": f"`{short(value)}`", "limit": limit if isinstance(limit, str) else short(limit)}
    if keyword is None:
        yield Reason(path, label("reason_false"))
    elif keyword == "required":
        # One error a missing field; jsonschema names it in its sentence only.
        missing = next((name for name in limit if error.message.startswith(repr(name))), "?")
        yield Reason(path, label("reason_required", name=missing))
    elif keyword == "additionalProperties" and limit is False:
        yield Reason(path, label("reason_additionalProperties", names=_extras(error)))
    elif keyword == "type":
        kinds = ", ".join(f"`{kind}`" for kind in (limit if isinstance(limit, list) else [limit]))
        yield Reason(path, label("reason_type", kind=kinds, **told))
    elif keyword in ("enum", "const"):
        yield Reason(path, label(_choice(keyword, limit, value), allowed=f"`{_list(limit)}`", **told))
    else:
        key = f"reason_{keyword}" if known(f"reason_{keyword}") else "reason_other"
        yield Reason(path, label(key, keyword=keyword, **told))


def _extras(error: Any) -> str:
    described = error.schema.get("properties") or {}
    patterns = bool(error.schema.get("patternProperties"))
    names = [name for name in error.instance if name not in described] if not patterns else []
    return ", ".join(f"`{name}`" for name in names) or f"`{short(error.instance)}`"


def _choice(keyword: str, limit: Any, value: Any) -> str:
    if keyword == "const" or not isinstance(value, str):
        return f"reason_{keyword}"
    alike = any(isinstance(one, str) and one.casefold() == value.casefold() for one in limit)
    return "reason_enum_case" if alike else "reason_enum"


def _list(allowed: Any) -> str:
    if not isinstance(allowed, list):
        return short(allowed)
    words = [json.dumps(one, ensure_ascii=False) for one in allowed[:12]]
    return ", ".join(words) + (", …" if len(allowed) > 12 else "")
