"""The table of checks, and how they run. A check is one generator; its name is its rule's name."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace

from autograder.layout import Course, Unit
from autograder.style import common, data, lessons, tps
from autograder.style.document import Document, Finding, Json
from autograder.style.taught import taught

COMMON = (
    common.title_first,
    common.markdown_length,
    common.french_signs,
    common.french_spaces,
    common.one_apostrophe,
    common.plain_python,
    common.code_width,
    common.absolute_path,
    common.model_written,
    common.temperature,
    common.no_outputs,
)
LESSON = (
    lessons.cell_count,
    lessons.code_length,
    lessons.frame,
    lessons.trap,
    lessons.predictions,
    lessons.quiz,
    lessons.assertions,
)
TP = (
    tps.task_numbers,
    tps.announced,
    tps.consigne,
    tps.solution_region,
    tps.setup,
    tps.hints,
    tps.only_notebooks,
    taught,
)
QUESTIONS = (data.readable, data.questions_form, data.french)
HINTS = (data.readable, data.french)
MISCONCEPTIONS = (data.readable, data.misconceptions_form, data.french)


def lint_unit(course: Course, unit: Unit) -> Iterator[Finding]:
    doc = Document.of(course, unit)
    yield from _run(COMMON + (TP if unit.is_tp else LESSON), doc)
    yield from _run(HINTS if unit.is_tp else QUESTIONS, doc.data)


def lint_misconceptions(course: Course) -> Iterator[Finding]:
    yield from _run(MISCONCEPTIONS, Json.read(course, course.misconceptions))


def _run(checks: Iterable[Callable], subject: Document | Json) -> Iterator[Finding]:
    for check in checks:
        rule = check.__name__.replace("_", "-")
        for finding in check(subject):
            if rule not in finding.waived:
                yield replace(finding, rule=rule)


def rules() -> dict[str, str]:
    """Every rule with its first line of explanation."""
    checks = dict.fromkeys((*COMMON, *LESSON, *TP, *QUESTIONS, *MISCONCEPTIONS))
    return {c.__name__.replace("_", "-"): (c.__doc__ or "").split("\n")[0] for c in checks}
