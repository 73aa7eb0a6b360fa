"""What makes a lesson: its length, its frame, predictions that a cell refutes, assertions."""

import re
from collections.abc import Iterator

from autograder.style.document import Document, Finding
from autograder.tasks import Part

CELLS = range(25, 36)
CODE_LINES, CODE_LINES_NEVER = 15, 30
OPENING, CLOSING, TRAP = "Vous allez savoir", "Vous savez maintenant", "Le piège du jour"
CALL = r"^\s*(?:\w+\s*=\s*)?{}\(\s*[\"']([^\"']+)[\"']"
PREDICT, QUIZ = (re.compile(CALL.format(name), re.M) for name in ("predict", "quiz"))
ASSERTION = re.compile(r"^\s*(?:assert\b|with (?:\w+\.)?raises\()", re.M)
ITEM = re.compile(r"^\s*(?:[-*]|\d+[.)])\s+(.+?)[\s.;]*$", re.M)
SETUP = re.compile(r"\s*(?:(?:import|from)\b.*|[A-Z_]+ = .*|client = .*|[)\w\s,]*|#.*)")


def cell_count(doc: Document) -> Iterator[Finding]:
    count = len(doc.parts)
    if count not in CELLS:
        remedy = f"a lesson has {CELLS[0]} to {CELLS[-1]}: split it, or say more with fewer words"
        yield doc.find(None, f"{count} cells", remedy)


def code_length(doc: Document) -> Iterator[Finding]:
    for part in doc.code:
        count = sum(1 for line in part.source.splitlines() if line.strip())
        if count > CODE_LINES:
            never = count > CODE_LINES_NEVER
            limit = f"never over {CODE_LINES_NEVER}" if never else f"aim at {CODE_LINES}"
            yield doc.find(
                part, f"{count} lines of code", f"{limit}: longer code belongs to the library", not never
            )


def frame(doc: Document) -> Iterator[Finding]:
    """Opens with « Vous allez savoir » and closes with the same list."""
    opening, closing = _cell_with(doc.markdown, OPENING), _cell_with(doc.markdown, CLOSING)
    if opening is None or opening not in doc.parts[:3]:
        yield doc.find(
            opening, f"« {OPENING} » does not stand in the first three cells", "open with this list"
        )
    if closing is None or not _ends(doc, closing):
        yield doc.find(
            closing, f"« {CLOSING} » does not stand after the last prediction", "close with this list"
        )
    if opening and closing:
        aims, gains = _items(opening, OPENING), _items(closing, CLOSING)
        if not aims:
            yield doc.find(opening, f"no list follows « {OPENING} »", "write one '- …' a line")
        elif aims != gains:
            odd = next(
                iter([item for item in [*aims, *gains] if item not in aims or item not in gains]), "its order"
            )
            yield doc.find(closing, f"this list differs from the opening one ({odd})", "repeat the same list")


def trap(doc: Document) -> Iterator[Finding]:
    cell = _cell_with(doc.markdown, TRAP)
    if cell is None or not _ends(doc, cell):
        yield doc.find(
            cell, f"« {TRAP} » does not stand after the last prediction", "close with the trap of the day"
        )


def _cell_with(parts: list[Part], words: str) -> Part | None:
    return next((part for part in parts if words.lower() in part.source.lower()), None)


def _ends(doc: Document, part: Part) -> bool:
    predictions = [
        n for n, other in enumerate(doc.parts) if other.kind == "code" and PREDICT.search(other.source)
    ]
    return doc.parts.index(part) > max(predictions, default=len(doc.parts) // 2)


def _items(part: Part, after: str) -> list[str]:
    text = part.source[part.source.lower().index(after.lower()) :]
    return [" ".join(item.split()) for item in ITEM.findall(text)]


def predictions(doc: Document) -> Iterator[Finding]:
    """Each predict("NN.pK") exists, and an executed cell comes next to answer it."""
    known = doc.data.get("predictions")
    known = known if isinstance(known, dict) else {}
    asked = set()
    for at, part in enumerate(doc.code):
        for key in PREDICT.findall(part.source):
            asked.add(key)
            lesson, _, name = key.partition(".")
            if lesson != doc.unit.name or name not in known:
                exist = ", ".join(f"{doc.unit.name}.{n}" for n in known) or "none"
                yield doc.find(
                    part, f"predict({key!r}) has no question in {doc.data.file}", f"what exists: {exist}"
                )
            following = doc.code[at + 1].source if at + 1 < len(doc.code) else "quiz('')"
            if PREDICT.search(following) or QUIZ.search(following):
                yield doc.find(
                    part, f"no executed cell follows predict({key!r})", "let the next code cell answer it"
                )
    for name in known:
        if f"{doc.unit.name}.{name}" not in asked:
            yield doc.data.find(
                f"predictions.{name}", "the lesson never asks it", f"call predict('{doc.unit.name}.{name}')"
            )
    if not asked:
        yield doc.find(
            None, "the lesson has no prediction", f"ask one a section: predict('{doc.unit.name}.p1')"
        )


def quiz(doc: Document) -> Iterator[Finding]:
    calls = [(part, key) for part in doc.code for key in QUIZ.findall(part.source)]
    if not calls:
        yield doc.find(None, "the lesson has no quiz", f"close with quiz('{doc.unit.name}')")
    for part, key in calls:
        if key != doc.unit.name:
            yield doc.find(
                part, f"quiz({key!r}) is the quiz of another lesson", f"write quiz('{doc.unit.name}')"
            )


def assertions(doc: Document) -> Iterator[Finding]:
    """Each section that runs code says in an assertion what the code shows."""
    for heading, parts in _sections(doc):
        executed = [part for part in parts if part.kind == "code" and _shows_something(part)]
        if executed and not any(ASSERTION.search(part.source) for part in executed):
            title = heading.source.splitlines()[0].lstrip("# ") if heading else "the first section"
            yield doc.find(
                executed[0], f"no assertion in the section {title!r}", "assert what the reader should see"
            )


def _sections(doc: Document) -> Iterator[tuple[Part | None, list[Part]]]:
    heading, parts = None, []
    for part in doc.parts:
        if part.kind == "markdown" and re.match(r"##? ", part.source):
            yield heading, parts
            heading, parts = part, []
        parts.append(part)
    yield heading, parts


def _shows_something(part: Part) -> bool:
    """Neither a question, nor a view, nor a set-up cell."""
    lines = [line for line in part.source.splitlines() if line.strip()]
    if re.match(r"\s*(?:predict|quiz|flow|hint|verify)\(", lines[-1] if lines else ""):
        return len(lines) > 1 and not all(SETUP.fullmatch(line) for line in lines[:-1])
    return not all(SETUP.fullmatch(line) for line in lines)
