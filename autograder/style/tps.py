"""What makes a TP: numbered tasks, short numbered consignes, a solution region, three hints a task."""

import re
from collections.abc import Iterator

from autograder.style import prose
from autograder.style.document import Document, Finding
from autograder.tasks import Part

CONSIGNE_WORDS = 80
HINTS = 3
STEP = re.compile(r"^\s*\d+\.\s", re.M)
REGION = re.compile(r"^[ \t]*### BEGIN SOLUTION$.*?^[ \t]*### END SOLUTION$", re.M | re.S)


def _part(doc: Document, id: str) -> Part:
    return next(part for part in doc.parts if part.id == id)


def task_numbers(doc: Document) -> Iterator[Finding]:
    names = [task.name for task in doc.tasks]
    wanted = [f"q{n}" for n in range(1, len(names) + 1)]
    if not names:
        yield doc.find(
            None, "the TP has no task", "add a [markdown] cell with task=, title=, points= and a code cell"
        )
    for name, right in zip(names, wanted, strict=True):
        if name != right:
            yield doc.find(
                _part(doc, name), f"task {name} stands where {right} is due", "number the tasks q1, q2, …"
            )
            return


def announced(doc: Document) -> Iterator[Finding]:
    """The points that the TP announces are those of its tasks."""
    first = doc.parts[0]
    told = re.search(r"(\d+)\s+points?\b", first.source)
    total = sum(task.points for task in doc.tasks)
    if told and int(told[1]) != total:
        yield doc.find(first, f"{told[1]} points are announced, the tasks have {total:g}", f"write {total:g}")


def consigne(doc: Document) -> Iterator[Finding]:
    for task in doc.tasks:
        text, part = task.consigne.source, _part(doc, f"{task.name}-consigne")
        count = prose.words(text)
        if count > CONSIGNE_WORDS:
            yield doc.find(
                part, f"the consigne of {task.name} has {count} words", f"at most {CONSIGNE_WORDS}"
            )
        if not STEP.search(text):
            yield doc.find(part, f"the consigne of {task.name} has no numbered step", "write 1. …, 2. …")


def solution_region(doc: Document) -> Iterator[Finding]:
    for task in doc.tasks:
        text = task.starter.source
        if not REGION.search(text):
            remedy = "put the solution between the lines ### BEGIN SOLUTION and ### END SOLUTION"
            yield doc.find(_part(doc, task.name), f"{task.name} has no solution region", remedy)
        elif not REGION.sub("", text).strip():
            remedy = "leave the signature, or a comment on the form of the answer, outside the region"
            yield doc.find(
                _part(doc, task.name), f"the starter of {task.name} shows the student nothing", remedy
            )


def setup(doc: Document) -> Iterator[Finding]:
    first = doc.parts.index(_part(doc, f"{doc.tasks[0].name}-consigne")) if doc.tasks else 0
    before = "\n".join(part.source for part in doc.parts[:first] if part.kind == "code")
    for name in ("verify", "hint"):
        if doc.tasks and not re.search(rf"^from tooluse\.practice import .*\b{name}\b", before, re.M):
            yield doc.find(
                None,
                f"{name} is not imported before the first task",
                "from tooluse.practice import hint, verify",
            )


def hints(doc: Document) -> Iterator[Finding]:
    data = doc.data
    if not isinstance(data.value, dict):
        return  # said by the check of the file's form
    names = [task.name for task in doc.tasks]
    for name in names:
        steps = data.value.get(name)
        right = (
            isinstance(steps, list)
            and len(steps) == HINTS
            and all(isinstance(s, str) and s.strip() for s in steps)
        )
        if not right:
            yield data.find(
                name, f"task {name} lacks its {HINTS} hints", "write three texts: the idea, where, almost"
            )
    for name in sorted(set(data.value) - set(names)):
        yield data.find(name, f"{doc.unit.name} has no task {name}", f"its tasks: {', '.join(names)}")


def only_notebooks(doc: Document) -> Iterator[Finding]:
    """nbgrader copies every file beside a source notebook to the students."""
    folder = doc.course.solution(doc.unit.name).parent
    for path in sorted(folder.rglob("*")):
        if path.name != f"{doc.unit.name}.ipynb" and ".ipynb_checkpoints" not in path.parts:
            yield Finding(
                doc.course.short(path),
                None,
                None,
                "nbgrader would give this file to students",
                "move it away",
            )
