"""A request that comes again is judged as if it were new, also under other headers and on the other route."""

import json

from tooluse import ScriptedModel, reply
from tooluse.mock import Server

REQUEST = {
    "model": "claude-haiku-4-5",
    "max_tokens": 10,
    "messages": [{"role": "user", "content": "Bonjour"}],
}


def asked(server, body, path="/v1/messages", **headers):
    sent = {"x-api-key": "k", "anthropic-version": "2026-10-21", **headers}
    answer = server.handle("POST", path, sent, body)
    return answer.status, json.loads(answer.read())


def test_the_headers_and_the_route_belong_to_the_question():
    body = json.dumps({**REQUEST, "temperature": 0.5}).encode()
    for _ in range(2):
        server = Server(ScriptedModel([reply("Bonjour.")], repeat=True))
        assert asked(server, body)[0] == 400
        assert asked(server, body, **{"anthropic-version": "2023-06-01"})[0] == 200
        assert asked(server, body, path="/v1/messages/count_tokens")[0] == 400


def test_the_same_bytes_get_the_same_length_and_their_own_record():
    body = json.dumps(REQUEST).encode()
    server = Server(ScriptedModel([reply("Bonjour.")], repeat=True))
    first, second = asked(server, bytes(body))[1], asked(server, bytearray(body))[1]
    assert first["usage"] == second["usage"]
    server.calls[0].request["messages"].clear()
    assert server.calls[1].request == REQUEST


def test_a_thread_is_judged_by_all_that_was_said():
    """Two threads go on with the same text but for an id: what came before tells them apart."""
    beta = {"anthropic-beta": "message-threads-2026-08-12"}
    lengths = []
    for said in ("Bonjour", "Bonjour. " * 100):
        server = Server(ScriptedModel([reply("Oui ?")], repeat=True))
        first = {**REQUEST, "messages": [{"role": "user", "content": said}], "thread": {"type": "create"}}
        asked(server, json.dumps(first).encode(), **beta)
        thread = {"type": "continue", "previous_message_id": server.calls[0].response["id"]}
        status, told = asked(server, json.dumps({**REQUEST, "thread": thread}).encode(), **beta)
        assert status == 200
        lengths.append(told["usage"]["input_tokens"])
    assert lengths[1] > lengths[0] + 100
