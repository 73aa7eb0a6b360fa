"""The simulated model sits its exam: 200 requests that it was not written for."""

import json
import re
from collections import Counter

import pytest

from tooluse import MockClaude, cli
from tooluse.data import data_dir
from tooluse.evaluation import evaluate, names, renamed, score, thinned, tool_set
from tooluse.evaluation.catalogue import request
from tooluse.evaluation.report import KINDS
from tooluse.mock.models import SimulatedModel
from tooluse.rules import check

SOURCES = data_dir().parent / "src"


def measured(change):
    return score(evaluate(MockClaude(SimulatedModel()), change=change))


@pytest.fixture(scope="module")
def good():
    return measured(lambda chosen: chosen)


@pytest.fixture(scope="module")
def thin():
    return measured(thinned)


def properties(schema):
    for name, value in schema.get("properties", {}).items():
        yield name
        yield from properties(value)
    if "items" in schema:
        yield from properties(schema["items"])


def identifiers(chosen):
    tools = {tool["name"] for tool in chosen["tools"]}
    return tools | {name for tool in chosen["tools"] for name in properties(tool["input_schema"])}


def test_tools_are_right_with_good_definitions(good):
    assert good.tool_rate >= 95


def test_arguments_are_right_with_good_definitions(good):
    assert good.argument_rate >= 90


def test_thin_definitions_cost_twenty_points(good, thin):
    assert good.tool_rate - thin.tool_rate >= 20
    assert good.argument_rate - thin.argument_rate >= 20


def test_other_words_for_the_same_cost_three_points_at_most(good):
    other = measured(renamed)
    assert good.tool_rate - other.tool_rate <= 3
    assert good.argument_rate - other.argument_rate <= 3


def test_the_catalogue_is_large_and_varied():
    sets = [tool_set(name) for name in names()]
    requests = [item for chosen in sets for item in chosen["requests"]]
    assert len(sets) >= 18 and len(requests) >= 140
    assert {item["kind"] for item in requests} == set(KINDS)
    assert {len(chosen["tools"]) for chosen in sets} >= {2, 20}
    assert Counter(chosen["language"] for chosen in sets) == {"fr": len(sets) // 2, "en": len(sets) // 2}
    assert len({item["id"] for item in requests}) == len(requests)


@pytest.mark.parametrize("name", names())
@pytest.mark.parametrize("change", [lambda chosen: chosen, thinned, renamed], ids=["good", "thin", "renamed"])
def test_the_api_would_take_every_request(name, change):
    chosen = change(tool_set(name))
    for item in chosen["requests"]:
        body = request(chosen, item, "claude-sonnet-5")
        assert [one.message for one in check(body) if one.severity == "error"] == [], item["id"]


@pytest.mark.parametrize("name", names())
def test_what_is_expected_exists(name):
    chosen = tool_set(name)
    schemas = {tool["name"]: tool["input_schema"] for tool in chosen["tools"]}
    for item in chosen["requests"]:
        for call in (call for calls in item.get("any_of") or [item["expect"]] for call in calls):
            assert call["input"].keys() <= schemas[call["tool"]]["properties"].keys(), item["id"]
    assert chosen["thin"].keys() == schemas.keys()
    assert all(1 <= len(words.split()) <= 5 for words in chosen["thin"].values())


@pytest.mark.parametrize("name", names())
def test_the_linter_has_nothing_to_say_of_the_good_definitions(name, tmp_path, capsys):
    path = tmp_path / "tools.json"
    path.write_text(json.dumps(tool_set(name)["tools"]), encoding="utf-8")
    assert cli.main(["lint", str(path), "--strict"]) == 0, capsys.readouterr().out


@pytest.mark.parametrize("name", names())
def test_every_tool_and_property_has_another_name(name):
    chosen = tool_set(name)
    other = chosen["rename"]["names"]
    before, after = identifiers(chosen), identifiers(renamed(chosen))
    assert before <= other.keys()
    assert len(after) == len(before) and not before & after
    assert len(chosen["rename"]["words"]) >= 5


@pytest.mark.parametrize("name", names())
def test_renaming_leaves_no_word_of_the_trade(name):
    chosen = tool_set(name)
    words = chosen["rename"]["words"]
    gone = [word for word in words if word.lower() not in {other.lower() for other in words.values()}]
    text = json.dumps([renamed(chosen)[key] for key in ("trade", "tools", "requests")], ensure_ascii=False)
    # inside texts only: a property's new name may well be one of the words
    assert [word for word in gone if re.search(rf"(?<![\w\"]){re.escape(word)}(?![\w\"])", text)] == []


def tool_names(value):
    """Of anything in the data: the names of what looks like a tool definition."""
    if isinstance(value, list):
        return {name for one in value for name in tool_names(one)}
    if not isinstance(value, dict):
        return set()
    own = {value["name"]} if "input_schema" in value and isinstance(value.get("name"), str) else set()
    return own | tool_names(list(value.values()))


def words_of(folder, ending):
    text = "\n".join(path.read_text("utf-8") for path in sorted(folder.rglob(ending)))
    return set(re.findall(r"\w+", text))


def test_no_tool_of_the_catalogue_is_known_to_the_code():
    sets = [change(tool_set(name)) for name in names() for change in (dict, renamed)]
    found = {name for chosen in sets for name in tool_names(chosen)}
    assert found & words_of(SOURCES, "*.py") == set()
    assert found & words_of(data_dir() / "simulated", "*.json") == set()


def test_the_simulated_model_knows_no_tool_of_the_data():
    read = (json.loads(path.read_text("utf-8")) for path in data_dir().rglob("*.json"))
    # a name of one word, as some specimens of the rules have, is a word like any other
    found = {name for value in read for name in tool_names(value) if "_" in name}
    known = words_of(SOURCES / "tooluse" / "mock" / "models" / "simulated", "*.py")
    assert found & (known | words_of(data_dir() / "simulated", "*.json")) == set()


def test_the_command_prints_a_table(capsys):
    assert cli.main(["evaluate", "--set", "club", "--verbose"]) == 0
    table = capsys.readouterr().out
    assert "définitions soignées" in table and "Ensemble" in table and "club-" in table


def test_the_command_gives_data(capsys):
    assert cli.main(["evaluate", "--set", "club", "--format", "json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert found.keys() == {"good", "thin"} and found["good"]["requests"] == 7


def test_an_unknown_set_is_named(capsys):
    assert cli.main(["evaluate", "--set", "nothing"]) == 2
    assert "nothing" in capsys.readouterr().err
