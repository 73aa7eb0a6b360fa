"""data/coverage.json: each point of the source documents stands in the cell or task that it names."""

from functools import cache

import pytest

from autograder.layout import here
from autograder.sources import in_language, read
from tooluse.data import read_json

COURSE = here()
ROWS = read_json("coverage.json")["rows"]
SOURCES = {"A", "B", "C"}


@cache
def places() -> dict[str, str]:
    """The text of « 05:modes », a cell of a lesson; of « tp05.q1 », a task; of « 05.p1 », a prediction."""
    found = {}
    for unit in COURSE.select():
        for cell in in_language(read(unit.source, COURSE.short(unit.source)), "fr"):
            if task := cell.meta.get("task"):
                key = f"{unit.name}.{task}"
                found[key] = found.get(key, cell.meta.get("title", "")) + "\n" + cell.source
            elif cell.key:
                found[f"{unit.name}:{cell.key}"] = cell.source
        if not unit.is_tp:
            asked = read_json("questions", f"{unit.name}.json")
            found |= {f"{unit.name}.{name}": str(one) for name, one in asked["predictions"].items()}
            found[f"{unit.name}.quiz"] = str(asked["quiz"])
    return found


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row["id"])
def test_a_point_is_taught_where_it_says(row):
    known = places()
    assert row["places"] and set(row["places"]) <= set(known), set(row["places"]) - set(known)
    text = "\n".join(known[place] for place in row["places"]).replace("\u00a0", " ").lower()
    missing = [word for word in row["words"] if word.lower() not in text]
    assert not missing, f"not said in {', '.join(row['places'])}: {missing}"


def test_rows_have_one_form():
    assert len({row["id"] for row in ROWS}) == len(ROWS)
    for row in ROWS:
        assert set(row) - {"today", "corrections"} == {"id", "source", "section", "claim", "places", "words"}
        assert row["source"] in SOURCES and row["claim"] and row["words"]
        assert ("today" in row) >= ("corrections" in row), "a correction says what is true today"
