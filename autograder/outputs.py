"""What a cell has shown, made harmless: for the autograded copy, and as HTML for the feedback page."""

import html
import re
import sys
import sysconfig
import tempfile
from functools import cache
from pathlib import Path

import bleach
from markupsafe import Markup
from nbconvert.filters import markdown2html, strip_ansi
from nbformat.v4 import new_output

TOO_LONG = 20_000  # characters of one output
TOO_MANY = 200  # outputs of one cell
BIGGEST_IMAGE = 2_000_000  # characters in base64
WIDGET = "application/vnd.jupyter.widget-view+json"
IMAGES = ("image/png", "image/jpeg")

TAGS = frozenset(
    re.findall(
        r"\w+",
        """table caption thead tbody tfoot tr th td details summary pre code kbd samp p br hr div span
        b strong i em u s small sub sup ins del mark ul ol li dl dt dd h1 h2 h3 h4 h5 h6 blockquote
        figure figcaption""",
    )
)
ATTRIBUTES = {"th": ["colspan", "rowspan", "scope"], "td": ["colspan", "rowspan"], "details": ["open"]}
UNSEEN = re.compile(r"<(script|style|template|svg|math)\b.*?(</\1\s*>|\Z)", re.DOTALL | re.IGNORECASE)
TAG = re.compile(r"<(?=[A-Za-z/!?])(?!https?://)")


def clean(outputs: list) -> list:
    """Outputs that may be stored: no script, no widget (it shows empty), nothing without end."""
    kept = (_clean_one(output) for output in outputs[:TOO_MANY])
    return [output for output in kept if output is not None]


def _clean_one(output):
    if output.output_type == "stream":
        return new_output("stream", name=output.name, text=_shorten(without_places(output.text)))
    if output.output_type == "error":
        return output
    data = _clean_data(output.get("data", {}))
    if not data:
        return None
    count = (
        {"execution_count": output.get("execution_count")} if output.output_type == "execute_result" else {}
    )
    return new_output(output.output_type, data=data, **count)


def _clean_data(data: dict) -> dict:
    kept = {}
    if "text/html" in data:
        kept["text/html"] = sanitised(_shorten(without_places(_text(data["text/html"]))))
    for kind in IMAGES:
        if len(_text(data.get(kind, ""))) in range(1, BIGGEST_IMAGE):
            kept[kind] = _text(data[kind])
    if "text/plain" in data and WIDGET not in data:  # of a widget, only its fallback says anything
        kept["text/plain"] = _shorten(without_places(_text(data["text/plain"])))
    return kept


def without_places(text: str) -> str:
    """Without this machine's folders: the environment, the checkout, the throw-away ones, the user's own."""
    return _places().sub("…", text)


@cache
def _places() -> re.Pattern:
    checkout, home = Path(__file__).resolve().parent.parent, Path.home()
    known = {sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), str(checkout), str(home)}
    known |= {str(Path(place).resolve()) for place in known}
    ends = [re.escape(place) for place in known if len(Path(place).parts) > 2 or place == str(home)]
    passing = rf"{re.escape(tempfile.gettempdir())}[/\\](?:ipykernel_|tooluse-)\w+"
    longest_first = sorted((end for end in ends if len(end) > 2), key=len, reverse=True)
    return re.compile(rf"(?<![\w.-])(?:{'|'.join([passing, *longest_first])})(?![\w.-])")


def _text(value: object) -> str:
    return (
        value
        if isinstance(value, str)
        else "".join(map(str, value))
        if isinstance(value, list)
        else str(value)
    )


def _shorten(text: str) -> str:
    return text if len(text) <= TOO_LONG else f"{text[:TOO_LONG]}\n[… suite coupée : {len(text)} caractères]"


def sanitised(markup: str) -> str:
    """Tables, text and folds, without scripts, styles, links or attributes that could act."""
    return bleach.clean(UNSEEN.sub("", markup), tags=TAGS, attributes=ATTRIBUTES, strip=True)


def without_tags(markdown: str) -> str:
    """Markdown in which no HTML tag begins: a zero-width space breaks it, in prose and in code alike."""
    return TAG.sub("<\u200b", markdown)


def prose(markdown: str) -> Markup:
    return Markup(sanitised(markdown2html(without_tags(markdown))))


def rendered(outputs: list) -> list[Markup]:
    """One harmless piece of HTML an output."""
    pieces = (_rendered_one(output) for output in clean(outputs))
    return [piece for piece in pieces if piece]


def _rendered_one(output) -> Markup:
    if output.output_type == "stream":
        return _pre(output.text, "stderr" if output.name == "stderr" else "stdout")
    if output.output_type == "error":
        return _pre("\n".join(output.traceback) or f"{output.ename}: {output.evalue}", "error")
    data = output.data
    if data.get("text/html", "").strip():
        return Markup(f'<div class="rich">{data["text/html"]}</div>')
    for kind in IMAGES:
        if kind in data and re.fullmatch(r"[A-Za-z0-9+/=\s]+", data[kind]):
            return Markup(f'<img alt="figure" src="data:{kind};base64,{"".join(data[kind].split())}">')
    return _pre(data["text/plain"], "stdout") if "text/plain" in data else Markup()


def _pre(text: str, kind: str) -> Markup:
    text = html.escape(strip_ansi(text).rstrip())
    return Markup(f'<pre class="{kind}">{text}</pre>') if text else Markup()
