"""TP06: its data against the API and against its own rules."""

import math

import pytest

from autograder.hidden._tp06_reading import GOOD
from autograder.hidden._tp06_strict import CHOICE, NAMED, ORDER, VISIT, VISITED
from autograder.hidden._tp06_ways import ORDER as ORDER_TOOL
from tooluse.data import read_json
from tooluse.practice.bounds import LOST, bare, differences, reference
from tooluse.practice.moulding import MOOD, cited, need, profiles, refusal, refused, right_way, takes
from tooluse.practice.simulation import hear
from tooluse.rules.strict_schema import REFUSED

DATA = read_json("tp", "tp06_tickets.json")


def strict(tool: dict) -> dict:
    return {**tool, "strict": True}


@pytest.mark.parametrize("tool", [MOOD, ORDER_TOOL, DATA["file_tool"], VISIT], ids=lambda tool: tool["name"])
def test_tools_given_as_ready_for_strict_are(tool):
    assert refused(strict(tool)) is None


@pytest.mark.parametrize("schema", [ORDER, CHOICE, NAMED], ids=["order", "choice", "named"])
def test_the_reference_schema_is_taken_by_strict_and_the_original_is_not(schema):
    tool = {"name": "record", "description": "Enregistre une commande.", "strict": True}
    assert refused({**tool, "input_schema": schema}).rule.startswith("strict-")
    assert refused({**tool, "input_schema": reference(schema)}) is None
    assert list(differences(bare(reference(schema)), bare(schema))) != []


def test_the_lost_words_are_words_that_strict_refuses():
    assert set(LOST) <= REFUSED


def test_the_analysis_shown_keeps_the_rules_of_sense_and_no_good_one_breaks_the_mould():
    analysis, ticket = DATA["analysis"], DATA["texts"][0]
    assert len(analysis["summary"].split()) <= 25
    assert " ".join(analysis["quote"].split()) in " ".join(ticket.split())
    assert all(one.keys() == analysis.keys() for one in GOOD)


def test_citations_forbid_the_format_and_a_refusing_model_forbids_forcing():
    accepting, refusing = profiles(forced=True)[0], profiles(forced=False)[0]
    asked = need(MOOD, cited(), citations=True)
    assert [right_way(of, need()) for of in (accepting, refusing)] == ["format", "format"]
    assert [right_way(of, asked) for of in (accepting, refusing)] == ["forced", "asked"]
    messages = [{"role": "user", "content": cited()}]
    form = {"format": {"type": "json_schema", "schema": MOOD["input_schema"]}}
    body = {"model": accepting["id"], "max_tokens": 500, "messages": messages}
    assert refusal({**body, "output_config": form}).rule == "format-with-citations"
    forced = {**body, "tools": [strict(MOOD)], "tool_choice": {"type": "tool", "name": MOOD["name"]}}
    assert refusal(forced) is None
    assert refusal({**forced, "model": refusing["id"]}).rule == "forced-choice-unsupported"


def test_without_an_escape_the_simulated_model_invents():
    text = "Ouvre un ticket : l'imprimante du hall fume."
    ((_, given),) = hear([DATA["file_tool"]], text).calls
    assert given["contract_id"] is not None
    assert takes(VISIT["input_schema"], VISITED)


def test_five_off_is_rare_and_minus_infinity_is_never():
    assert math.exp(-math.inf) == 0 < math.exp(-5)
