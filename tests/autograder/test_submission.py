"""What becomes of a submitted file: read with an open mind, rebuilt from the release."""

import copy
import json

import pytest
import toy
from hypothesis import given, settings
from hypothesis import strategies as st
from nbformat import v4

from autograder import reading, submission
from autograder.reading import Unreadable, read

ONE_COUNTS = "la première réponse compte, l'autre n'a pas été exécuté"


def rebuilt(work):
    found = read(json.dumps(work).encode())
    return submission.rebuild(toy.released(), found.cells, toy.TP)


def sources(notebook) -> list[str]:
    return [cell.source for cell in notebook.cells if cell.cell_type == "code"]


def source(notebook, id: str) -> str:
    return next(cell.source for cell in notebook.cells if cell.id == id)


def index(notebook, id: str) -> int:
    return [cell.id for cell in notebook.cells].index(id)


def test_an_honest_submission_is_taken_as_it_is():
    result = rebuilt(toy.answered(**toy.RIGHT))
    assert result.oddities == []
    assert sources(result.notebook) == sources(toy.answered(**toy.RIGHT))


def test_tags_metadata_outputs_and_test_cells_count_for_nothing():
    work = toy.answered(**toy.RIGHT)
    test = work.cells[index(work, "q1-test")]
    test.metadata.update(tags=["skip-execution"])
    test.metadata.nbgrader.points = 100
    test.source, test.outputs = "print('rien')", [v4.new_output("stream", text="tout va bien")]
    result = rebuilt(work)
    assert result.notebook.cells == rebuilt(toy.answered(**toy.RIGHT)).notebook.cells
    assert result.oddities == ["cellule « q1-test » modifiée : remise en état"]


def test_added_cells_keep_their_place_and_lose_their_metadata():
    work = toy.answered(**toy.RIGHT)
    extra = v4.new_code_cell("aide = 1", id="x", metadata={"tags": ["hide"], "nbgrader": {"grade_id": "q9"}})
    work.cells.insert(index(work, "q1"), extra)
    work.cells.append(v4.new_markdown_cell("fin"))
    notebook = rebuilt(work).notebook
    before, after = notebook.cells[index(notebook, "q1") - 1], notebook.cells[-1]
    assert (before.source, before.metadata) == ("aide = 1", {})
    assert after.source == "fin"


def test_a_deleted_answer_and_a_deleted_test_are_told_and_the_test_comes_back():
    work = toy.answered(**toy.RIGHT)
    work.cells = [cell for cell in work.cells if cell.id not in ("q1", "q2-test")]
    result = rebuilt(work)
    assert result.oddities == [
        "cellule de réponse « q1 » absente",
        "cellule de test « q2-test » absente : remise",
    ]
    assert source(result.notebook, "q1") == submission.ABSENT
    assert source(result.notebook, "q2-test") == source(toy.released(), "q2-test")


def test_a_renamed_answer_is_known_by_its_cell_id():
    work = toy.answered(**toy.RIGHT)
    work.cells[index(work, "q1")].metadata.nbgrader.grade_id = "autre"
    result = rebuilt(work)
    assert source(result.notebook, "q1") == toy.RIGHT["q1"]
    assert result.oddities == ["cellule « q1 » renommée « autre »"]


def test_an_answer_that_lost_name_and_id_is_known_by_its_position():
    work = toy.answered(**toy.RIGHT)
    cell = work.cells[index(work, "q1")]
    cell.id = cell.metadata.nbgrader.grade_id = "autre"
    result = rebuilt(work)
    assert source(result.notebook, "q1") == toy.RIGHT["q1"]
    assert result.oddities == ["cellule de réponse « q1 » sans son nom : reconnue à sa position"]


def test_answers_without_any_name_are_known_by_their_position():
    work = toy.answered(**toy.RIGHT)
    for cell in work.cells:
        cell.metadata, cell.id = {}, f"neuf-{cell.id}"
    result = rebuilt(work)
    assert sources(result.notebook) == sources(work)
    assert result.oddities == ["cellules de réponse « q1 », « q2 » sans leur nom : reconnues à leur position"]


