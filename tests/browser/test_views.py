"""The views in a real JupyterLab: mouse, keyboard alone, themes, a busy kernel."""

import pytest
from jupyterlab_server import execute, watched_page
from view_pages import CELLS, SETUP, focused, fresh, press, said, step

pytestmark = pytest.mark.browser

CONTRAST = """node => {
    const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    const linear = value => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    const light = color => {
        canvas.clearRect(0, 0, 1, 1);
        canvas.fillStyle = color;
        canvas.fillRect(0, 0, 1, 1);
        const shown = [...canvas.getImageData(0, 0, 1, 1).data];
        const [red, green, blue] = shown.map(value => linear(value / 255));
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const ground = at => getComputedStyle(at).backgroundColor;
    let behind = node;
    while (/, 0\\)$|transparent/.test(ground(behind))) behind = behind.parentElement;
    const [low, high] = [light(getComputedStyle(node).color), light(ground(behind))].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
}"""
FOCUSABLE = "button, input, summary, a[href], [tabindex]"


@pytest.fixture
def telling(notebook):
    return fresh(notebook, 1)


def test_next_and_previous(telling):
    assert step(telling) == "Étape 1 sur 7"
    press(telling, "Suivant")
    assert step(telling) == "Étape 2 sur 7" and "Le modèle demande 1 outil" in said(telling)
    press(telling, "Précédent")
    assert step(telling) == "Étape 1 sur 7"


def test_at_the_ends_buttons_keep_the_focus(telling, notebook):
    press(telling, "Précédent")
    assert step(telling) == "Étape 1 sur 7" and "Précédent" in focused(notebook)
    assert telling.get_by_role("button", name="Précédent").get_attribute("aria-disabled") == "true"


def test_keyboard_alone(telling, notebook):
    telling.get_by_role("button", name="Suivant").focus()
    seen = []
    for key in ("Enter", "ArrowRight", "ArrowLeft", "End", "ArrowRight", "Home", "ArrowLeft"):
        notebook.keyboard.press(key)
        seen.append(step(telling).split()[1])
    assert seen == ["2", "3", "2", "7", "7", "1", "1"]
    assert "Suivant" in focused(notebook)


def test_the_diagram_is_one_tab_stop_and_follows_the_arrows(telling, notebook):
    telling.locator('[aria-current="step"].tu-row').focus()
    for key in ("ArrowDown", "ArrowDown", "ArrowUp"):
        notebook.keyboard.press(key)
    assert step(telling) == "Étape 2 sur 7" and focused(notebook).startswith("2")
    assert telling.locator('.tu-row[tabindex="0"]').count() == 1


def test_x_does_not_cut_the_cell(telling, notebook):
    telling.get_by_role("button", name="Suivant").focus()
    for key in ("x", "d", "d", "a"):
        notebook.keyboard.press(key)
    telling.locator(".tu-json-body").focus()
    notebook.keyboard.press("x")
    assert notebook.locator(".jp-CodeCell").count() == len(CELLS)


def test_what_is_new_and_what_is_wrong_stand_in_the_json(telling):
    for _ in range(3):
        press(telling, "Suivant")
    assert telling.locator("ins").count() > 5 and "nouveau" in said(telling)
    assert telling.locator(".tu-note-box").count() >= 1 and "Remède" in said(telling)


def test_hostile_text_stays_text(telling):
    assert "<img src=x" in said(telling) and telling.locator("img").count() == 0


def test_every_control_has_a_name_and_keeps_shortcuts_away(telling, notebook):
    press(telling, "Suivant")
    nodes = notebook.locator(".tu-view").locator(FOCUSABLE).all()
    assert len(nodes) > 20
    for node in nodes:
        assert node.get_attribute("data-lm-suppress-shortcuts") == "true", node.evaluate("n => n.outerHTML")
        named = node.get_attribute("aria-label") or node.inner_text() or node.get_attribute("type") == "radio"
        assert named or node.get_attribute("tabindex") == "-1", node.evaluate("n => n.outerHTML")


def test_play_goes_to_the_end(telling, notebook):
    press(telling, "Lecture")
    telling.get_by_role("button", name="Pause").wait_for()
    notebook.wait_for_function("view => view.textContent.includes('Étape 3')", arg=telling.element_handle())
    press(telling, "Pause")
    assert telling.get_by_role("button", name="Lecture").count() == 1


def test_a_busy_kernel_does_not_stop_the_view(telling, notebook):
    notebook.evaluate(
        """() => { window.jupyterapp.shell.currentWidget.sessionContext.session.kernel
            .requestExecute({ code: "import time; time.sleep(2)" }); }"""
    )
    press(telling, "Suivant")
    assert step(telling) == "Étape 2 sur 7"


@pytest.mark.parametrize("theme", ["JupyterLab Dark", "JupyterLab Light"])
def test_text_can_be_read_in_both_themes(notebook, telling, theme):
    execute(notebook, "apputils:change-theme", {"theme": theme})
    notebook.wait_for_function("name => document.body.dataset.jpThemeName === name", arg=theme)
    notebook.wait_for_timeout(300)
    for selector in (
        ".tu-step-title",
        ".tu-counter",
        ".tu-button",
        ".tu-row-label",
        ".tu-str",
        ".tu-key",
        ".tu-punct",
    ):
        assert telling.locator(selector).first.evaluate(CONTRAST) >= 4.5, selector


def test_a_narrow_output_needs_no_sideways_scrolling(notebook, telling):
    wide = notebook.viewport_size
    notebook.set_viewport_size({"width": 620, "height": 900})
    notebook.wait_for_timeout(300)
    assert telling.evaluate("node => node.scrollWidth <= node.clientWidth")
    notebook.set_viewport_size(wide)


def test_the_console_stayed_quiet(notebook):
    assert notebook.problems == []


def test_less_motion_turns_the_player_off(lab, chromium):
    page = watched_page(chromium, reduced_motion="reduce")
    lab.open(page, [SETUP, "flow(calls, predict=False)"])
    view = page.locator(".tu-flow")
    assert view.get_by_role("button", name="Lecture").get_attribute("aria-disabled") == "true"
    press(view, "Lecture")
    assert view.get_by_role("button", name="Pause").count() == 0
    page.context.close()
