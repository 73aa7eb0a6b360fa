"""MockClaude is the real SDK on a server without a socket."""

import anthropic
import pytest

from tests import asynchronous
from tooluse import AsyncMockClaude, MockClaude, ScriptedModel, reply, settings, text, thinking, tool_use
from tooluse.mock import ScriptError

MODEL = settings().model
WEATHER = {
    "name": "get_weather",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}},
}
QUESTION = [{"role": "user", "content": "Il fait combien à Lyon ?"}]


def create(client, messages=QUESTION, **options):
    return client.messages.create(**{"model": MODEL, "max_tokens": 100, "messages": messages, **options})


def test_it_is_the_sdk_client_with_the_sdk_types():
    client = MockClaude(
        ScriptedModel([reply(thinking("…"), "Je regarde.", tool_use("get_weather", city="Lyon"))])
    )
    response = create(client, tools=[WEATHER])
    assert isinstance(client, anthropic.Anthropic)
    assert isinstance(response, anthropic.types.Message)
    assert [block.type for block in response.content] == ["thinking", "text", "tool_use"]
    assert response.stop_reason == "tool_use"
    assert response.content[2].input == {"city": "Lyon"}
    assert response.content[2].id.startswith("toolu_01") and len(response.content[2].id) == len("toolu_") + 24


def test_a_whole_tool_loop_passes_and_is_recorded():
    client = MockClaude(ScriptedModel([reply(tool_use("get_weather", city="Lyon")), reply("Il fait 18 °C.")]))
    asked = create(client, tools=[WEATHER])
    result = {"type": "tool_result", "tool_use_id": asked.content[0].id, "content": "18 °C"}
    turns = [
        *QUESTION,
        {"role": "assistant", "content": asked.content},
        {"role": "user", "content": [result]},
    ]
    assert create(client, turns, tools=[WEATHER]).content[0].text == "Il fait 18 °C."
    assert [call.number for call in client.calls] == [1, 2]
    assert client.calls[1].request["messages"][2]["content"][0]["content"] == "18 °C"
    assert client.calls[0].response["stop_reason"] == "tool_use"


def test_the_api_refuses_and_the_sdk_raises_its_own_error():
    client = MockClaude(ScriptedModel([reply("jamais dit")]))
    orphan = [
        *QUESTION,
        {"role": "assistant", "content": [tool_use("get_weather", id="toolu_01A", city="Lyon")]},
        {"role": "user", "content": "Alors ?"},
    ]
    with pytest.raises(anthropic.BadRequestError) as caught:
        create(client, orphan, tools=[WEATHER])
    assert caught.value.type == "invalid_request_error"
    assert "`tool_use` ids were found without `tool_result` blocks" in caught.value.api_message
    assert caught.value.request_id.startswith("req_01")
    assert client.calls[0].status == 400
    assert client.calls[0].response["error"]["message"] == caught.value.api_message
    assert client.server.model.position == 0, "a refused request costs no line of the script"


def test_a_notebook_shows_a_refusal_in_a_few_lines_with_its_remedy():
    with pytest.raises(anthropic.BadRequestError) as caught:
        create(MockClaude(), messages=[{"role": "tool", "content": "18 °C"}])
    shown = "\n".join(caught.value._render_traceback_())
    assert 'Unexpected role "tool"' in shown
    assert "Sens\u00a0:" in shown and "Remède\u00a0:" in shown and "leçon 01" in shown
    assert "Traceback" not in shown and "_base_client" not in shown


def test_a_script_that_runs_out_is_shown_in_one_sentence():
    with pytest.raises(ScriptError) as caught:
        create(MockClaude(ScriptedModel()))
    assert len(caught.value._render_traceback_()) <= 2


def test_an_unknown_model_is_not_found():
    with pytest.raises(anthropic.NotFoundError, match="model: claude-imaginaire"):
        create(MockClaude(ScriptedModel([reply("…")])), model="claude-imaginaire")


def test_streaming_gives_the_same_message_in_the_order_of_the_api():
    said = reply(
        thinking("Voyons."), "Je regarde la météo de Lyon.", tool_use("get_weather", city="Lyon", unit="C")
    )
    whole = create(MockClaude(ScriptedModel([said])), tools=[WEATHER])
    client = MockClaude(ScriptedModel([said]))
    with client.messages.stream(model=MODEL, max_tokens=100, messages=QUESTION, tools=[WEATHER]) as stream:
        kinds = [
            event.type
            for event in stream
            if event.type not in ("text", "thinking", "input_json", "signature")
        ]
        streamed = stream.get_final_message()
    assert streamed.to_dict()["content"] == whole.to_dict()["content"]
    assert streamed.stop_reason == "tool_use"
    assert streamed.usage.output_tokens == whole.usage.output_tokens
    assert kinds[0] == "message_start" and kinds[-2:] == ["message_delta", "message_stop"]
    assert client.calls[0].streamed and client.calls[0].response["content"] == whole.to_dict()["content"]