def test_of_several_cells_in_the_place_of_an_answer_all_run_and_none_is_said_to_be_absent():
    work = toy.answered(**toy.RIGHT)
    at = index(work, "q1")
    work.cells[at : at + 1] = [v4.new_code_cell("y = 2"), v4.new_code_cell(toy.RIGHT["q1"])]
    result = rebuilt(work)
    assert sources(result.notebook)[1:4] == ["y = 2", toy.RIGHT["q1"], submission.ABSENT]
    assert result.oddities == [
        "cellule de réponse « q1 » sans son nom : tout le code trouvé à sa position a été exécuté"
    ]


def test_an_untouched_or_unread_copy_is_told_from_one_with_answers():
    def answers(notebook):
        return submission.answers(notebook, toy.released())

    assert answers(rebuilt(toy.answered(q2="ORDRE = []")).notebook)
    assert not answers(rebuilt(toy.released()).notebook)
    assert not answers(rebuilt(toy.answered(q1="", q2=" \n")).notebook)
    unread = submission.untouched(toy.released(), "fichier vide")
    assert unread.unread and not answers(unread.notebook)


def test_a_second_version_of_an_answer_does_not_run():
    for first, second in (
        (toy.RIGHT["q1"], "def double(x):\n    return x"),
        ("%%time\ndouble = lambda x: 2 * x", "!ls\ny: int = 1\ndef double(x): return x"),
    ):
        work = toy.answered(q1=first, q2=toy.RIGHT["q2"])
        copied = copy.deepcopy(work.cells[index(work, "q1")])
        copied.update(id="copie", source=second)
        work.cells.insert(index(work, "q1") + 1, copied)
        result = rebuilt(work)
        assert second not in sources(result.notebook)
        assert result.oddities == [f"cellule « q1 » en 2 exemplaires : {ONE_COUNTS}"]


def test_of_duplicates_the_answer_counts_and_an_untouched_copy_does_not_undo_it():
    work = toy.answered(**toy.RIGHT)
    stub = copy.deepcopy(toy.released().cells[index(work, "q1")])
    stub.id = "copie"
    for place in (0, 1):  # the copy below the answer, then above
        twice = copy.deepcopy(work)
        twice.cells.insert(index(twice, "q1") + place, stub)
        result = rebuilt(twice)
        assert sources(result.notebook) == sources(work)
        assert result.oddities == [f"cellule « q1 » en 2 exemplaires : {ONE_COUNTS}"]


def test_the_halves_of_a_split_answer_both_run_in_order():
    work = toy.answered(q1="def double(x):\n    return x * 2", q2="A = 'a'")
    half = copy.deepcopy(work.cells[index(work, "q2")])
    half.update(id="moitie", source="ORDRE = [A, 'b']")
    work.cells.insert(index(work, "q2") + 1, half)
    result = rebuilt(work)
    order = sources(result.notebook)
    assert order.index("ORDRE = [A, 'b']") == order.index("A = 'a'") + 1
    assert result.oddities == ["cellule « q2 » en 2 morceaux : exécutés l'un après l'autre"]


def test_moved_cells_go_back_to_their_place():
    work = toy.answered(**toy.RIGHT)
    work.cells.insert(0, work.cells.pop(index(work, "q1-test")))
    work.cells.insert(0, work.cells.pop(index(work, "q2")))
    assert sources(rebuilt(work).notebook) == sources(toy.answered(**toy.RIGHT))


def test_an_answer_turned_into_markdown_is_read_as_code():
    work = toy.answered(**toy.RIGHT)
    cell = work.cells[index(work, "q1")]
    cell.cell_type = "markdown"
    del cell["outputs"], cell["execution_count"]
    result = rebuilt(work)
    assert source(result.notebook, "q1") == toy.RIGHT["q1"]
    assert result.oddities == ["cellule « q1 » changée en markdown : lue comme du code"]


