"""explain(client.calls[-1]): which words counted for which tool, and where each argument came from."""

from typing import Any

import traitlets

from tooluse.widgets import evidence, evidence_html
from tooluse.widgets.labels import label, labels
from tooluse.widgets.prose import plain, segments
from tooluse.widgets.view import View, assets

EVIDENCE_WORDS = ("tools_weighed", "arguments_filled", "no_arguments", "evidence_none")
EVIDENCE_WORDS += tuple(f"column_{key}" for key in "tool score for against argument value source why".split())
_WORDS = (*EVIDENCE_WORDS, "explanation", "simulated")


class Explanation(View):
    """The reasons of a simulated model; `shown` has the form of evidence.shown(), empty without any."""

    _esm = assets("dom.js", "frame.js", "evidence.js", "explanation.js")
    _css = assets("base.css", "flow.css", "workbench.css", "evidence.css")

    shown = traitlets.Dict().tag(sync=True)
    missing = traitlets.List().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)

    def __init__(self, source: Any) -> None:
        told = evidence.found(source)
        super().__init__(
            shown=evidence.shown(told) if told else {},
            missing=segments(label("no_explanation")),
            labels=labels(*_WORDS),
        )

    def summary(self) -> str:
        return f"{label('explanation')} : {plain(self.shown['decision'] if self.shown else self.missing)}"

    def fallback(self) -> str:
        return evidence_html.explanation(self.shown or None)


def explain(source: Any) -> Explanation:
    """Show the reasons in an exchange (`client.calls[-1]`), in the last one of a client, or in the data."""
    return Explanation(source)
