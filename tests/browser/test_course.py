"""The course as a student meets it: the lessons and TP01 in JupyterLab, in a real browser."""

import shutil
from pathlib import Path

import pytest
from jupyterlab_server import execute

ROOT = Path(__file__).resolve().parents[2]
LESSONS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "course").glob("*.ipynb"))
pytestmark = pytest.mark.browser

ERRORS = """() => window.jupyterapp.shell.currentWidget.content.widgets.flatMap(cell =>
    (cell.model.sharedModel.outputs ?? []).filter(output =>
        output.output_type === 'error' || output.name === 'stderr'))"""
COUNTS = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .filter(cell => cell.model.type === 'code').map(cell => cell.model.executionCount)"""
SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map(cell => cell.model.sharedModel.getSource())"""
REWRITE = """([index, source]) => window.jupyterapp.shell.currentWidget.content.widgets[index]
    .model.sharedModel.setSource(source)"""
RUN = """async index => {
    window.jupyterapp.shell.currentWidget.content.activeCellIndex = index;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""


@pytest.fixture
def course(lab, page):
    """Opens a notebook of the course."""

    def opened(path: str, run: bool):
        shutil.copy(ROOT / path, lab.notebooks)
        lab.reopen(page, Path(path).name, run=run)
        page.evaluate("async () => await window.jupyterapp.shell.currentWidget.sessionContext.ready")
        return page

    return opened


def run_cell(page, part: str, source: str | None = None) -> str:
    """Run the first cell that holds `part`, rewritten as `source` if given; returns its output's text."""
    index = next(number for number, text in enumerate(page.evaluate(SOURCES)) if part in text)
    if source is not None:
        page.evaluate(REWRITE, [index, source])
    page.evaluate(RUN, index)
    return page.locator(".jp-Notebook .jp-Cell").nth(index).locator(".jp-Cell-outputArea").inner_text()


@pytest.mark.parametrize("lesson", LESSONS)
def test_a_lesson_runs_from_top_to_bottom_and_its_flow_is_clicked_through(course, lesson, tmp_path):
    page = course(lesson, run=True)
    assert page.evaluate(ERRORS) == []
    assert all(page.evaluate(COUNTS))
    view = page.get_by_role("group", name="Débogueur de flux").first
    view.scroll_into_view_if_needed()
    view.get_by_role("button", name="Prédictions").click()  # straight through, without the questions
    forward, step = view.get_by_role("button", name="Suivant"), 1
    while forward.get_attribute("aria-disabled") != "true":
        forward.click()
        step += 1
        view.get_by_text(f"Étape {step} sur ").first.wait_for()
    assert step > 1 and "end_turn" in view.inner_text()
    page.screenshot(path=tmp_path / "flow.png")
    assert page.problems == []


def test_a_public_check_of_tp01_says_what_is_wrong_then_what_is_not(course):
    page = course("exercises/tp01/tp01.ipynb", run=False)
    run_cell(page, "settings().model")
    begun = run_cell(page, 'verify("tp01.q2")')
    assert "requests_in" in begun and "Traceback" not in begun
    wrong = "def requests_in(response):\n    b = response.content[0]\n    return [(b.id, b.name, b.input)]"
    run_cell(page, "def requests_in", wrong)
    assert "POS — Lecture par position" in run_cell(page, 'verify("tp01.q2")')
    right = (
        "def requests_in(response):\n"
        "    return [(b.id, b.name, b.input) for b in response.content if b.type == 'tool_use']"
    )
    run_cell(page, "def requests_in", right)
    assert "tests publics réussis" in run_cell(page, 'verify("tp01.q2")')
    execute(page, "docmanager:save")
