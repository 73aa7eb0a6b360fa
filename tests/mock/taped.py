"""A tool loop that is recorded as it would be live: the real SDK with a key, and this process as the API."""

import json

import anthropic

from tooluse import ScriptedModel, failures, reply, settings, tool_use
from tooluse.mock.recording import recorded
from tooluse.mock.server import Server
from tooluse.mock.transport import InProcess

MODEL = settings().model
# the last one is how base64 begins what the address holds
SECRETS = ("sk-secret-key", "secret-header", "secret-user", "secret-password", "secret-env", "c2VjcmV0")
TOOL = {"name": "get_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}
SCRIPT = [
    failures.rate_limit(retry_after=0.01),
    reply("Je regarde.", tool_use("get_weather", city="Lyon")),
    reply("Il fait 18 °C à Lyon."),
]


def live(path, script=SCRIPT, wrap=lambda transport: transport):
    """The real SDK with a key, its transport recorded; who answers is this process instead of the API."""
    transport = recorded(wrap(InProcess(Server(ScriptedModel(script)))), path)
    return anthropic.Anthropic(
        api_key="sk-secret-key",
        base_url="https://secret-user:secret-password@api.invalid",
        default_headers={"X-Extra": "secret-header", "x-api-key": "sk-secret-key"},
        http_client=anthropic.DefaultHttpxClient(transport=transport),
    )


def ask(client, messages, *, streamed=False, **options):
    request = {"model": MODEL, "max_tokens": 300, "tools": [TOOL], "messages": messages, **options}
    if not streamed:
        return client.messages.create(**request)
    with client.messages.stream(**request) as stream:
        return stream.get_final_message()


def loop(client, question="Il fait combien à Lyon ?", streamed=False, answer="18 °C"):
    turns = [{"role": "user", "content": question}]
    first = ask(client, turns, streamed=streamed)
    result = {"type": "tool_result", "tool_use_id": first.content[-1].id, "content": answer}
    turns += [{"role": "assistant", "content": first.content}, {"role": "user", "content": [result]}]
    return first, ask(client, turns, streamed=streamed)


def plain(messages):
    return [message.to_dict() for message in messages]


def lines(path):
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
