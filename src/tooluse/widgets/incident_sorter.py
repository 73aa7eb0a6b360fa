"""incidents(): fourteen incidents to class and to cure; the offline API replays each with the cure chosen."""

from typing import Any

import traitlets

from tooluse import incidents as known
from tooluse.widgets import incident_html
from tooluse.widgets.incident_bench import INCIDENT_WORDS, IncidentBench
from tooluse.widgets.labels import label, labels
from tooluse.widgets.view import assets

_WORDS = (*INCIDENT_WORDS, "incidents", "incident_list", "incident_of", "sorted_score", "exchange")
_WORDS += ("mark_sorted", "mark_cured", "mark_open", "row_step", "row_who", "row_what", "row_stop")


class Sorter(IncidentBench):
    """The list of all incidents beside the one in hand."""

    _esm = assets("dom.js", "frame.js", "workbench.js", "incident_parts.js", "incident_sorter.js")
    _css = assets("base.css", "flow.css", "question.css", "workbench.css", "incidents.css")

    titles = traitlets.List().tag(sync=True)

    def __init__(self) -> None:
        super().__init__(
            incident=known.incidents()[0].id,
            labels=labels(*_WORDS),
            titles=[[one.id, one.title] for one in known.incidents()],
        )

    @property
    def score(self) -> tuple[int, int]:
        """(classed, repaired), of fourteen."""
        found = self.done.values()
        return sum(one["sorted"] for one in found), sum(one["cured"] for one in found)

    def summary(self) -> str:
        classed, cured = self.score
        told = label("sorted_score", sorted=classed, cured=cured, total=len(self.titles))
        return f"{label('incidents')}. {told}"

    def fallback(self) -> str:
        return incident_html.sorter()


def incidents(**state: Any) -> Sorter:
    """Show the fourteen incidents. `incident`, `guess`, `cure`: what to open it on."""
    view = Sorter()
    for name, value in state.items():
        setattr(view, name, value)
    view.report = view.work()
    return view
