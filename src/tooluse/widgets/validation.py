"""validator(definition, input): what the meta-schema, the API and the kit say of a definition."""

from typing import Any

import traitlets

from tooluse.data import read_json
from tooluse.widgets import validation_html
from tooluse.widgets.json_text import written
from tooluse.widgets.judgement import judged
from tooluse.widgets.labels import label, labels
from tooluse.widgets.prose import segments
from tooluse.widgets.view import assets
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

_WORDS = (*BENCH_WORDS, "remedy", "why")
_WORDS += ("validator", "definition", "input_tried", "judge", "keys_judge")


class Validator(Workbench):
    """A definition and an input, as texts; `report` has the form of judgement.judged()."""

    _esm = assets("dom.js", "frame.js", "notes.js", "workbench.js", "validator.js")
    _css = assets("base.css", "flow.css", "notes.css", "workbench.css", "validator.css")

    definition = traitlets.Unicode().tag(sync=True)
    input = traitlets.Unicode().tag(sync=True)
    strict = traitlets.Bool(False).tag(sync=True)
    strict_label = traitlets.List().tag(sync=True)

    def __init__(self, definition: Any = None, input: Any = None) -> None:
        if definition is None:
            example = read_json("views", "validator.json")
            definition, input = example["definition"], example["input"] if input is None else input
        super().__init__(
            definition=written(definition),
            input=written(input),
            labels=labels(*_WORDS),
            strict_label=segments(label("as_strict")),
        )

    def work(self) -> dict[str, Any]:
        return judged(self.definition, self.input, strict=self.strict)

    def summary(self) -> str:
        return f"{label('validator')} ({self.report.get('counts', '')})"

    def fallback(self) -> str:
        return validation_html.validator(self.definition, self.input, self.report)


def validator(definition: Any = None, input: Any = None) -> Validator:
    """Judge a tool definition and try an input against it; both may be edited in the view.

    Either is data or a text of JSON; a list of definitions, a request or an MCP answer will do too. Without a
    definition, an example with the usual faults."""
    return Validator(definition, input)
