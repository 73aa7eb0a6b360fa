"""Checks that hold for lessons and TPs alike."""

import ast
import json
import re
from collections import Counter
from collections.abc import Iterator

from autograder.style import prose
from autograder.style.document import Document, Finding

MARKDOWN_WORDS = 90
CODE_WIDTH = 100  # what JupyterLab shows without a scrollbar, file browser open, on a laptop
ABSOLUTE = re.compile(r"(?<![\w/.:<-])/(?:home|Users|root|tmp|work|mnt|opt|var|usr)/\w|\b[A-Z]:\\\w")
MODEL_ID = re.compile(r"\bclaude-(?:[a-z]+-)?\d[\w.-]*|\bclaude-(?:opus|sonnet|haiku|fable)\b[\w.-]*")


def title_first(doc: Document) -> Iterator[Finding]:
    first = doc.parts[0]
    if first.kind != "markdown" or not first.source.startswith("# "):
        yield doc.find(
            first, "the notebook does not begin with its title", "start with a [markdown] cell '# …'"
        )


def markdown_length(doc: Document) -> Iterator[Finding]:
    for part in doc.markdown:
        count = prose.words(part.source)
        if "task" not in part.origin.meta and count > MARKDOWN_WORDS:
            yield doc.find(part, f"{count} words", f"at most {MARKDOWN_WORDS}: split the cell or shorten it")


def french_signs(doc: Document) -> Iterator[Finding]:
    for part in doc.markdown:
        for what, remedy in prose.wrong_signs(part.source):
            yield doc.find(part, what, remedy)


def french_spaces(doc: Document) -> Iterator[Finding]:
    from tooluse.french import typeset

    for part in doc.markdown:
        for what, remedy in prose.missing_spaces(typeset(part.source)):
            yield doc.find(part, what, remedy)


def one_apostrophe(doc: Document) -> Iterator[Finding]:
    """One kind of apostrophe a file: the rarer one is the slip."""
    kinds = Counter(sign for part in doc.markdown for sign in prose.apostrophes(part.source))
    if len(kinds) < 2:
        return
    (usual, many), (rare, few) = kinds.most_common()
    part = next(part for part in doc.markdown if rare in prose.apostrophes(part.source))
    yield doc.find(
        part, f"two kinds of apostrophe ({many} {usual}, {few} {rare}; first one here)", f"write {usual}"
    )


def plain_python(doc: Document) -> Iterator[Finding]:
    for part in doc.code:
        try:
            ast.parse(part.source)
        except SyntaxError as error:
            remedy = "write plain Python, without magics"
            yield doc.find(part, f"line {error.lineno} of the cell is not Python ({error.msg})", remedy)


def code_width(doc: Document) -> Iterator[Finding]:
    """A longer line needs a scrollbar in JupyterLab, and hides the end of an instruction."""
    for part in doc.code:
        widest = max(part.source.splitlines(), key=len, default="")
        if len(widest) > CODE_WIDTH:
            what = f"a line of {len(widest)} characters"
            yield doc.find(part, what, f"at most {CODE_WIDTH}: cut it in two")


def absolute_path(doc: Document) -> Iterator[Finding]:
    for part in doc.parts:
        for match in ABSOLUTE.finditer(part.source):
            where = prose.around(part.source, match)
            yield doc.find(
                part, f"a path of one machine in {where}", "use tooluse.data.data_dir(), or a relative path"
            )


def model_written(doc: Document) -> Iterator[Finding]:
    for part in doc.parts:
        for match in MODEL_ID.finditer(part.source):
            yield doc.find(
                part, f"the model id {match[0]!r} is written by hand", "use MODEL = settings().model"
            )


def temperature(doc: Document) -> Iterator[Finding]:
    """The parameter of the API, not the weather: an argument of a request, or a key beside its other keys."""
    for part in doc.code:
        if any(_sets_temperature(node) for node in _nodes(part.source)):
            yield doc.find(part, "a request sets temperature", "remove it: the API no longer takes it")


def _nodes(source: str) -> Iterator[ast.AST]:
    try:
        yield from ast.walk(ast.parse(source))
    except SyntaxError:
        return


def _sets_temperature(node: ast.AST) -> bool:
    names: set[object] = set()
    if isinstance(node, ast.Call):
        names = {keyword.arg for keyword in node.keywords}
    elif isinstance(node, ast.Dict):
        names = {key.value for key in node.keys if isinstance(key, ast.Constant)}
    return "temperature" in names and bool(names & {"model", "messages", "max_tokens", "tools"})


def no_outputs(doc: Document) -> Iterator[Finding]:
    course, unit = doc.course, doc.unit
    lesson = course.root / "course" / f"{unit.stem}.ipynb"
    for path in (course.solution(unit.name), course.exercise(unit.name)) if unit.is_tp else (lesson,):
        file = course.short(path)
        try:
            cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        except FileNotFoundError:
            continue
        except (ValueError, KeyError, TypeError):
            yield Finding(file, None, None, "this is no notebook", f"run autograder build {unit.name}")
            continue
        for cell in cells:
            if cell.get("outputs") or cell.get("execution_count"):
                yield Finding(
                    file, None, cell.get("id"), "the cell has outputs", f"run autograder build {unit.name}"
                )
