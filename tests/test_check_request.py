"""`tooluse check-request`: every form in which a request is kept, and every way in which a file is none."""

import io
import json
import sys
import types

import pytest
from cases import CASES, options_of, request_of

from tooluse import cli
from tooluse.rules import check

QUESTION = {"role": "user", "content": "Quel temps fait-il à Lyon ?"}
GOOD = {"model": "claude-sonnet-5", "max_tokens": 256, "messages": [QUESTION]}
BAD = {**GOOD, "max_tokens": -1, "zzz": 1}
NO_DESCRIPTION = {**GOOD, "tools": [{"name": "get_weather", "input_schema": {"type": "object"}}]}


@pytest.fixture
def told(tmp_path, capsys):
    """Runs the command on a file with this content: exit code, output, errors."""

    def run(content, *options):
        path = tmp_path / "requête.json"
        data = content if isinstance(content, bytes | str) else json.dumps(content, ensure_ascii=False)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        code = cli.main(["check-request", str(path), *options])
        out, err = capsys.readouterr()
        return code, out.replace("\u00a0", " "), err.replace("\u00a0", " ")

    return run


def listed(told, content, *options):
    code, out, _ = told(content, "--format", "json", *options)
    return code, json.loads(out)


def lines(*values):
    return "\n".join(json.dumps(value) for value in values) + "\n"


def test_a_clean_request_is_accepted(told):
    assert told(GOOD) == (0, "Requête : acceptée\n\n", "")
    assert listed(told, GOOD) == (0, [])


def test_each_fault_is_told_with_its_place_sentence_reason_and_remedy(told):
    code, out, _ = told(BAD)
    assert code == 1
    assert "Requête : refusée, 2 erreurs" in out and "que la première" in out
    first, second = out.index("400 · max_tokens"), out.index("400 · zzz")
    assert first < second
    for words in (
        "API : max_tokens: must be greater than or equal to 0",
        "Sens : ",
        "Pourquoi : ",
        "Remède : ",
        "(leçon 01)",
    ):
        assert words in out


def test_a_warning_does_not_refuse(told):
    code, out, _ = told(NO_DESCRIPTION)
    assert code == 0 and "acceptée, 1 avertissement" in out and "avertissement · tools.0" in out


def test_json_for_programs(told):
    code, entries = listed(told, [GOOD, BAD])
    assert code == 1 and [entry["request"] for entry in entries] == [2, 2]
    keys = {"request", "rule", "path", "message", "severity", "meaning", "why", "remedy", "lesson"}
    assert entries[0].keys() == keys
    assert (entries[0]["rule"], entries[0]["path"]) == ("out-of-range", "max_tokens")


@pytest.mark.parametrize("name", ["claude-nobody", "claude-3-opus-20240229"])
def test_a_model_that_is_not_there_is_a_404(told, name):
    code, out, _ = told(GOOD | {"model": name})
    assert code == 1 and f"404 · model\n    API : model: {name}" in out


def test_the_model_can_be_another(told):
    forced = NO_DESCRIPTION | {"tool_choice": {"type": "any"}}
    assert told(forced)[0] == 0
    assert listed(told, forced, "--model", "claude-sonnet-5-5")[1][0]["rule"] == "forced-choice-unsupported"


def test_version_and_beta(told):
    sampled = GOOD | {"model": "claude-haiku-4-5", "temperature": 0.2}
    assert told(sampled)[0] == 1
    assert told(sampled, "--api-version", "2023-06-01")[0] == 0
    connected = GOOD | {"mcp_servers": []}
    assert told(connected)[0] == 1
    assert told(connected, "--beta")[0] == 0


@pytest.mark.parametrize(
    "content", [[GOOD, BAD], lines(GOOD, BAD), lines({"request": GOOD}, {"request": BAD})]
)
def test_several_requests_are_numbered(told, content):
    code, out, _ = told(content)
    assert code == 1
    assert "Requête 1 : acceptée" in out and "Requête 2 : refusée" in out
    assert out.endswith("2 requêtes : 1 refusée.\n")


def test_a_bare_conversation_is_wrapped_and_that_is_said(told):
    answered = [QUESTION, {"role": "assistant", "content": "18 °C."}]
    for content in (answered, lines(*answered)):
        code, out, _ = told(content)
        assert code == 0 and out.startswith("Messages seuls : jugés comme une requête à claude-sonnet-5")


def test_a_batch_is_many_requests(told):
    batch = {"requests": [{"custom_id": "a", "params": GOOD}, {"custom_id": "b", "params": BAD}]}
    assert [entry["request"] for entry in listed(told, batch)[1]] == [2, 2]


