"""`autograder build`: every notebook from its source, byte for byte the same each time."""

import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from autograder.errors import UserError
from autograder.layout import Course, Unit
from autograder.sources import LANGUAGES, in_language, read
from autograder.tasks import Part, expand

KERNEL = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python", "pygments_lexer": "ipython3"},
}


@dataclass(frozen=True)
class Built:
    """One file of the build: where it goes, its whole text, the unit it comes from."""

    path: Path
    text: str
    unit: Unit

    def stale(self) -> bool:
        return not self.path.exists() or self.path.read_bytes() != self.text.encode()

    def write(self) -> None:
        self.path.parent.mkdir(parents=True, exist_ok=True)
        self.path.write_bytes(self.text.encode())


def parts(course: Course, unit: Unit, lang: str = "fr") -> list[Part]:
    cells = in_language(read(unit.source, course.short(unit.source)), lang)
    return expand(cells, unit.name if unit.is_tp else None)


def notebook(course: Course, unit: Unit, lang: str = "fr"):
    """The built notebook as an nbformat node: the lesson, or the TP with its solutions."""
    import nbformat.v4 as v4

    nodes = []
    for part in parts(course, unit, lang):
        new = v4.new_code_cell if part.kind == "code" else v4.new_markdown_cell
        tags = part.origin.meta.get("tags")
        meta = part.meta | ({"tags": tags} if tags else {})
        nodes.append(new(_typeset(part, lang), id=part.id, metadata=meta))
    return v4.new_notebook(cells=nodes, metadata=KERNEL)


def _typeset(part: Part, lang: str) -> str:
    from tooluse.french import typeset

    french = part.origin.meta.get("lang", lang) == "fr"
    return typeset(part.source) if part.kind == "markdown" and french else part.source


def text_of(node) -> str:
    import nbformat

    return nbformat.writes(node, version=4) + "\n"


def release(course: Course, node) -> str:
    """The text that students get: nbgrader's own preprocessors, in its own order, without its database."""
    from nbconvert.exporters import NotebookExporter
    from nbgrader.converters import GenerateAssignment
    from nbgrader.preprocessors import SaveCells
    from traitlets.config import Config

    config = Config({"Exporter": {"default_preprocessors": []}})
    config.merge(nbgrader_config(course))
    exporter = NotebookExporter(config=config)
    for step in GenerateAssignment.class_traits()["preprocessors"].default():
        if step is not SaveCells:
            exporter.register_preprocessor(step)
    return exporter.from_notebook_node(node, {"nbgrader": {}})[0]


def nbgrader_config(course: Course):
    from traitlets.config import PyFileConfigLoader

    path = course.nbgrader_config
    path = path if path.exists() else Path(__file__).with_name("nbgrader_config.py")
    if not path.exists():
        raise UserError("autograder/nbgrader_config.py is missing: it holds nbgrader's settings and the stub")
    return PyFileConfigLoader(path.name, path=str(path.parent)).load_config()


def built(course: Course, names: Iterable[str] = (), lang: str = "fr") -> Iterator[Built]:
    """What a build of these lessons and TPs writes. Editions other than French go to build/<lang>/."""
    target = course if lang == "fr" else Course(course.root / "build" / lang)
    for unit in course.select(names):
        node = notebook(course, unit, lang)
        if not unit.is_tp:
            yield Built(target.root / "course" / f"{unit.stem}.ipynb", text_of(node), unit)
            continue
        yield Built(target.solution(unit.name), text_of(node), unit)
        yield Built(target.exercise(unit.name), _released(course, node, unit), unit)


def _released(course: Course, node, unit: Unit) -> str:
    try:
        return release(course, node)
    except (RuntimeError, ValueError) as problem:  # a region that is not closed, or not in a task
        source = course.short(unit.source)
        raise UserError(f"{source}: nbgrader refuses to release it ({problem})") from problem


def orphans(course: Course) -> list[Path]:
    """Notebooks that no source makes."""
    lessons = {unit.stem for unit in course.units if not unit.is_tp}
    tps = {unit.name for unit in course.units if unit.is_tp}
    found = [p for p in course.root.glob("course/*.ipynb") if p.stem not in lessons]
    for path in (*course.root.glob("solutions/*/*.ipynb"), *course.root.glob("exercises/*/*.ipynb")):
        if path.stem not in tps or path.parent.name != path.stem:
            found.append(path)
    return sorted(found)


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "build",
        help="make the notebooks from their .py sources",
        description="Makes course/*.ipynb, solutions/tpNN/tpNN.ipynb and exercises/tpNN/tpNN.ipynb "
        "from the py:percent sources course/NN_*.py and solutions/tpNN.py.",
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="lesson or TP: 01, tp01, tpA (default: all)")
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a notebook is stale")
    parser.add_argument(
        "--lang",
        choices=LANGUAGES,
        default="fr",
        help="edition to build (default: fr); another one is written to build/<lang>/",
    )
    parser.set_defaults(run=run)


def run(args) -> int:
    course = args.course
    lost = orphans(course) if not args.names and args.lang == "fr" else []
    files = list(built(course, args.names, args.lang))
    stale = [file for file in files if file.stale()]
    for path in lost:
        print(f"{course.short(path)} has no source: delete it, or write its .py", file=sys.stderr)
    if args.check:
        return int(_report(course, files, stale) or bool(lost))
    for file in stale:
        file.write()
        print(f"written  {course.short(file.path)}")
    print(f"{len(files)} notebooks, {len(stale)} written")
    return int(bool(lost))


def _report(course: Course, files: list[Built], stale: list[Built]) -> int:
    for file in stale:
        print(f"stale    {course.short(file.path)}  (source: {course.short(file.unit.source)})")
    print(f"{len(files)} notebooks, {len(stale)} stale")
    if stale:
        names = " ".join(dict.fromkeys(file.unit.name for file in stale))
        print(f"run: autograder build {names}", file=sys.stderr)
    return int(bool(stale))
