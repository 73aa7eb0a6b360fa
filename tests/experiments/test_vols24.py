"""The 24 requests: design, marks, intervals, published totals, and the simulation that gives the same."""

import pytest

from tooluse.data import read_json
from tooluse.experiments import results, simulated, vols24
from tooluse.experiments.grading import Grade, grade
from tooluse.experiments.intervals import at_most, clopper_pearson, percent

RIGHT = {"from": "MAD", "to": "ATH", "date": "2026-09-11"}


def counts(result):
    return [result["totals"][column]["count"] for column in vols24.COLUMNS]


class TestDesign:
    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_there_are_24_different_requests(self, language):
        asked = vols24.requests(language)
        assert len({one.text for one in asked}) == len({one.id for one in asked}) == 24
        assert len({one.pair for one in asked}) == 6 and len({one.wording for one in asked}) == 4

    def test_the_wordings_mean_the_expected_days_from_the_reference_day(self):
        plan = vols24.design()
        assert plan["reference_day"]["origin"] == "inferred"
        assert [one["date"] for one in plan["wordings"]] == [
            "2026-10-03",
            "2026-09-11",
            "2026-12-15",
            "2026-09-08",
        ]

    @pytest.mark.parametrize("language", ["fr", "en"])
    def test_thin_and_rich_differ_in_their_texts_only(self, language):
        thin, rich = (vols24.definition(one, language) for one in ("thin", "rich"))
        assert thin["name"] == rich["name"]
        for own in (thin, rich):
            assert own["input_schema"]["required"] == list(own["input_schema"]["properties"])

    def test_an_enum_lists_the_twelve_codes_and_may_explain_them(self):
        bare, glossed = (vols24.definition("rich", enum=one) for one in ("codes", "glossed"))
        codes = sorted(vols24.cities().values())
        for tool in (bare, glossed):
            assert tool["input_schema"]["properties"]["from"]["enum"] == codes and len(codes) == 12
        assert "TLS = Toulouse" in glossed["input_schema"]["properties"]["to"]["description"]
        assert "Toulouse" not in bare["input_schema"]["properties"]["to"]["description"]


class TestMarks:
    @pytest.mark.parametrize(
        ("changed", "marks"),
        [
            ({}, "format right format right"),
            ({"from": "Madrid"}, "- - format right"),
            ({"to": "ORY"}, "format - format right"),
            ({"to": "ath"}, "- - format right"),
            ({"date": "2026-09-04"}, "format right format -"),
            ({"date": "2026-02-31"}, "format right - -"),
            ({"date": "3rd October 2026"}, "format right - -"),
            ({"date": "20260911"}, "format right - -"),
            ({"date": None, "from": 3}, "- - - -"),
        ],
    )
    def test_format_and_value_are_marked_apart(self, changed, marks):
        found = grade("find", RIGHT | changed, RIGHT, "find")
        seen = (found.airports_format, found.airports_right, found.date_format, found.date_right)
        assert [bool(mark) for mark in seen] == [word != "-" for word in marks.split()]
        assert found.tool and found.json

    def test_what_is_no_object_has_no_mark_but_the_tool(self):
        assert grade("find", None, RIGHT, "find") == Grade(tool=True)
        assert grade(None, [1], RIGHT, "find") == Grade()


class TestIntervals:
    @pytest.mark.parametrize(
        ("count", "shown"),
        [
            (2, (1, 27)),
            (4, (5, 37)),
            (8, (16, 55)),
            (12, (29, 71)),
            (16, (45, 84)),
            (21, (68, 97)),
            (24, (86, 100)),
        ],
    )
    def test_the_known_values_of_24(self, count, shown):
        assert percent(clopper_pearson(count, 24)) == shown

    def test_the_bounds_are_where_the_tails_weigh_two_and_a_half_percent(self):
        low, high = clopper_pearson(7, 30)
        assert at_most(7, 30, high) == pytest.approx(0.025)
        assert 1 - at_most(6, 30, low) == pytest.approx(0.025)

    def test_none_and_all(self):
        assert clopper_pearson(0, 24) == (0.0, pytest.approx(1 - 0.025 ** (1 / 24)))
        assert clopper_pearson(24, 24) == (pytest.approx(0.025 ** (1 / 24)), 1.0)

    @pytest.mark.parametrize(("count", "of"), [(-1, 3), (4, 3), (0, 0)])
    def test_what_is_no_share_is_refused(self, count, of):
        with pytest.raises(ValueError):
            clopper_pearson(count, of)


