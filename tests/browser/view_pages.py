"""Notebooks of views for the browser tests: their cells, and how to look at a view and press its keys."""

from pathlib import Path

from jupyterlab_server import execute

THEMES = ["JupyterLab Light", "JupyterLab Dark"]
FOCUSABLE = "button, input, select, textarea, summary, [tabindex]"
TESTS = Path(__file__).resolve().parents[1] / "widgets"
SETUP = f"""
import sys; from pathlib import Path
sys.path.insert(0, {str(TESTS)!r})
import samples
from tooluse.widgets import flow, predict, questions, quiz
questions.folder = lambda: Path({str(TESTS)!r}) / "data" / "questions"
calls = samples.refused()
calls[0]["request"]["messages"][0]["content"] = "<img src=x onerror=alert(1)>"
"""
DEFINITIONS = f"""
import sys
sys.path.insert(0, {str(TESTS)!r})
import definitions
from tooluse.widgets import compare, explain, grid24, validator
"""
DEFINITION_CELLS = [
    DEFINITIONS,
    "judging = validator(); judging",
    "comparing = compare(definitions.THIN, definitions.RICH, definitions.REQUESTS); comparing",
    "grid = grid24(); grid",
    "explain(definitions.told('Quels contrats actifs a la société Durand ?'))",
]
CELLS = [SETUP, "asking = flow(calls); asking", "telling = flow(calls, predict=False); telling", 'quiz("01")']


def fresh(page, index: int, kind: str = ".tu-flow"):
    """A view with its state put back to the start, by running its cell again."""
    page.evaluate(
        """async index => {
            const { content } = window.jupyterapp.shell.currentWidget;
            content.activeCellIndex = index;
            content.deselectAll();
            await window.jupyterapp.commands.execute('notebook:run-cell');
        }""",
        index + 1,
    )
    view = page.locator(".jp-CodeCell").nth(index + 1).locator(kind)
    view.wait_for()
    return view


def said(view) -> str:
    """The words of a view, with ordinary spaces."""
    return view.inner_text().replace("\u00a0", " ")


def step(view) -> str:
    return view.locator(".tu-counter").inner_text().split(" · ")[0]


def press(view, name: str) -> None:
    """Click a button; one that is aria-disabled takes a key, which Playwright's click would wait for."""
    button = view.get_by_role("button", name=name, exact=True)
    if button.get_attribute("aria-disabled") == "true":
        button.press("Enter")
    else:
        button.click()


def focused(page) -> str:
    return page.evaluate("() => document.activeElement.textContent")


def in_kernel(page, expression: str) -> str:
    """What an expression is worth in the kernel, as its repr."""
    return page.evaluate(
        """async expression => {
            const { kernel } = window.jupyterapp.shell.currentWidget.sessionContext.session;
            const request = kernel.requestExecute({ code: '', user_expressions: { asked: expression } });
            const reply = await request.done;
            return reply.content.user_expressions.asked.data['text/plain'];
        }""",
        expression,
    )


def in_theme(page, theme: str) -> None:
    execute(page, "apputils:change-theme", {"theme": theme})
    page.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)


def unmarked(view) -> list[str]:
    """The controls of a view that leave JupyterLab's shortcuts at work."""
    nodes = view.locator(FOCUSABLE).all()
    kept = [node for node in nodes if node.get_attribute("data-lm-suppress-shortcuts") != "true"]
    return [node.evaluate("node => node.outerHTML") for node in kept]


def overflows(page, width: int = 700) -> set[int]:
    """By how much the views of a page are too wide for a narrow window; {0}: none is."""
    wide = page.viewport_size
    page.set_viewport_size({"width": width, "height": 900})
    page.wait_for_timeout(300)
    sizes = page.evaluate(
        "() => [...document.querySelectorAll('.tu-view')].map(view => view.scrollWidth - view.clientWidth)"
    )
    page.set_viewport_size(wide)
    return set(sizes)
