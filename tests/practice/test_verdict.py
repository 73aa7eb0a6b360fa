"""A failed test is data that a learner can read, and that is read back from the text."""

import pytest

from tooluse.practice import Failure, LocalStudent, Suite, fail
from tooluse.practice.misconceptions import misconceptions
from tooluse.practice.verdict import parse

THE_24 = """
EXEC POS ROLE CORR INTACT GROUPE ORDRE UN-SEUL FIN SANS-FIN DOC BOURRAGE DECOR FORME=VRAI RETRY FORCE VIDE
FUITE COERC ALIAS PORTEE DOUBLE CROIRE COUT
""".split()


def test_the_catalogue_holds_the_codes_of_the_course():
    assert set(THE_24) < set(misconceptions())
    for code, entry in misconceptions().items():
        assert entry.name and len(entry.explanation) > 40, code
        assert (entry.lesson == "") == (code in ("AUTRE", "A-FAIRE"))


def test_the_text_says_what_why_and_where():
    text = str(Failure("POS", "vous avez lu `content[0]`", look="leçon 01, « Lire par type »"))
    assert text.splitlines() == [
        "POS — Lecture par position",
        "Vu\u00a0: vous avez lu `content[0]`",
        "Pourquoi\u00a0: " + misconceptions()["POS"].explanation,
        "Où regarder\u00a0: leçon 01, «\u00a0Lire par type\u00a0»",
    ]


@pytest.mark.parametrize("code", [*THE_24, None])
@pytest.mark.parametrize("seen", ["un mot", "deux\nlignes : oui", "Pourquoi : non"])
def test_the_text_is_read_back(code, seen):
    failure = Failure(code, seen)
    back = parse(str(failure))
    assert (back["code"], back["seen"]) == (failure.code, failure.seen)


@pytest.mark.parametrize("text", ["", "KeyError: 3", "POS", "RIEN — x\nVu\u00a0: y\nPourquoi\u00a0: z"])
def test_any_other_text_is_no_verdict(text):
    assert parse(text) is None


def test_a_code_that_does_not_exist_is_the_authors_mistake():
    with pytest.raises(KeyError):
        fail("INVENTÉ", "…")


def test_a_failure_shows_no_traceback():
    shown = Failure("POS", "vu " * 80)._render_traceback_()
    assert " ".join(shown).split() == str(Failure("POS", "vu " * 80)).split()
    assert max(map(len, shown)) < 100, "JupyterLab would cut a longer line inside a word"


def make_suite():
    suite = Suite("tp99")

    @suite.test("q1", "vaut 2")
    def value(student):
        if student.call("f").value != 2:
            fail("VIDE", "`f` ne rend pas 2")

    @suite.test("q1", "liste d'un dictionnaire")
    def form(student):
        assert student.call("f").value[0]["id"]

    return suite


def outcomes(function):
    return {
        result.name: result.failure and result.failure.code
        for result in make_suite().run("q1", LocalStudent({"f": function}))
    }


def test_each_property_has_its_own_result():
    assert outcomes(lambda: 3) == {"vaut 2": "VIDE", "liste d'un dictionnaire": "AUTRE"}


def test_an_exception_of_the_student_is_a_failure_that_names_it():
    def broken():
        raise ValueError("cassé")

    (first, _) = make_suite().run("q1", LocalStudent({"f": broken}))
    assert first.failure.code == "AUTRE"
    assert "`f` a levé `ValueError`" in first.failure.seen and "cassé" in first.failure.seen


def test_a_task_not_begun_is_told_as_such():
    def stub():
        raise NotImplementedError("Tâche à faire")

    (first, _) = make_suite().run("q1", LocalStudent({"f": stub}))
    assert (first.failure.code, first.failure.seen) == ("A-FAIRE", "`f` n'est pas encore écrite.")


def test_two_tests_of_a_task_cannot_share_a_name():
    suite = make_suite()
    with pytest.raises(ValueError, match="two tests named"):
        suite.test("q1", "vaut 2")
