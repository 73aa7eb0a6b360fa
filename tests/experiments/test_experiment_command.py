"""`tooluse experiment`, and the records that it shows."""

import json

import pytest

from tooluse import cli
from tooluse.experiments import results, smollm2, tool_count, vols24
from tooluse.experiments.smollm2 import compare


def shown(*words, capsys):
    code = cli.main(["experiment", *words])
    said = capsys.readouterr()
    return code, said.out.replace("\u00a0", " "), said.err.replace("\u00a0", " ")


def test_the_tables_tell_their_origins_apart(capsys):
    code, out, _ = shown("vols24", capsys=capsys)
    assert code == 0
    assert [word for word in ("PUBLIÉ", "SIMULÉ", "MESURÉ") if word in out] == ["PUBLIÉ", "SIMULÉ", "MESURÉ"]
    assert "16/24 [45;84]" in out


def test_json_holds_the_trials(capsys):
    _, out, _ = shown("vols24", "--format", "json", capsys=capsys)
    found = json.loads(out)
    assert len(found["simulated"][0]["trials"]) == 24
    assert {one["origin"] for one in found["measured"]} == {"measured"}


@pytest.mark.parametrize("model", [[], ["--model", "simulated"]])
def test_the_number_of_tools(model, capsys):
    code, out, _ = shown("tool-count", *model, capsys=capsys)
    assert code == 0 and "20 outils" in out
    assert ("2119 tokens" in out) == (not model)


def test_a_simulation_is_not_recorded(capsys):
    code, _, err = shown("vols24", "--record", "x.json", capsys=capsys)
    assert code == 2 and "--model smollm2" in err


def test_without_the_optional_group_the_command_says_how_to_install_it(monkeypatch, capsys, tmp_path):
    monkeypatch.setattr(smollm2, "GROUP", ("numpy_that_is_not_there",))
    code, _, err = shown("vols24", "--model", "smollm2", "--record", str(tmp_path / "x.json"), capsys=capsys)
    assert code == 2 and "numpy_that_is_not_there" in err and "--no-deps" in err
    assert not list(tmp_path.iterdir())


class TestNumberOfTools:
    def test_catalogues_grow_and_begin_with_the_flights(self):
        for language in ("fr", "en"):
            catalogues = [tool_count.catalogue(count, language) for count in tool_count.counts()]
            assert [len(one) for one in catalogues] == [1, 5, 10, 20]
            assert len({tool["name"] for tool in catalogues[-1]}) == 20
            assert all(one[:5] == catalogues[-1][: len(one)][:5] for one in catalogues)

    def test_the_prompt_grows_and_the_simulated_choice_does_not_suffer(self):
        rows = tool_count.simulated()
        tokens = [row["prompt_tokens"] for row in rows]
        assert tokens == sorted(set(tokens))
        assert [row["right"] for row in rows] == [24] * 4

    def test_published_rows(self):
        rows = tool_count.published()["rows"]
        assert [row["tools"] for row in rows] == tool_count.counts()
        assert [row["right"]["count"] for row in rows] == [24, None, 21, 24]
        assert [rows[0]["prompt_tokens"]["count"], rows[3]["prompt_tokens"]["count"]] == [353, 2119]


class TestRecords:
    @pytest.mark.parametrize(("experiment", "conditions"), [("vols24", 9), ("tool-count", 4)])
    def test_all_24_requests_stand_under_each_condition_in_order(self, experiment, conditions):
        trials = compare.recorded(experiment)
        ids = [one.id for one in vols24.requests()]
        assert [one["id"] for one in trials] == ids * conditions
        assert len({one["condition"] for one in trials}) == conditions

    @pytest.mark.parametrize("experiment", ["vols24", "tool-count"])
    def test_a_record_says_how_to_make_it_again(self, experiment):
        found = results.read_json("experiments", experiment, "smollm2.json")
        assert found["command"] == f"tooluse experiment {experiment} --model smollm2"
        assert set(found["versions"]) == {*smollm2.GROUP, smollm2.WEIGHTS}
        for trial in found["trials"]:
            assert {"prompt_sha256", "prompt_tokens", "text", "tokens", "seconds"} <= set(trial)
            assert len(trial.get("removed", trial["tokens"])) == len(trial["tokens"])

    def test_under_the_mask_every_call_is_in_form_and_few_are_true(self):
        """What the record shows, whatever it shows: the form is certain, the value is not."""
        totals = results.recorded("rich-masked")["totals"]
        assert totals["json"]["count"] == totals["date_format"]["count"] == 24
        assert totals["airports_format"]["count"] == 24
        assert totals["airports_right"]["count"] < 12 and totals["date_right"]["count"] < 12
        assert results.recorded("rich-free")["totals"]["json"]["count"] < 12


class TestReadCall:
    @pytest.mark.parametrize(
        ("text", "name"),
        [
            ('{"name": "a", "arguments": {"x": 1}}', "a"),
            ('Here it is: {"name": "a", "arguments": {}} Done.', "a"),
            ('{"name": "a", "arguments": "x"}', None),
            ('{"name": "a", "arg', None),
            ("No call.", None),
            ("{}", None),
        ],
    )
    def test_a_call_is_an_object_with_a_name_and_arguments(self, text, name):
        assert results.read_call(text)[0] == name


class TestCompare:
    KNOWN = {"prompt_sha256": "p", "tokens": [1, 2, 3], "tight": {"1": 0.004}}

    @pytest.mark.parametrize(
        ("tokens", "verdict"),
        [([1, 2, 3], "same"), ([1, 5, 6, 7], "close"), ([1, 2, 4], "other"), ([1, 2], "other")],
    )
    def test_texts_may_part_only_where_two_tokens_were_nearly_level(self, tokens, verdict):
        assert compare.verdict({"prompt_sha256": "p", "tokens": tokens}, self.KNOWN) == verdict

    def test_another_prompt_is_another_trial(self):
        assert compare.verdict(self.KNOWN | {"prompt_sha256": "q"}, self.KNOWN) == "other"
