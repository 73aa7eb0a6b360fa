"""The grid of the 24 as plain HTML, for a reader without a kernel: totals, then the grid with both layers."""

from html import escape
from typing import Any

from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import label


def grid(shown: tuple[str, dict[str, Any]], *others: tuple[str, dict[str, Any]]) -> str:
    """What the view shows with its settings as they are; then, folded, what others would show.

    Each is (version, report)."""
    folded = (details(_title(*other), _body(other[1])) for other in others)
    title = f"<p><b>{escape(label('grid'))}</b></p><p>{_title(*shown)}</p>"
    return title + _body(shown[1]) + "".join(folded)


def _title(version: str, report: dict[str, Any]) -> str:
    which = f"{label('version')} : {label(f'version_{version}')}"
    return escape(f"{which} ({report['mark']})" if "mark" in report else which)


def _body(report: dict[str, Any]) -> str:
    if "failed" in report:
        return f"<p>{escape(report['failed'])}</p>"
    notes = "".join(f"<p>{prose(note)}</p>" for note in report["notes"])
    return notes + _bars(report["bars"]) + (_grid(report) if report["rows"] else "")


def _bars(bars: list[dict[str, Any]]) -> str:
    header = [escape(label(key)) for key in ("column_mark", "column_count", "column_interval")]
    rows = (
        [escape(bar["title"]), escape(f"{bar['text']} {bar['origin']}".strip()), escape(bar["interval"])]
        for bar in bars
    )
    return table(header, rows) if bars else ""


def _grid(report: dict[str, Any]) -> str:
    header = [escape(label("row_pair")), *(escape(column["label"]) for column in report["columns"])]
    rows = (
        [f"{escape(row['label'])}<br>{escape(row['expected'])}", *(map(_cell, row["cells"]))]
        for row in report["rows"]
    )
    return table(header, rows)


def _cell(cell: dict[str, Any] | None) -> str:
    if cell is None:
        return escape(label("no_run"))
    return "<br>".join(
        f"<code>{escape(cell[what])}</code> {_marks(cell, what)}" for what in ("airports", "date")
    )


def _marks(cell: dict[str, Any], what: str) -> str:
    """« ✓ au format, ✗ faux »: both layers, in words."""
    told = []
    for layer in ("format", "value"):
        good = cell[layer][what]
        word = label(f"mark_{what}_{layer}_{'yes' if good else 'no'}")
        told.append(f"{'✓' if good else '✗'} {word}")
    return escape(", ".join(told))
