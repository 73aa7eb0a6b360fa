"""What a feedback page shows of outputs, tracebacks and verdicts; what it never shows."""

import sys
import tempfile
from pathlib import Path

import pytest
import toy
from nbformat import v4
from nbgrader.utils import compute_checksum

from autograder import execute, outputs, page, submission
from tooluse.practice import Failure


def html(*found) -> str:
    return "".join(outputs.rendered(list(found)))


def shown(**data) -> str:
    return html(
        v4.new_output("display_data", data={key.replace("_", "/"): value for key, value in data.items()})
    )


@pytest.mark.parametrize(
    ("markup", "expected"),
    [
        (
            "<table><tr><td colspan=2 style='x' onclick='y'>a</td></tr></table>",
            '<table><tbody><tr><td colspan="2">a</td></tr></tbody></table>',
        ),
        (
            "<details open><summary>s</summary><pre>p</pre></details>",
            "<details open><summary>s</summary><pre>p</pre></details>",
        ),
        ("a<script>alert(1)</script>b<STYLE>x</STYLE>c<script>fin", "abc"),
        ("<svg><script>1</script></svg><iframe src=x>i</iframe><a href='javascript:1'>lien</a>", "ilien"),
        ("<img src=x onerror=alert(1)><ins>neuf</ins>", "<ins>neuf</ins>"),
    ],
)
def test_html_is_sanitised(markup, expected):
    assert outputs.sanitised(markup) == expected


def test_a_widget_shows_its_fallback_or_nothing():
    widget = {"application/vnd.jupyter.widget-view+json": {"model_id": "m"}, "text/plain": "Vue()"}
    assert html(v4.new_output("display_data", data=widget)) == ""
    assert "<b>tour</b>" in html(v4.new_output("display_data", data=widget | {"text/html": "<b>tour</b>"}))


def test_text_is_escaped_images_are_data_and_nothing_is_endless():
    assert (
        html(v4.new_output("stream", text="<b>\x1b[31mrouge")) == '<pre class="stdout">&lt;b&gt;rouge</pre>'
    )
    assert shown(image_png="aGk=") == '<img alt="figure" src="data:image/png;base64,aGk=">'
    assert '"' not in shown(image_png='x" onerror="1', text_plain="sûr").replace('class="stdout"', "")
    assert shown(application_javascript="alert(1)") == ""
    assert len(html(v4.new_output("stream", text="x" * 10**6))) < outputs.TOO_LONG + 200


def test_markdown_of_a_student_has_no_tags():
    text = str(outputs.prose("**gras** <script>1</script> `<b>` [lien](javascript:alert(1)) a < b"))
    assert "<script" not in text and "javascript:" not in text
    assert "<strong>gras</strong>" in text


def clean(cell):
    step = execute.CleanOutputs()
    step.preprocess(v4.new_notebook(cells=[cell]), {})
    return cell.outputs, step.notes


def error(ename, evalue, *frames):
    return v4.new_output("error", ename=ename, evalue=evalue, traceback=list(frames))


def test_of_a_traceback_only_the_students_frames_stay():
    frames = [
        "-" * 75,
        "ValueError   Traceback (most recent call last)",
        "Cell In[3], line 1\n----> 1 f()",
        "\x1b[36mFile \x1b[39m~/cours/autograder/hidden/tp01.py:12, in q2\n   secret = 1",
        "ValueError: non",
    ]
    [kept], _ = clean(v4.new_code_cell("f()", outputs=[error("ValueError", "non", *frames)]))
    assert kept.traceback == [frames[1], frames[2], frames[4]]


def test_a_test_cell_keeps_its_verdict_and_nothing_that_was_printed():
    cell = v4.new_code_cell(
        metadata=toy.marked("q1-test", points=2),
        outputs=[
            v4.new_output("stream", text="fuite"),
            v4.new_output("stream", name="stderr", text="bruit"),
            v4.new_output("execute_result", data={"text/plain": "2.0"}),
            error("Failure", "POS — x\nVu", "secret"),
        ],
    )
    [kept], notes = clean(cell)
    assert (kept.evalue, kept.traceback, notes) == ("POS — x\nVu", ["POS — x", "Vu"], [])


