"""A text that a learner typed -> JSON, or what is wrong with it in French, with its line and column."""

import ast
import json
from typing import Any, NamedTuple

from tooluse.widgets.labels import label

_MOST = 200_000  # characters: a pasted catalogue fits, a pasted film does not

# The parser's own words, by their beginning.
_REASONS = {
    "Expecting property name": "json_name",
    "Expecting ',' delimiter": "json_comma",
    "Expecting ':' delimiter": "json_colon",
    "Expecting value": "json_value",
    "Extra data": "json_extra",
    "Unterminated string": "json_string",
    "Invalid control character": "json_control",
    "Invalid \\": "json_escape",
    "Illegal trailing comma": "json_trailing",
}


class Read(NamedTuple):
    """What was read; `problem` is French and empty when all went well, `line` 0 when none is to blame."""

    value: Any
    problem: str = ""
    line: int = 0
    column: int = 0


def read(text: str) -> Read:
    """The JSON in `text`. Never raises."""
    if not text.strip():
        return Read(None, label("json_empty"))
    if len(text) > _MOST:
        return Read(None, label("json_deep"))
    try:
        return Read(json.loads(text, parse_constant=_no_constant))
    except json.JSONDecodeError as error:
        return _told(text, error.lineno, error.colno, _reason(text, error))
    except _Constant as error:
        line = next((n for n, row in enumerate(text.split("\n"), 1) if error.args[0] in row), 1)
        return _told(text, line, text.split("\n")[line - 1].find(error.args[0]) + 1, "json_value")
    except (RecursionError, ValueError):
        return Read(None, label("json_deep"))


def _told(text: str, line: int, column: int, reason: str) -> Read:
    problem = label("json_wrong", line=line, column=column, reason=label(reason))
    if reason != "json_trailing" and _is_python(text):
        problem = f"{problem} {label('json_python')}"
    return Read(None, problem, line, column)


def _reason(text: str, error: json.JSONDecodeError) -> str:
    """A comma before a closing bracket is told as what it is, whatever the version of Python says."""
    before, after = text[: error.pos].rstrip(), text[error.pos : error.pos + 1]
    if before.endswith(",") and after in ("}", "]") and after:
        return "json_trailing"
    return next((key for words, key in _REASONS.items() if error.msg.startswith(words)), "json_other")


def _is_python(text: str) -> bool:
    try:
        return isinstance(ast.literal_eval(text.strip()), dict | list)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return False


class _Constant(Exception):
    """`NaN` or `Infinity`, which Python's parser lets pass."""


def _no_constant(name: str) -> Any:
    raise _Constant(name)


def written(value: Any, *, columns: int = 88) -> str:
    """`value` as JSON to be edited: what fits on a line stays on it. A text is left as it was typed."""
    if value is None or isinstance(value, str):
        return value or ""
    return _written(value, 0, columns)


def _written(value: Any, depth: int, columns: int) -> str:
    flat = json.dumps(value, ensure_ascii=False, default=repr)
    if len(flat) + 2 * depth <= columns or not isinstance(value, dict | list) or not value:
        return flat
    inside, end = "  " * (depth + 1), "  " * depth
    if isinstance(value, dict):
        rows = [
            f"{json.dumps(str(key), ensure_ascii=False)}: {_written(item, depth + 1, columns)}"
            for key, item in value.items()
        ]
        return "{\n" + ",\n".join(inside + row for row in rows) + f"\n{end}}}"
    rows = [_written(item, depth + 1, columns) for item in value]
    return "[\n" + ",\n".join(inside + row for row in rows) + f"\n{end}]"


def short(value: Any, most: int = 60) -> str:
    """`value` as JSON on one line, cut where it would fill the screen."""
    text = json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= most else f"{text[: most - 1]}…"
