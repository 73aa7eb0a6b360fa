"""Whatever comes over the socket: the API's envelope or a clean close in 5 s, no 5xx, bounded memory."""

import json
import random
import socket
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from serving import REQUEST, Served, parsed, received, request_bytes

SECONDS = 5
MEBIBYTES = 300
MIB = 2**20


@pytest.fixture(scope="module")
def served(tmp_path_factory):
    """One server for all that follows, with the model that reads what it is sent.

    At the end: what it has held at most, and what its log says.
    """
    with Served(tmp_path_factory.mktemp("hostile")) as server:
        yield server
        assert server.process.poll() is None, server.log()
        peak = server.peak_memory()
        assert peak is None or peak < MEBIBYTES
        assert "Traceback" not in server.log()


def check(answer: bytes, *, may_close: bool = True) -> int | None:
    """The answer's status, once its form is seen to be the API's."""
    if not answer:
        assert may_close
        return None
    status, body = parsed(answer)
    assert status < 500
    if status != 200:
        assert isinstance(body["error"]["type"], str)
        assert isinstance(body["error"]["message"], str)
        assert "Traceback" not in body["error"]["message"]
        assert body.get("type") == ("error" if status != 413 else None)
    return status


def ask(served: Served, sent: bytes, *, may_close: bool = False) -> int | None:
    began = time.monotonic()
    answer = served.raw(sent)
    assert time.monotonic() - began < SECONDS
    return check(answer, may_close=may_close)


def status_of(served: Served, body: bytes) -> int | None:
    return ask(served, request_bytes(body))


def with_schema(schema: str, **more: str) -> bytes:
    """A request with one tool of this input schema, which the model has to call."""
    forced = REQUEST | {"model": "claude-haiku-4-5", "tool_choice": {"type": "any"}}
    fields = "".join(f',"{name}":{value}' for name, value in more.items())
    tool = f'{{"name":"t","input_schema":{schema}{fields}}}'
    return json.dumps(forced)[:-1].encode() + f',"tools":[{tool}]}}'.encode()


# --- what is no HTTP


def test_random_bytes(served):
    source = random.Random(3)
    for _ in range(100):
        ask(served, source.randbytes(source.choice([1, 9, 200, 3000])), may_close=True)


@pytest.mark.parametrize(
    "sent",
    [
        b"\r\n\r\n",
        b"GET\r\n\r\n",
        b"GET / HTTP/9.9\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\ncontent-length: -1\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 9\r\ncontent-length: 8\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: " + b"9" * 5000 + b"\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: gzip\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ntransfer-encoding: chunked\r\n\r\nzz\r\n",
        b"POST /v1/messages HTTP/1.1\r\nhost: x\r\ncontent-length: 90\r\n\r\n{}",
        b"GET / HTTP/1.1\r\nhost: x\r\na: " + b"b" * 200_000 + b"\r\n\r\n",
        b"GET /" + b"a" * 200_000,
        b"GET / HTTP/1.1\r\nhost: x\r\nna\x00me: v\r\n\r\n",
    ],
    ids=lambda sent: repr(sent[:60]),
)
def test_malformed_http(served, sent):
    assert ask(served, sent, may_close=True) in (400, 404, 413, None)


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE", "CONNECT", "X"])
@pytest.mark.parametrize(
    "path", ["/", "*", "/v1/messages", "/v1/messages/", "/v1/%2e%2e/%00", "http://x:y/", "//["]
)
def test_any_method_on_any_path(served, method, path):
    assert ask(served, request_bytes(method=method, path=path)) in (404, 405)


def test_head_has_no_body(served):
    answer = served.raw(request_bytes(method="HEAD"))
    assert answer.startswith(b"HTTP/1.1 4")
    assert answer.endswith(b"\r\n\r\n")


# --- what is no request


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"\xff\xfe\x00",
        b"[" * 100_000,
        b"[" * 1_000_000 + b"]" * 1_000_000,
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"model":"\\ud800","max_tokens":1,"messages":[]}',
        b'{"\\udfff":"\\ud800"}',
        b'{"model":"\xed\xa0\x80"}',
        b"9" * 5000,
        b'{"max_tokens":' + b"9" * 5000 + b"}",
        b'{"max_tokens":1e99999}',
        b'{"max_tokens":NaN}',
    ],
    ids=lambda body: repr(body[:30]),
)
def test_odd_json(served, body):
    assert status_of(served, body) in (400, 413)


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)
a_few = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)


@a_few
@given(json_values)
def test_any_json(served, value):
    assert status_of(served, json.dumps(value).encode()) == 400


@a_few
@given(st.sampled_from([*REQUEST, "tools", "tool_choice", "thinking", "system", "stream"]), json_values)
def test_any_json_in_a_field(served, name, value):
    assert status_of(served, json.dumps(REQUEST | {name: value}).encode()) in (200, 400, 404)


# --- what is too much


def test_a_body_that_says_it_is_too_large_is_not_waited_for(served):
    with served.connect() as connection:
        connection.sendall(request_bytes(headers={"content-length": str(40 * MIB), "expect": "100-continue"}))
        began = time.monotonic()
        assert parsed(received(connection)) == (
            413,
            {"error": {"type": "request_too_large", "message": "Request exceeds the maximum size"}},
        )
        assert time.monotonic() - began < 3


def test_a_body_that_is_too_large(served):
    assert status_of(served, b" " * 40 * MIB) == 413


