"""On the wire, every case of the catalogue: a refusal in the API's envelope and words, or an answer.

`data/wire.json` has those that no body provokes: headers, path, size, the model's name. With `--faults` the
run ends with a table of the refusals that were reported for the real API."""

import json
import re

import pytest
from cases import CASES, request_of

from tooluse import ScriptedModel, reply
from tooluse.data import read_json
from tooluse.mock import Server
from tooluse.rules import RULES, profile

ERRORS = {rule.name for rule in RULES if rule.severity == "error"}
WIRE = read_json("wire.json")
HEADERS = {"x-api-key": "k", "anthropic-version": "2026-10-21"}
A_BETA = "message-threads-2026-08-12"
KNOWN = 96  # refusals and non-refusals that reports of the real API gave, as ids in the data


def is_known(model: str) -> bool:
    try:
        return bool(profile(model))
    except LookupError:
        return False


def ask(case: dict, request) -> tuple[int, dict]:
    """The status and the body that a fresh server answers to a case."""
    own = {"anthropic-version": case["api_version"]} if "api_version" in case else {}
    own |= {"anthropic-beta": A_BETA} if case.get("beta") else {}
    given = HEADERS | own | case.get("headers", {})
    headers = {name: value for name, value in given.items() if value is not None}
    path = case.get("path") if "status" in case else None
    path = path or ("/v1/messages/count_tokens" if case.get("counting") else "/v1/messages")
    body = json.dumps(request).encode() + b" " * case.get("padding", 0)
    answer = Server(ScriptedModel([reply("…")])).handle("POST", path, headers, body)
    return answer.status, json.loads(answer.read())


def same_words(literals: list[str], message: str) -> bool:
    patterns = [re.escape(text).replace(re.escape("{…}"), ".*") for text in literals]
    return any(re.fullmatch(pattern, message, re.DOTALL) for pattern in patterns)


def judged(table: list, case: dict, expected: tuple[int, str], answer: tuple[int, dict]) -> None:
    """Put a reported refusal into the table, then see that the answer is right."""
    status, said = answer
    error = said.get("error", {})
    got = (status, error.get("type", ""))
    words = not case["messages"] or same_words(case["messages"], error.get("message", ""))
    if "fault" in case:
        verdict = "exact" if case["messages"] or status == 200 else "status and type"
        verdict = verdict if got == expected and words else "WRONG"
        table.append((case["fault"], expected, got, verdict, error.get("message", "")))
    assert got == expected
    assert words, error["message"]
    if status != 200:
        assert error["message"]
        in_front = status == 413  # answered before the API: no outer type, no id
        assert in_front or said["type"] == "error" and said["request_id"].startswith("req_")


@pytest.mark.parametrize(("rule", "case"), CASES, ids=[f"{rule}: {case['name']}" for rule, case in CASES])
def test_the_server_answers_as_the_api_does(rule, case, fault_table):
    request = request_of(case)
    expected = (400, "invalid_request_error")
    if case["valid"] or rule not in ERRORS:
        expected = (200, "") if is_known(request["model"]) else (404, "not_found_error")
        case = case | {"messages": []}
    judged(fault_table, case, expected, ask(case, request))


@pytest.mark.parametrize("case", WIRE["cases"], ids=[case["name"] for case in WIRE["cases"]])
def test_what_no_body_provokes(case, fault_table):
    expected = (case["status"], case.get("error_type", ""))
    judged(fault_table, case, expected, ask(case, case.get("request", WIRE["request"])))


def test_every_reported_refusal_has_a_case(fault_table):
    cases = [case for _, case in CASES] + WIRE["cases"]
    provoked = [case["fault"] for case in cases if "fault" in case]
    assert len(provoked) == len(set(provoked)) and not set(provoked) & WIRE["unprovoked"].keys()
    assert len(provoked) + len(WIRE["unprovoked"]) == KNOWN
    for fault, entry in WIRE["unprovoked"].items():
        fault_table.append((fault, (entry["status"], entry["error_type"]), None, "no request", ""))