def test_errors_of_the_tests_are_told_to_the_instructor_in_one_line_not_to_the_student():
    frames = "File hidden/tp01.py", "secret"
    notebook = v4.new_notebook(
        cells=[
            v4.new_code_cell(
                metadata=toy.marked(f"q{number}-test", points=2),
                outputs=[error("KeyError", "'reponse secrète'", *frames)],
            )
            for number in (1, 2)
        ]
    )
    step = execute.CleanOutputs()
    step.preprocess(notebook, {})
    assert step.notes == [f"PAS JUGÉ : q1, q2 (KeyError : 'reponse secrète') : {execute.REMEDY}"]
    assert "secr" not in str(notebook)
    assert {out.ename for cell in notebook.cells for out in cell.outputs} == {execute.UNJUDGED}


def test_a_cell_that_takes_too_long_or_asks_is_told_to_both():
    for ename, said in (
        ("CellTimeoutError", "temps dépassé dans une cellule ajoutée"),
        (execute.INPUT, "une cellule ajoutée appelle input() : personne ne répond pendant la correction"),
    ):
        notebook = v4.new_notebook(cells=[v4.new_code_cell("x", outputs=[error(ename, "", "…")])])
        notebook.metadata["tooluse"] = {"oddities": ["fichier odd"]}
        step = execute.CleanOutputs()
        step.preprocess(notebook, {})
        assert step.notes == [said]
        assert notebook.metadata.tooluse.oddities == ["fichier odd", said]


def test_no_folder_of_this_machine_is_shown():
    lib = f"{sys.prefix}/lib/x.py:3: UserWarning: attention"
    assert html(v4.new_output("stream", name="stderr", text=lib)) == (
        '<pre class="stderr">…/lib/x.py:3: UserWarning: attention</pre>'
    )
    kept, _ = clean(v4.new_code_cell("x", outputs=[error("OSError", f"'{Path(__file__)}'", "Cell In[1]")]))
    assert kept[0].evalue == "'…/tests/autograder/test_feedback.py'"
    scratch = f"{tempfile.gettempdir()}/ipykernel_12/34.py:1 {tempfile.gettempdir()}/tooluse-ab_1"
    assert outputs.without_places(scratch) == "…/34.py:1 …"
    assert outputs.without_places("/usr/bin a/b ./c") == "/usr/bin a/b ./c"


def stop(ename: str, evalue: str, *frames, source: str = "a = 1\nb = a +") -> str:
    return page.stopped(v4.new_code_cell(source, outputs=[error(ename, evalue, *frames)])).replace(
        "\u00a0", " "
    )


def test_what_stopped_the_students_own_cell_is_told_with_its_line():
    assert stop("SyntaxError", "invalid syntax (3278445302.py, line 2)", "  Cell In[8], line 2\n    b") == (
        "Votre cellule de réponse s'est arrêtée sur `SyntaxError` (ligne 2 : `b = a +`) : invalid syntax"
    )
    deeper = "Cell In[3], line 1", "Cell In[3], line 2, in f()", "Cell In[1], line 40, in helper()"
    assert "(ligne 2 : `b = a +`) : boum" in stop("ValueError", "boum", *deeper)
    assert stop("MemoryError", "").endswith("s'est arrêtée sur `MemoryError`.")
    assert "`sys.exit()`" in stop("SystemExit", "1")
    assert "appelle `input()`" in stop(execute.INPUT, "raw_input was called")
    assert "temps permis" in stop(execute.TIMEOUT, "")
    assert stop("Failure", "un verify() du carnet") == "" == page.stopped(v4.new_code_cell("a = 1"))


def graded(score: float, *found, answer: str = toy.RIGHT["q1"], comment: str = "", raised=(), told=None):
    notebook = toy.answered(q1=answer)
    cell, test = notebook.cells[3], notebook.cells[5]
    notebook.metadata["tooluse"] = told or {}
    cell.outputs = list(raised)
    cell.metadata.nbgrader["comment"] = comment
    cell.metadata.nbgrader["checksum"] = compute_checksum(toy.released().cells[3])
    test.metadata.nbgrader["score"] = score
    test.outputs = list(found)
    return page.tasks(notebook)[0]