def test_calls_of_a_client_keep_their_headers_and_paths(told):
    counted = {"path": "/v1/messages/count_tokens", "headers": {"x": ""}, "request": GOOD, "response": {}}
    assert [entry["path"] for entry in listed(told, [counted])[1]] == ["max_tokens"]
    old = {"anthropic-version": "2023-06-01"}
    sampled = {"request": GOOD | {"model": "claude-haiku-4-5", "temperature": 0.2}, "headers": old}
    assert told([sampled])[0] == 0


def recording(*exchanges):
    return lines({"tooluse": "recording", "version": 1}, *exchanges)


def threaded():
    use = {"type": "tool_use", "id": "toolu_1", "name": "get_weather", "input": {}}
    answer = {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "content": [use],
        "stop_reason": "tool_use",
    }
    result = {"type": "tool_result", "tool_use_id": "toolu_1", "content": "18 °C"}
    tool = {"name": "get_weather", "description": "La météo.", "input_schema": {"type": "object"}}
    first = GOOD | {"thread": {"type": "create"}, "tools": [tool]}
    second = GOOD | {
        "thread": {"type": "continue", "previous_message_id": "msg_1"},
        "messages": [{"role": "user", "content": [result]}],
    }
    return {"request": first, "status": 200, "response": answer}, {"request": second, "status": 200}


def test_a_recorded_thread_is_judged_as_a_whole(told):
    code, out, _ = told(recording(*threaded()))
    assert code == 0 and "2 requêtes : aucune refusée." in out


def test_of_a_thread_that_began_elsewhere_nothing_is_said(told):
    code, out, _ = told(recording(threaded()[1]))
    assert code == 0 and "rien n'en est dit" in out and "refusée" not in out


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])
def test_editors_and_shells_of_windows(told, encoding):
    assert told(json.dumps(GOOD).encode(encoding))[0] == 0
    assert told(lines(GOOD, GOOD).replace("\n", "\r\n").encode(encoding))[0] == 0


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "est vide"),
        (b"  \n", "est vide"),
        (b'{"model": }', "ligne 1, colonne 11, devant « } »"),
        (b'{\n "a": 1,\n}', "ligne 3, colonne 1"),
        (b'{"a": 1', "à la fin"),
        (b"{'model': 'x'}", "json.dump("),
        (b'{"a": NaN}', "colonne 7, devant « NaN}"),
        (b'{"a": True}', "json.dump("),
        (b'{"a": 1}\n{"b": \n', "ligne 2, colonne 7"),
        (b"\xff\xff\n", "UTF-8"),
        (b'{"a": 1}\n{"b": "\xe9"}', "ligne 2"),
        (b"[" * 100_000, "trop de niveaux"),
        (b'{"nbformat": 4, "cells": []}', "carnet"),
        (b"bonjour", "ligne 1, colonne 1"),
    ],
)
def test_a_file_that_cannot_be_read(told, content, said):
    code, out, err = told(content)
    assert (code, out) == (2, "") and said in err and len(err.splitlines()) == 1


@pytest.mark.parametrize("name", ["absent.json", ".", "\0"])
def test_no_file(name, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    assert cli.main(["check-request", name]) == 2
    assert "ne peut pas être lu" in capsys.readouterr().err


@pytest.mark.parametrize("content", ["null", "3", '"a"', "[]", "{}", "[[[1]]]", '[{"request": 5}]'])
def test_any_json_is_judged(told, content):
    code, out, err = told(content)
    assert code == (0 if content == "[]" else 1) and out and not err


def test_numbers_and_texts_that_do_not_print(told):
    digits = "9" * 5000
    body = json.dumps(GOOD).replace("256", digits)
    assert [entry["rule"] for entry in listed(told, body)[1]] == ["max-tokens-too-large"]
    assert told(json.dumps(GOOD).replace("256", f"-{digits}"))[0] == 1
    assert listed(told, json.dumps(GOOD | {"\ud800": 1}))[0] == 1


def test_a_long_list_of_faults_is_cut_in_the_text_only(told):
    body = {**GOOD, **{f"x{n}": 1 for n in range(50)}}
    assert "30 de plus" in told(body)[1]
    assert len(listed(told, body)[1]) == 50


def test_standard_input(monkeypatch, capsys):
    monkeypatch.setattr(sys, "stdin", types.SimpleNamespace(buffer=io.BytesIO(json.dumps(BAD).encode())))
    assert cli.main(["check-request", "-"]) == 1
    assert "400 · max_tokens" in capsys.readouterr().out


def test_the_command_says_what_the_catalogue_says(told):
    """Every case of the data, as the command sees it."""
    for rule, case in CASES:
        options = options_of(case)
        if "repeat" in case or "counting" in options:
            continue
        words = [f"--api-version={options['api_version']}"] if "api_version" in options else []
        words += ["--beta"] if options.get("beta") else []
        entries = listed(told, [request_of(case)], *words)[1]
        expected = [violation.message for violation in check(request_of(case), **options)]
        said = [entry["message"] for entry in entries if entry["rule"] != "model-not-found"]
        assert said == expected, (rule, case["name"])
