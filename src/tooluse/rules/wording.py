"""What a description says, and what it leaves unsaid. Only `tooluse lint` asks.

Four sentences make a description: what the tool does, when to call it, when not, what it returns. One defect
hides others: a description that is hardly there is told as such, its missing sentences are not."""

import re
from collections.abc import Iterator
from functools import lru_cache

from tooluse.rules.acts import act, looks_for
from tooluse.rules.request import Finding, Request, Tool
from tooluse.rules.vocabulary import Text, name_words, read, says, stem, words

THIN = 14  # words: one short sentence
LISTED, STUFFED = 6, 10  # pieces of a list that is suspect, that is too long in any case
_GLUED = re.compile(r"\d(?:ms|s|km|kg)\b")
_PIECE = re.compile(r"[,;|/•]")
_ASIDE = re.compile(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]")


def description_repeats_name(request: Request) -> Iterator[Finding]:
    """The description holds no word that the name did not."""
    for tool, text in _described(request, "repeats"):
        yield _finding(tool, "the description only repeats the name", quote=_short(text.raw))


def description_thin(request: Request) -> Iterator[Finding]:
    """One short sentence: what the tool does at most, nothing of when and of what comes back."""
    for tool, text in _described(request, "thin"):
        count = len(text.words)
        variant = "action" if act(tool) == "write" else ""  # what comes back matters less then
        yield _finding(
            tool, "the description is too thin", quote=_short(text.raw), count=count, variant=variant
        )


def keyword_stuffing(request: Request) -> Iterator[Finding]:
    """A heap of key words, or a description that claims every request: the tool fires off topic."""
    for tool, text in _described(request, "stuffed"):
        yield _finding(tool, "the description is a list of key words", quote=_short(text.raw))
    for tool, text in _described(request, "full"):
        for sentence in text.sentences:
            claim = says("everything", sentence)
            if claim and says("trigger", sentence) and not says("frontier", sentence):
                quote = _short(claim.group())
                yield _finding(tool, "the description claims every request", variant="all", quote=quote)
                break


def trigger_missing(request: Request) -> Iterator[Finding]:
    """The description does not say when to call the tool."""
    for tool, text in _described(request, "full"):
        if not says("trigger", text.folded):
            yield _finding(tool, "the description does not say when to call the tool")


def frontier_missing(request: Request) -> Iterator[Finding]:
    """A tool that stands alone says nothing of what it is not for: no fault yet, so only a note."""
    if len(request.tools) == 1:
        for tool, text in _described(request, "full"):
            if not says("frontier", text.folded):
                yield _finding(tool, "the description does not say what the tool is not for")


def return_missing(request: Request) -> Iterator[Finding]:
    """The description of a tool that reads does not say what comes back."""
    for tool, text in _described(request, "full"):
        if act(tool) == "read" and not says("returns", text.folded):
            yield _finding(tool, "the description does not say what the tool returns")


def empty_case_missing(request: Request) -> Iterator[Finding]:
    """A search says what it returns, but not what it returns when there is nothing."""
    for tool, text in _described(request, "full"):
        if looks_for(tool) and _promises_many(tool, text) and not says("empty", text.folded):
            yield _finding(tool, "the description does not say what comes back when nothing is found")


def _promises_many(tool: Tool, text: Text) -> bool:
    """A search finds nothing at times. So does a list that depends on an argument; that is asked only where
    the description tells of a return."""
    if looks_for(tool) not in ("list", "lister", "liste"):
        return says("returns", text.folded) is not None
    if not tool.body.get("input_schema", {}).get("required"):
        return False
    told = [sentence for sentence in text.sentences if says("returns_plainly", sentence)]
    return any(says("listing", sentence) for sentence in told)