def test_a_failure_is_read_back_with_its_misconception():
    task = graded(0, error("Failure", toy.message("q1")))
    assert (task.name, task.title, task.code, task.verdict) == ("q1", "Le double", "POS", "à revoir")
    assert task.misconception and task.explanation
    assert (task.seen, task.look) == ("`q1` a rendu autre chose.", "leçon 01")


def test_the_states_of_a_task():
    failure = error("Failure", toy.message("q1"))
    assert graded(2).verdict == "réussi"
    assert (graded(2, failure).verdict, graded(2, failure).code) == ("réussi", "")  # points given by hand
    assert graded(1, failure).verdict == "en partie"
    untouched = graded(0, failure, answer=toy.released().cells[3].source)
    assert (untouched.verdict, untouched.seen) == (
        "sans réponse",
        "La cellule de réponse est restée telle quelle.",
    )
    assert "manque dans votre copie" in graded(0, failure, answer=submission.ABSENT).seen
    assert "est vide" in graded(0, failure, answer=" \n").seen


def test_a_copy_that_could_not_be_read_is_not_said_to_be_left_as_it_was():
    stub = toy.released().cells[3].source
    task = graded(0, error("Failure", toy.message("q1")), answer=stub, told={"unread": True})
    assert (task.verdict, task.cells) == ("pas lu", [])
    assert "n'a pu être lue" in task.seen
    assert graded(2, answer=stub, told={"unread": True}).verdict == "réussi"  # points given by hand


def test_a_task_without_judgement_says_so():
    task = graded(0, error(execute.UNJUDGED, "Le test n'a pas pu aller au bout."))
    assert (task.verdict, task.seen) == ("pas jugé", "Le test n'a pas pu aller au bout.")


def test_a_missing_name_is_told_by_what_stopped_the_cell():
    syntax = error("SyntaxError", "invalid syntax (1.py, line 1)", "Cell In[8], line 1")
    missing = error("Failure", str(Failure("A-FAIRE", "`double` n'existe pas dans ce carnet.")))
    assert graded(0, missing, raised=[syntax]).seen.startswith("Votre cellule de réponse s'est arrêtée sur")
    assert "n'existe pas" not in graded(0, missing, raised=[syntax]).seen
    assert "n'existe pas" in graded(0, missing).seen
    other = graded(0, error("Failure", toy.message("q1")), raised=[syntax])
    assert other.seen.endswith("\n`q1` a rendu autre chose.") and other.code == "POS"


def test_a_function_that_asks_its_user_is_told():
    raised = str(Failure(None, f"`double` a levé `{execute.INPUT}` : raw_input was called"))
    assert graded(0, error("Failure", raised)).seen.startswith("Votre code appelle `input()`")


def test_a_failure_without_code_shows_what_was_seen():
    text = "AUTRE — Autre erreur\nVu\u00a0: rien.\nPourquoi\u00a0: x\nOù regarder\u00a0: ici"
    task = graded(0, error("Failure", text))
    assert (task.code, task.misconception, task.seen, task.look) == ("", "", "rien.", "ici")
    assert graded(0, error("NoyauArrêté", "Le noyau s'est arrêté.")).seen == "Le noyau s'est arrêté."


def test_the_instructors_comment_is_shown_harmless():
    assert graded(0, comment="**Bien** <script>1</script>").comment.startswith("<p><strong>Bien</strong>")
    assert "<script" not in graded(0, comment="<script>1</script>").comment
    assert graded(0, comment=page.NO_COMMENT).comment == ""  # nbgrader's own words


def test_code_spans_and_numbers():
    assert page.spans("lire `a<b` & <i>") == "lire <code>a&lt;b</code> &amp; &lt;i&gt;"
    assert [page.number(n) for n in (3.0, 2.5, 0, 1 / 3)] == ["3", "2,5", "0", "0,33"]
