"""A text written under a mask as plain HTML: the result, then the steps where something was to be seen."""

from html import escape
from typing import Any

from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import label

_MOST = 25  # steps


def masks(schema: str, report: dict[str, Any]) -> str:
    head = f"<p><b>{escape(label('masks'))}</b></p>{_text('mask_schema', schema)}"
    if "failed" in report:
        return f"{head}<p>{escape(report['failed'])}</p>"
    if report["problem"]:
        return f"{head}<p>✗ {prose(report['problem'])}</p>"
    notes = "".join(f"<p>{prose(note)}</p>" for note in report["notes"])
    told = "".join(f"<p>{prose(line)}</p>" for line in report["result"]["lines"])
    seen = [(n, step) for n, step in enumerate(report["steps"], 1) if step["choice"] or step["refused"]]
    names = ("mask_written", "mask_wanted", "mask_chosen", "mask_allowed_column")
    header = ["", *(escape(label(name)) for name in names)]
    rows = table(header, (_row(number, step) for number, step in seen[:_MOST]))
    first = details(escape(label("mask_table")), _favourites(report["steps"][0])) if report["steps"] else ""
    return f"{head}{notes}{_text('mask_result', report['result']['text'])}{told}{rows}{first}"


def _text(name: str, text: str) -> str:
    return f"<p>{escape(label(name))}</p><pre>{escape(text)}</pre>"


def _row(number: int, step: dict[str, Any]) -> tuple[str, ...]:
    code = (f"<code>{escape(step[key])}</code>" for key in ("written", "wanted", "chosen"))
    return (str(number), *code, f"{escape(step['allowed'])}<br>{escape(step['removed'])}")


def _favourites(step: dict[str, Any]) -> str:
    names = ("mask_token", "mask_before", "mask_allowed_column", "mask_after_soft", "mask_after_hard")
    rows = (
        (f"<code>{escape(row['token'])}</code>", row["before"], row["word"], row["soft"], row["hard"])
        for row in step["rows"]
    )
    return table((escape(label(name)) for name in names), rows)
