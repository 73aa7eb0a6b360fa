"""`autograder new tp03`: the files of a new TP, from templates that lint, build and verify at once."""

from pathlib import Path
from string import Template

from autograder import build
from autograder.errors import UserError
from autograder.layout import Course, tp_name

TEMPLATES = Path(__file__).with_name("templates")
TITLE = "Titre à choisir"


def files(course: Course, tp: str) -> dict[str, Path]:
    """Which template makes which file."""
    return {
        "tp.py.in": course.root / "solutions" / f"{tp}.py",
        "checks.py.in": course.checks(tp),
        "hidden.py.in": course.hidden(tp),
        "specimens.py.in": course.specimens(tp),
        "hints.json.in": course.hints(tp),
    }


def create(course: Course, name: str, title: str = TITLE) -> list[Path]:
    """Write the files of a TP, and build its notebooks. Nothing is written when one of them exists."""
    tp = tp_name(name)
    planned = files(course, tp)
    existing = [course.short(path) for path in planned.values() if path.exists()]
    if existing:
        raise UserError(f"new overwrites nothing, and these exist: {', '.join(existing)}")
    if "\n" in title or not title.strip():
        raise UserError('the title is one line of text: --title "Lire une réponse"')
    names = {"tp": tp, "upper": tp.upper(), "title": title.strip()}
    for template, path in planned.items():
        text = Template((TEMPLATES / template).read_text(encoding="utf-8")).substitute(names)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    notebooks = list(build.built(Course(course.root), [tp]))
    for notebook in notebooks:
        notebook.write()
    return [*planned.values(), *(notebook.path for notebook in notebooks)]


def add_parser(subparsers) -> None:
    parser = subparsers.add_parser(
        "new",
        help="start a TP from the template",
        description="Writes the source, the public checks, the hidden tests, the specimens and the hints "
        "of a TP with one worked task, and builds its notebooks. Overwrites nothing.",
    )
    parser.add_argument("name", metavar="TP", help="tp03, tpA")
    parser.add_argument("--title", default=TITLE, help="the title of the notebook, in French")
    parser.set_defaults(run=run)


def run(args) -> int:
    for path in create(args.course, args.name, args.title):
        print(f"written  {args.course.short(path)}")
    print(f"next: edit the source, then autograder verify {tp_name(args.name)}")
    return 0
