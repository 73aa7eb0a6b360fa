"""`tooluse serve` as its user meets it: what it prints, how it stops, a script's failures on the wire."""

import contextlib
import http.client
import json
import signal
import socket
import statistics
import sys
import threading
import time

import pytest
from serving import HEADERS, REQUEST, Served, parsed, received, request_bytes

from tooluse.cli import main

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


@pytest.fixture(scope="module")
def script(tmp_path_factory):
    """Writes a script file."""

    def write(lines) -> str:
        path = tmp_path_factory.mktemp("script") / "script.json"
        path.write_text(json.dumps(lines), encoding="utf-8")
        return str(path)

    return write


@pytest.fixture(scope="module")
def served(script, tmp_path_factory):
    with Served(tmp_path_factory.mktemp("serve"), "--model", script(["Bonjour."]), "--repeat") as server:
        yield server


def test_it_says_where_it_is(served):
    assert f"écoute sur {served.url}\n" in served.first_line
    assert served.post(REQUEST)[0] == 200


def test_one_line_of_log_a_request_without_any_secret(served):
    served.post(REQUEST, path="/v1/messages?key=secret-1", **{"x-api-key": "secret-2"})
    line = served.last_line("POST /v1/messages 200")
    assert "claude-sonnet-5-5 end_turn" in line
    served.post(REQUEST | {"model": "nobody\x1b[31m"})
    assert served.last_line("404").endswith("model: nobody·[31m")
    served.raw(request_bytes(method="BREW", path="/pot"))
    assert "BREW /pot 404" in served.last_line("BREW")
    assert "secret" not in served.log()


def test_a_connection_is_kept_and_no_packet_waits(served):
    """Without TCP_NODELAY a streamed answer waits some 40 ms for the client's acknowledgement."""
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=5)
    times = []
    for _ in range(20):
        began = time.perf_counter()
        connection.request("POST", "/v1/messages", json.dumps(REQUEST | {"stream": True}), HEADERS)
        answer = connection.getresponse()
        assert b"event: message_stop" in answer.read()
        times.append(time.perf_counter() - began)
    connection.close()
    assert statistics.median(times) < 0.03


def test_two_requests_sent_at_once_get_two_answers_in_order(served):
    first = request_bytes(method="GET", path="/first", headers={"connection": "keep-alive"})
    answers = served.raw(first + request_bytes(json.dumps(REQUEST).encode()))
    assert answers.index(b"404 Not Found") < answers.index(b"200 OK")


def test_http_1_0_without_chunks(served):
    body = json.dumps(REQUEST | {"stream": True}).encode()
    sent = request_bytes(body).replace(b"HTTP/1.1", b"HTTP/1.0")
    head, _, events = served.raw(sent).partition(b"\r\n\r\n")
    assert b"chunked" not in head
    assert events.startswith(b"event: message_start\ndata:")


def test_a_client_that_closes_its_half_gets_its_answer(served):
    with served.connect() as connection:
        connection.sendall(request_bytes(json.dumps(REQUEST).encode()))
        connection.shutdown(socket.SHUT_WR)
        assert parsed(received(connection))[0] == 200


def test_https_on_this_port_is_told_apart(served):
    status, body = parsed(served.raw(bytes.fromhex("16030100f5010000f10303")))
    assert (status, body["error"]["type"]) == (400, "invalid_request_error")
    assert "https" in body["error"]["message"]


def test_failures_of_a_script_on_the_wire_and_its_end(script, tmp_path):
    lines = [
        {"failure": "rate_limit", "retry_after": 3},
        {"failure": "timeout", "seconds": 0.2},
        {"failure": "cut_stream", "after": 2},
        "Bonjour.",
        "Bonsoir.",
    ]
    with Served(tmp_path, "--model", script(lines)) as served:
        limited = served.raw(request_bytes(json.dumps(REQUEST).encode()))
        assert parsed(limited)[0] == 429
        assert b"retry-after: 3" in limited
        assert served.raw(request_bytes(json.dumps(REQUEST).encode())) == b""
        cut = served.raw(request_bytes(json.dumps(REQUEST | {"stream": True}).encode()))
        assert cut.count(b"event: ") == 2
        assert not cut.endswith(b"0\r\n\r\n")  # the end of a body in chunks
        assert served.post(REQUEST)[1]["content"][0]["text"] == "Bonsoir."
        answer = served.raw(request_bytes(json.dumps(REQUEST).encode()))
        status, body = parsed(answer)
        assert (status, body["type"], body["error"]["type"]) == (400, "error", "invalid_request_error")
        assert "toutes dites" in body["error"]["message"]
        assert b"x-should-retry: false" in answer  # no SDK shall ask three times


SLOW = """
import time
from tooluse.mock import sockets
from tooluse.mock.models import reply
from tooluse.mock.server import Server

class Slow:
    name = "lent"
    def answer(self, request):
        if "boom" in str(request["messages"]):
            raise KeyError("in a script")
        time.sleep(0.6)
        return reply("Enfin.")

place = sockets.listen("127.0.0.1", 0)
done = sockets.serve(Server(Slow()), place, ready=lambda: print(sockets.address(place), flush=True))
raise SystemExit(0 if done else 3)
"""


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_it_stops_when_the_answer_under_way_is_sent(number, tmp_path):
    """Before that, an error in a script: a 400 whose traceback stays here."""
    boom = REQUEST | {"messages": [{"role": "user", "content": "boom"}]}
    with Served(tmp_path, code=SLOW) as served, served.connect() as asking, served.connect() as idle:
        status, body = served.post(boom)
        assert (status, "KeyError" in str(body), "Traceback" in str(body)) == (400, True, False)
        assert "KeyError: 'in a script'" in served.log()
        asking.sendall(request_bytes(json.dumps(REQUEST).encode(), headers={"connection": "keep-alive"}))
        answers: list[bytes] = []
        reader = threading.Thread(target=lambda: answers.append(received(asking)))
        reader.start()
        time.sleep(0.3)
        assert served.stop(number) == 0
        reader.join(5)
        assert parsed(answers[0])[1]["content"][0]["text"] == "Enfin."
        assert received(idle) == b""


def said(capsys, *words: str) -> str:
    """What the command says on its way out with exit code 2."""
    with contextlib.suppress(SystemExit):
        assert main(["serve", *words]) == 2
    return capsys.readouterr().err.replace("\u00a0", " ")


def test_bad_words_are_a_sentence_and_exit_code_2(served, script, capsys):
    empty = script([])
    assert "« 70000 » n'est pas un port" in said(capsys, "--port", "70000")
    assert f"le port {served.port} est déjà pris" in said(
        capsys, "--port", str(served.port), "--model", empty
    )
    assert "« no..where » n'existe pas" in said(capsys, "--host", "no..where", "--model", empty)
    assert "impossible d'écouter sur 192.0.2.1" in said(capsys, "--host", "192.0.2.1", "--model", empty)
    assert "absent.json" in said(capsys, "--model", "absent.json")
    assert "ligne 1" in said(capsys, "--model", script([3]))
