"""What the cells of a graded notebook do: verify, hint, judge, and the progress they leave."""

import json

import pytest

from tooluse.practice import Failure, Suite, fail, hint, judge, notebook, progress, tasks, verify


@pytest.fixture
def toy(monkeypatch):
    """A graded notebook `tp99` with one task, and the notebook's variables."""
    suite = Suite("tp99")

    @suite.test("q1", "vaut 2")
    def value(student):
        if student.call("f").value != 2:
            fail("VIDE", "`f` ne rend pas 2")

    names = {}
    monkeypatch.setattr(tasks, "known_tps", lambda: ["tp99"])
    monkeypatch.setattr(tasks, "public_suite", lambda tp: suite)
    monkeypatch.setattr(notebook, "public_suite", lambda tp: suite)
    monkeypatch.setattr(notebook, "hints_of", lambda task: ["un", "deux", "trois"])
    monkeypatch.setattr(notebook, "notebook_namespace", lambda: names)
    return names


def test_verify_never_says_that_all_is_right(toy, capsys):
    toy["f"] = lambda: 2
    verify("TP99.Q1")
    assert capsys.readouterr().out == (
        "tp99.q1\u00a0: tests publics réussis (1). Les tests cachés restent à passer.\n"
    )


def test_verify_raises_the_failure(toy):
    toy["f"] = lambda: 3
    with pytest.raises(Failure, match="VIDE — Vide, erreur et inventé confondus"):
        verify("tp99.q1")


def test_the_students_own_prints_are_shown_by_verify(toy, capsys):
    toy["f"] = lambda: print("ici") or 2
    verify("tp99.q1")
    assert capsys.readouterr().out.startswith("ici\n")


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("tp98.q1", r"« tp98 » n'existe pas. Carnets notés : tp99"),
        ("tp99.q7", r"tp99 n'a pas de tâche « q7 ». Tâches : q1"),
        ("q1", r"écrivez par exemple « tp01.q2 »"),
        (None, r"n'est pas un nom de tâche"),
    ],
)
@pytest.mark.parametrize("call", [verify, hint])
def test_a_name_that_is_no_task_says_what_exists(toy, name, says, call):
    with pytest.raises(LookupError) as caught:
        call(name)
    assert says.replace("\\", "") in str(caught.value).replace("\u00a0", " ")


def test_hints_come_one_after_the_other(toy, capsys):
    for _ in range(4):
        hint("tp99.q1")
    lines = capsys.readouterr().out.replace("\u00a0", " ").splitlines()
    assert lines[0] == "Indice 1 (l'idée) : un"
    assert [line[-4:] for line in lines[1:]] == ["deux", "rois", "rois"]


def test_hint_zero_gives_nothing_away(toy, capsys):
    hint("tp99.q1", 0)
    assert "trois indices" in capsys.readouterr().out
    assert progress.read_progress() == {}


def test_progress_is_kept_and_nothing_needs_it(toy):
    toy["f"] = lambda: 3
    with pytest.raises(Failure):
        verify("tp99.q1")
    toy["f"] = lambda: 2
    verify("tp99.q1")
    hint("tp99.q1", 2)
    assert progress.read_progress() == {"tp99.q1": {"tries": 2, "passed": True, "hints": 2}}
    progress.progress_file().write_text("{ cassé")
    verify("tp99.q1")
    assert progress.read_progress()["tp99.q1"]["tries"] == 1


@pytest.mark.parametrize("content", ["[]", '{"tp99.q1": 3}', '{"tp99.q1": {"tries": "x"}}', "\x00"])
def test_a_spoilt_progress_file_never_stops_anyone(toy, content, capsys):
    toy["f"] = lambda: 2
    progress.progress_file().parent.mkdir(parents=True, exist_ok=True)
    progress.progress_file().write_text(content)
    verify("tp99.q1")
    hint("tp99.q1")
    assert json.loads(progress.progress_file().read_text())["tp99.q1"]["passed"] is True


def test_progress_that_cannot_be_written_is_no_error(toy, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("TOOLUSE_PROGRESS", str(tmp_path / "file" / "progress.json"))
    toy["f"] = lambda: 2
    verify("tp99.q1")


def test_a_graders_run_leaves_no_progress(toy, monkeypatch):
    monkeypatch.setenv("NBGRADER_EXECUTION", "autograde")
    toy["f"] = lambda: 2
    verify("tp99.q1")
    assert progress.read_progress() == {}


def test_judge_without_a_grader_is_an_error_never_silence(toy, monkeypatch):
    monkeypatch.setattr(notebook, "entry_points", lambda group: ())
    with pytest.raises(RuntimeError, match="ne sert qu'à l'enseignant"):
        judge("tp99.q1")


def test_judge_raises_the_failure_and_is_silent_otherwise(toy, monkeypatch, capsys):
    class Found:
        @staticmethod
        def load():
            return lambda name, names: None if names["f"]() == 2 else Failure("VIDE", "…")

    monkeypatch.setattr(notebook, "entry_points", lambda group: (Found,))
    toy["f"] = lambda: 2
    judge("tp99.q1")
    assert capsys.readouterr().out == ""
    toy["f"] = lambda: 3
    with pytest.raises(Failure):
        judge("tp99.q1")
