"""On the wire, every case of the catalogue: a refusal in the API's envelope and words, or an answer."""

import json
import re

import pytest

from tooluse import ScriptedModel, reply
from tooluse.data import data_dir, read_json
from tooluse.mock import Server
from tooluse.rules import RULES, profile

ERRORS = {rule.name for rule in RULES if rule.severity == "error"}
FILES = sorted((data_dir() / "rules").glob("*.json"))
CASES = [
    pytest.param(case, case["valid"] or file.stem not in ERRORS, id=f"{file.stem}: {case['name']}")
    for file in FILES
    for case in read_json("rules", file.name)["cases"]
]


def is_known(model: str) -> bool:
    try:
        return bool(profile(model))
    except LookupError:
        return False


@pytest.mark.parametrize(("case", "accepted"), CASES)
def test_the_server_answers_as_the_api_does(case, accepted):
    headers = {"x-api-key": "k", "anthropic-version": case.get("api_version", "2026-10-21")}
    body = json.dumps(case["request"]).encode()
    answer = Server(ScriptedModel([reply("…")])).handle("POST", "/v1/messages", headers, body)
    if accepted:
        assert answer.status == (200 if is_known(case["request"]["model"]) else 404)
        return
    said = json.loads(answer.read())
    assert answer.status == 400
    assert said["type"] == "error" and said["error"]["type"] == "invalid_request_error"
    literals = [re.escape(text).replace(re.escape("{…}"), ".*") for text in case["messages"]]
    assert not literals or any(re.fullmatch(text, said["error"]["message"], re.DOTALL) for text in literals)
    assert said["error"]["message"]
