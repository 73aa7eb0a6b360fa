"""The server is a function of bytes: what it answers to a request that is none."""

import json

import pytest

from tooluse import ScriptedModel, reply
from tooluse.mock import Server

AUTH = {"X-Api-Key": "k", "anthropic-version": "2023-06-01"}


def post(body, headers=AUTH, path="/v1/messages", method="POST"):
    answer = Server(ScriptedModel([reply("…")])).handle(method, path, headers, body)
    return answer.status, json.loads(answer.read())


@pytest.mark.parametrize("body", [b"", b"{", b"\xff\xfe", b"[" * 100_000, b"nul"])
def test_bytes_that_are_no_json_are_a_400_in_the_envelope(body):
    status, answer = post(body)
    assert status == 400
    assert answer["type"] == "error" and answer["error"]["type"] == "invalid_request_error"
    assert answer["request_id"].startswith("req_")


@pytest.mark.parametrize("body", [b"null", b"3", b'"a"', b"[]", b"{}", b'{"model": 4}', b'{"model": []}'])
def test_json_that_is_no_request_is_a_400(body):
    status, answer = post(body)
    assert status == 400 and answer["error"]["message"]


def test_another_path_is_not_found():
    assert post(b"{}", path="/v1/messagez") == (
        404,
        {"type": "error", "error": {"type": "not_found_error", "message": "Not found"}, "request_id": "req_"}
        | {"request_id": post(b"{}", path="/v1/messagez")[1]["request_id"]},
    )


def test_no_credential_is_a_401():
    status, answer = post(b"{}", headers={})
    assert (status, answer["error"]["type"]) == (401, "authentication_error")
    assert answer["error"]["message"] == "x-api-key header is required"


@pytest.mark.parametrize("headers", [{"x-api-key": "k"}, {"Authorization": "Bearer k"}])
def test_both_forms_of_a_key_are_taken(headers):
    body = {"model": "claude-sonnet-5", "max_tokens": 5, "messages": [{"role": "user", "content": "a"}]}
    sent = {**headers, "Anthropic-Version": "2026-10-21"}
    assert post(json.dumps(body).encode(), headers=sent)[0] == 200


def test_the_request_id_of_an_error_is_in_header_and_body():
    answer = Server().handle("POST", "/v1/messages", AUTH, b"{}")
    assert answer.headers["request-id"] == json.loads(answer.read())["request_id"]
