"""modes(question, tools): the four modes of tool_choice on several models; predict, then it is played."""

from typing import Any

import traitlets

from tooluse.widgets import mode_html, mode_report
from tooluse.widgets.json_text import written
from tooluse.widgets.labels import label, labels
from tooluse.widgets.mode_play import MODES, SCOPES, Setting, columns, example, play
from tooluse.widgets.prose import segments
from tooluse.widgets.view import assets
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

_WORDS = (*BENCH_WORDS, "modes", "mode_question", "mode_examples", "mode_custom", "mode_named", "mode_tools")
_WORDS += ("mode_scope", "mode_apply", "mode_row", "mode_matrix", "mode_pick", "mode_sent", "mode_guess")
_WORDS += ("mode_steps", "row_step", "row_who", "row_what", "row_stop", "simulated", "right", "wrong")
_WORDS += ("keys_rerun",)


class ModeMatrix(Workbench):
    """`cell` is [row, column] or [], `guess` a prediction for it; `found` keeps the first one of each."""

    _esm = assets("dom.js", "frame.js", "workbench.js", "choices.js", "modes.js")
    _css = assets("base.css", "flow.css", "workbench.css", "grid.css", "modes.css")

    question = traitlets.Unicode().tag(sync=True)
    tools = traitlets.Unicode().tag(sync=True)
    named = traitlets.Unicode("").tag(sync=True)
    scope = traitlets.Enum(SCOPES, "first").tag(sync=True)
    cell = traitlets.List().tag(sync=True)
    guess = traitlets.Unicode("").tag(sync=True)
    examples = traitlets.List().tag(sync=True)
    scopes = traitlets.List().tag(sync=True)
    note = traitlets.List().tag(sync=True)
    score = traitlets.Unicode("").tag(sync=True)

    def __init__(self, question: str | None = None, tools: Any = None, **state: Any) -> None:
        known = example()
        self.found: dict[str, tuple[str, bool]] = {}
        super().__init__(
            question=known["questions"][0] if question is None else question,
            tools=written(known["tools"] if tools is None else tools),
            examples=known["questions"],
            scopes=[[one, segments(label(f"scope_{one}"))] for one in SCOPES],
            note=segments(label("modes_note")),
            labels=labels(*_WORDS),
            **state,
        )

    def _setting(self) -> Setting | None:
        """What the cells share; None where the tools cannot be read."""
        tools, _, _ = mode_report.tools_read(self.tools)
        if tools is None:
            return None
        names = mode_report.names_of(tools)
        if self.named not in names:
            self.named = next((name for name in names if name == "calculator"), names[0] if names else "")
        return Setting(self.question, tools, self.named, self.scope)

    def work(self) -> dict[str, Any]:
        setting = self._setting()
        if setting is None:
            _, problem, place = mode_report.tools_read(self.tools)
            return {"problem": segments(problem), "at": place, "names": [], "rows": [], "columns": []} | {
                "picked": None,
                "said": problem,
            }
        cell = (self.cell[0], self.cell[1]) if len(self.cell) == 2 else None
        if cell and self.guess:
            self._keep(cell, setting)
        guesses = {key: guess for key, (guess, _) in self.found.items()}
        return mode_report.report(setting, guesses, cell)

    def _keep(self, cell: tuple[int, int], setting: Setting) -> None:
        """The first prediction counts: what follows it has seen the answer."""
        mode, column = MODES[cell[0]], columns()[cell[1]]
        key = mode_report.key(mode, column, setting)
        if key not in self.found:
            self.found[key] = self.guess, self.guess == play(mode, column, setting).outcome
        self.guess = ""
        right, done = self.predictions
        self.score = label("mode_score", right=right, done=done)

    @property
    def predictions(self) -> tuple[int, int]:
        """(right, made)."""
        return sum(right for _, right in self.found.values()), len(self.found)

    def summary(self) -> str:
        return f"{label('modes')}. {self.score or label('mode_pick')}"

    def fallback(self) -> str:
        return mode_html.matrix(self._setting(), self.report)


def modes(question: str | None = None, tools: Any = None, **state: Any) -> ModeMatrix:
    """Show the matrix of modes and models for a question; all of it may be edited in the view.

    `tools` is a list of definitions, or a text of JSON. `scope` "first" | "every": how long a mode holds;
    `named`: the tool that the mode `tool` imposes."""
    return ModeMatrix(question, tools, **state)
