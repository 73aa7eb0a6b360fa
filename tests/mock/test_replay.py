"""Replay: what passed live comes back offline, and a request that differs is shown."""

import anthropic
import pytest
from taped import MODEL, ask, lines, live, loop, plain

from tooluse import MockClaude, ReplayModel
from tooluse.mock import ScriptError
from tooluse.mock.fault import Fault
from tooluse.mock.models import ScriptFault


@pytest.fixture
def tape(tmp_path):
    path = tmp_path / "essai.jsonl"
    loop(live(path))
    return path


@pytest.mark.parametrize("streamed", [False, True])
def test_what_was_said_live_is_said_again(tmp_path, streamed):
    path = tmp_path / "r.jsonl"
    said = plain(loop(live(path), streamed=streamed))
    assert [line.get("streamed") for line in lines(path)] == [None, False, streamed, streamed]
    for again in (streamed, not streamed):
        client = MockClaude(ReplayModel(path))
        assert plain(loop(client, streamed=again)) == said, "ids, usage and stop reasons too"
        assert [call.status for call in client.calls] == [429, 200, 200]
        assert client.backend == "rejoué"


def test_a_request_that_differs_is_shown_with_both_values(tape):
    client = MockClaude(ReplayModel(tape))
    with pytest.raises(ScriptError) as caught:
        loop(client, answer="19 °C")
    said = str(caught.value).replace("\u00a0", " ")
    assert said.startswith("Appel 3 : la requête diffère de l'échange 3")
    assert "à messages.2.content.0.content." in said
    assert 'Enregistré : `"18 °C"`\nEnvoyé : `"19 °C"`' in said
    assert 'connect(record="….jsonl")' in said


def test_a_key_too_many_and_one_too_few_are_named(tape):
    one = {"role": "user", "content": "Il fait combien à Lyon ?"}
    for options, place in (({"system": "Bref."}, "system"), ({"tools": []}, r"tools\.0")):
        with pytest.raises(
            ScriptError, match=rf"à {place}\.\n.*\(absent\)|à {place}\.\n[^\n]*\n.*\(absent\)"
        ):
            ask(MockClaude(ReplayModel(tape)), [one], **options)


def test_how_it_is_sent_and_by_whom_does_not_count(tape):
    client = MockClaude(ReplayModel(tape))
    one = {"content": "Il fait combien à Lyon ?", "role": "user"}
    assert ask(client, [one], streamed=True, metadata={"user_id": "u"}).stop_reason == "tool_use"


def test_a_call_too_many_says_how_many_there_are(tape):
    client = MockClaude(ReplayModel(tape))
    loop(client)
    with pytest.raises(ScriptError, match="compte 3 échanges, tous déjà rejoués"):
        loop(client)


def test_without_strict_the_order_does_not_count(tape):
    client = MockClaude(ReplayModel(tape, strict=False))
    first, last = loop(client)
    assert plain(loop(client)) == plain([first, last]), "again, from the same exchanges"
    with pytest.raises(ScriptError, match="nulle part.*L'échange"):
        loop(client, "Et à Nantes ?")


def test_a_recorded_thread_is_compared_as_the_whole_conversation(tmp_path):
    path = tmp_path / "r.jsonl"

    @anthropic.beta_tool
    def get_weather(city: str) -> str:
        """The weather of a city."""
        return "18 °C"

    def run(client):
        question = [{"role": "user", "content": "Lyon ?"}]
        runner = client.beta.messages.tool_runner(
            model=MODEL, max_tokens=90, messages=question, tools=[get_weather]
        )
        return runner.until_done().to_dict()

    said = run(live(path))
    assert [line["request"].get("thread", {}).get("type") for line in lines(path)[1:]][-1] == "continue"
    assert run(MockClaude(ReplayModel(path))) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "n'est pas un enregistrement"),
        ('{"a": 1}\n', "n'est pas un enregistrement"),
        ('{"tooluse": "recording", "version": 2}\n', "version 2"),
        ('{"tooluse": "recording", "version": 1}\n{"request": {}', "ligne 2.*pas du JSON"),
        ('{"tooluse": "recording", "version": 1}\n\n[]', "ligne 3.*`request`"),
        ('{"tooluse": "recording", "version": 1}\n{"request": {}, "status": 200}', "`response`"),
    ],
)
def test_a_file_that_is_no_recording_says_what_is_wrong(tmp_path, text, said):
    path = tmp_path / "r.jsonl"
    path.write_text(text)
    with pytest.raises(ScriptFault, match=said):
        ReplayModel(path)


def test_odd_exchanges_do_not_crash_a_replay(tmp_path):
    path = tmp_path / "r.jsonl"
    head = '{"tooluse": "recording", "version": 1}\n'
    path.write_text(head + '{"request": [3], "status": 200, "response": {}}\n')
    with pytest.raises(ScriptFault, match="à la requête"):
        ReplayModel(path).answer({"model": MODEL})
    path.write_text(head + '{"request": {}, "status": 500, "response": {"error": "x"}}\n')
    with pytest.raises(Fault):
        ReplayModel(path).answer({})
