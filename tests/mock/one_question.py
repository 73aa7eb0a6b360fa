"""One question put to a scripted model, plain or streamed: what tests of failures begin with."""

from tooluse import MockClaude, ScriptedModel, reply, settings

MODEL = settings().model
QUESTION = [{"role": "user", "content": "Il fait combien à Lyon ?"}]
WEATHER = {
    "name": "get_weather",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
SEARCH = {"type": "web_search_20250305", "name": "web_search"}
HELLO = reply("Bonjour, il fait dix-huit degrés à Lyon ce matin.")


def client(*lines, **options):
    return MockClaude(ScriptedModel(lines or [HELLO]), **options)


def create(client, **options):
    return client.messages.create(**{"model": MODEL, "max_tokens": 500, "messages": QUESTION, **options})


def streamed(client, **options):
    with client.messages.stream(
        **{"model": MODEL, "max_tokens": 500, "messages": QUESTION, **options}
    ) as stream:
        return stream.get_final_message()
