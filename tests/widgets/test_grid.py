"""The grid of the 24 without pixels: what each source gives, and what it does not claim."""

import json

import pytest

from tooluse.experiments import results, vols24
from tooluse.widgets import grid24, grid_sources

MARKS = ("tool", "json", "airports_format", "airports_right", "date_format", "date_right")


@pytest.fixture
def record():
    """A record of two requests, made up."""
    asked = {one.id: one for one in vols24.requests("en")}
    name = vols24.definition("thin", "en")["name"]
    call = json.dumps({"name": name, "arguments": asked["p2-d1"].expected})
    texts = {"p2-d1": call, "p2-d2": "I am a model"}
    kept = [{"condition": "rich-masked", "id": ident, "text": text} for ident, text in texts.items()]
    trials = results.recorded("rich-masked", kept)["trials"]
    return {"model": "modèle d'essai", "conditions": {"rich-masked": trials}}


def test_published_totals_are_shown_as_published_without_a_grid():
    widget = grid24(source="published", version="rich")
    assert widget.totals == dict(zip(MARKS, (None, None, 16, 8, 24, 12), strict=True))
    assert widget.report["rows"] == [] and "non donné" in widget.fallback()


@pytest.mark.parametrize("version", ["thin", "rich"])
def test_the_simulation_and_the_reconstruction_give_the_published_totals(version):
    published = grid24(source="published", version=version).totals
    simulated = grid24(source="simulated", version=version).totals
    assert {key: simulated[key] for key, count in published.items() if count is not None} == {
        key: count for key, count in published.items() if count is not None
    }
    made_up = grid24(source="reconstructed", version=version)
    assert made_up.totals == published
    for mark in ("airports_format", "date_format"):
        what = mark.split("_")[0]
        cells = [cell for row in made_up.report["rows"] for cell in row["cells"]]
        assert sum(cell["format"][what] for cell in cells) == published[mark]


def test_intervals_stand_beside_the_bars():
    bars = {bar["key"]: bar for bar in grid24(source="published", version="rich").report["bars"]}
    assert (bars["date_right"]["low"], bars["date_right"]["high"]) == (29, 71)
    assert bars["date_format"]["interval"].replace("\u00a0", " ") == "[86 ; 100 %]"
    assert bars["tool"]["interval"] == ""


def test_a_switch_is_worked_out_again_and_is_marked_as_simulated():
    widget = grid24(version="rich")
    before = widget.totals["date_right"]
    widget.today, widget.run = True, 1
    assert widget.totals["date_right"] == 24 > before
    assert widget.report["effects"] == "effets simulés" and widget.report["mark"] == "simulé"


def test_the_grid_has_six_rows_of_four_cells_with_both_layers():
    rows = grid24(version="rich").report["rows"]
    assert [len(row["cells"]) for row in rows] == [4] * 6
    cell = rows[1]["cells"][1]
    assert set(cell["format"]) == set(cell["value"]) == {"airports", "date"}


def test_a_recorded_run_is_graded_as_the_others_and_says_that_it_is_partial(record):
    widget = grid24(source="recorded", version="rich", recorded=record)
    assert widget.totals == dict(zip(MARKS, (1, 1, 1, 1, 1, 1), strict=True))
    assert "2 demandes sur 24" in widget.fallback().replace("\u00a0", " ")
    assert widget.report["rows"][0]["cells"][0] is None
    assert "I am a model" in widget.report["rows"][1]["cells"][1]["call"]


def test_settings_without_a_record_say_which_there_are(record):
    widget = grid24(source="recorded", version="thin", recorded=record)
    assert widget.report["bars"] == [] and "rich-masked" in widget.fallback()


def test_the_kit_s_own_record_can_be_read():
    kept = grid_sources.recorded()["conditions"]
    assert kept and all(len(trials) == 24 for trials in kept.values())
    shown = grid24(source="recorded", version="rich", mode="masked").totals
    assert shown == {
        mark: total["count"] for mark, total in results.recorded("rich-masked")["totals"].items()
    }


@pytest.mark.parametrize("name", ["rich-masked", "rich-masked-today", "rich-masked-enum", "thin-free"])
def test_settings_name_the_conditions_of_the_real_run(name):
    from tooluse.experiments.smollm2.prompt import CONDITIONS

    one = CONDITIONS[name]
    assert grid_sources.condition(one.version, one.mode, one.today, one.enum or "") == name


def test_the_fallback_shows_both_versions_and_what_was_published():
    html = grid24().fallback().replace("\u00a0", " ")
    assert html.count("<details>") == 3 and "riche (simulé)" in html and "mince (publié)" in html
