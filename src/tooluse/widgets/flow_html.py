"""The whole trace of a flow as plain HTML, for a reader without a kernel."""

from html import escape
from typing import Any

from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import counted, label
from tooluse.widgets.lines import Line, text_of

_ARROWS = {"right": "→", "left": "←", "here": "•"}


def flow(shown: list[dict[str, Any]], hidden: int = 0) -> str:
    """A table of the steps, then each step with its JSON, folded but for the first."""
    if not shown:
        return f"<p>{escape(label('empty'))}</p>"
    header = [escape(label(key)) for key in ("column_step", "column_who", "column_what", "column_stop")]
    intro = escape(label("trace", steps=counted(len(shown), "step")))
    note = f"<p>{escape(label('hidden', count=hidden))}</p>" if hidden else ""
    first, *others = (_body(step) for step in shown)
    folded = "".join(details(_title(step), body) for step, body in zip(shown[1:], others, strict=True))
    return (
        f"<p><b>{escape(label('flow'))}</b></p><p>{intro}</p>{table(header, map(_row, shown))}{note}"
        f"<p><b>{_title(shown[0])}</b></p>{first}{folded}"
    )


def _row(step: dict[str, Any]) -> tuple[str, ...]:
    number = f"{step['number']} · {escape(step['where'])}"
    who = f"{_ARROWS[step['arrow']]} {escape(step['who'])}"
    return number, who, prose(step["title"]), f"<b>{escape(step['stop'])}</b>"


def _title(step: dict[str, Any]) -> str:
    return f"{step['number']} · {prose(step['title'])}"


def _body(step: dict[str, Any]) -> str:
    said = [step["sentence"], *step["remarks"]]
    paragraphs = "".join(f"<p>{prose(parts)}</p>" for parts in said)
    calls = "".join(_call(call) for call in step["calls"])
    notes = "".join(_note(note) for note in step["notes"])
    return paragraphs + calls + notes + _json(step["json"])


def _call(call: dict[str, Any]) -> str:
    result = f"\n→ {call['result']}" if call["result"] else ""
    return f"<pre>{escape(call['call'] + result)}</pre><p>{escape(call['state_text'])}</p>"


def _note(note: dict[str, Any]) -> str:
    where = f"<b>{escape(note['word'])}</b> {escape(note['path'])}"
    remedy = f"<b>{escape(label('remedy'))}</b> {prose(note['remedy'])}"
    return f"<p>{where}<br>{escape(note['message'])}</p><p>{prose(note['meaning'])}</p><p>{remedy}</p>"


def _json(shown: dict[str, Any] | None) -> str:
    if shown is None:
        return ""
    parts = [f"<p><b>{escape(shown['title'])}</b></p>"]
    for section in shown["sections"]:
        body = f"<pre>{chr(10).join(_line(line) for line in section['lines'])}</pre>"
        parts.append(details(escape(section["fold"]), body) if section["fold"] else body)
    return "".join(parts)


def _line(line: Line) -> str:
    text = escape(text_of(line))
    if not line.get("m"):
        return text
    marker = f" « {escape(label(line['m']))} »" if line.get("f") else ""
    return f"<ins>{text}</ins>{marker}"
