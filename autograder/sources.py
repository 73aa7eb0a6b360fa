"""Reading py:percent: sources of notebooks and of specimens, as cells that know their line."""

import io
import re
import tokenize
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from autograder.errors import SourceError

LANGUAGES = ("fr", "en")
NOTEBOOK_KEYS = frozenset({"key", "lang", "task", "title", "points", "closed", "tags", "waive"})
MARKER = re.compile(r"#\s*%%(\s|$)")
FROM_JUPYTEXT = ("cell_marker", "lines_to_next_cell", "lines_to_end_of_cell_marker")
CODE_SPAN = re.compile(r"(`+)(.+?)\1", re.S)


@dataclass(frozen=True)
class Cell:
    kind: str  # "code" | "markdown"
    source: str
    meta: dict = field(hash=False)
    line: int
    file: str

    @property
    def place(self) -> str:
        return f"{self.file}, line {self.line}"

    @property
    def key(self) -> str | None:
        """What pairs the two languages of a cell: its key, or for a task's cell the task and the part."""
        task = self.meta.get("task")
        return self.meta.get("key") or (f"{task}/{self.kind}" if task else None)

    def error(self, problem: str) -> SourceError:
        return SourceError(f"{self.place}: {problem}")


def read(path: Path, file: str, known: frozenset[str] = NOTEBOOK_KEYS) -> list[Cell]:
    """The cells of a py:percent file; messages call it `file`, its cells may have the options `known`."""
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise SourceError(f"{file} does not exist") from None
    except UnicodeDecodeError:
        raise SourceError(f"{file} is not UTF-8 text: save it again as UTF-8") from None
    return parse(text, file, known)


def parse(text: str, file: str, known: frozenset[str] = NOTEBOOK_KEYS) -> list[Cell]:
    import jupytext  # half a second

    lines = text.splitlines()
    first = _first_marker(lines, file)
    nodes = jupytext.reads("\n".join(lines[first:]) + "\n", fmt="py:percent").cells
    starts = _starts(lines, nodes)
    cells = []
    for node, line in zip(nodes, starts, strict=True):
        meta = {k: v for k, v in node.metadata.items() if k not in FROM_JUPYTEXT}
        cell = Cell(node.cell_type, node.source, meta, line, file)
        _check_options(cell, known)
        cells.append(cell)
    return cells


def _first_marker(lines: list[str], file: str) -> int:
    """The index of the first cell; only comments may stand above it, and the notebook does not get them."""
    for index, line in enumerate(lines):
        if MARKER.match(line):
            return index
        if line.strip() and not line.startswith("#"):
            raise SourceError(f"{file}, line {index + 1}: code before the first cell; put '# %%' above it")
    raise SourceError(f"{file} has no cell: start each one with '# %%' or '# %% [markdown]'")


def _starts(lines: list[str], nodes: list) -> list[int]:
    """The line of each cell's marker. jupytext does not tell; a marker inside a string is not one."""
    markers = [n for n, line in enumerate(lines, 1) if MARKER.match(line)]
    if len(markers) == len(nodes):
        return markers
    starts, at = [], 0
    for node in nodes:
        head = node.source.split("\n", 1)[0]
        while len(markers) - at > len(nodes) - len(starts) and not _heads(lines, markers[at], head):
            at += 1
        starts.append(markers[at])
        at += 1
    return starts


def _heads(lines: list[str], marker: int, head: str) -> bool:
    following = next((line for line in lines[marker:] if line.strip(' #"')), "")
    return head.strip() in following


def _check_options(cell: Cell, known: frozenset[str]) -> None:
    unread = cell.meta.get("incorrectly_encoded_metadata")
    if unread:
        raise cell.error(f'cannot read the options {unread!r}; write key="value", texts in double quotes')
    if cell.kind not in ("code", "markdown"):
        raise cell.error(f"a {cell.kind} cell has no place here; use code or [markdown]")
    unknown = sorted(set(cell.meta) - known)
    if unknown:
        raise cell.error(f"unknown option {unknown[0]!r}; known: {', '.join(sorted(known))}")
    if cell.meta.get("lang", "fr") not in LANGUAGES:
        raise cell.error(f"lang={cell.meta['lang']!r} is unknown; languages: {', '.join(LANGUAGES)}")


def in_language(cells: Iterable[Cell], lang: str) -> list[Cell]:
    """The cells of one edition. A cell without `lang` serves all; what is not translated stays French."""
    cells = list(cells)
    versions = _versions(cells)
    for pair in versions.values():
        if len(pair) == 2:
            _compare(*pair.values())
    return [
        cell
        for cell in cells
        if cell.meta.get("lang", lang) == lang
        or (cell.meta["lang"] == "fr" and lang not in versions[cell.key])
    ]


def _versions(cells: list[Cell]) -> dict[str, dict[str | None, Cell]]:
    versions: dict[str, dict[str | None, Cell]] = {}
    for cell in cells:
        lang = cell.meta.get("lang")
        if cell.key is None:
            if lang:
                raise cell.error('a cell with lang needs a key too: key="…", the same in both languages')
            continue
        pair = versions.setdefault(cell.key, {})
        clash = [other for other in pair if lang in (None, other) or other is None]
        if clash:
            first = pair[clash[0]]
            edition = f" with lang={lang}" if lang else ""
            raise cell.error(f"{cell.key!r} stands already on line {first.line}{edition}")
        pair[lang] = cell
    return versions


def _compare(one: Cell, two: Cell) -> None:
    """The two languages of a cell may differ in prose only."""
    if one.kind != two.kind:
        raise two.error(f"{two.key!r} is {two.kind} here and {one.kind} on line {one.line}")
    for name in sorted((set(one.meta) | set(two.meta)) - {"lang", "title"}):
        if one.meta.get(name) != two.meta.get(name):
            raise two.error(f"{two.key!r} has another {name!r} than on line {one.line}")
    if skeleton(one) != skeleton(two):
        what = "code spans" if one.kind == "markdown" else "code (comments and texts aside)"
        raise two.error(f"{two.key!r} has other {what} than on line {one.line}")


def skeleton(cell: Cell) -> object:
    """What a translation leaves alone: the code spans of prose; code without its comments and texts."""
    if cell.kind == "markdown":
        return Counter(span for _, span in CODE_SPAN.findall(cell.source))
    drop = (tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT)
    texts = (tokenize.STRING, getattr(tokenize, "FSTRING_MIDDLE", -1))
    try:
        tokens = list(tokenize.generate_tokens(io.StringIO(cell.source + "\n").readline))
    except (tokenize.TokenError, SyntaxError):
        return cell.source
    return ["text" if t.type in texts else t.string for t in tokens if t.type not in drop]
