"""Data -> HTML, for a reader without a kernel: nbconvert, nbgrader's feedback, an untrusted notebook.

JupyterLab's sanitiser drops <svg>, <style> and most attributes, so only plain tags are used, and every value
is escaped: what requests say is untrusted.
"""

from collections.abc import Iterable
from html import escape
from typing import Any

from tooluse.widgets.labels import label
from tooluse.widgets.prose import Segment, segments


def prose(parts: Iterable[Segment]) -> str:
    """Segments as HTML; a block of code closes the paragraph's line by itself."""
    tagged = ((kind, escape(text)) for kind, text in parts)
    return "".join(text if kind == "text" else f"<{kind}>{text}</{kind}>" for kind, text in tagged)


def details(summary: str, body: str) -> str:
    """A folded part; `summary` and `body` are HTML already."""
    return f"<details><summary>{summary}</summary>{body}</details>"


def table(header: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table whose cells are HTML already; an empty header is left out."""
    head = "".join(f"<th>{cell}</th>" for cell in header)
    head = head and f"<thead><tr>{head}</tr></thead>"
    body = "".join(f"<tr>{''.join(map(_cell, row))}</tr>" for row in rows)
    return f"<table>{head}<tbody>{body}</tbody></table>"


def _cell(content: str) -> str:
    """JupyterLab sets cells flush right; a paragraph in them is not."""
    return f"<td>{content if '<pre>' in content else f'<p>{content}</p>'}</td>"


def questions(title: str, items: list[dict[str, Any]]) -> str:
    """Questions with their choices; what each choice is worth stays folded until asked for."""
    blocks = [f"<p><b>{escape(title)}</b></p>"]
    for number, item in enumerate(items, start=1):
        if len(items) > 1:
            blocks.append(f"<p><b>{escape(label('question_of', number=number, total=len(items)))}</b></p>")
        blocks.append(_question(item))
    return "".join(blocks)


def _question(item: dict[str, Any]) -> str:
    named = [(letter(index), choice) for index, choice in enumerate(item["choices"])]
    choices = table((), ((name, prose(segments(choice["text"]))) for name, choice in named))
    answers = table(
        (),
        ((name, verdict(choice), prose(segments(choice["explanation"]))) for name, choice in named),
    )
    return _paragraph(item["prompt"]) + choices + details(escape(label("reveal")), answers)


def _paragraph(text: str) -> str:
    """<pre> may not stand in <p>: a text with a block of code is left bare."""
    parts = segments(text)
    return prose(parts) if any(kind == "pre" for kind, _ in parts) else f"<p>{prose(parts)}</p>"


def letter(index: int) -> str:
    """A, B, C…: how a choice is named where it cannot be clicked."""
    return "ABCDEFGH"[index]


def verdict(choice: dict[str, Any]) -> str:
    """The word for a choice: never a colour alone."""
    return f"<b>{escape(label('right' if choice.get('right') else 'false'))}</b>"
