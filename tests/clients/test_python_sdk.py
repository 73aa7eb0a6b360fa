"""The Python SDK over a real socket, in each of its ways: what it does in process says nothing of that."""

import asyncio
import json

import anthropic
import pytest
from anthropic import beta_async_tool, beta_tool
from loops import ANSWER, TOOL
from pydantic import BaseModel
from serving import REQUEST

from tests.asynchronous import run as run_apart


class Weather(BaseModel):
    city: str
    celsius: int


@pytest.fixture
def client(served, monkeypatch):
    monkeypatch.setenv("ANTHROPIC_BASE_URL", served.url)
    with anthropic.Anthropic(api_key="hors-ligne", max_retries=0) as client:
        yield client


@pytest.fixture
def asynchronous(served):
    return anthropic.AsyncAnthropic(api_key="hors-ligne", base_url=served.url, max_retries=0)


def results(message) -> dict:
    calls = [block for block in message.content if block.type == "tool_use"]
    return {
        "role": "user",
        "content": [
            {"type": "tool_result", "tool_use_id": call.id, "content": f"18 °C à {call.input['city']}"}
            for call in calls
        ],
    }


def loop(send):
    """Until the model asks for no tool; `send(messages)` is one turn."""
    messages = list(REQUEST["messages"])
    while (message := send(messages)).stop_reason == "tool_use":
        messages += [{"role": "assistant", "content": message.content}, results(message)]
    assert len(messages) == 3
    return message


def answered(message) -> bool:
    return json.loads(message.content[0].text) == ANSWER


def test_create(client):
    asked = REQUEST | {"tools": [TOOL]}
    assert answered(loop(lambda messages: client.messages.create(**asked | {"messages": messages})))


def test_stream_helper(client):
    pieces = []

    def send(messages):
        with client.messages.stream(**REQUEST | {"tools": [TOOL], "messages": messages}) as stream:
            pieces.extend(stream.text_stream)
            return stream.get_final_message()

    message = loop(send)
    assert answered(message)
    assert "".join(pieces) == message.content[0].text
    assert len(pieces) > 1


def test_events_of_a_stream(client):
    stream = client.messages.create(**REQUEST, tools=[TOOL], stream=True)
    types = [event.type for event in stream]
    assert types[0] == "message_start"
    assert types[-2:] == ["message_delta", "message_stop"]


def test_parse(client):
    def send(messages):
        asked = REQUEST | {"tools": [TOOL], "messages": messages}
        return client.messages.parse(**asked, output_format=Weather)

    assert loop(send).parsed_output == Weather(**ANSWER)


@beta_tool
def get_weather(city: str) -> str:
    """Le temps dans une ville.

    Args:
        city: le nom de la ville
    """
    return f"18 °C à {city}"


@pytest.mark.parametrize("options", [{}, {"thread": False}], ids=["thread", "no thread"])
@pytest.mark.parametrize("stream", [False, True], ids=["whole", "stream"])
def test_tool_runner(client, options, stream):
    runner = client.beta.messages.tool_runner(**REQUEST, tools=[get_weather], stream=stream, **options)
    assert answered(runner.until_done())


def test_async_create_and_stream(asynchronous):
    async def run():
        async with asynchronous as client:
            first = await client.messages.create(**REQUEST, tools=[TOOL])
            asked = [*REQUEST["messages"], {"role": "assistant", "content": first.content}, results(first)]
            async with client.messages.stream(**REQUEST | {"tools": [TOOL], "messages": asked}) as stream:
                pieces = [piece async for piece in stream.text_stream]
                return pieces, await stream.get_final_message()

    pieces, message = run_apart(run())
    assert answered(message)
    assert "".join(pieces) == message.content[0].text


@beta_async_tool
async def get_weather_async(city: str) -> str:
    """Le temps dans une ville.

    Args:
        city: le nom de la ville
    """
    return f"18 °C à {city}"


def test_async_tool_runner(asynchronous):
    async def run():
        async with asynchronous as client:
            runner = client.beta.messages.tool_runner(**REQUEST, tools=[get_weather_async])
            return await runner.until_done()

    assert answered(run_apart(run()))


def test_twenty_at_once(asynchronous):
    async def run():
        async with asynchronous as client:
            return await asyncio.gather(*(client.messages.create(**REQUEST) for _ in range(20)))

    assert len({message.id for message in run_apart(run())}) == 20


def test_a_refusal_is_a_typed_error(client):
    with pytest.raises(anthropic.BadRequestError) as refused:
        client.messages.create(**REQUEST | {"messages": []})
    assert refused.value.type == "invalid_request_error"
    assert refused.value.request_id.startswith("req_")


def test_other_routes(client):
    assert client.messages.count_tokens(model=REQUEST["model"], messages=REQUEST["messages"]).input_tokens > 0
    models = [model.id for model in client.models.list()]
    assert REQUEST["model"] in models
    assert client.models.retrieve(REQUEST["model"]).id == REQUEST["model"]
