"""curl, as the API's own documentation uses it."""

import json
import re
import shutil
import subprocess

import pytest
from loops import ANSWER, TOOL
from serving import HEADERS, REQUEST

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="no curl on PATH")


def curl(url: str, *words: str, body=None) -> str:
    headers = [word for name, value in HEADERS.items() for word in ("-H", f"{name}: {value}")]
    command = ["curl", "-sS", "--max-time", "20", "--noproxy", "*", url, *headers, *words]
    sent = None if body is None else json.dumps(body)
    if sent is not None:
        command += ["--data-binary", "@-"]
    done = subprocess.run(command, input=sent, capture_output=True, text=True, encoding="utf-8")
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_tool_loop(served):
    url = f"{served.url}/v1/messages"
    first = json.loads(curl(url, body=REQUEST | {"tools": [TOOL]}))
    (call,) = [block for block in first["content"] if block["type"] == "tool_use"]
    result = {"type": "tool_result", "tool_use_id": call["id"], "content": "18 °C"}
    answer = {"role": "assistant", "content": first["content"]}
    messages = [*REQUEST["messages"], answer, {"role": "user", "content": [result]}]
    second = json.loads(curl(url, body=REQUEST | {"tools": [TOOL], "messages": messages}))
    assert second["stop_reason"] == "end_turn"
    assert json.loads(second["content"][0]["text"]) == ANSWER


def test_a_stream(served):
    said = curl(f"{served.url}/v1/messages", "-N", body=REQUEST | {"tools": [TOOL], "stream": True})
    events = re.findall(r"^event: (\w+)$", said, re.MULTILINE)
    assert events[0] == "message_start"
    assert events[-1] == "message_stop"


def test_a_large_body_waits_for_the_servers_word(served):
    """Beyond a megabyte curl sends `Expect: 100-continue`, and waits a second when nothing comes."""
    long = REQUEST | {"messages": [{"role": "user", "content": "a " * 700_000}]}
    said = curl(f"{served.url}/v1/messages", "-i", "-w", "%{time_total}", body=long)
    assert "100 Continue" in said
    assert float(said.rpartition("}")[2]) < 1


def test_other_routes(served):
    counted = json.loads(
        curl(
            f"{served.url}/v1/messages/count_tokens",
            body={"model": REQUEST["model"], "messages": REQUEST["messages"]},
        )
    )
    assert counted["input_tokens"] > 0
    listed = json.loads(curl(f"{served.url}/v1/models?limit=100"))
    assert REQUEST["model"] in [model["id"] for model in listed["data"]]
    assert json.loads(curl(f"{served.url}/v1/models/{REQUEST['model']}"))["type"] == "model"


def test_head_and_options(served):
    assert curl(f"{served.url}/v1/messages", "-I").startswith("HTTP/1.1 4")
    assert json.loads(curl(f"{served.url}/nowhere", "-X", "OPTIONS"))["error"]["message"] == "Not found"
