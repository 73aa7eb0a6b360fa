"""Recording: what is in the file, what never is, and that nobody waits for it."""

import gzip

import anthropic
import httpx2
import pytest
from taped import MODEL, SCRIPT, SECRETS, ask, lines, live, loop, plain

from tests import asynchronous
from tooluse import AsyncMockClaude, MockClaude, ReplayModel, ScriptedModel, failures, reply
from tooluse.mock import ScriptError
from tooluse.mock.models import ScriptFault
from tooluse.mock.recording import Recorder, recorded, recording_client
from tooluse.mock.server import Server
from tooluse.mock.transport import InProcess


@pytest.fixture
def tape(tmp_path):
    path = tmp_path / "essai.jsonl"
    loop(live(path))
    return path


def test_the_form_of_a_recording(tape):
    header, refused, asked, told = lines(tape)
    assert header == {
        "tooluse": "recording",
        "version": 1,
        "sdk": anthropic.__version__,
        "model": MODEL,
    }
    assert [line["number"] for line in (refused, asked, told)] == [1, 2, 3]
    assert set(asked) == {"request", "status", "response", "streamed", "number"}
    assert refused["status"] == 429 and refused["response"]["error"]["type"] == "rate_limit_error"
    assert asked["response"]["content"][1]["input"] == {"city": "Lyon"}


def test_no_secret_and_no_header_is_in_the_file(tmp_path, monkeypatch):
    for name in ("ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_CUSTOM_HEADERS"):
        monkeypatch.setenv(name, "X-Env: secret-env" if name.endswith("HEADERS") else "secret-env")
    path = tmp_path / "r.jsonl"
    seen = []

    class Spy(httpx2.BaseTransport):
        def __init__(self, inner):
            self.inner = inner

        def handle_request(self, request):
            seen.append(f"{request.headers.raw} {request.url}")
            return self.inner.handle_request(request)

    loop(live(path, wrap=Spy))
    assert all(secret in str(seen) for secret in SECRETS), "they really were sent"
    written = path.read_text(encoding="utf-8")
    for planted in (
        *SECRETS,
        "authorization",
        "Authorization",
        "x-api-key",
        "request-id",
        "api.invalid",
        "stainless",
    ):
        assert planted not in written


def test_async_clients_are_recorded_too(tmp_path):
    path = tmp_path / "r.jsonl"
    transport = recorded(InProcess(Server(ScriptedModel([reply("Bonjour."), reply("Encore.")]))), path)
    http = anthropic.DefaultAsyncHttpxClient(transport=transport)
    client = anthropic.AsyncAnthropic(api_key="sk-secret-key", base_url="http://x.invalid", http_client=http)
    request = {"model": MODEL, "max_tokens": 50, "messages": [{"role": "user", "content": "?"}]}

    async def talk(client):
        first = await client.messages.create(**request)
        async with client.messages.stream(**request) as stream:
            return [first.to_dict(), (await stream.get_final_message()).to_dict()]

    said = asynchronous.run(talk(client))
    assert asynchronous.run(talk(AsyncMockClaude(ReplayModel(path)))) == said


def test_events_are_handed_on_as_they_come(tmp_path):
    path = tmp_path / "r.jsonl"
    client = live(path, [reply("un deux trois quatre cinq six sept huit neuf dix")])
    with client.messages.stream(
        model=MODEL, max_tokens=90, messages=[{"role": "user", "content": "?"}]
    ) as stream:
        next(iter(stream))
        assert not path.exists(), "nothing is written before the end"
    assert lines(path)[1]["response"] is None
    with pytest.raises(ScriptError, match="pas de réponse complète"):
        ask(
            MockClaude(ReplayModel(path)),
            [{"role": "user", "content": "?"}],
            max_tokens=90,
            tools=anthropic.omit,
        )


def test_compressed_bodies_are_read(tmp_path):
    class Zipped(httpx2.BaseTransport):
        def __init__(self, inner):
            self.inner = inner

        def handle_request(self, request):
            answer = self.inner.handle_request(request)
            body = gzip.compress(b"".join(answer.stream))
            headers = {"content-encoding": "gzip", "content-type": answer.headers["content-type"]}
            return httpx2.Response(answer.status_code, headers=headers, stream=httpx2.ByteStream(body))

    for streamed in (False, True):
        path = tmp_path / f"{streamed}.jsonl"
        said = loop(live(path, SCRIPT[1:], Zipped), streamed=streamed)
        assert lines(path)[2]["response"] == said[1].to_dict()


