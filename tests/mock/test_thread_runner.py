"""The SDK's own tool runner, on a small strict server of this file that keeps threads, or does not."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor

import anthropic
import httpx2
import pytest
from anthropic import beta_async_tool, beta_tool

from tooluse.mock.fault import Fault
from tooluse.mock.threads import BETA, Threads
from tooluse.rules import check

MODEL = "claude-sonnet-5"
TOOL = {"name": "get_weather", "input_schema": {"type": "object"}}
ASK = {"role": "user", "content": "Quel temps à Lyon ?"}


def call(number):
    return {"type": "tool_use", "id": f"toolu_{number}", "name": "get_weather", "input": {"city": "Lyon"}}


def result(number):
    block = {"type": "tool_result", "tool_use_id": f"toolu_{number}", "content": "18 °C"}
    return {"role": "user", "content": [block]}


SCRIPT = [[call(1)], [call(2)], [{"type": "text", "text": "Il fait 18 °C."}]]


class Api:
    """A small strict server: one script, threads kept ("keeps"), lost, or not supported."""

    def __init__(self, manner="keeps"):
        self.manner, self.threads, self.wire, self.said = manner, Threads(), [], 0

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        body, betas = json.loads(request.content), request.headers.get("anthropic-beta", "").split(",")
        thread = body.get("thread")
        assert not thread or BETA in betas
        self.wire.append(((thread or {}).get("type"), len(body["messages"]), "tools" in body))
        try:
            return self.answer(body, betas)
        except Fault as fault:
            return httpx2.Response(fault.status, json=fault.envelope("req_1"))

    async def later(self, request: httpx2.Request) -> httpx2.Response:
        return self(request)

    def answer(self, body, betas):
        if self.manner == "unsupported" and body.get("thread"):
            raise Fault("invalid_request_error", "non", error_code="thread_unsupported_request")
        if self.manner == "lost" and len(self.wire) == 2:
            self.threads = Threads()
        resolved = body if self.manner == "ignores" else self.threads.resolve(body, betas)
        for violation in check({key: value for key, value in resolved.items() if key != "thread"}):
            if violation.severity == "error":
                raise Fault("invalid_request_error", violation.message)
        content = SCRIPT[self.said]
        self.said += 1
        said = {"id": f"msg_{self.said}", "type": "message", "role": "assistant", "model": MODEL}
        said |= {"content": content, "stop_sequence": None, "usage": {"input_tokens": 1, "output_tokens": 1}}
        said["stop_reason"] = "tool_use" if content[0]["type"] == "tool_use" else "end_turn"
        self.threads.remember(body, resolved, said, betas)
        if not body.get("stream"):
            return httpx2.Response(200, json=said)
        lines = "".join(f"event: {event['type']}\ndata: {json.dumps(event)}\n\n" for event in told(said))
        return httpx2.Response(200, headers={"content-type": "text/event-stream"}, text=lines)


def told(said):
    yield {"type": "message_start", "message": {**said, "content": [], "stop_reason": None}}
    for index, block in enumerate(said["content"]):
        called = block["type"] == "tool_use"
        empty, delta = (
            ({"input": {}}, {"type": "input_json_delta"})
            if called
            else ({"text": ""}, {"type": "text_delta"})
        )
        delta |= {"partial_json": json.dumps(block["input"])} if called else {"text": block["text"]}
        yield {"type": "content_block_start", "index": index, "content_block": {**block, **empty}}
        yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    ending = {"stop_reason": said["stop_reason"], "stop_sequence": None}
    yield {"type": "message_delta", "delta": ending, "usage": said["usage"]}
    yield {"type": "message_stop"}


@beta_tool
def get_weather(city: str) -> str:
    """Donne la météo d'une ville."""
    return f"{city} : 18 °C"


@beta_async_tool(name="get_weather")
async def get_weather_later(city: str) -> str:
    """Donne la météo d'une ville."""
    return f"{city} : 18 °C"


def asked(tool, **more):
    return {"model": MODEL, "max_tokens": 99, "messages": [ASK], "system": "Bref.", "tools": [tool], **more}


def sync_run(api, **more):
    http = anthropic.DefaultHttpxClient(transport=httpx2.MockTransport(api))
    client = anthropic.Anthropic(api_key="k", http_client=http, max_retries=0)
    runner = client.beta.messages.tool_runner(**asked(get_weather, **more))
    if more.get("stream"):
        return [stream.get_final_message() for stream in runner][-1]
    return runner.until_done()


def async_run(api, **more):
    async def talk():
        http = anthropic.DefaultAsyncHttpxClient(transport=httpx2.MockTransport(api.later))
        client = anthropic.AsyncAnthropic(api_key="k", http_client=http, max_retries=0)
        runner = client.beta.messages.tool_runner(**asked(get_weather_later, **more))
        if more.get("stream"):
            return [await stream.get_final_message() async for stream in runner][-1]
        return await runner.until_done()

    with ThreadPoolExecutor(1) as thread:  # this one may have a loop already
        return thread.submit(asyncio.run, talk()).result()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("run", [sync_run, async_run])
class TestToolRunner:
    def test_threads_are_kept(self, run, stream):
        api = Api()
        assert run(api, stream=stream).content[0].text == "Il fait 18 °C."
        assert api.wire == [("create", 1, True), ("continue", 1, False), ("continue", 1, False)]

    def test_a_forgotten_thread_is_replayed(self, run, stream):
        api = Api("lost")
        assert run(api, stream=stream).content[0].text == "Il fait 18 °C."
        assert api.wire == [
            ("create", 1, True),
            ("continue", 1, False),
            ("create", 3, True),
            ("continue", 1, False),
        ]

    def test_a_server_may_say_that_it_keeps_none(self, run, stream):
        api = Api("unsupported")
        assert run(api, stream=stream).content[0].text == "Il fait 18 °C."
        assert api.wire == [("create", 1, True), (None, 1, True), (None, 3, True), (None, 5, True)]

    def test_a_caller_may_want_none(self, run, stream):
        api = Api()
        assert run(api, stream=stream, thread=False).content[0].text == "Il fait 18 °C."
        assert api.wire == [(None, 1, True), (None, 3, True), (None, 5, True)]
        assert len(api.threads) == 0

    def test_a_server_that_ignores_threads_refuses_a_correct_program(self, run, stream):
        with pytest.raises(anthropic.BadRequestError):
            run(Api("ignores"), stream=stream)


def test_the_thread_helper_of_the_sdk_runs_as_well():
    api = Api()
    http = anthropic.DefaultHttpxClient(transport=httpx2.MockTransport(api))
    client = anthropic.Anthropic(api_key="k", http_client=http, max_retries=0)
    thread = client.beta.messages.thread(model=MODEL, max_tokens=9, tools=[TOOL], system="Bref.")
    thread.send(ASK)
    assert thread.send(result(1)).content[0].id == "toolu_2"
    with pytest.raises(anthropic.BadRequestError) as caught:
        thread.send(result(2), tool_choice={"type": "any"})
    assert caught.value.error_code == "thread_fingerprint_mismatch"
