"""The evidence of a simulated model as plain HTML: one table of the tools, one of the arguments."""

from html import escape
from typing import Any

from tooluse.widgets.html import prose, table
from tooluse.widgets.labels import label
from tooluse.widgets.prose import segments


def explanation(shown: dict[str, Any] | None) -> str:
    """The whole explanation, with its title; `None` when no simulated model spoke."""
    title = f"<p><b>{escape(label('explanation'))}</b> ({escape(label('simulated'))})</p>"
    if shown is None:
        return title + f"<p>{prose(segments(label('no_explanation')))}</p>"
    return title + evidence(shown)


def evidence(shown: dict[str, Any]) -> str:
    """What was decided, and what counted."""
    more = "".join(f"<p>{prose(text)}</p>" for text in shown["more"])
    return (
        f"<p><b>{prose(shown['decision'])}</b></p><p>{escape(shown['facts'])}</p>"
        f"<p>{escape(label('tools_weighed'))}</p>{tools(shown)}<p>{escape(shown['threshold'])}</p>"
        f"<p>{escape(label('arguments_filled'))}</p>{_arguments(shown)}{more}"
    )


def tools(shown: dict[str, Any]) -> str:
    """Each tool with its score and the words that counted for it and against it."""
    header = [escape(label(f"column_{key}")) for key in ("tool", "score", "for", "against")]
    rows = (
        (f"<code>{escape(tool['name'])}</code><br><b>{escape(tool['word'])}</b>", tool["score"])
        + (_points(tool["for"]), _points(tool["against"]))
        for tool in shown["tools"]
    )
    return table(header, rows)


def _points(points: list[dict[str, str]]) -> str:
    if not points:
        return escape(label("evidence_none"))
    return "<br>".join(escape(f"{one['weight']}  {one['word']} ({one['where']})") for one in points)


def _arguments(shown: dict[str, Any]) -> str:
    if not shown["arguments"]:
        return f"<p>{escape(label('no_arguments'))}</p>"
    header = [escape(label(f"column_{key}")) for key in ("tool", "argument", "value", "source", "why")]
    rows = (
        (
            f"<code>{escape(one['tool'])}</code>",
            f"<code>{escape(one['argument'])}</code>",
            f"<code>{escape(one['value'])}</code>" if one["value"] else "",
            prose(one["source"]),
            prose(one["why"]),
        )
        for one in shown["arguments"]
    )
    return table(header, rows)
