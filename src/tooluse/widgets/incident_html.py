"""Incidents as plain HTML, for a reader without a kernel: class and cures stay folded until asked for."""

from html import escape
from typing import Any

from tooluse import incidents
from tooluse.incidents import Incident
from tooluse.widgets import flow_html, incident_report
from tooluse.widgets.html import details, prose, table
from tooluse.widgets.labels import label
from tooluse.widgets.prose import segments


def sorter() -> str:
    """Every incident: what is seen; folded, its class and what each cure gives."""
    parts = [f"<p><b>{escape(label('incidents'))}</b></p>"]
    for number, one in enumerate(incidents.incidents(), 1):
        parts.append(f"<p><b>{number} · {escape(one.title)}</b></p><p>{prose(segments(one.seen))}</p>")
        parts.append(details(escape(label("class_and_cures")), _solved(one)))
    return "".join(parts)


def _solved(one: Incident) -> str:
    told = prose(incident_report.judged_class(one, one.kind)["text"])
    header = [escape(label("which_cure")), "", ""]
    cures = [
        (
            prose(segments(incidents.remedies()[cure].name)),
            f"<b>{_verdict(one.id, cure)}</b>",
            prose(segments(why)),
        )
        for cure, why in one.cures.items()
    ]
    return f"<p>{told}</p>{table(header, cures)}"


def _verdict(name: str, cure: str) -> str:
    return escape(label(f"verdict_{incidents.play(name, cure).verdict}"))


def fault(shown: dict[str, Any], steps: list[dict[str, Any]], name: str) -> str:
    """One fault: what is seen, its exchange, then folded its class and cures."""
    head = f"<p><b>{escape(label('faults'))}</b></p><p><b>{escape(shown['title'])}</b></p>"
    played = shown["played"]
    facts = table((), ((escape(key), escape(text)) for key, text in played["facts"]))
    run = f"<p>{prose(played['title'])} : <b>{escape(played['word'])}</b></p>"
    solved = details(escape(label("class_and_cures")), _solved(incidents.incident(name))) if name else ""
    return f"{head}<p>{prose(shown['seen'])}</p>{run}{facts}{flow_html.flow(steps)}{solved}"
