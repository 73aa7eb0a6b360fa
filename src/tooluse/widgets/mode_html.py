"""The matrix of modes as plain HTML, without a kernel: what is asked; folded, what each cell gives."""

from html import escape
from typing import Any

from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import label
from tooluse.widgets.mode_play import MODES, Setting, columns, play
from tooluse.widgets.mode_report import outcome
from tooluse.widgets.prose import segments


def matrix(setting: Setting | None, report: dict[str, Any]) -> str:
    title = f"<p><b>{escape(label('modes'))}</b></p><p>{prose(segments(label('modes_note')))}</p>"
    if setting is None:
        return f"{title}<p>{prose(report['problem'])}</p>"
    asked = f"<p>{escape(label('mode_question'))} : {escape(setting.question)}</p>"
    scope = f"<p>{escape(label('mode_scope'))} {prose(segments(label(f'scope_{setting.scope}')))}.</p>"
    return title + asked + scope + details(escape(label("mode_all")), _played(setting))


def _played(setting: Setting) -> str:
    header = [escape(label("mode_row")), *(escape(one.model) for one in columns())]
    said = {}
    body = []
    for mode in MODES:
        row = [f"<code>{mode}</code>"]
        for one in columns():
            played = play(mode, one, setting)
            row.append(escape(outcome(played.outcome)))
            if played.sentence:
                said[played.sentence] = f"<p>{escape(one.model)} : <code>{escape(played.sentence)}</code></p>"
        body.append(row)
    return table(header, body) + "".join(said.values())
