"""What the sorter of incidents and the flow with a fault share: an incident, a guess of its class, a cure."""

from typing import Any

import traitlets

from tooluse import incidents
from tooluse.widgets import incident_report
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

INCIDENT_WORDS = (*BENCH_WORDS, "which_class", "which_cure", "broken_again")


class IncidentBench(Workbench):
    """`incident`, `guess` and `cure` are ids; `done` says of each incident what the learner has found."""

    incident = traitlets.Unicode().tag(sync=True)
    guess = traitlets.Unicode("").tag(sync=True)
    cure = traitlets.Unicode("").tag(sync=True)
    kinds = traitlets.List().tag(sync=True)
    done = traitlets.Dict().tag(sync=True)

    def __init__(self, **traits: Any) -> None:
        kinds = [[one.id, one.name, one.question] for one in incidents.classes().values()]
        super().__init__(kinds=kinds, **traits)

    def work(self) -> dict[str, Any]:
        told = incident_report.report(self.incident, self.guess, self.cure)
        found = dict(self.done.get(self.incident, {}))
        found["sorted"] = bool(found.get("sorted") or (told["class"] and told["class"]["right"]))
        found["cured"] = bool(found.get("cured") or told["played"]["verdict"] == "repaired")
        self.done = {**self.done, self.incident: found}
        return told
