"""Where the kit's data stand, and what is said when they do not."""

import pytest

from tooluse import data
from tooluse.data import MissingData, read_json


def test_the_data_are_found_from_anywhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    assert read_json("models.json")["default"]


def test_a_file_that_is_missing_says_what_is_there():
    with pytest.raises(MissingData, match=r"tp77\.json manque.*tp01\.json"):
        read_json("hints", "tp77.json")


def test_a_folder_that_is_missing_says_what_to_do(monkeypatch, tmp_path):
    monkeypatch.setattr(data, "data_dir", lambda: tmp_path / "data")
    with pytest.raises(MissingData, match=r"n'existe pas.*data\. Décompressez de nouveau le kit"):
        read_json("models.json")


def test_a_notebook_shows_one_sentence():
    assert len(MissingData("…")._render_traceback_()) == 1
