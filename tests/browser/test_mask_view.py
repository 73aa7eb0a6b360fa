"""The view of masks in a real JupyterLab: mouse, keyboard alone, themes, narrow, axe."""

import pytest
from accessibility import faults
from jupyterlab_server import watched_page
from view_pages import THEMES, fresh, in_kernel, in_theme, overflows, said, unmarked

pytestmark = pytest.mark.browser
CELLS = ["from tooluse.widgets import masks", "view = masks(); view", 'masks(source="smollm2")']


@pytest.fixture(scope="module")
def workshop(lab, chromium):
    page = watched_page(chromium)
    lab.open(page, CELLS)
    page.locator(".tu-mask-table").nth(1).wait_for()
    yield page
    page.context.close()


@pytest.fixture
def toy(workshop):
    return fresh(workshop, 0, ".tu-bench")


@pytest.fixture
def real(workshop):
    return fresh(workshop, 1, ".tu-bench")


def test_a_wish_is_typed_a_mask_chosen_and_the_text_cut(toy, workshop):
    toy.get_by_label("Ce qu'il voulait dire").fill("paie")
    toy.get_by_label("Ce qu'il voulait dire").press("Tab")
    toy.get_by_text('{"product":"paie"').wait_for()
    toy.get_by_label("−5 sur les interdits").check()
    toy.locator(".tu-mask-result").get_by_text("sorti de la grammaire").wait_for()
    toy.get_by_label("−∞ sur les interdits").check()
    toy.get_by_label("Couper à N tokens").fill("20")
    toy.get_by_label("Couper à N tokens").press("Tab")
    toy.locator(".tu-mask-result").get_by_text("max_tokens").wait_for()
    assert "Pas 1 sur 20" in said(toy)
    toy.get_by_role("button", name="je ne sais pas").click()
    workshop.wait_for_function("view => view.innerText.includes('support')", arg=toy.element_handle())
    assert in_kernel(workshop, "(view.wish, view.kind, view.cut)") == "('je ne sais pas', 'hard', 20)"


def test_the_steps_by_the_keyboard_alone(toy, workshop):
    toy.get_by_role("button", name="Prochain refus").focus()
    workshop.keyboard.press("Enter")
    assert "Pas 2 sur" in said(toy)
    workshop.keyboard.press("ArrowRight")
    assert "Pas 3 sur" in said(toy)
    workshop.keyboard.press("ArrowLeft")
    workshop.keyboard.press("Shift+Tab")
    workshop.keyboard.press("Space")
    assert "Pas 13 sur" in said(toy) and "Permis : 3 tokens sur 257" in said(toy)


def test_an_edited_schema_is_obeyed_and_a_wrong_one_told(toy):
    field = toy.get_by_label("Schéma, en JSON")
    field.fill('{"enum": ["je ne sais pas", "oui"]}')
    field.press("Control+Enter")
    toy.locator(".tu-mask-result").get_by_text('"je ne sais pas"', exact=True).wait_for()
    field.fill('{"not": {}}')
    field.press("Control+Enter")
    toy.locator(".tu-problem").get_by_text("llguidance").wait_for()
    assert toy.locator(".tu-mask-table").count() == 0 or not toy.locator(".tu-mask-table").is_visible()


def test_the_recorded_model_shows_its_question_and_what_it_wanted(real):
    assert "The weather in Brest" in said(real) and "49 152" in said(real)
    real.locator("select").select_option("contract")
    real.locator(".tu-mask-result").get_by_text("CT-1231").wait_for()
    assert "1 token sur" in said(real) and "The" in said(real)


def test_every_control_keeps_shortcuts_away(toy, real):
    for view in (toy, real):
        assert unmarked(view) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(workshop, toy, real, theme):
    in_theme(workshop, theme)
    toy.get_by_role("button", name="Prochain choix").click()
    workshop.wait_for_timeout(300)
    assert faults(workshop, ".tu-view") == []


def test_a_narrow_output_needs_no_sideways_scrolling(workshop, toy, real):
    assert overflows(workshop) == {0}


def test_the_console_stayed_quiet(workshop):
    assert workshop.problems == []
