"""The matrix of modes in a real JupyterLab: mouse, keyboard alone, themes, narrow, axe."""

import json

import pytest
from accessibility import faults
from jupyterlab_server import watched_page
from view_pages import THEMES, focused, fresh, in_kernel, in_theme, overflows, said, unmarked

from tooluse.data import read_json

pytestmark = pytest.mark.browser
CELLS = ["from tooluse.widgets import modes", "matrix = modes(); matrix"]


@pytest.fixture(scope="module")
def workshop(lab, chromium):
    page = watched_page(chromium)
    lab.open(page, CELLS)
    page.locator(".tu-modes").wait_for()
    yield page
    page.context.close()


@pytest.fixture
def matrix(workshop):
    return fresh(workshop, 0, ".tu-bench")


def pick(view, mode: str, column: int) -> None:
    row = ("auto", "any", "tool", "none").index(mode)
    view.locator(".tu-cell-button").nth(4 * row + column).click()
    view.get_by_role("group", name="Votre prédiction").wait_for()


def guess(view, words: str) -> None:
    view.get_by_role("button", name=words).click()
    view.locator(".tu-mode-answer").wait_for()


def test_a_refusal_is_predicted_and_the_api_says_why(matrix, workshop):
    pick(matrix, "any", 1)
    assert "are not supported" not in said(matrix)
    guess(matrix, "un refus, statut 400")
    assert "C'est cela" in said(matrix) and "are not supported for this model." in said(matrix)
    assert "Prédictions justes : 1 sur 1." in said(matrix)
    assert in_kernel(workshop, "matrix.predictions") == "(1, 1)"


def test_a_mode_that_is_kept_loops(matrix):
    matrix.get_by_label("à chaque requête de la boucle").check()
    pick(matrix, "tool", 0)
    guess(matrix, "un appel de calculator")
    assert "En fait : une boucle" in said(matrix) and "le plafond arrête la boucle" in said(matrix)
    assert said(matrix.locator(".tu-mode-answer table")).count("tool_use") >= 4


def test_a_question_without_a_tool_and_the_escape_that_mends_it(matrix):
    matrix.locator("select").nth(1).select_option("J'ai besoin d'aide")
    pick(matrix, "any", 0)
    guess(matrix, "un appel de get_weather")
    assert "ne répond à rien" in said(matrix)
    matrix.locator("summary").click()
    text = matrix.get_by_label("Les outils, en JSON")
    escape = json.dumps(read_json("views", "modes.json")["escape"])
    text.fill(text.input_value().rstrip().removesuffix("]") + f", {escape}]")
    matrix.get_by_role("button", name="Appliquer").click()
    matrix.get_by_role("button", name="un appel de ask_clarification").click()
    matrix.get_by_text("C'est cela").first.wait_for()


def test_the_matrix_by_the_keyboard_alone(matrix, workshop):
    keys = workshop.keyboard
    matrix.locator('.tu-cell-button[tabindex="0"]').focus()
    keys.press("ArrowDown")
    keys.press("ArrowRight")
    assert "any, claude" in focused(workshop)
    keys.press("Enter")
    matrix.get_by_role("group", name="Votre prédiction").wait_for()
    assert "any, claude" in focused(workshop)
    keys.press("Tab")
    assert "une réponse en texte" in focused(workshop).replace("\u00a0", " ")
    keys.press("Enter")
    matrix.locator(".tu-mode-answer").wait_for()
    assert focused(workshop).startswith("any · ")


def test_wrong_json_is_told_and_leaves_no_matrix(matrix):
    matrix.locator("summary").click()
    text = matrix.get_by_label("Les outils, en JSON")
    text.fill("[")
    text.press("Control+Enter")
    matrix.locator('[aria-invalid="true"]').wait_for()
    assert not matrix.locator(".tu-modes").is_visible()


def test_every_control_keeps_shortcuts_away(matrix):
    pick(matrix, "auto", 0)
    assert unmarked(matrix) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(workshop, matrix, theme):
    in_theme(workshop, theme)
    pick(matrix, "auto", 0)
    guess(matrix, "une réponse en texte")
    pick(matrix, "none", 3)
    assert faults(workshop, ".tu-view") == []
    guess(matrix, "une réponse en texte")
    workshop.wait_for_timeout(300)
    assert faults(workshop, ".tu-view") == []


def test_a_narrow_output_needs_no_sideways_scrolling(workshop, matrix):
    pick(matrix, "any", 1)
    guess(matrix, "un refus, statut 400")
    assert overflows(workshop) == {0}


def test_the_console_stayed_quiet(workshop):
    assert workshop.problems == []
