"""The sorter of incidents and the flow with a fault, in a real JupyterLab: mouse, keyboard, themes, axe."""

import pytest
from accessibility import faults
from jupyterlab_server import watched_page
from view_pages import THEMES, focused, fresh, in_kernel, in_theme, overflows, said, unmarked

pytestmark = pytest.mark.browser
CELLS = [
    "from tooluse.widgets import faults, incidents",
    "sorter = incidents(); sorter",
    "flow = faults(); flow",
]


@pytest.fixture(scope="module")
def workshop(lab, chromium):
    page = watched_page(chromium)
    lab.open(page, CELLS)
    page.locator(".tu-flow").wait_for()
    yield page
    page.context.close()


@pytest.fixture
def sorter(workshop):
    return fresh(workshop, 0, ".tu-bench")


@pytest.fixture
def faulty(workshop):
    return fresh(workshop, 1, ".tu-bench")


def judged(view, words: str) -> None:
    """Wait for what is said of the class; it stands in the status too, for who listens."""
    view.locator(".tu-answer").filter(has_text=words).wait_for()


def test_an_incident_is_classed_wrongly_then_rightly_and_cured(sorter, workshop):
    sorter.get_by_role("button", name="La note du technicien").click()
    sorter.get_by_text("Incident 3 sur 14").wait_for()
    sorter.get_by_label("exécution").check()
    judged(sorter, "Pas ici.")
    sorter.get_by_label("arrêt").check()
    judged(sorter, "C'est cela")
    sorter.get_by_label("relancer à l'identique").check()
    sorter.get_by_text("réservée une deuxième fois").wait_for()
    assert "pire" in said(sorter) and "4, contre 2" in said(sorter)
    sorter.get_by_label("plus grand").check()
    sorter.get_by_role("region", name="réparé").wait_for()
    assert "Classés : 1 sur 14. Réparés : 1 sur 14." in said(sorter)
    assert in_kernel(workshop, "sorter.score") == "(1, 1)"


def test_the_sorter_by_the_keyboard_alone(sorter, workshop):
    keys = workshop.keyboard
    sorter.locator(".tu-incident-button").first.focus()
    keys.press("Tab")
    keys.press("Enter")
    sorter.get_by_text("Incident 2 sur 14").wait_for()
    assert "« cinq »" in focused(workshop).replace("\u00a0", " ")
    for _ in range(13):
        keys.press("Tab")  # past the list, to the first choice
    keys.press("Space")
    judged(sorter, "Pas ici.")
    for _ in range(3):
        keys.press("ArrowDown")
        workshop.wait_for_timeout(150)  # each arrow asks the kernel, as it picks
    judged(sorter, "C'est cela")
    keys.press("Tab")
    keys.press("ArrowDown")
    keys.press("ArrowDown")
    sorter.get_by_role("region", name="réparé").wait_for()


def test_a_fault_is_put_in_stepped_through_and_cured(faulty, workshop):
    assert "sain" in said(faulty) and not faulty.get_by_text("Quelle classe ?").is_visible()
    faulty.locator("select").select_option("wrong-friday")
    faulty.get_by_role("region", name="en panne").wait_for()
    assert "2025" in said(faulty)
    faulty.locator(".tu-classes").get_by_label("connaissance").check()
    judged(faulty, "sémantique")
    faulty.get_by_label("apporter la connaissance").check()
    faulty.get_by_role("region", name="réparé").wait_for()
    while (forward := faulty.get_by_role("button", name="Suivant")).get_attribute("aria-disabled") != "true":
        forward.click()
    assert "end_turn" in said(faulty) and "2026-09-11" in said(faulty)
    assert in_kernel(workshop, "flow.report['played']['verdict']") == "'repaired'"


def test_a_refusal_shows_the_words_of_the_api_in_the_flow(faulty):
    faulty.locator("select").select_option("missing-result")
    faulty.get_by_role("region", name="en panne").wait_for()
    while (forward := faulty.get_by_role("button", name="Suivant")).get_attribute("aria-disabled") != "true":
        forward.click()
    assert "were found without `tool_result` blocks" in said(faulty.locator(".tu-flow"))


def test_every_control_keeps_shortcuts_away(sorter, faulty):
    faulty.locator("select").select_option("cut-call")
    faulty.get_by_role("region", name="en panne").wait_for()
    for view in (sorter, faulty):
        assert unmarked(view) == []


@pytest.mark.parametrize("theme", THEMES)
def test_axe_finds_nothing(workshop, sorter, faulty, theme):
    in_theme(workshop, theme)
    sorter.get_by_label("exécution").check()
    sorter.get_by_label("relancer à l'identique").check()
    faulty.locator("select").select_option("cut-stream")
    faulty.get_by_label("transport").check()
    judged(faulty, "C'est cela")
    sorter.get_by_role("region", name="inchangé").wait_for()
    workshop.wait_for_timeout(300)
    assert faults(workshop, ".tu-view") == []


def test_a_narrow_output_needs_no_sideways_scrolling(workshop, sorter, faulty):
    assert overflows(workshop) == {0}


def test_the_console_stayed_quiet(workshop):
    assert workshop.problems == []