def test_a_fault_in_a_streamed_request_is_plain_json():
    client = MockClaude(ScriptedModel([reply("…")]))
    with pytest.raises(anthropic.BadRequestError, match="at least one message is required"):
        client.messages.create(model=MODEL, max_tokens=10, messages=[], stream=True)
    assert not client.calls[0].streamed


def test_an_empty_tool_input_streams_as_an_empty_object():
    client = MockClaude(ScriptedModel([reply(tool_use("list_open_tickets"))]))
    tool = {"name": "list_open_tickets", "input_schema": {"type": "object"}}
    with client.messages.stream(model=MODEL, max_tokens=9, messages=QUESTION, tools=[tool]) as stream:
        assert stream.get_final_message().content[0].input == {}


def test_async_code_has_the_same_client():
    async def talk():
        client = AsyncMockClaude(ScriptedModel([reply("Bonjour."), reply("Encore.")]))
        first = await client.messages.create(model=MODEL, max_tokens=10, messages=QUESTION)
        async with client.messages.stream(model=MODEL, max_tokens=10, messages=QUESTION) as stream:
            second = await stream.get_final_message()
        return client, first, second

    client, first, second = asynchronous.run(talk())
    assert isinstance(client, anthropic.AsyncAnthropic)
    assert (first.content[0].text, second.content[0].text) == ("Bonjour.", "Encore.")
    assert len(client.calls) == 2


def test_a_copied_client_talks_to_the_same_server():
    client = MockClaude(ScriptedModel([reply("un"), reply("deux")]))
    create(client)
    create(client.with_options(max_retries=0))
    assert len(client.calls) == 2


def test_the_same_requests_on_a_fresh_client_give_the_same_bytes():
    def run():
        client = MockClaude(ScriptedModel([reply("un", tool_use("get_weather")), reply("deux")]))
        create(client, tools=[WEATHER])
        create(client)
        return [call.response for call in client.calls]

    assert run() == run()


def test_no_credential_is_kept():
    client = MockClaude(ScriptedModel([reply("…")]), api_key="secret-123")
    create(client)
    assert "secret-123" not in repr(client.calls)
    assert client.calls[0].headers["anthropic-version"]


def test_usage_grows_with_tools_and_messages_and_can_be_given():
    client = MockClaude(ScriptedModel([reply("a"), reply("b"), reply("c", input_tokens=7, output_tokens=8)]))
    bare = create(client).usage.input_tokens
    with_tools = create(client, tools=[WEATHER]).usage.input_tokens
    given = create(client).usage
    assert with_tools > bare > 0
    assert (given.input_tokens, given.output_tokens) == (7, 8)


@pytest.mark.parametrize("stop", ["max_tokens", "refusal", "pause_turn", "model_context_window_exceeded"])
def test_every_stop_reason_can_be_scripted(stop):
    assert create(MockClaude(ScriptedModel([reply("…", stop_reason=stop)]))).stop_reason == stop


class TestScripts:
    def test_running_out_names_the_call_and_what_to_do(self):
        client = MockClaude(ScriptedModel([reply("un")]))
        create(client)
        with pytest.raises(
            ScriptError, match=r"Appel 2.: le script compte une seule réplique.*un appel de trop"
        ):
            create(client)

    def test_a_client_without_a_script_says_how_to_give_one(self):
        with pytest.raises(ScriptError, match=r"n'a pas de script.*MockClaude\(ScriptedModel"):
            create(MockClaude(ScriptedModel()))

    def test_it_is_an_sdk_error_so_that_it_is_not_retried(self):
        assert issubclass(ScriptError, anthropic.AnthropicError)

    def test_an_unexpected_request_names_the_call(self):
        client = MockClaude(ScriptedModel([reply("…", expect="tool_result")]))
        with pytest.raises(
            ScriptError, match="Appel 1.: le script attend une requête qui contient «.tool_result.»"
        ):
            create(client)

    def test_expect_may_be_a_function_of_the_request(self):
        script = [reply("…", expect=lambda request: request["max_tokens"] == 100)]
        assert create(MockClaude(ScriptedModel(script))).content[0].text == "…"

    def test_a_line_may_be_a_function_of_the_request(self):
        client = MockClaude(ScriptedModel([lambda request: reply(request["messages"][0]["content"].upper())]))
        assert create(client, [{"role": "user", "content": "oui"}]).content[0].text == "OUI"

    @pytest.mark.parametrize("line", ["texte", {"type": "text"}, None])
    def test_something_else_than_a_reply_is_told_at_once(self, line):
        with pytest.raises(TypeError, match="La ligne 1 du script"):
            ScriptedModel([line])

    def test_a_stop_reason_that_does_not_exist_is_told_at_once(self):
        with pytest.raises(ValueError, match="'finished' n'existe pas. Valeurs.: end_turn"):
            reply("…", stop_reason="finished")

    def test_text_writes_a_block(self):
        assert text("a") == {"type": "text", "text": "a"}
