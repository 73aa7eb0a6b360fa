"""The validator without pixels: four layers, texts that are no JSON, inputs that are tried."""

import json

import pytest
from definitions import RICH

from tooluse.widgets import validator
from tooluse.widgets.input_check import Unsure, reasons

HOSTILE = "<img src=x onerror=alert(1)>"


def said(parts) -> str:
    return "".join(content for _, content in parts).replace("\u00a0", " ")


def layers(widget) -> dict[str, dict]:
    return {layer["key"]: layer for layer in widget.report["layers"]}


def definition(schema, **more):
    return {
        "name": "search_contracts",
        "description": "Cherche des contrats.",
        "input_schema": schema,
        **more,
    }


def test_the_example_is_accepted_by_the_schema_and_the_api_but_not_by_the_kit():
    found = layers(validator())
    assert [found[key]["verdict"] for key in ("schema", "api", "kit", "input")] == [
        "good",
        "good",
        "bad",
        "bad",
    ]
    places = [note["path"] for note in found["kit"]["notes"]]
    assert "input_schema.properties.q.types" in places and "input_schema.required.0" in places


def test_a_misspelt_keyword_is_named_with_its_line():
    note = layers(validator())["kit"]["notes"][0]
    assert note["line"] == 7 and "Vouliez-vous dire type" in said(note["remedy"])


def test_what_the_meta_schema_refuses_the_api_refuses_with_its_own_sentence():
    found = layers(validator(definition({"type": "strng"})))
    assert found["schema"]["verdict"] == found["api"]["verdict"] == "bad"
    assert "strng" in said(found["schema"]["reasons"][0])
    assert any("draft 2020-12" in note["message"] for note in found["api"]["notes"])


def test_what_only_the_api_refuses_is_accepted_by_the_meta_schema():
    found = layers(validator({**RICH[0], "name": "a.b"}))
    assert found["schema"]["verdict"] == "good" and found["api"]["notes"][0]["path"] == "name"


def test_strict_is_judged_when_it_is_asked_for():
    widget = validator(RICH[0])
    assert layers(widget)["api"]["verdict"] == "good"
    widget.strict, widget.run = True, 1
    assert layers(widget)["api"]["verdict"] == "bad" and widget.ran == 1


def test_a_good_definition_has_nothing_against_it():
    found = layers(validator(RICH[0], {"client": "Durand", "status": "actif"}))
    assert [found[key]["verdict"] for key in ("schema", "api", "input")] == ["good"] * 3
    assert "juste" in said(found["input"]["sentence"])  # valid does not mean true


@pytest.mark.parametrize(
    ("schema", "value", "path", "words"),
    [
        ({"type": "integer"}, "cinq", (), "type integer attendu"),
        ({"required": ["client"]}, {}, (), "le champ obligatoire client manque"),
        ({"properties": {"a": {}}, "additionalProperties": False}, {"b": 1}, (), "ne prévoit pas : b"),
        ({"properties": {"s": {"enum": ["C", "F"]}}}, {"s": "c"}, ("s",), "La casse compte"),
        ({"enum": [1, 2]}, 3, (), "liste permise : 1, 2"),
        ({"const": "x"}, "y", (), "seule la valeur"),
        ({"maximum": 20}, 21, (), "plus grand que 20"),
        ({"minLength": 2}, "a", (), "au moins 2"),
        ({"pattern": "^[A-Z]{3}$"}, "MADRID", (), "motif ^[A-Z]{3}$"),
        ({"items": {"type": "string"}}, ["a", 1], ("1",), "type string"),
        ({"anyOf": [{"type": "string"}, {"type": "null"}]}, 1, (), "aucune des formes"),
        (False, 1, (), "aucune valeur"),
        ({"propertyNames": {"maxLength": 1}}, {"ab": 1}, (), "au plus 1"),
        ({"dependentRequired": {"a": ["b"]}}, {"a": 1}, (), "dependentRequired"),
    ],
)
def test_every_refusal_has_its_place_and_its_reason_in_french(schema, value, path, words):
    (found,) = reasons(schema, value)
    assert found.path == path
    assert words in found.text.replace("`", "").replace("\u00a0", " ")


def test_a_format_is_told_apart_from_the_rest():
    schema = {"type": "object", "properties": {"jour": {"type": "string", "format": "date"}}}
    found = layers(validator(definition(schema), {"jour": "2026-02-31"}))["input"]
    assert found["verdict"] == "good" and "n'a pas le format date" in said(found["reasons"][0])


@pytest.mark.parametrize(
    "schema",
    [{"$ref": "https://example.com/a"}, {"$ref": "#"}, {"pattern": "("}, {"$ref": "#/$defs/none"}],
)
def test_a_schema_that_cannot_be_applied_is_no_verdict(schema):
    with pytest.raises(Unsure):
        reasons(schema, "x")


def test_a_text_that_is_no_json_says_where():
    widget = validator('{\n  "name": "a",\n}')
    assert widget.report["at"] == [3, 1] and widget.report["layers"] == []
    assert "Ligne 3, colonne 1 : virgule en trop" in said(widget.report["problem"])


@pytest.mark.parametrize("text", ["{'name': 'a'}", "{'name': True}", "{\"strict\": True, 'a': None}"])
def test_python_is_recognised(text):
    assert "ressemble à du Python" in said(validator(text).report["problem"])


@pytest.mark.parametrize("text", ["3", "[]", '"texte"', "null", "[" * 100_000, '{"a": NaN}', "", "[1, 2]"])
def test_what_is_no_definition_is_told(text):
    assert said(validator(text).report["problem"])


def test_a_wrong_input_does_not_hide_the_definition():
    widget = validator(RICH[0], "{")
    assert len(widget.report["layers"]) == 4 and widget.report["input_at"] == [1, 2]


@pytest.mark.parametrize("wrap", [lambda t: [t], lambda t: {"tools": [t]}, lambda t: json.dumps(t)])
def test_a_list_a_request_or_a_text_will_do(wrap):
    assert layers(validator(wrap(RICH[0])))["api"]["verdict"] == "good"


def test_an_mcp_definition_is_taken_as_a_bridge_would_send_it():
    mcp = {"name": "a_b", "description": "Cherche.", "inputSchema": {"type": "object"}}
    assert layers(validator({"tools": [mcp]}))["api"]["verdict"] == "good"


def test_the_fallback_holds_the_texts_and_every_layer():
    html = validator(definition({"type": "object"}, description=HOSTILE), {"x": HOSTILE}).fallback()
    assert "<img" not in html and "&lt;img" in html
    assert all(f"{number} · " in html for number in (1, 2, 3, 4)) and "Remède" in html


def test_an_unforeseen_error_is_told_in_the_view(monkeypatch):
    widget = validator(RICH[0])
    monkeypatch.setattr("tooluse.widgets.validation.judged", lambda *_, **__: 1 / 0)
    widget.run = 1
    assert "ZeroDivisionError" in widget.report["failed"] and "ZeroDivisionError" in widget.fallback()
    assert widget.ran == 1
