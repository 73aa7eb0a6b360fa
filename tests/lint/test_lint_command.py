"""`tooluse lint`: every dress of a catalogue, exit codes, both outputs."""

import io
import json
import time

import pytest
from test_lint_specimens import FRENCH, changed

from tooluse import cli
from tooluse.rules import RULES
from tooluse.rules.lint_catalogue import LINT_RULES

MCP = {"name": FRENCH["name"], "description": FRENCH["description"], "inputSchema": FRENCH["input_schema"]}
DRESSES = {
    "a list": [FRENCH],
    "one tool": FRENCH,
    "a request": {"model": "claude-sonnet-5", "tools": [FRENCH], "messages": []},
    "an MCP answer": {"tools": [{**MCP, "title": "Contrats", "annotations": {"readOnlyHint": True}}]},
    "JSON-RPC": {"jsonrpc": "2.0", "id": 1, "result": {"tools": [MCP]}},
}


@pytest.fixture
def lint(tmp_path, capsys):
    def run(value, *options, name="outils.json"):
        path = tmp_path / name
        path.write_text(value if isinstance(value, str) else json.dumps(value, indent=1), encoding="utf-8")
        code = cli.main(["lint", str(path), *options])
        return code, capsys.readouterr()

    return run


@pytest.mark.parametrize("dress", DRESSES)
def test_every_dress_is_read(lint, dress):
    code, said = lint(DRESSES[dress], "--strict")
    assert (code, said.out) == (0, "1 outil\u00a0: rien à redire.\n")


THIN = changed("description", "Recherche des documents signés.")


def test_exit_codes(lint):
    assert lint([THIN])[0] == 0
    assert lint([THIN], "--strict")[0] == 1
    assert lint([changed("name", "a b")])[0] == 1
    assert lint("{", name="x.json")[0] == 2
    assert lint("[1, 2]")[0] == 2
    assert lint('"' + "[" * 10)[0] == 2
    assert lint("[" * 100_000)[0] == 2
    assert lint("x = (", name="x.py")[0] == 2
    assert lint("{}", name="x.ipynb")[0] == 2
    assert cli.main(["lint", "absent.json"]) == 2
    assert cli.main(["lint"]) == 2


def test_a_note_never_fails(lint):
    text = FRENCH["description"].replace(" Ne couvre pas les devis (utiliser search_quotes).", "")
    code, said = lint([{**FRENCH, "description": text}], "--strict")
    assert code == 0 and "remarque[frontier-missing]" in said.out


def test_the_text_names_place_rule_reason_and_suggestion(lint):
    out = lint([FRENCH, THIN])[1].out
    head, what, why, suggestion = out.splitlines()[:4]
    assert ":31:" in head or head.count(":") >= 2
    assert "avertissement[description-thin]  tools.1.custom.description  (search_client_contracts)" in out
    assert all(line.startswith("  ") for line in (what, why, suggestion))


def test_the_api_s_own_sentence_is_quoted(lint):
    out = lint([changed("name", "a b")])[1].out
    assert "tools.0.custom.name: String should match pattern" in out


def test_a_misspelt_word_is_guessed(lint):
    out = lint([changed("input_schema.properties.query.discription", "x")])[1].out
    assert "`description`" in out


def test_the_place_inside_a_faulty_schema_is_told(lint):
    _, said = lint([changed("input_schema.properties.query.type", "text")], "--format", "json")
    (verdict,) = json.loads(said.out)["files"][0]["verdicts"]
    assert "`properties.query.type`" in verdict["detail"]
    assert verdict["severity"] == "error" and verdict["line"] > 5


def test_json_is_for_machines(lint):
    code, said = lint([THIN], "--format", "json")
    told = json.loads(said.out)
    assert (code, told["tools"], told["errors"], told["warnings"], told["notes"]) == (0, 1, 0, 1, 0)
    (verdict,) = told["files"][0]["verdicts"]
    assert verdict["rule"] == "description-thin" and verdict["tool"] == FRENCH["name"]
    assert verdict["detail"] and verdict["why"] and verdict["suggestion"]


def test_standard_input(monkeypatch, capsys):
    for text in (json.dumps([FRENCH]), f"TOOLS = {[FRENCH]!r}"):
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        assert cli.main(["lint", "-"]) == 0
        assert "1 outil" in capsys.readouterr().out


def test_an_mcp_output_schema_says_what_comes_back(lint):
    text = FRENCH["description"].partition(" Rend")[0]
    assert lint({"tools": [{**MCP, "description": text}]}, "--strict")[0] == 1
    assert (
        lint({"tools": [{**MCP, "description": text, "outputSchema": {"type": "object"}}]}, "--strict")[0]
        == 0
    )


@pytest.mark.parametrize("rule", [rule.name for rule in (*RULES, *LINT_RULES)])
def test_every_rule_is_explained(rule, capsys):
    assert cli.main(["lint", "--explain", rule]) == 0
    assert "À ne pas faire" in capsys.readouterr().out


def test_an_unknown_rule_names_the_nearest(capsys):
    assert cli.main(["lint", "--explain", "descripton-thin"]) == 2
    assert "description-thin" in capsys.readouterr().err


def test_a_thousand_definitions_are_fast(lint):
    tools = [{**THIN, "name": f"search_{index}_contracts"} for index in range(1_000)]
    start = time.process_time()
    assert lint(tools)[0] == 0
    assert time.process_time() - start < 4  # 2 s on a quiet machine
