"""TP04: its data against the experiment that they come from, and its intervals against known ones."""

from autograder.hidden._tp04_calls import BOUNDS, TRIAGE
from tooluse.data import read_json
from tooluse.experiments import results
from tooluse.experiments.intervals import clopper_pearson
from tooluse.practice.checks.tp04 import FAILURES, PUBLISHED, REMEDIES

RECORDS = read_json("tp", "tp04_records.json")


def test_the_records_are_the_reconstruction_marked_argument_by_argument():
    for version in PUBLISHED:
        own = [record for record in RECORDS if record["schema"] == version]
        trials = results.reconstruction(version)["trials"]
        assert [record["call"]["input"] for record in own] == [trial["input"] for trial in trials]
        for record, trial in zip(own, trials, strict=True):
            marks, grade = record["marks"], trial["grade"]
            for layer in ("format", "right"):
                both = marks["from"][layer] and marks["to"][layer]
                assert both == grade[f"airports_{layer}"]
                assert marks["date"][layer] == grade[f"date_{layer}"]


def test_the_totals_asked_for_are_the_published_ones():
    for version, counts in PUBLISHED.items():
        totals = results.published(version)["totals"]
        assert {score: totals[score]["count"] for score in counts} == counts


def test_the_bounds_are_those_of_clopper_and_pearson():
    for (count, of), bounds in BOUNDS.items():
        found = clopper_pearson(count, of)
        assert max(abs(one - other) for one, other in zip(found, bounds, strict=True)) < 0.001


def test_every_case_has_an_answer_of_the_permitted_words():
    assert [str(case) for case in TRIAGE] == list(read_json("tp", "tp04_failures.json"))
    assert {failure for failure, _ in TRIAGE.values()} == set(FAILURES)
    assert {remedy for _, remedy in TRIAGE.values()} == set(REMEDIES)
