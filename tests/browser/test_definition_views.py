"""The views about tool definitions in a real JupyterLab: mouse, keyboard alone, themes, narrow, axe."""

import pytest
from accessibility import faults
from jupyterlab_server import watched_page
from view_pages import (
    CELLS,
    DEFINITION_CELLS,
    THEMES,
    focused,
    fresh,
    in_kernel,
    in_theme,
    overflows,
    said,
    unmarked,
)

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def workshop(lab, chromium):
    """One notebook of these views for all tests of the module."""
    page = watched_page(chromium)
    lab.open(page, DEFINITION_CELLS)
    page.locator(".tu-explained").wait_for()
    yield page
    page.context.close()


@pytest.fixture
def judging(workshop):
    return fresh(workshop, 0, ".tu-bench")


@pytest.fixture
def comparing(workshop):
    return fresh(workshop, 1, ".tu-bench")


@pytest.fixture
def grid(workshop):
    return fresh(workshop, 2, ".tu-bench")


def area(view, name: str):
    return view.get_by_label(name)


def verdict(view, layer: str) -> str:
    return view.get_by_role("region", name=layer).locator(".tu-verdict").inner_text()


def test_a_definition_is_mended_by_hand_and_judged_again(judging):
    assert "accepté" in verdict(judging, "1 ·") and "à améliorer" in verdict(judging, "3 ·")
    text = area(judging, "Définition d'outil")
    text.fill(text.input_value().replace('"types"', '"type"').replace('"q"', '"query"'))
    assert "relancez" in said(judging)
    judging.get_by_role("button", name="Vérifier").click()
    judging.get_by_text("input_schema.properties.q.types").wait_for(state="detached")
    area(judging, "Input à essayer").fill('{"query": "x", "status": "Actif"}')
    area(judging, "Input à essayer").press("Control+Enter")
    judging.get_by_text("La casse compte").wait_for()


def test_wrong_json_is_marked_and_the_caret_goes_there(judging, workshop):
    text = area(judging, "Définition d'outil")
    text.fill('{\n  "name": "a",\n}')
    text.press("Control+Enter")
    judging.get_by_role("button", name="Aller à la ligne 3").click()
    assert text.get_attribute("aria-invalid") == "true"
    assert workshop.evaluate("() => document.activeElement.selectionStart") == len('{\n  "name": "a",\n')
    assert judging.locator(".tu-layer").count() == 0


def test_strict_is_one_click(judging):
    judging.get_by_label("Juger comme avec strict: true").check()
    judging.locator(".tu-layer-bad").filter(has_text="2 ·").wait_for()


def test_keys_typed_in_a_field_stay_there(judging, workshop):
    text = area(judging, "Input à essayer")
    text.fill("")
    text.press_sequentially("xdda0 b")
    assert text.input_value() == "xdda0 b"
    assert workshop.locator(".jp-CodeCell").count() == len(DEFINITION_CELLS)
    text.press("Tab")
    assert "Vérifier" in focused(workshop)


def test_a_description_is_edited_and_the_requests_run_again(comparing, workshop):
    assert "simulé" in said(comparing) and "6 sur 6" in said(comparing)
    text = area(comparing, "Définitions A, en JSON")
    text.fill(text.input_value().replace("Recherche.", "Cherche les contrats d'un client."))
    comparing.get_by_role("button", name="Relancer").click()
    comparing.get_by_text("avant :").first.wait_for()
    assert in_kernel(workshop, "comparing.ran") == "1"


def test_a_request_opens_by_the_keyboard_on_the_words_that_counted(comparing, workshop):
    first = comparing.locator(".tu-open").first
    first.focus()
    workshop.keyboard.press("Enter")
    comparing.get_by_text("frontière").first.wait_for()
    assert "Quels contrats" in focused(workshop).replace("\u00a0", " ")
    assert comparing.locator(".tu-open").first.get_attribute("aria-expanded") == "true"
    workshop.keyboard.press("Space")
    assert comparing.locator(".tu-counted").count() == 0


def test_a_line_of_requests_that_cannot_be_read_opens_its_field(comparing):
    comparing.get_by_text("Les demandes : une par ligne").first.click()
    requests = comparing.locator("textarea").nth(2)
    requests.fill("Bonjour")
    requests.press("Control+Enter")
    comparing.get_by_text("écrivez « demande => outil »").wait_for()
    assert requests.get_attribute("aria-invalid") == "true"


def test_rich_and_dated_definitions_change_the_grid(grid, workshop):
    grid.get_by_label("riche").check()
    grid.get_by_text("16 sur 24").first.wait_for()
    grid.get_by_label("valeur").check()
    assert grid.locator(".tu-good-2").count() == 4
    grid.get_by_label("date dans le contexte").check()
    workshop.wait_for_function(
        "view => view.querySelectorAll('.tu-good-2').length > 4", arg=grid.element_handle()
    )
    assert "effets simulés" in said(grid)
    assert in_kernel(workshop, "(grid.version, grid.layer, grid.today)") == "('rich', 'value', True)"


def test_the_grid_is_one_tab_stop_and_a_cell_tells_its_call(grid, workshop):
    assert grid.locator('.tu-cell-button[tabindex="0"]').count() == 1
    grid.locator('.tu-cell-button[tabindex="0"]').focus()
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "ArrowLeft", "Enter"):
        workshop.keyboard.press(key)
    assert "Trouve un vol de Madrid à Athènes, vendredi prochain" in said(grid.locator(".tu-picked"))
    assert grid.locator('.tu-cell-button[aria-pressed="true"]').count() == 1


def test_published_figures_have_no_grid_and_no_switches(grid):
    grid.get_by_label("publié").check()
    grid.get_by_text("non donné").first.wait_for()
    assert not grid.locator(".tu-grid").is_visible() and not grid.get_by_label("outil aéroport").is_visible()


def test_a_busy_kernel_is_told_and_the_answer_comes_later(judging, workshop):
    workshop.evaluate(
        """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
            .requestExecute({ code: "import time; time.sleep(5)" }); }"""
    )
    judging.get_by_role("button", name="Vérifier").click()
    assert "Le noyau travaille" in said(judging)
    judging.get_by_text("Le noyau ne répond pas encore").wait_for()
    judging.get_by_text("reproches").first.wait_for()


def test_every_control_keeps_shortcuts_away(workshop, judging, comparing, grid):
    comparing.locator(".tu-open").first.click()
    for view in (judging, comparing, grid):
        assert unmarked(view) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_any_of_them(workshop, judging, comparing, grid, theme):
    in_theme(workshop, theme)
    area(judging, "Input à essayer").fill("{")
    area(judging, "Input à essayer").press("Control+Enter")
    comparing.locator(".tu-open").first.click()
    grid.locator(".tu-cell-button").nth(6).click()
    judging.locator('[aria-invalid="true"]').wait_for()
    workshop.wait_for_timeout(300)
    assert workshop.locator(".tu-view").count() == len(DEFINITION_CELLS) - 1
    assert faults(workshop, ".tu-view") == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing_in_the_flow_nor_in_questions(lab, page, theme):
    lab.open(page, CELLS, theme=theme)
    page.locator(".tu-questions").wait_for()
    page.locator(".tu-flow").nth(1).get_by_role("button", name="Suivant").click()
    page.wait_for_timeout(300)
    assert faults(page, ".tu-view") == []


def test_a_narrow_output_needs_no_sideways_scrolling(workshop, comparing):
    comparing.locator(".tu-open").first.click()
    assert overflows(workshop) == {0}


def test_the_console_stayed_quiet(workshop):
    assert workshop.problems == []
