"""grid24(): the experiment of the 24 requests, thin against rich, form against truth."""

from collections.abc import Mapping
from typing import Any

import traitlets

from tooluse.experiments import results
from tooluse.widgets import grid, grid_html, grid_sources
from tooluse.widgets.labels import label, labels
from tooluse.widgets.prose import segments
from tooluse.widgets.view import assets
from tooluse.widgets.workbench import BENCH_WORDS, Workbench

VERSIONS, LAYERS = ("thin", "rich"), ("format", "value")
ENUMS, MODES = ("", "codes", "glossed"), ("free", "example", "masked")
_MARKS = [f"mark_{what}_{layer}" for what in ("airports", "date") for layer in LAYERS]
_WORDS = (*BENCH_WORDS, "grid", "grid_source", "version", "layer", "switches", "mode", "bars", "legend_bar")
_WORDS += ("switch_today", "switch_lookup", "switch_enum", "row_pair", "no_run", "pick")
_WORDS += ("call_made", "call_expected", *(f"{mark}_{word}" for mark in _MARKS for word in ("yes", "no")))


class Grid(Workbench):
    """Settings in, `report` out: it has the form described in grid.py."""

    _esm = assets("dom.js", "frame.js", "workbench.js", "choices.js", "grid_parts.js", "grid.js")
    _css = assets("base.css", "flow.css", "workbench.css", "grid.css")

    source = traitlets.Enum(grid_sources.SOURCES, "simulated").tag(sync=True)
    version = traitlets.Enum(VERSIONS, "thin").tag(sync=True)
    layer = traitlets.Enum(LAYERS, "format").tag(sync=True)
    today = traitlets.Bool(False).tag(sync=True)
    lookup = traitlets.Bool(False).tag(sync=True)
    enum = traitlets.Enum(ENUMS, "").tag(sync=True)
    mode = traitlets.Enum(MODES, "masked").tag(sync=True)
    choices = traitlets.Dict().tag(sync=True)

    def __init__(self, recorded: Mapping[str, Any] | None = None, **settings: Any) -> None:
        self._record = grid_sources.recorded() if recorded is None else recorded
        super().__init__(labels=labels(*_WORDS), choices=_choices(), **settings)

    def work(self) -> dict[str, Any]:
        return self._made(self.source, self.version)

    def _made(self, source: str, version: str) -> dict[str, Any]:
        return {"mark": label(f"from_{source}"), **getattr(self, f"_{source}")(version)}

    def _published(self, version: str) -> dict[str, Any]:
        found = results.published(version)
        bars = grid.total_bars(found["totals"])
        return _report([], "fr", [label("note_published"), found["source"]], bars, effects="")

    def _reconstructed(self, version: str) -> dict[str, Any]:
        """The bars stay the published ones: what the calls add to them is made up."""
        found = results.reconstruction(version)
        bars = grid.total_bars(results.published(version)["totals"])
        return _report(found["trials"], "en", [found["note"]], bars, effects="")

    def _simulated(self, version: str) -> dict[str, Any]:
        trials = grid_sources.simulated(version, self.today, self.lookup, self.enum)
        notes = [label("note_simulated")]
        return _report(trials, "fr", notes, grid.counted_bars(trials), effects=label("effect_simulated"))

    def _recorded(self, version: str) -> dict[str, Any]:
        known = self._record["conditions"]
        name = grid_sources.condition(version, self.mode, self.today, self.enum)
        trials = known.get(name, ()) if not self.lookup else ()
        notes = [label("note_recorded", model=self._record["model"])] if known else []
        if not trials:
            words = ", ".join(f"`{one}`" for one in known)
            notes.append(label("no_recording", known=words) if known else label("no_recording_yet"))
        elif len(trials) < 24:
            notes.append(label("recording_part", count=len(trials), of=24))
        return _report(trials, "en", notes, grid.counted_bars(trials), effects=label("effect_recorded"))

    @property
    def totals(self) -> dict[str, int | None]:
        """How many requests bear each mark, as the bars show it."""
        return {bar["key"]: bar["count"] for bar in self.report.get("bars", ())}

    def summary(self) -> str:
        told = ", ".join(f"{bar['title']} {bar['text']}" for bar in self.report.get("bars", ()))
        return (
            f"{label('grid')} ({label(f'from_{self.source}')}, {label(f'version_{self.version}')}) : {told}"
        )

    def fallback(self) -> str:
        """The other version too, and what was published: all that there is to compare."""
        (other,) = (version for version in VERSIONS if version != self.version)
        pairs = [(self.source, other), *(("published", version) for version in VERSIONS)]
        pairs = [pair for pair in dict.fromkeys(pairs) if pair != (self.source, self.version)]
        others = [(version, self._made(source, version)) for source, version in pairs]
        return grid_html.grid((self.version, self.report), *others)


def _report(trials: Any, language: str, notes: list[str], bars: Any, effects: str) -> dict[str, Any]:
    said = " · ".join(f"{bar['title']} : {bar['text']}" for bar in bars)
    return {
        "notes": [segments(note) for note in notes],
        "columns": grid.columns(language),
        "rows": grid.rows(trials, language) if trials else [],
        "bars": bars,
        "effects": effects,
        "said": said,
    }


def _choices() -> dict[str, list[list[str]]]:
    """Each setting with its values and their French words."""
    told = {
        "source": ("from", grid_sources.SOURCES),
        "version": ("version", VERSIONS),
        "layer": ("layer", LAYERS),
        "mode": ("mode", MODES),
        "enum": ("enum", ENUMS),
    }
    return {
        key: [[value, label(f"{words}_{value}")] for value in values] for key, (words, values) in told.items()
    }


def grid24(**settings: Any) -> Grid:
    """Show the experiment of the 24. Settings, all of which the learner may change:

    source "published" | "reconstructed" | "simulated" | "recorded", version "thin" | "rich",
    layer "format" | "value",
    today and lookup True | False, enum "" | "codes" | "glossed", and of a recorded run
    mode "free" | "example" | "masked".
    """
    return Grid(**settings)
