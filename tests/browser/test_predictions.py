"""Questions in a real JupyterLab: in a flow, in a quiz, by mouse and by keyboard; and views the next day."""

import pytest
from jupyterlab_server import execute, watched_page
from view_pages import CELLS, SETUP, focused, fresh, in_kernel, press, said, step

pytestmark = pytest.mark.browser

# What the sample's flow asks first.
FIRST, RIGHT, WRONG = "Quel rôle aura le dernier message", "user", "assistant"


@pytest.fixture
def asking(notebook):
    return fresh(notebook, 0)


def test_a_prediction_comes_before_the_step(asking, notebook):
    assert FIRST in said(asking) and asking.locator(".tu-json").count() == 0
    press(asking, RIGHT)
    assert "Juste" in said(asking) and asking.locator(".tu-json").count() == 1
    assert "Suivant" in focused(notebook)
    press(asking, "Suivant")
    press(asking, "end_turn")
    assert "Pas encore" in said(asking) and "Prédictions justes : 1 sur 2" in said(asking)
    press(asking, "Suivant")
    press(asking, "Passer")
    assert "Passée" in said(asking)


def test_a_prediction_is_kept_and_reaches_the_kernel(asking, notebook):
    press(asking, WRONG)
    press(asking, "Suivant")
    press(asking, "Précédent")
    assert "Pas encore" in said(asking)
    assert in_kernel(notebook, "asking.score, asking.position") == "((0, 1), 0)"


def test_next_leads_to_a_question_and_passes_it_when_pressed_again(asking, notebook):
    press(asking, "Suivant")
    assert "Passée" not in said(asking) and "appuyez encore" in said(asking)
    assert FIRST in focused(notebook).replace("\u00a0", " ")
    press(asking, "Suivant")
    assert step(asking) == "Étape 1 sur 7" and "Passée" in said(asking)


def test_a_question_is_answered_without_the_mouse(asking, notebook):
    asking.get_by_role("button", name="Suivant").focus()
    press_keys = notebook.keyboard.press
    assert "1 à 3 pour répondre" in said(asking)
    press_keys("Enter")
    press_keys("Tab")
    assert focused(notebook).startswith("1")  # the first choice comes next
    press_keys("ArrowDown")
    press_keys("ArrowUp")
    press_keys("Enter")
    assert asking.locator(".tu-feedback-line").count() == 1 and "Suivant" in focused(notebook)
    press_keys("Enter")
    assert step(asking) == "Étape 2 sur 7" and "stop_reason" in focused(notebook)
    press_keys("Shift+Digit1")  # as on a French keyboard
    assert "Juste" in said(asking) and "Prédictions justes" in said(asking)
    press_keys("ArrowRight")
    press_keys("ArrowRight")
    press_keys("ArrowRight")
    assert step(asking) == "Étape 3 sur 7" and "Passée" in said(asking)
    assert notebook.locator(".jp-CodeCell").count() == len(CELLS)


def test_the_player_waits_at_a_question(asking, notebook):
    press(asking, "Lecture")
    assert "Lecture en attente" in said(asking)
    notebook.wait_for_timeout(2000)
    assert step(asking) == "Étape 1 sur 7" and "Passée" not in said(asking)
    press(asking, "Suivant")
    notebook.wait_for_function("view => view.textContent.includes('Étape 2')", arg=asking.element_handle())
    assert "Lecture en attente" in said(asking)
    assert asking.get_by_role("button", name="Pause").count() == 1


def test_steps_that_ask_nothing_are_not_told_in_advance(asking):
    for _ in range(2):
        press(asking, "Suivant")
    rows = asking.locator(".tu-row").all_inner_texts()
    assert [row.split(" · ")[1].startswith("?") for row in rows] == [False] + [True] * 6


def test_what_is_not_predicted_yet_is_not_told(asking):
    assert [row.split(" · ")[1] for row in asking.locator(".tu-row").all_inner_texts()] == ["?"] * 7


def test_predictions_can_be_turned_off(asking):
    press(asking, "Prédictions")
    assert asking.locator(".tu-json").count() == 1
    assert asking.get_by_role("button", name="Prédictions").get_attribute("aria-pressed") == "false"


def test_the_quiz_explains_and_scores(notebook):
    quiz = notebook.locator(".tu-questions")
    questions = quiz.get_by_role("group")
    assert questions.count() == 3
    press(questions.nth(0), "Valider")
    assert "Choisissez" in said(questions.nth(0))
    for index, name in enumerate(("oui", "oui", "oui")):
        questions.nth(index).get_by_label(name).check()
        press(questions.nth(index), "Valider")
    assert "Pas encore" in said(questions.nth(1))
    questions.nth(1).get_by_label("non").check()
    press(questions.nth(1), "Valider")
    assert "Juste" in said(questions.nth(1))
    assert "2 sur 3 du premier coup" in said(quiz)


def test_the_next_day_a_view_says_what_to_do_and_can_still_be_read(lab, chromium):
    page = watched_page(chromium)
    name = lab.open(page, [SETUP, "flow(calls)", 'predict("01.p1")', 'print("a"); display(quiz("01"))'])
    page.locator(".tu-questions").nth(1).wait_for()
    lines = page.get_by_text("Vue figée")
    assert lines.count() == 3 and not any(line.is_visible() for line in lines.all())
    execute(page, "docmanager:save")
    page.evaluate("async () => await window.jupyterapp.shell.currentWidget.sessionContext.shutdown()")
    page.context.close()

    page = watched_page(chromium)
    lab.reopen(page, name)
    lines = page.get_by_text("Vue figée")
    lines.nth(2).wait_for(state="visible")
    assert all(line.is_visible() for line in lines.all())
    assert not any(error.is_visible() for error in page.get_by_text("Error displaying").all())
    lines.nth(1).click()
    assert page.get_by_text("Qui exécute").first.is_visible()

    page.evaluate("async () => await window.jupyterapp.shell.currentWidget.sessionContext.ready")
    execute(page, "notebook:run-all-cells")
    page.locator(".tu-questions").nth(1).wait_for()
    assert not any(line.is_visible() for line in page.get_by_text("Vue figée").all())
    page.context.close()
