"""TP03 and lesson 03: the linter agrees with the specimens, and every definition shown as good passes it."""

import pytest

from autograder.hidden._tp03_specimens import SPECIMENS
from tooluse.data import read_json
from tooluse.lint.verdicts import lint
from tooluse.practice.simulation import called, hear

RULES = {
    "name": "string-pattern",
    "schema": "input-schema-invalid",
    "keyword": "unknown-schema-keyword",
    "required": "required-without-property",
    "mute": "parameter-undescribed",
    "catch-all": "catch-all-parameter",
    "case": "enum-case",
    "pattern": "pattern-unanchored",
    "empty": "empty-case-missing",
}
SHOWN = read_json("tp", "tp03_specimens.json")["specimens"]
LESSON = read_json("lessons", "03.json")
TOOLS = read_json("tp", "tp03_tools.json")


def rules(*definitions) -> list[str]:
    return [found.rule for found in lint(list(definitions))]


def test_twelve_specimens_cover_every_code():
    assert len(SPECIMENS) == 12
    assert set().union(*(one.codes for one in SPECIMENS)) == set(RULES)


@pytest.mark.parametrize("one", SPECIMENS, ids=lambda one: one.sound["name"])
def test_linter_finds_what_was_planted_and_nothing_in_the_sound_one(one):
    assert sorted(rules(one.planted)) == sorted(RULES[code] for code in one.codes)
    assert rules(one.sound) == []


@pytest.mark.parametrize("one", SHOWN, ids=lambda one: one["definition"]["name"])
def test_linter_agrees_on_the_definitions_that_students_see(one):
    assert sorted(rules(one["definition"])) == sorted(RULES[code] for code in one["codes"])


def test_good_definitions_of_lesson_and_tp_pass():
    told = zip(LESSON["pair"], LESSON["frontiers"], strict=True)
    pair = [{**tool, "description": tool["description"] + frontier} for tool, frontier in told]
    for catalogue in ([LESSON["good"]], [LESSON["ticket"]], pair, TOOLS["neighbours"]):
        assert rules(*catalogue) == []


def test_bad_definitions_are_told():
    for name in ("thin", "stuffed", "faulty"):
        assert rules(LESSON[name])
    assert "catch-all-parameter" in rules(TOOLS["manage_client"])


def test_simulation_hears_calls_and_refusals():
    request = LESSON["requests"][1][0]
    assert (
        called([LESSON["good"]], request) == hear([LESSON["good"]], request).names == [LESSON["good"]["name"]]
    )
    assert "should match pattern" in (hear([LESSON["faulty"]], request).refusal or "")
