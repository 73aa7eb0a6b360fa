"""The course as a student meets it: lesson 01 and TP01 in JupyterLab, in a real browser."""

import shutil
from pathlib import Path

import pytest
from jupyterlab_server import execute

ROOT = Path(__file__).resolve().parents[2]
pytestmark = pytest.mark.browser

RUN = """async index => {
    const notebook = window.jupyterapp.shell.currentWidget.content;
    notebook.activeCellIndex = index;
    await window.jupyterapp.commands.execute('notebook:run-cell');
}"""
SOURCES = """() => window.jupyterapp.shell.currentWidget.content.widgets
    .map(cell => cell.model.sharedModel.getSource())"""


@pytest.fixture
def opened(lab, page):
    """Open a notebook of the course; `opened.run(part)` runs the first cell whose source holds `part`."""

    def open_notebook(path: str, run: bool):
        shutil.copy(ROOT / path, lab.notebooks)
        lab.reopen(page, Path(path).name, run=run)
        page.evaluate("async () => await window.jupyterapp.shell.currentWidget.sessionContext.ready")
        return page

    return open_notebook


def run_cell(page, part: str, source: str | None = None) -> str:
    """Run the first cell that holds `part`, rewritten as `source` if given; returns its output's text."""
    sources = page.evaluate(SOURCES)
    index = next(number for number, text in enumerate(sources) if part in text)
    if source is not None:
        page.evaluate(
            "([index, source]) => window.jupyterapp.shell.currentWidget.content.widgets[index]"
            ".model.sharedModel.setSource(source)",
            [index, source],
        )
    page.evaluate(RUN, index)
    return page.locator(".jp-Notebook .jp-Cell").nth(index).locator(".jp-Cell-outputArea").inner_text()


def test_lesson_01_runs_and_its_views_answer(opened, tmp_path):
    page = opened("course/01_une_demande.ipynb", run=True)
    assert page.locator(".jp-RenderedText[data-mime-type='application/vnd.jupyter.stderr']").count() == 0
    view = page.get_by_role("group", name="Débogueur de flux").first
    view.scroll_into_view_if_needed()
    first = view.inner_text()
    view.get_by_role("button", name="Suivant").click()
    page.wait_for_timeout(300)
    assert view.inner_text() != first
    page.screenshot(path=tmp_path / "lesson01.png")
    assert page.problems == []


def test_a_public_check_of_tp01_says_what_is_wrong_then_what_is_not(opened):
    page = opened("exercises/tp01/tp01.ipynb", run=False)
    run_cell(page, "settings().model")
    started = run_cell(page, 'verify("tp01.q2")')
    assert "requests_in" in started and "Traceback" not in started
    wrong = "def requests_in(response):\n    b = response.content[0]\n    return [(b.id, b.name, b.input)]"
    run_cell(page, "def requests_in", wrong)
    assert "POS" in run_cell(page, 'verify("tp01.q2")')
    right = (
        "def requests_in(response):\n"
        "    return [(b.id, b.name, b.input) for b in response.content if b.type == 'tool_use']"
    )
    run_cell(page, "def requests_in", right)
    assert "tests publics réussis" in run_cell(page, 'verify("tp01.q2")')
    execute(page, "docmanager:save")
