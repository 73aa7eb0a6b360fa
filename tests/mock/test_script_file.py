"""Scripts as JSON: what a line may be, and what is said of one that is none."""

import json

import pytest

from tooluse import MockClaude, ReplayModel, ScriptedModel, read_script, settings
from tooluse.mock.models import ScriptFault

TOOL = {"name": "get_weather", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}


def answers(script, count=1, **options):
    client = MockClaude(script, max_retries=1)
    request = {"model": settings().model, "max_tokens": 200, "tools": [TOOL]}
    request["messages"] = [{"role": "user", "content": "Il fait combien à Lyon ?"}]
    return [client.messages.create(**request, **options) for _ in range(count)], client


def test_a_text_blocks_and_a_whole_reply():
    script = read_script(
        json.dumps(
            [
                "Bonjour.",
                ["Je regarde.", {"type": "tool_use", "name": "get_weather", "input": {"city": "Lyon"}}],
                {"type": "tool_use", "name": "get_weather", "id": "toolu_01A"},
                {"content": "Il fait", "stop_reason": "max_tokens", "expect": "Lyon", "output_tokens": 2},
                {"content": [{"type": "thinking", "thinking": "…"}, "Voilà."]},
            ]
        )
    )
    assert type(script) is ScriptedModel
    (hello, call, bare, short, thought), client = answers(script, 5)
    assert hello.content[0].text == "Bonjour."
    assert call.stop_reason == "tool_use" and call.content[1].id.startswith("toolu_01")
    assert (bare.content[0].id, bare.content[0].input) == ("toolu_01A", {})
    assert (short.stop_reason, short.usage.output_tokens) == ("max_tokens", 2)
    assert [block.type for block in thought.content] == ["thinking", "text"]
    assert client.backend == "scripté"


def test_a_response_of_the_api_pasted_whole_is_a_line():
    (first,), _ = answers(read_script('["Bonjour."]'))
    again = read_script(json.dumps([first.to_dict()]))
    assert answers(again)[0][0].to_dict() == first.to_dict()


def test_a_failure_is_a_line():
    text = '[{"failure": "rate_limit", "retry_after": 0.01}, {"failure": "wrong_type"}, ["Non."], "Oui."]'
    with pytest.raises(ScriptFault, match="n'appelle aucun outil"):
        answers(read_script(text))
    _, client = answers(read_script('[{"failure": "rate_limit", "retry_after": 0.01}, "Oui."]'))
    assert [call.status for call in client.calls] == [429, 200]


def test_a_script_may_begin_again():
    said, _ = answers(read_script('["un", "deux"]', repeat=True), 3)
    assert [message.content[0].text for message in said] == ["un", "deux", "un"]
    with pytest.raises(ScriptFault, match="n'a pas de script"):
        answers(read_script("[]", repeat=True))


def test_a_file_with_the_mark_of_windows(tmp_path):
    path = tmp_path / "é.json"
    path.write_text('["Ça va."]', encoding="utf-8-sig")
    assert answers(read_script(path))[0][0].content[0].text == "Ça va."
    assert answers(read_script(str(path)))[0][0].content[0].text == "Ça va."


def test_a_recording_is_recognised(tmp_path):
    path = tmp_path / "r.jsonl"
    path.write_text('{"tooluse": "recording", "version": 1}\n')
    assert isinstance(read_script(path), ReplayModel)
    assert isinstance(read_script(path.read_text()), ReplayModel)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('["a" "b"]', r"ligne 1, colonne 6"),
        ("[" * 100_000, "profond|JSON"),
        ('{"a": 1}', "est une liste JSON"),
        ('["ok", 3]', r"ligne 2.*`3` n'est pas une réplique"),
        ("[null]", "ligne 1"),
        ('[{"contenu": []}]', "n'est pas une réplique"),
        ('[{"content": [3]}]', "n'est pas un bloc"),
        ('[{"content": null}]', "n'est pas un bloc"),
        ('[{"content": [], "stop": 1}]', "`stop` est inconnu.*stop_reason"),
        ('[{"content": [], "stop_reason": "fini"}]', "end_turn"),
        ('[{"content": [], "stop_reason": []}]', "`stop_reason` vaut `\\[\\]`"),
        ('[{"content": [], "expect": 3}]', "il faut un texte"),
        ('[{"content": [], "output_tokens": true}]', "il faut un nombre"),
        ('[{"type": "tool_use"}]', "bloc tool_use a besoin de `name`"),
        ('[{"type": "tool_use", "name": "a", "input": []}]', "`input`, un objet JSON.*il a `\\[\\]`"),
        ('[{"failure": "panne"}]', "Pannes.*overloaded"),
        ('[{"failure": ["a"]}]', "n'existe pas"),
        ('[{"failure": "Pending"}]', "n'existe pas"),
        ('[{"failure": "rate_limit", "apres": 2}]', "Options.*retry_after"),
        ('[{"failure": "rate_limit", "retry_after": "x"}]', "rate_limit ne va pas"),
        ('[{"failure": "rate_limit", "kind": 3}]', "rate_limit ne va pas"),
        ('[{"failure": "refusal", "category": []}]', "cyber"),
        ('[{"failure": "wrong_enum"}]', "ajoutez-en une"),
    ],
)
def test_a_bad_script_says_where_and_what(text, said):
    with pytest.raises(ScriptFault, match=said.replace(" :", "\u00a0:")):
        read_script(text)


def test_a_file_that_cannot_be_read_says_why(tmp_path):
    with pytest.raises(ScriptFault, match=r"absent\.json n'existe pas"):
        read_script(tmp_path / "absent.json")
    with pytest.raises(ScriptFault, match="ne peut pas être lu"):
        read_script(tmp_path)
    (tmp_path / "latin.json").write_bytes('["é"]'.encode("latin-1"))
    with pytest.raises(ScriptFault, match="UTF-8"):
        read_script(tmp_path / "latin.json")
