"""A definition as text -> what the four layers say of it: meta-schema, API, kit, an input that is tried.

The form, plain data that the front end and the HTML fallback lay out:
    {"problem", "at": [line, column] | None,                              the definition cannot be read
     "counts", "layers": [{"key", "title", "verdict": "good"|"bad"|"none", "word", "sentence", "notes",
     "reasons"}], "input_problem", "input_at"}
A note is {"severity", "word", "path", "line", "message", "meaning", "remedy", "why", "lesson"}.
"""

from typing import Any

from tooluse.lint.catalogues import Catalogue, catalogue_of
from tooluse.lint.places import Lines, json_places
from tooluse.lint.suggest import meant, schema_fault
from tooluse.lint.verdicts import Verdict, judge
from tooluse.widgets import input_check, json_text
from tooluse.widgets.labels import counted, label
from tooluse.widgets.prose import segments

Layer = dict[str, Any]
_NO_SCHEMA = object()


def judged(text: str, tried: str = "", *, strict: bool = False) -> dict[str, Any]:
    """What there is to say of the definition in `text`, and of the input in `tried`."""
    read = json_text.read(text)
    if read.problem:
        return _unread(segments(read.problem), [read.line, read.column] if read.line else None)
    found = _catalogue(text, read.value)
    if found is None:
        return _unread(segments(label("not_a_tool")), None)
    verdicts = judge(found, strict=strict)
    errors = [verdict for verdict in verdicts if verdict.violation.severity == "error"]
    others = [verdict for verdict in verdicts if verdict.violation.severity != "error"]
    schemas = [_schema(tool) for tool in found.tools]
    given = json_text.read(tried) if tried.strip() else None
    return {
        "problem": [],
        "at": None,
        "counts": label(
            "counts", errors=counted(len(errors), "error"), warnings=counted(len(others), "warning")
        ),
        "layers": [
            _of_schema(schemas),
            _layer("api", not errors, [_note(verdict) for verdict in errors]),
            _layer("kit", not others, [_note(verdict) for verdict in others]),
            _of_input(found, schemas[0], given),
        ],
        "input_problem": segments(given.problem) if given else [],
        "input_at": [given.line, given.column] if given and given.line else None,
    }


def _unread(problem: Any, at: Any) -> dict[str, Any]:
    return {
        "problem": problem,
        "at": at,
        "counts": "",
        "layers": [],
        "input_problem": [],
        "input_at": None,
    }


def _catalogue(text: str, value: Any) -> Catalogue | None:
    """The tools in a text; an object is always taken for one, so that a hopeless definition is judged too."""
    node = json_places(text)
    found = catalogue_of(value, node)
    if found is None and isinstance(value, dict):
        found = Catalogue([value], [node])
    if found is not None:
        found.lines = Lines(text)
    return found if found and found.tools else None


def _schema(tool: Any) -> Any:
    return tool.get("input_schema", _NO_SCHEMA) if isinstance(tool, dict) else _NO_SCHEMA


def _of_schema(schemas: list[Any]) -> Layer:
    """Only the schema counts for the meta-schema, which is why it lets so much pass."""
    if all(schema is _NO_SCHEMA for schema in schemas):
        return _layer("schema", None, sentence="schema_missing")
    faults = [fault for schema in schemas if schema is not _NO_SCHEMA and (fault := _fault(schema))]
    return _layer("schema", not faults, reasons=[segments(fault) for fault in faults])


def _fault(schema: Any) -> str:
    """Why the meta-schema refuses a schema, "" when it does not."""
    if not isinstance(schema, dict | bool):
        return label("reason_type", kind="`object`", value=f"`{json_text.short(schema)}`")
    return schema_fault(schema)[1] if isinstance(schema, dict) else ""


def _of_input(found: Catalogue, schema: Any, given: json_text.Read | None) -> Layer:
    if given is None:
        return _layer("input", None, sentence="input_none")
    if given.problem:
        return _layer("input", None, sentence="input_none")
    if not isinstance(schema, dict) or _fault(schema):
        return _layer("input", None, sentence="input_untold")
    first = []
    if len(found.tools) > 1:
        first = [segments(label("tried_first", name=found.tools[0].get("name", "?")))]
    try:
        refused = input_check.reasons(schema, given.value)
        if refused:
            return _layer("input", False, reasons=[*first, *map(_told, refused)], sentence="input_invalid")
        loose = input_check.reasons(schema, given.value, formats=True)
    except input_check.Unsure:
        return _layer("input", None, sentence="input_unsure")
    sentence = "input_format" if loose else "input_valid"
    return _layer("input", True, reasons=[*first, *map(_told, loose)], sentence=sentence)


def _told(reason: input_check.Reason) -> Any:
    path = f"`{'.'.join(reason.path)}`" if reason.path else label("whole_input")
    return segments(label("stands_at", path=path, reason=reason.text))


def _layer(key: str, good: bool | None, notes=(), *, reasons=(), sentence: str = "") -> Layer:
    verdict = {True: "good", False: "bad", None: "none"}[good]
    word = {True: "accepted", False: "refused", None: "nothing"}[good]
    if key == "kit":
        word = "nothing" if good else "violation_warning"
    sentence = sentence or f"{key}_{'accepted' if good else 'refused'}"
    return {
        "key": key,
        "title": label(f"layer_{key}"),
        "verdict": verdict,
        "word": label(word),
        "sentence": segments(label(sentence)),
        "notes": list(notes),
        "reasons": list(reasons),
    }


def _note(verdict: Verdict) -> dict[str, Any]:
    found = verdict.violation
    api = found.severity == "error"
    remedy = " ".join(filter(None, [meant(found), found.suggestion]))
    return {
        "severity": found.severity,
        "word": label(f"violation_{found.severity}"),
        "path": _own_path(found.path),
        "line": verdict.place.line,
        "message": found.message if api else "",  # the API's own sentence; of a warning it is ours, in French
        "meaning": segments(verdict.more or found.detail),
        "why": segments(found.why),
        "remedy": segments(remedy),
        "lesson": label("lesson", lesson=found.lesson) if found.lesson else "",
    }


def _own_path(path: str) -> str:
    """The API says tools.0.custom.name; in what the learner pasted there is only one tool."""
    parts = path.split(".")
    if parts[:2] == ["tools", "0"]:
        parts = parts[2:]
        parts = parts[1:] if parts[:1] == ["custom"] else parts
    return ".".join(parts) or path