class TestTotals:
    def test_the_published_figures_stand_as_published(self):
        assert counts(results.published("thin")) == [24, 24, 4, 4, 2, None]
        assert counts(results.published("rich")) == [None, None, 16, 8, 24, 12]
        origins = {one["origin"] for one in results.published("rich")["totals"].values()}
        assert origins == {"published", "missing"}

    @pytest.mark.parametrize("version", ["thin", "rich"])
    @pytest.mark.parametrize("made", [results.reconstruction, results.simulation])
    def test_the_reconstruction_and_the_simulation_give_the_published_totals(self, made, version):
        known = zip(counts(made(version)), counts(results.published(version)), strict=True)
        assert all(published in (None, own) for own, published in known)
        assert counts(made(version))[:2] == [24, 24]

    def test_every_source_says_what_it_is(self):
        made = (results.published, results.reconstruction, results.simulation)
        assert [one("thin")["origin"] for one in made] == ["published", "reconstructed", "simulated"]
        assert "jamais des données brutes" in results.reconstruction("thin")["note"]

    @pytest.mark.parametrize("language", ["fr", "en"])
    @pytest.mark.parametrize(
        ("options", "airports_format", "airports_right", "date_right"),
        [
            ({"today": True}, 16, 8, 24),
            ({"lookup": True}, 24, 24, 12),
            ({"today": True, "lookup": True}, 24, 24, 24),
        ],
    )
    def test_what_brings_the_knowledge_in_repairs_that_knowledge_only(
        self, options, airports_format, airports_right, date_right, language
    ):
        found = counts(results.simulation("rich", language=language, **options))
        assert found == [24, 24, airports_format, airports_right, 24, date_right]

    def test_an_enum_gives_the_format_and_some_of_the_knowledge(self):
        bare, glossed = (results.simulation("rich", enum=one) for one in ("codes", "glossed"))
        assert counts(bare)[2] == counts(glossed)[2] == 24
        assert 8 < counts(bare)[3] <= counts(glossed)[3]
        assert counts(bare)[5] == 12

    def test_the_habits_are_the_profiles_own_and_show_where_each_wrong_code_comes_from(self):
        habits = simulated.habits()
        assert (
            habits["assumed_today"]
            == read_json("simulated", "knowledge.json")["profiles"]["small"]["assumed_today"]
        )
        wrong = {
            trial["input"][side]
            for trial in results.simulation("rich")["trials"]
            for side in ("from", "to")
            if trial["input"][side] not in vols24.cities().values()
        }
        assert {value for value in wrong if value.isupper()} == set(habits["believed"].values())


class TestGrid:
    def test_six_rows_of_four_cells_with_two_layers(self):
        found = results.grid(results.simulation("rich"))
        assert [len(row) for row in found["cells"]] == [4] * 6
        assert len(found["rows"]) == 6 and found["columns"][3] == "demain"
        cells = [cell for row in found["cells"] for cell in row]
        assert all(cell["layers"]["format"] or not cell["layers"]["value"] for cell in cells)
        assert sum(cell["layers"]["format"] for cell in cells) == 16
        assert sum(cell["layers"]["value"] for cell in cells) == 4  # 8 and 12 of 24 meet in 4

    def test_what_is_no_option_is_refused(self):
        with pytest.raises(ValueError, match="thin, rich"):
            results.simulation("thick")