def test_the_sdk_s_own_http_client_records(tmp_path, monkeypatch):
    path = tmp_path / "r.jsonl"
    server = InProcess(Server(ScriptedModel(SCRIPT[1:])))
    monkeypatch.setattr(
        httpx2.HTTPTransport, "handle_request", lambda self, request: server.handle_request(request)
    )
    client = anthropic.Anthropic(api_key="sk-secret-key", http_client=recording_client(path))
    said = plain(loop(client, streamed=True))
    assert plain(loop(MockClaude(ReplayModel(path)))) == said
    assert "sk-secret-key" not in path.read_text(encoding="utf-8")


def test_a_recording_is_continued_and_nothing_else_is_touched(tape, tmp_path):
    before = tape.read_bytes()
    loop(live(tape))
    assert tape.read_bytes().startswith(before)
    assert [line["number"] for line in lines(tape)[1:]] == [1, 2, 3, 4, 5, 6]
    other = tmp_path / "notes.txt"
    other.write_text("précieux")
    with pytest.raises(ScriptFault, match="rien n'a été écrasé"):
        Recorder(other)
    assert other.read_text() == "précieux"
    for nowhere in (tmp_path, tmp_path / "absent" / "r.jsonl"):
        with pytest.raises(ScriptFault, match="dossier qui existe"):
            Recorder(nowhere)


def test_other_paths_are_not_recorded(tmp_path):
    path = tmp_path / "r.jsonl"
    client = live(
        path,
        wrap=lambda _: httpx2.MockTransport(lambda request: httpx2.Response(200, json={"input_tokens": 3})),
    )
    client.messages.count_tokens(model=MODEL, messages=[{"role": "user", "content": "?"}])
    assert not path.exists()


def test_a_refused_stream_that_the_sdk_does_not_read_is_recorded_too(tmp_path):
    path = tmp_path / "r.jsonl"
    script = [failures.overloaded(), reply("Bonjour.")]
    transport = recorded(InProcess(Server(ScriptedModel(script))), path)
    http = anthropic.DefaultAsyncHttpxClient(transport=transport)
    client = anthropic.AsyncAnthropic(api_key="k", base_url="http://x.invalid", http_client=http)

    async def talk():
        messages = [{"role": "user", "content": "?"}]
        async with client.messages.stream(model=MODEL, max_tokens=50, messages=messages) as stream:
            await stream.get_final_message()

    asynchronous.run(talk())
    assert [line["status"] for line in lines(path)[1:]] == [529, 200]
    assert lines(path)[1]["response"]["error"]["type"] == "overloaded_error"


def test_an_error_in_mid_stream_is_recorded_and_refused_in_replay(tmp_path):
    path = tmp_path / "r.jsonl"
    question = [{"role": "user", "content": "?"}]
    with pytest.raises(anthropic.APIStatusError):
        ask(live(path, [failures.stream_error(), reply("Bonjour.")]), question, streamed=True)
    assert lines(path)[1]["response"]["error"]["type"] == "overloaded_error"
    with pytest.raises(anthropic.OverloadedError):
        ask(MockClaude(ReplayModel(path), max_retries=0), question, streamed=True)


def test_a_full_disk_costs_the_recording_and_not_the_answer(tmp_path):
    folder = tmp_path / "there"
    folder.mkdir()
    client = live(folder / "r.jsonl", [reply("Bonjour.")])
    folder.rmdir()
    with pytest.warns(UserWarning, match="non enregistré"):
        assert ask(client, [{"role": "user", "content": "?"}]).content[0].text == "Bonjour."


def test_an_answer_that_broke_on_the_way_is_asked_for_again_and_recorded_once(tmp_path):
    path = tmp_path / "r.jsonl"
    question = [{"role": "user", "content": "?"}]
    said = ask(live(path, [failures.cut_stream(), reply("Bonjour."), reply("Bonjour.")]), question)
    assert [line["status"] for line in lines(path)[1:]] == [200]
    assert plain([ask(MockClaude(ReplayModel(path)), question)]) == plain([said])