def test_the_notebook_of_another_tp_is_graded_as_an_untouched_one():
    work = toy.answered(**toy.RIGHT)
    for cell in work.cells:
        cell.source = cell.source.replace(toy.TP, "tp92")
    result = rebuilt(work)
    assert result.notebook.cells == toy.released().cells
    assert result.oddities == ["carnet d'un autre TP (tp92) : noté comme une copie vide"]


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "fichier vide"),
        (b"\0\0\0", "fichier vide"),
        (b"bonjour", "pas du JSON (ligne 1)"),
        (b"PK\x03\x04\xff\xfe", "pas du JSON"),
        (b'{"cells": [\n<<<<<<< HEAD\n', "marques de conflit git"),
        (b"[1, 2]", "pas un carnet"),
        (b'{"a": 1}', "pas de cellules"),
        (b'{"cells": []}', "carnet sans cellule"),
        (b'{"cells": ' + b"[" * 100_000, "imbriqué trop profondément"),
    ],
)
def test_a_file_without_a_notebook_says_why(data, reason):
    with pytest.raises(Unreadable, match=reason.replace("(", r"\(").replace(")", r"\)")):
        read(data)


@pytest.mark.parametrize(
    ("encoding", "told"),
    [
        ("utf-8-sig", "fichier en UTF-8 avec marque d'ordre (BOM)"),
        ("utf-16", "fichier en UTF-16 au lieu d'UTF-8"),
        ("utf-16-le", "fichier en UTF-16 au lieu d'UTF-8"),
        ("cp1252", "fichier qui n'est pas en UTF-8 : lu comme du Windows-1252"),
    ],
)
def test_other_encodings_are_read_and_told(encoding, told):
    work = toy.answered(q1="# déjà\nx = 1", q2=toy.RIGHT["q2"])
    found = read(json.dumps(work, ensure_ascii=False).encode(encoding))
    assert found.oddities == [told]
    assert "# déjà\nx = 1" in [cell.source for cell in found.cells]


def test_other_formats_and_odd_cells_are_read_for_what_stands():
    cells = [
        {"cell_type": "code", "input": ["a = ", "1"]},
        {"cell_type": "banana"},
        7,
        {"cell_type": "code", "source": 3},
        {"cell_type": "markdown", "source": "\ud800", "metadata": []},
    ]
    found = read(json.dumps({"nbformat": 3, "worksheets": [{"cells": cells}, None]}).encode())
    assert [cell.source for cell in found.cells] == ["a = 1", "?"]
    assert found.oddities == [
        "format de carnet nbformat 3 au lieu de 4 : lu au mieux",
        "3 cellule(s) illisible(s), laissée(s) de côté",
    ]


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.sampled_from(
                ["cells", "cell_type", "source", "metadata", "nbgrader", "grade_id", "id", "worksheets"]
            ),
            inner | st.sampled_from(["code", "q1", "q1-test"]),
        )
    ),
)


@settings(deadline=None)
@given(st.binary() | JSON.map(lambda value: json.dumps(value).encode()))
def test_reading_never_raises_anything_else(data):
    try:
        cells = read(data).cells
    except Unreadable:
        return
    submission.rebuild(toy.released(), cells, toy.TP)


CELLS = st.lists(
    st.builds(
        reading.Cell,
        st.sampled_from(reading.KINDS),
        st.sampled_from(["", "x = 1", '# verify("tp91.q1")', "# Fin"]),
        st.sampled_from([None, "q1", "q1-test", "titre", "x"]),
        st.sampled_from([None, "q1", "q2", "q1-test", "q2-test", "q1-check", "z"]),
    )
)


@settings(deadline=None)
@given(CELLS)
def test_whatever_was_submitted_the_graded_cells_are_the_instructors(cells):
    release, notebook = toy.released(), submission.rebuild(toy.released(), cells, toy.TP).notebook
    own = [cell for cell in notebook.cells if not cell.id.startswith(submission.ADDED)]
    assert [(c.id, c.metadata) for c in own] == [(c.id, c.metadata) for c in release.cells]
    locked = [c.source for c in own if c.id not in ("q1", "q2", "titre")]
    assert locked == [c.source for c in release.cells if c.id not in ("q1", "q2", "titre")]
