"""masks(): constrained decoding step by step, with real masks computed from the schema on screen."""

from typing import Any

import traitlets

from tooluse.decoding.toy import MOST, UNKNOWN, ToyModel, write
from tooluse.experiments import masks as recorded
from tooluse.widgets import json_text, mask_html, mask_report
from tooluse.widgets.json_text import written
from tooluse.widgets.labels import label, labels
from tooluse.widgets.view import assets
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

SOURCES, KINDS = ("toy", "smollm2"), ("none", "soft", "hard")
EXAMPLE = {
    "type": "object",
    "properties": {
        "product": {"enum": ["facturation", "paie", "support"]},
        "contract": {"type": ["string", "null"], "maxLength": 12},
        "comment": {"type": "string", "maxLength": 40},
        "urgency": {"type": "integer"},
    },
    "required": ["product", "contract", "comment", "urgency"],
    "additionalProperties": False,
}
_NAMES = "source scene schema wish unknown strength kind cut write keys step previous next next_choice"
_NAMES += " next_refused written wanted chosen token before allowed_column after_soft after_hard"
_NAMES += " written_mark result table"
_WORDS = (*BENCH_WORDS, "masks", *(f"mask_{name}" for name in _NAMES.split()))


class MaskView(Workbench):
    """Settings in, `report` out, in the form of mask_report.py; `position` is the step in view."""

    _esm = assets("dom.js", "frame.js", "workbench.js", "choices.js", "mask_steps.js", "masks.js")
    _css = assets("base.css", "flow.css", "workbench.css", "masks.css")

    source = traitlets.Enum(SOURCES, "toy").tag(sync=True)
    scene = traitlets.Unicode().tag(sync=True)
    schema = traitlets.Unicode().tag(sync=True)
    wish = traitlets.Unicode(UNKNOWN).tag(sync=True)
    strength = traitlets.Float(8.0).tag(sync=True)
    kind = traitlets.Enum(KINDS, "hard").tag(sync=True)
    cut = traitlets.Int(0).tag(sync=True)
    position = traitlets.Int(0).tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)
    unknown = traitlets.Unicode(UNKNOWN).tag(sync=True)
    schemas = traitlets.Dict().tag(sync=True)

    def __init__(self, schema: Any = None, wish: str | None = None, **settings: Any) -> None:
        scenes = recorded.scenes()
        texts = {name: written(one["schema"]) for name, one in scenes.items()}
        scene = settings.pop("scene", next(iter(scenes)))
        recorded_one = schema is None and settings.get("source") == "smollm2"
        super().__init__(
            schema=texts[scene] if recorded_one else written(EXAMPLE if schema is None else schema),
            wish=UNKNOWN if wish is None else wish,
            scene=scene,
            schemas=texts,
            choices={
                "source": [[one, label(f"mask_source_{one}")] for one in SOURCES],
                "kind": [[one, label(f"mask_{one}")] for one in KINDS],
                "scene": [[name, one["title"]] for name, one in scenes.items()],
            },
            labels=labels(*_WORDS),
            **settings,
        )

    def work(self) -> dict[str, Any]:
        found = json_text.read(self.schema)
        if found.problem:
            return mask_report.problem(found.problem, [found.line, found.column] if found.line else None)
        if not isinstance(found.value, dict):
            return mask_report.problem(label("mask_not_object"))
        report = self._toy(found.value) if self.source == "toy" else self._smollm2(found.value)
        self.position = min(self.position, max(0, len(report["steps"]) - 1))
        return report

    @property
    def _most(self) -> int:
        return self.cut if 0 < self.cut < MOST else MOST

    def _toy(self, schema: dict[str, Any]) -> dict[str, Any]:
        try:
            text = write(schema, ToyModel(self.wish, self.strength), self.kind, self._most)
        except ValueError as error:
            return mask_report.problem(label("mask_refused", why=f"`{str(error)[:200]}`"))
        return mask_report.shown(text, schema, [label("mask_note_toy"), label("mask_note_claude")], self.kind)

    def _smollm2(self, schema: dict[str, Any]) -> dict[str, Any]:
        """The record where it has this schema; else the model itself, where it is installed."""
        notes = [label("mask_note_smollm2"), label("mask_note_claude")]
        if schema == recorded.scenes()[self.scene]["schema"]:
            told, where = recorded.trial(self.scene), "mask_recorded"
        else:
            from tooluse.experiments import smollm2

            if smollm2.missing():
                return mask_report.problem(label("mask_not_recorded", how=f"`{smollm2.INSTALL}`"))
            told, where = _live(self.scene, schema), "mask_live"
            if isinstance(told, str):
                return mask_report.problem(label("mask_refused", why=f"`{told[:200]}`"))
        written = recorded.text(told, self._most)
        return mask_report.shown(
            written, schema, [label(where), label("mask_free", text=told["free"]), *notes]
        )

    def summary(self) -> str:
        return f"{label('masks')}. {self.report.get('said', '')}"

    def fallback(self) -> str:
        return mask_html.masks(self.schema, self.report)


_MODEL: list[Any] = []  # loaded once: some seconds


def _live(scene: str, schema: dict[str, Any]) -> dict[str, Any] | str:
    """The question asked again under another schema, or what the engine says of the schema."""
    from tooluse.experiments.smollm2 import masks as again
    from tooluse.experiments.smollm2 import runner

    if not _MODEL:
        _MODEL.append(runner.decoder())
    try:
        return again.ask(_MODEL[0], scene, schema)
    except ValueError as error:
        return str(error)


def masks(schema: Any = None, wish: str | None = None, **settings: Any) -> MaskView:
    """Write under the mask of a JSON Schema, step by step. Settings, all of which the learner may change:

    `schema` (data or text), `wish`: what the toy wanted to say, `strength`: the logit of that; source "toy" |
    "smollm2", scene of the recorded run, kind "none" | "soft" | "hard", cut: tokens, 0 for all.
    """
    return MaskView(schema, wish, **settings)
