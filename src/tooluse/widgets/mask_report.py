"""A text written under a mask -> what is shown of it: plain data for the front end and for the fallback.

The form: {"problem": prose, "at", "notes": [prose], "steps": [step], "said",
"result": {"text", "lines": [prose]}}. A step: {"written", "wanted", "chosen", "allowed", "removed", "leak",
"refused", "forbidden", "choice", "rows": [row]}. A row: {"token", "allowed", "word", "before", "soft",
"hard", "share", "chosen"}; figures are French texts, `share` a number from 0 to 100 for the bar.
"""

from typing import Any

from tooluse.decoding.steps import Step, Text
from tooluse.widgets.input_check import Unsure, reasons
from tooluse.widgets.json_text import short
from tooluse.widgets.labels import counted, label
from tooluse.widgets.prose import plain, segments

Shown = dict[str, Any]
_WIDE = 400


def problem(text: str, at: list[int] | None = None) -> Shown:
    """Nothing was written, and why."""
    told = segments(text)
    return {"problem": told, "at": at, "notes": [], "steps": [], "result": None, "said": plain(told)}


def shown(written: Text, schema: Any, notes: list[str], kind: str = "hard") -> Shown:
    """All that is to be seen of one text."""
    stop = label(f"mask_stop_{written.stop}")
    told = _result(written, schema, stop)
    if kind == "soft" and written.stop == "left":
        told.append(label("mask_try_less"))
    return {
        "problem": [],
        "at": None,
        "notes": [segments(note) for note in notes],
        "steps": [_step(step, kind) for step in written.steps],
        "result": {
            "text": written.text,
            "lines": [segments(line) for line in told],
        },
        "said": plain(segments(label("mask_said", text=short(written.text, 200), stop=stop))),
    }


def _result(written: Text, schema: Any, stop: str) -> list[str]:
    try:
        value = written.value()
    except ValueError:
        return [stop, label("mask_parses_not")]
    try:
        good = not reasons(schema, value)
    except Unsure:
        return [stop, label("mask_parses")]
    return [stop, label("mask_parses"), label("mask_valid" if good else "mask_valid_not")]


def _step(step: Step, kind: str) -> Shown:
    return {
        "written": step.written,
        "wanted": step.wanted,
        "chosen": step.chosen,
        "allowed": label("mask_allowed", allowed=counted(step.allowed, "token"), size=figure(step.size)),
        "removed": label(
            "mask_removed" if kind == "hard" else "mask_would_remove", share=percent(step.removed)
        ),
        "leak": label("mask_leak", share=percent(step.leak)),
        "refused": step.wanted != step.chosen,
        "forbidden": _forbidden(step),
        "choice": step.choice,
        "rows": [
            {
                "token": one.token,
                "allowed": one.allowed,
                "word": label("mask_yes" if one.allowed else "mask_no"),
                "before": percent(one.before),
                "soft": percent(one.after("soft", step.removed)),
                "hard": percent(one.after("hard", step.removed)),
                "share": round(100 * one.before, 1),
                "chosen": one.token == step.chosen,
            }
            for one in step.candidates
        ],
    }


def _forbidden(step: Step) -> str:
    """A word where the token written is not allowed."""
    chosen = next((one for one in step.candidates if one.token == step.chosen), None)
    return "" if chosen is None or chosen.allowed else label("mask_forbidden")


def percent(share: float) -> str:
    """0.123 -> « 12,3 % »; zero is « 0 », for it is no small share."""
    if share == 0:
        return "0"
    told = f"{100 * share:.1f}".replace(".", ",")
    return f"{told}\u00a0%" if told != "0,0" else "<\u00a00,1\u00a0%"


def figure(number: int) -> str:
    """49152 -> « 49 152 »."""
    return f"{number:,}".replace(",", "\u00a0")
