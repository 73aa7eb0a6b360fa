"""The comparison of two sets of definitions as plain HTML, for a reader without a kernel."""

from html import escape
from typing import Any

from tooluse.widgets import evidence_html
from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import label

_SIGNS = {"right": "✓ ", "wrong": "✗ ", "zero": ""}


def comparison(texts: tuple[str, str], requests: str, report: dict[str, Any]) -> str:
    """The totals and matrices, then each request; the definitions are folded, for they are long."""
    title = f"<p><b>{escape(label('comparison'))}</b> ({escape(label('simulated'))})</p>"
    note = f"<p>{escape(label('simulated_note'))}</p>"
    if "failed" in report:
        return f"{title}<p>{escape(report['failed'])}</p>"
    sides = "".join(_side(side, text) for side, text in zip(report["sides"], texts, strict=True))
    problem = f"<p>✗ {prose(report['problem'])}</p><pre>{escape(requests)}</pre>" if report["problem"] else ""
    rows = f"<p><b>{escape(label('requests_done'))}</b></p>" + "".join(map(_row, report["rows"]))
    return title + note + sides + problem + (rows if report["rows"] else "")


def _side(side: dict[str, Any], text: str) -> str:
    folded = details(escape(label("definitions_of", name=side["name"])), f"<pre>{escape(text)}</pre>")
    if side["problem"]:
        return f"{folded}<p>✗ {prose(side['problem'])}</p>"
    if side["refused"]:
        notes = "".join(
            f"<p>{escape(note['message'])}<br>{prose(note['remedy'])}</p>" for note in side["refused"]
        )
        return f"{folded}<p>✗ {escape(label('set_refused', name=side['name']))}</p>{notes}"
    if side["matrix"] is None:
        return folded
    before = f" ({escape(side['before'])})" if side["before"] else ""
    score = f"<p>{escape(label('score_of', name=side['name']))} : <b>{escape(side['total'])}</b>{before}</p>"
    return f"{folded}{score}<p>{escape(label('matrix_of', name=side['name']))}</p>{_matrix(side['matrix'])}"


def _matrix(matrix: dict[str, Any]) -> str:
    header = [escape(label("column_expected")), *map(escape, matrix["columns"])]
    rows = (
        [escape(row["name"]), *(f"{_SIGNS[cell['kind']]}{cell['count']}" for cell in row["cells"])]
        for row in matrix["rows"]
    )
    return table(header, rows)


def _row(row: dict[str, Any]) -> str:
    sides = [side for side in row["sides"] if side]
    verdicts = " · ".join(f"{'✓' if side['right'] else '✗'} {escape(side['got'])}" for side in sides)
    bodies = (
        f"<p><b>{escape(side['word'])}</b> : {escape(label('chose', name=side['got']))}, "
        f"{escape(label('expected', name=side['expected']))}</p>{evidence_html.tools(side['evidence'])}"
        for side in sides
    )
    return details(f"{escape(row['request'])} — {verdicts}", "".join(bodies))