def test_a_body_in_chunks_that_is_too_large(served):
    head = request_bytes().replace(b"content-length: 0", b"transfer-encoding: chunked")
    chunk = b"100000\r\n" + b" " * MIB + b"\r\n"
    assert ask(served, head + 40 * chunk) == 413


@pytest.mark.parametrize(
    "unit", [b"[],", b'"a",', b"1,", b'{"a":1},', b'"\xf0\x9f\x98\x80",'], ids=lambda unit: unit.decode()
)
def test_31_mb_of_small_values(served, unit):
    count = 31 * MIB // len(unit)
    assert status_of(served, b"[" + (unit * count)[:-1] + b"]") in (400, 413)


@pytest.mark.parametrize("letter", ["a", "\U0001f600"], ids=["ascii", "emoji"])
def test_a_message_of_31_mb(served, letter):
    text = letter * (31 * MIB // len(letter.encode()))
    body = json.dumps(REQUEST | {"messages": [{"role": "user", "content": text}]}, ensure_ascii=False)
    assert status_of(served, body.encode()) in (200, 400, 413)


@pytest.mark.parametrize("unit", ["(", "« ", "1234 ", "12/12/2026 ", "12,5 € ", "a@", "F-2026-001 ", "a-"])
def test_a_text_that_is_long_to_read(served, unit):
    """An expression that reads it twice at each place would hold everybody up."""
    messages = [{"role": "user", "content": unit * (100_000 // len(unit))}]
    tools = [{"name": "t", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}]
    assert status_of(served, json.dumps(REQUEST | {"messages": messages, "tools": tools}).encode()) == 200


# --- schemas that reach out, or never end


def test_a_remote_reference_is_never_fetched(served):
    with socket.create_server(("127.0.0.1", 0)) as trap:
        trap.settimeout(0.3)
        address = f"http://127.0.0.1:{trap.getsockname()[1]}/schema.json"
        schema = json.dumps({"type": "object", "properties": {"s": {"$ref": address}}})
        assert status_of(served, with_schema(schema)) in (200, 400)
        with pytest.raises(TimeoutError):
            trap.accept()


@pytest.mark.parametrize(
    "schema",
    [
        '{"type":"object","properties":{"s":{"type":"string","pattern":"^(a+)+$"}},"required":["s"]}',
        '{"type":"object","patternProperties":{"^(a|aa)+$":{}}}',
        '{"type":"object","properties":{"s":{"$ref":"#"}},"required":["s"]}',
        '{"type":"object","properties":{"s":{"$ref":"#/properties/s"}},"required":["s"]}',
        '{"type":"object","properties":{"s":{"pattern":"^a{1000000000}(b|c*)*$"}},"required":["s"]}',
        '{"type":"object","properties":{"s":{"type":"array","minItems":1e9}},"required":["s"]}',
        '{"type":"object","allOf":' + "[{" + '"allOf":[{' * 300 + "}]" * 300 + "}]}",
    ],
    ids=["pattern", "patternProperties", "itself", "its property", "long", "many", "deep"],
)
def test_a_schema_without_end(served, schema):
    assert status_of(served, with_schema(schema)) in (200, 400)


def test_an_example_that_a_pattern_reads_for_ever(served):
    schema = '{"type":"object","properties":{"s":{"type":"string","pattern":"^(a+)+$"}}}'
    assert status_of(served, with_schema(schema, input_examples=f'[{{"s":"{"a" * 40}!"}}]')) in (200, 400)


# --- who goes, who dawdles, who comes all at once


def test_clients_that_hang_up(served):
    whole = request_bytes(json.dumps(REQUEST | {"stream": True}).encode())
    for sent in [b"", whole[:20], whole[:-9], whole]:
        for abruptly in (True, False):
            connection = served.connect()
            connection.sendall(sent)
            if abruptly:  # RST instead of FIN
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            connection.close()
    with served.connect() as connection:
        connection.sendall(whole)
        connection.recv(50)  # and goes in the middle of the answer
    assert status_of(served, json.dumps(REQUEST).encode()) == 200


def test_two_hundred_clients_at_once(served):
    body = json.dumps(REQUEST).encode()
    together = threading.Barrier(200)

    def one(_: int) -> int | None:
        together.wait(20)
        return status_of(served, body)

    with ThreadPoolExecutor(200) as clients:
        assert set(clients.map(one, range(200))) == {200}


def test_those_who_dawdle_and_two_hundred_large_bodies_are_let_go(served):
    """Memory is for one large body at a time: the others wait, for five seconds at most."""
    large = request_bytes(b"[" * MIB, headers={"content-length": str(31 * MIB)})
    dawdlers = [b"", b"POST /v1/mess", request_bytes(b"{", headers={"content-length": "9"})]
    opened = []
    for sent in [*dawdlers, *[large] * 200]:
        connection = served.connect(timeout=SECONDS + 5)
        connection.setblocking(False)
        opened.append((connection, sent))
    began = time.monotonic()
    for connection, sent in opened:
        with suppress(BlockingIOError):
            connection.send(sent)
    assert status_of(served, json.dumps(REQUEST).encode()) == 200  # a small one need not wait
    for connection, _ in opened:
        connection.settimeout(SECONDS + 5)
        check(received(connection))
        connection.close()
    assert time.monotonic() - began < SECONDS + 3
    assert status_of(served, json.dumps(REQUEST).encode()) == 200
