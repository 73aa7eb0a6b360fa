"""`tooluse models`: the profiles as a person reads them, and as a program does."""

import json
from datetime import date

import pytest

from tooluse import cli, models
from tooluse.data import read_json
from tooluse.rules import Profile, profile

TODAY = date(2026, 11, 30)
IDS = list(read_json("models.json")["models"])


def shown(*words, capsys):
    code = cli.main(["models", *words])
    said = capsys.readouterr()
    return code, said.out.replace("\u00a0", " "), said.err.replace("\u00a0", " ")


def line(text, start):
    return next(line for line in text.replace("\u00a0", " ").splitlines() if line.startswith(start))


@pytest.fixture
def table():
    return models.table([profile(name) for name in IDS], TODAY)


def test_all_models_have_a_line_of_at_most_120_columns(table, capsys):
    code, out, _ = shown(capsys=capsys)
    assert code == 0
    for text in table, out:
        assert [row.split()[0] for row in text.splitlines()[2 : len(IDS) + 2]] == IDS
        assert max(map(len, text.splitlines())) <= 120
    table.encode("cp1252")  # the output of a Windows console that is sent to a file


def test_a_line_says_what_the_profile_says(table):
    row = line(table, "claude-sonnet-4-6")
    assert row.split() == (
        "claude-sonnet-4-6 oui adaptive enabled disabled non oui 1 M 128 k non un seul —".split()
    )
    assert "between_tools" in line(table, "claude-sonnet-5-5")
    assert "Modèle du cours : claude-sonnet-5" in table.replace("\u00a0", " ")


def test_what_is_deduced_is_marked(table):
    assert line(table, "claude-mythos-preview").count(models.ASSUMED) == 4
    assert models.ASSUMED not in line(table, "claude-sonnet-5 ")


@pytest.mark.parametrize("day, past", [(29, False), (30, True)])
def test_an_end_of_life_is_past_from_its_day_on(day, past):
    text = models.table([profile("claude-sonnet-4-5")], date(2026, 11, day))
    assert (f"2026-11-30{models.PAST}" in text) is past


def test_a_profile_that_nobody_checked_for_90_days_is_told():
    known = [Profile("a", checked="2026-10-08"), Profile("b", checked="2026-08-31")]
    assert models.checks(known, TODAY) == [
        "Profils vérifiés le 2026-08-31, 2026-10-08.",
        "Attention : plus de 90 jours sans vérification pour b.",
    ]
    assert len(models.checks(known, date(2026, 11, 1))) == 1
    assert "tous les profils" in models.checks(known[1:], TODAY)[1]


@pytest.mark.parametrize("name", [*IDS, "claude-haiku-4-5-20251001"])
def test_a_sheet_tells_every_fact(name):
    text = models.sheet(profile(name), TODAY)
    assert (
        len(text.splitlines()) >= len(Profile.__dataclass_fields__) - 1
    )  # the name is the title, `assumed` notes
    assert text.count("déduit d'un modèle voisin") == len(profile(name).assumed)


def test_a_dated_name_says_which_model_it_is(capsys):
    assert "même modèle que claude-haiku-4-5\n" in shown("claude-haiku-4-5-20251001", capsys=capsys)[1]


def test_json_is_for_programs(capsys):
    code, out, _ = shown("--format", "json", capsys=capsys)
    facts = {entry["id"]: entry for entry in json.loads(out)["models"]}
    assert code == 0 and list(facts) == IDS
    assert facts["claude-sonnet-5"]["course_model"] and not facts["claude-opus-5"]["course_model"]
    assert facts["claude-mythos-preview"]["past_end_of_life"]
    one = json.loads(shown("claude-haiku-4-5", "--format", "json", capsys=capsys)[1])
    assert (one["id"], one["effort"], one["context_window"]) == ("claude-haiku-4-5", [], 200_000)


@pytest.mark.parametrize(
    "name, code, said",
    [
        (
            "claude-3-haiku-20240307",
            1,
            "claude-3-haiku-20240307 a été retiré le 2026-04-20 : l'API répond 404.",
        ),
        ("claude-sonet-5", 2, "n'est pas un modèle connu. Modèles proches : claude-sonnet-5"),
        ("CLAUDE-OPUS-5", 2, "Modèles proches : claude-opus-5"),
        ("gpt-4", 2, "gpt-4 n'est pas un modèle connu. Liste : tooluse models"),
        ("x" * 100_000, 2, "n'est pas un modèle connu"),
    ],
)
def test_a_model_that_is_not_there_is_told_in_one_line(name, code, said, capsys):
    ended, out, err = shown(name, capsys=capsys)
    assert (ended, out) == (code, "")
    assert said in err and len(err.splitlines()) == 1 and len(err) < 400
