"""compare(definitions_a, definitions_b, requests): what the words of a description change."""

from typing import Any

import traitlets

from tooluse.widgets import comparison, comparison_html, requests_text
from tooluse.widgets.explanation import EVIDENCE_WORDS
from tooluse.widgets.json_text import written
from tooluse.widgets.labels import label, labels
from tooluse.widgets.view import assets
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

_WORDS = (*BENCH_WORDS, *EVIDENCE_WORDS, "remedy", "simulated", "simulated_note")
_WORDS += ("comparison", "definitions_of", "requests_edited", "rerun", "keys_rerun", "score_of", "matrix_of")
_WORDS += ("column_expected", "column_request", "requests_done", "chose", "expected", "set_refused")
_WORDS += ("cell_right", "cell_wrong", "open_request")
_SCRIPTS = (
    "dom.js",
    "frame.js",
    "notes.js",
    "workbench.js",
    "evidence.js",
    "comparison_parts.js",
    "compare.js",
)


class Comparison(Workbench):
    """Two texts of definitions and one of requests; `report` has the form of comparison.compared()."""

    _esm = assets(*_SCRIPTS)
    _css = assets("base.css", "flow.css", "notes.css", "workbench.css", "evidence.css", "compare.css")

    a = traitlets.Unicode().tag(sync=True)
    b = traitlets.Unicode().tag(sync=True)
    requests = traitlets.Unicode().tag(sync=True)
    names = traitlets.List().tag(sync=True)

    def __init__(self, definitions_a: Any, definitions_b: Any, requests: Any, names: Any) -> None:
        texts = written(definitions_a), written(definitions_b)
        self._origins = tuple(comparison.names_in(text) for text in texts)
        super().__init__(
            a=texts[0],
            b=texts[1],
            requests=requests_text.written(requests),
            names=list(names),
            labels=labels(*_WORDS),
        )

    def work(self) -> dict[str, Any]:
        return comparison.compared(
            (self.a, self.b),
            self.requests,
            names=tuple(self.names),
            origins=self._origins,
            before=tuple(self._before(index) for index in (0, 1)),
        )

    def _before(self, index: int) -> int | None:
        sides = self.report.get("sides")
        return sides[index]["right"] if sides else None

    @property
    def score(self) -> tuple[int | None, int | None]:
        """How many requests went to the expected tool, with each set; None where it could not be tried."""
        return self._before(0), self._before(1)

    def summary(self) -> str:
        totals = [f"{side['name']} {side['total'] or '?'}" for side in self.report.get("sides", ())]
        return f"{label('comparison')} ({label('simulated')}) : {', '.join(totals)}"

    def fallback(self) -> str:
        return comparison_html.comparison((self.a, self.b), self.requests, self.report)


def compare(definitions_a: Any, definitions_b: Any, requests: Any, names: Any = ("A", "B")) -> Comparison:
    """Two sets of tool definitions on the same requests, through the simulated model.

    A request is ("demande", "outil attendu"), with None where no tool should be called, or a pair of names
    where the two sets name the tool apart; tools of the same rank are taken for one another."""
    return Comparison(definitions_a, definitions_b, requests, names)
