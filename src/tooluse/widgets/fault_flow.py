"""faults(): the flow debugger with a fault put in: class it, cure it, and see the exchange played again."""

from typing import Any

import traitlets

from tooluse import incidents
from tooluse.french import typeset
from tooluse.widgets import incident_html, incident_report
from tooluse.widgets.debugger import FLOW_WORDS
from tooluse.widgets.incident_bench import INCIDENT_WORDS, IncidentBench
from tooluse.widgets.labels import label, labels
from tooluse.widgets.prose import segments
from tooluse.widgets.view import assets

HEALTHY = ("missing-result", "fix_code")  # the exchange without a fault
_WORDS = (*INCIDENT_WORDS, *FLOW_WORDS, "faults", "fault_injected")


class FaultFlow(IncidentBench):
    """`incident` "" is the healthy exchange. `steps`, `position`… are those of the flow debugger."""

    _esm = assets(
        "dom.js", "frame.js", "notes.js", "workbench.js", "choices.js", "flow_parts.js", "flow_stepper.js",
        "incident_parts.js", "fault_flow.js",
    )  # fmt: skip
    _css = assets(
        "base.css", "flow.css", "flow_diagram.css", "flow_json.css", "notes.css", "question.css",
        "workbench.css", "incidents.css",
    )  # fmt: skip

    steps = traitlets.List().tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    predict = traitlets.Bool(False).tag(sync=True)
    hidden = traitlets.Int(0).tag(sync=True)
    choices = traitlets.List().tag(sync=True)

    def __init__(self, incident: str = "") -> None:
        faults_known = [[one.id, one.title] for one in incidents.incidents()]
        super().__init__(
            incident=incident,
            choices=[["", label("fault_none")], *faults_known],
            labels=labels(*_WORDS),
        )

    def work(self) -> dict[str, Any]:
        name, cure = (self.incident, self.cure) if self.incident else HEALTHY
        told = super().work() if self.incident else _healthy()
        played = incidents.play(name, cure or None)
        steps = incident_report.shown_steps(played.calls)
        if steps != self.steps:  # a guess alone leaves the learner where they are
            self.steps, self.position = steps, 0
        return told

    def summary(self) -> str:
        return f"{label('faults')} ({self.report.get('title', '')})"

    def fallback(self) -> str:
        return incident_html.fault(self.report, list(self.steps), self.incident)


def _healthy() -> dict[str, Any]:
    name, cure = HEALTHY
    told = incident_report.report(name, "", cure)
    played = told["played"] | {
        "verdict": "healthy",
        "word": label("verdict_healthy"),
        "title": segments(label("played_healthy")),
        "why": [],
        "counts": label("requests_played", count=len(incidents.play(name, cure).calls)),
    }
    said = label("fault_healthy")
    shown = {"id": "", "title": label("fault_none"), "seen": segments(said), "cures": [], "said": said}
    return told | shown | {"played": played}


def faults(scenario: str | None = None) -> FaultFlow:
    """Step through an exchange in which something goes wrong; the learner classes it and tries cures.

    `scenario`: the incident to begin with ("wrong-type"); without one, the exchange is sound and the
    learner chooses what to put in. Raises ValueError, which says which there are.
    """
    if scenario:
        incidents.incident(scenario)
    elif scenario not in (None, ""):
        raise ValueError(typeset("faults() attend le nom d'un incident."))
    return FaultFlow(scenario or "")
