"""flow(client.calls): step through what went over the wire, forward and back, predicting before each step."""

from typing import Any

import traitlets

from tooluse.widgets import flow_html
from tooluse.widgets.labels import label, labels
from tooluse.widgets.present import present
from tooluse.widgets.question import prepared
from tooluse.widgets.recordings import NotRecorded, recordings
from tooluse.widgets.steps import conversational, steps
from tooluse.widgets.view import View, assets

FLOW_WORDS = (
    *("flow", "empty", "code", "model", "diagram", "later", "step_of", "hidden"),
    *("previous", "next", "play", "pause", "play_off", "waiting", "keys", "keys_ask"),
    *("ask", "ask_title", "insist", "skip", "skipped", "answered", "right", "wrong"),
    *("phases", "phase_1", "phase_2", "phase_3", "phase_4", "phase_5", "absent"),
    *("new", "changed", "remedy", "call", "result"),
)


class FlowDebugger(View):
    """Two lanes, your code and the model; `position` is the step in view, `answers` what was predicted.

    `answers` maps a step's index (a string, as in JSON) to the choice taken, -1 where it was passed.
    """

    _esm = assets("dom.js", "notes.js", "flow_parts.js", "flow_stepper.js", "flow.js")
    _css = assets("base.css", "flow.css", "flow_diagram.css", "flow_json.css", "notes.css")

    steps = traitlets.List().tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    answers = traitlets.Dict().tag(sync=True)
    predict = traitlets.Bool(True).tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    hidden = traitlets.Int(0).tag(sync=True)

    def __init__(self, source: Any, *, predict: bool = True) -> None:
        given = recordings(source)
        exchanges = conversational(given)
        self._shown = present(steps(exchanges), exchanges, stops=predict)
        super().__init__(
            steps=[front(step) for step in self._shown],
            predict=predict,
            labels=labels(*FLOW_WORDS),
            hidden=len(given) - len(exchanges),
        )

    @traitlets.validate("position")
    def _within(self, proposal: Any) -> int:
        return max(0, min(proposal["value"], len(self.steps) - 1))

    @property
    def score(self) -> tuple[int, int]:
        """(right, answered): a question that was passed counts for nothing."""
        taken = {int(index): choice for index, choice in self.answers.items() if choice >= 0}
        questions = {index: self._shown[index]["question"] for index in taken}
        right = sum(questions[index]["choices"][choice]["right"] for index, choice in taken.items())
        return right, len(taken)

    def summary(self) -> str:
        return f"{label('flow')} ({len(self.steps)})"

    def fallback(self) -> str:
        return flow_html.flow(self._shown, self.hidden)


def flow(source: Any, *, predict: bool = True) -> FlowDebugger:
    """Show the exchanges in `source`: a client, `client.calls`, recorded exchanges, a request or messages.

    With `predict`, steps ask a question before they are shown. Without, the learner may turn questions
    on: none is then about stop_reason, for such a view may come before that word.
    """
    try:
        return FlowDebugger(source, predict=predict)
    except NotRecorded as error:
        raise NotRecorded(label("bad_source", kind=error)) from None


def front(step: dict[str, Any]) -> dict[str, Any]:
    """A shown step as the front end takes it."""
    question = step["question"]
    return {**step, "question": prepared(question) if question else None}
