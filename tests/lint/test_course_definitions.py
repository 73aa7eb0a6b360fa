"""What the course shows as a good definition passes the linter. Bad specimens stand in `data/tp/tp03_*`."""

import pytest

from tooluse.data import data_dir, read_json
from tooluse.lint.verdicts import lint

LISTS = [*sorted((data_dir() / "tools").glob("*.json")), data_dir() / "tp" / "tp02_tools.json"]


@pytest.mark.parametrize("file", LISTS, ids=lambda file: file.name)
def test_definitions_of_lessons_and_exercises_pass(file):
    found = lint(read_json(file.parent.name, file.name))
    assert [one.rule for one in found if one.severity != "note"] == []
