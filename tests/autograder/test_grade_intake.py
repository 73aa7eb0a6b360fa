"""Which file of a student's folder is graded, and what is said of the others."""

import os

import pytest
import toy

from autograder import intake
from autograder.errors import UserError


@pytest.fixture
def folder(tmp_path):
    return toy.hand_in(tmp_path, "alice", toy.answered(**toy.RIGHT)).parent


def take(folder):
    return intake.take("alice", folder, toy.TP, timestamp_ok=lambda text: text.startswith("20"))


def test_the_expected_file_is_taken_without_a_word(folder):
    (folder / ".ipynb_checkpoints").mkdir()
    (folder / ".ipynb_checkpoints" / "tp91-checkpoint.ipynb").write_text("{}")
    (folder / "timestamp.txt").write_text("2026-11-30 10:00:00 UTC")
    work = take(folder)
    assert (work.cells is not None, work.oddities, work.timestamp) == (True, [], "2026-11-30 10:00:00 UTC")


@pytest.mark.parametrize("name", ["tp91 (1).ipynb", "TP91.ipynb", "rendu/tp91.ipynb", "travail.ipynb"])
def test_a_wrong_file_name_is_told(folder, name):
    (folder / name).parent.mkdir(exist_ok=True)
    (folder / "tp91.ipynb").rename(folder / name)
    work = take(folder)
    assert work.cells and work.oddities == [f"fichier « {name} » pris pour tp91.ipynb"]


def test_other_files_are_ignored_and_told(folder):
    (folder / "tp91 (1).ipynb").write_text("{}")
    (folder / "notes.txt").write_text("x")
    assert take(folder).oddities == ["fichiers en plus, ignorés : notes.txt, tp91 (1).ipynb"]


def test_no_notebook_a_broken_one_and_an_odd_timestamp(folder):
    (folder / "timestamp.txt").write_bytes(b"\xffhier")
    (folder / "tp91.ipynb").write_bytes(b"{")
    work = take(folder)
    assert work.reason == "fichier qui n'est pas du JSON (ligne 1)"
    assert work.oddities == ["timestamp.txt illisible : date de remise inconnue"]
    (folder / "tp91.ipynb").unlink()
    assert take(folder).reason == "pas de carnet dans tp91/ (timestamp.txt)"


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights on Windows")
def test_a_link_is_not_followed(folder, tmp_path):
    other = toy.hand_in(tmp_path, "bob", toy.answered(**toy.RIGHT))
    (folder / "tp91.ipynb").unlink()
    (folder / "tp91.ipynb").symlink_to(other)
    assert take(folder).reason == "« tp91.ipynb » est un lien vers un autre fichier : non suivi"
    carol = tmp_path / "submitted" / "carol"
    carol.mkdir()
    (carol / "tp91").symlink_to(other.parent, target_is_directory=True)
    assert "lien" in take(carol / "tp91").reason


def test_students_are_found_in_any_case_of_the_tp(tmp_path):
    toy.hand_in(tmp_path, "alice", b"{}")
    (tmp_path / "submitted" / "bob" / "TP91").mkdir(parents=True)
    (tmp_path / "submitted" / "carol").mkdir()
    (tmp_path / "submitted" / ".git").mkdir()
    work, absent = intake.folders(tmp_path, "tp91")
    assert (sorted(work), absent) == (["alice", "bob"], ["carol"])


@pytest.mark.parametrize("name", ["tp91.ipynb", "TP91 (1).IPYNB", "tp91_carol.ipynb"])
def test_a_notebook_one_level_too_high_is_taken_and_told(tmp_path, name):
    path = toy.hand_in(tmp_path, "carol", toy.answered(**toy.RIGHT))
    path.rename(path.parent.parent / name)  # leaves an empty folder of the TP
    work, absent = intake.folders(tmp_path, "tp91")
    assert (work, absent) == ({"carol": path.parent.parent / name}, [])
    taken = take(work["carol"])
    assert taken.cells and taken.oddities == [f"fichier « {name} » trouvé hors du dossier tp91/"]


def test_another_tps_notebook_one_level_too_high_is_no_submission(tmp_path):
    toy.hand_in(tmp_path, "alice", b"{}")
    carol = tmp_path / "submitted" / "carol"
    carol.mkdir()
    for name in ("tp911.ipynb", "tp92.ipynb", "._tp91.ipynb"):
        (carol / name).write_text("{}")
    assert intake.folders(tmp_path, "tp91")[1] == ["carol"]


@pytest.mark.skipif(not hasattr(os, "symlink") or os.name == "nt", reason="links need rights on Windows")
def test_a_link_one_level_too_high_is_not_followed(tmp_path):
    other = toy.hand_in(tmp_path, "bob", toy.answered(**toy.RIGHT))
    carol = tmp_path / "submitted" / "carol"
    carol.mkdir()
    (carol / "tp91.ipynb").symlink_to(other)
    assert "lien" in take(intake.folders(tmp_path, "tp91")[0]["carol"]).reason


def test_a_notebook_of_nobody_is_named(tmp_path):
    (tmp_path / "submitted").mkdir()
    (tmp_path / "submitted" / "bob.ipynb").write_text("{}")
    assert intake.loose(tmp_path) == ["bob.ipynb"]
    with pytest.raises(UserError, match=r"what exists: bob\.ipynb"):
        intake.folders(tmp_path, "tp91")


def test_nothing_to_grade_says_what_exists(tmp_path):
    with pytest.raises(UserError, match="submitted does not exist: put each"):
        intake.folders(tmp_path, "tp91")
    (tmp_path / "submitted" / "alice" / "tp02").mkdir(parents=True)
    with pytest.raises(UserError, match="no student has handed in tp91 .* what exists: tp02"):
        intake.folders(tmp_path, "tp91")
