"""The validator of definitions as plain HTML, for a reader without a kernel."""

from html import escape
from typing import Any

from tooluse.widgets.html import details, prose
from tooluse.widgets.labels import label


def validator(definition: str, tried: str, report: dict[str, Any]) -> str:
    """The texts, then each layer with all that it says."""
    title = f"<p><b>{escape(label('validator'))}</b></p>"
    texts = _text("definition", definition) + (_text("input_tried", tried) if tried.strip() else "")
    if "failed" in report:
        return f"{title}{texts}<p>{escape(report['failed'])}</p>"
    problems = "".join(
        f"<p>✗ {prose(report[key])}</p>" for key in ("problem", "input_problem") if report[key]
    )
    return title + texts + problems + "".join(map(_layer, report["layers"]))


def _text(key: str, text: str) -> str:
    return f"<p>{escape(label(key))}</p><pre>{escape(text)}</pre>"


def _layer(layer: dict[str, Any]) -> str:
    head = f"<p><b>{escape(layer['title'])}</b> <b>{escape(layer['word'])}</b></p>"
    reasons = "".join(f"<p>• {prose(reason)}</p>" for reason in layer["reasons"])
    return f"{head}<p>{prose(layer['sentence'])}</p>{reasons}{''.join(map(_note, layer['notes']))}"


def _note(note: dict[str, Any]) -> str:
    where = f"<b>{escape(note['word'])}</b> <code>{escape(note['path'])}</code>"
    where = f"{where} ({escape(label('line_of', line=note['line']))})"
    said = f"<br>{escape(note['message'])}" if note["message"] else ""
    remedy = f"<p><b>{escape(label('remedy'))}</b> {prose(note['remedy'])}</p>"
    why = details(escape(label("why")), f"<p>{prose(note['why'])}</p>")
    return f"<p>{where}{said}</p><p>{prose(note['meaning'])}</p>{remedy}{why}"
