"""Short French texts: typography, and the little markup that questions and labels use.

Markup is parsed once, here, into (kind, text) pairs; the HTML fallback and the front end only lay them out,
so that no text is ever read as HTML.
"""

import re
from typing import Any

from tooluse.french import typeset

# A fence keeps its lines, a span its spaces; both are left alone by typeset().
_MARKUP = re.compile(
    r"```[\w-]*\n(?P<pre>.*?)\n?```|`(?P<code>[^`\n]+)`|\*\*(?P<b>[^*\n]+)\*\*",
    re.DOTALL,
)

Segment = tuple[str, str]


def fr(text: str) -> str:
    """`text` with the spaces that French typography asks for."""
    return typeset(text)


def segments(text: str) -> list[Segment]:
    """`text` cut into ("text" | "code" | "b" | "pre", content) pairs, typeset."""
    text, found, position = fr(text), [], 0
    for match in _MARKUP.finditer(text):
        if match.start() > position:
            found.append(("text", text[position : match.start()]))
        kind = match.lastgroup or "text"
        found.append((kind, match[kind]))
        position = match.end()
    if position < len(text):
        found.append(("text", text[position:]))
    return found


def plain(parts: list[Segment]) -> str:
    """The words alone, for accessible names and plain-text output."""
    return "".join(content for _, content in parts)


def typeset_deep(value: Any) -> Any:
    """Every string inside `value`, typeset: for tables of labels."""
    if isinstance(value, str):
        return fr(value)
    if isinstance(value, dict):
        return {key: typeset_deep(item) for key, item in value.items()}
    if isinstance(value, list):
        return [typeset_deep(item) for item in value]
    return value