def unit_missing(request: Request) -> Iterator[Finding]:
    """A measured quantity is promised without its unit."""
    for tool, text in _described(request, "full"):
        properties = _properties(tool)
        if _has_unit(text) or any(_names_unit(name) for name in properties):
            continue
        told = [sentence for sentence in text.sentences if says("returns_plainly", sentence)]
        spoken = [word for sentence in told for word in read(sentence).words]
        quantity = next((word for word in spoken if word in words("measured")), "")
        if quantity:
            place = text.folded.index(quantity)
            word = text.raw[place : place + len(quantity)]
            yield _finding(tool, f"no unit is given for '{word}'", word=word)


def parameter_unit_missing(request: Request) -> Iterator[Finding]:
    """A parameter takes a measured quantity, a number, and nothing says in which unit."""
    for tool in request.custom_tools:
        properties = _properties(tool)
        if any(_names_unit(name) for name in properties):
            continue
        for name, schema in properties.items():
            if isinstance(schema, dict) and _needs_unit(name, schema):
                path = f"{tool.path}.input_schema.properties.{name}"
                yield Finding(path, f"{path}: a quantity without a unit", details=(("name", name),))


def _described(request: Request, quality: str) -> Iterator[tuple[Tool, Text]]:
    """The tools with a description of this quality."""
    for tool in request.custom_tools:
        name, description = tool.body.get("name"), tool.body.get("description")
        told = isinstance(description, str) and description.strip()
        if told and _quality(name if isinstance(name, str) else "", description) == quality:
            yield tool, read(description)


@lru_cache(8192)
def _quality(name: str, description: str) -> str:
    """One word for what a description is worth: `stuffed`, `full`, `repeats` or `thin`."""
    text = read(description)
    if _stuffed(text):
        return "stuffed"
    if len(text.words) > THIN:
        return "full"
    known = {stem(word) for word in (*name_words(name), *words("generic"))}
    if all(stem(word) in known or word in words("generic") for word in text.words):
        return "repeats"
    said = says("trigger", text.folded) or says("frontier", text.folded)
    return "full" if said or says("returns", text.folded) else "thin"


def _stuffed(text: Text) -> bool:
    """Nearly all of it is a list of short pieces: long, or without the small words that make a sentence."""
    pieces = [
        read(piece).words for sentence in text.sentences for piece in _PIECE.split(_ASIDE.sub(" ", sentence))
    ]
    short = [piece for piece in pieces if 0 < len(piece) <= 3]
    listed, whole = sum(map(len, short)), sum(map(len, pieces))
    if len(short) < LISTED or listed < 0.75 * whole or says("returns_plainly", text.folded):
        return False
    return len(short) >= STUFFED or not any(word in words("stop") for piece in pieces for word in piece)


def _finding(tool: Tool, sentence: str, **details: object) -> Finding:
    path = f"{tool.path}.description"
    told = tuple((key, str(value)) for key, value in details.items())
    return Finding(path, f"{path}: {sentence}", details=told)


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 60 else f"{line[:58].rstrip()}…"


def _properties(tool: Tool) -> dict[str, object]:
    schema = tool.body.get("input_schema")
    properties = schema.get("properties") if isinstance(schema, dict) else None
    return properties if isinstance(properties, dict) else {}


def _measured(word: str) -> bool:
    return word in words("quantities") or word.removesuffix("s") in words("quantities")


def _has_unit(text: Text) -> bool:
    marks = any(mark in text.folded for mark in words("unit_marks"))
    return marks or any(word in words("units") for word in text.words) or bool(_GLUED.search(text.folded))


def _names_unit(name: object) -> bool:
    return isinstance(name, str) and any(word in words("units") for word in name_words(name))


def _needs_unit(name: str, schema: dict[str, object]) -> bool:
    parts = name_words(name)
    if schema.get("type") not in ("number", "integer") or "enum" in schema:
        return False
    if not parts or not _measured(parts[-1]) or parts[-1] == "amount" and schema["type"] == "integer":
        return False
    top = schema.get("maximum")
    if isinstance(top, int | float) and top <= 2:  # a share, a factor
        return False
    description = schema.get("description")
    text = read(description) if isinstance(description, str) else read("")
    counted = text.words[:1] in (("number",), ("nombre",), ("count",))
    return not counted and not _has_unit(text)
