"""Mistakes of the model on demand: one in a call, of a kind that students' code must be ready for."""

import json
from enum import Enum

import pytest
from pydantic import BaseModel

from tooluse import MockClaude, ScriptedModel, failures, reply, settings, tool_use
from tooluse.mock import ScriptError

QUESTION = [{"role": "user", "content": "La facture FAC-2026-014 de Lyon et celle de Nantes ?"}]
FIND = {
    "name": "find_invoice",
    "input_schema": {
        "type": "object",
        "properties": {
            "invoice_id": {"type": "string"},
            "limit": {"type": "integer"},
            "filtre": {
                "type": "object",
                "properties": {"statut": {"type": "string", "enum": ["payée", "impayée"]}},
            },
            "format": {"anyOf": [{"enum": ["court", "long"]}, {"type": "null"}]},
        },
        "required": ["invoice_id"],
    },
}
LIST = {"name": "list_cities", "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}}}
GIVEN = {"invoice_id": "FAC-2026-014", "limit": 3, "filtre": {"statut": "payée"}}
CALL = reply(tool_use("find_invoice", GIVEN))


def said(failure, line=CALL, tools=(FIND, LIST), **options):
    client = MockClaude(ScriptedModel([line]))
    client.inject(failure)
    message = client.messages.create(
        model=settings().model, max_tokens=500, messages=QUESTION, tools=list(tools), **options
    )
    assert message.stop_reason == "tool_use"
    return message.content


def arguments(failure, **options):
    return said(failure, **options)[0].input


def test_a_value_outside_the_enum():
    assert arguments(failures.wrong_enum()) == {**GIVEN, "filtre": {"statut": "Payée"}}
    assert arguments(failures.wrong_enum("filtre.statut", "en retard"))["filtre"] == {"statut": "en retard"}
    assert arguments(failures.wrong_enum("format"))["format"] == "Court", (
        "an optional one that it had left out"
    )


def test_schemas_of_pydantic_are_followed():
    class Unit(Enum):
        celsius = "celsius"
        fahrenheit = "fahrenheit"

    class Place(BaseModel):
        unit: Unit | None = None
        inside: list["Place"] = []

    class Weather(BaseModel):
        days: list[Unit] = []
        place: Place | None = None

    Place.model_rebuild(_types_namespace={"Place": Place})
    tool = {"name": "weather", "input_schema": Weather.model_json_schema()}
    line = reply(tool_use("weather", days=["celsius"], place={}))
    assert arguments(failures.wrong_enum("days"), line=line, tools=[tool])["days"] == ["Celsius"]
    assert arguments(failures.wrong_enum("place.unit"), line=line, tools=[tool])["place"] == {
        "unit": "Celsius"
    }


def test_a_value_of_the_wrong_type():
    assert arguments(failures.wrong_type()) == {**GIVEN, "limit": "3"}
    assert arguments(failures.wrong_type("invoice_id"))["invoice_id"] == ["FAC-2026-014"]


def test_a_required_argument_that_is_missing():
    assert arguments(failures.missing_field()) == {"limit": 3, "filtre": {"statut": "payée"}}
    with pytest.raises(ScriptError, match="required.*limit"):
        arguments(failures.missing_field("limit"))


def test_an_invented_id_has_the_form_of_the_real_one_and_occurs_nowhere():
    invented = arguments(failures.invented_id())["invoice_id"]
    assert invented.startswith("FAC-2026-") and len(invented) == len("FAC-2026-014")
    assert invented not in json.dumps(QUESTION)
    assert invented == arguments(failures.invented_id("invoice_id"))["invoice_id"], "the same at every run"
    assert isinstance(arguments(failures.invented_id("limit"))["limit"], int)


def test_a_tool_that_nobody_declared():
    assert said(failures.unknown_tool())[0].name == "search_invoice"
    assert said(failures.unknown_tool("open_invoice"))[0].name == "open_invoice"
    with pytest.raises(ScriptError, match="list_cities est déclaré"):
        said(failures.unknown_tool("list_cities"))


def test_two_calls_at_once():
    first, second = said(failures.two_calls())
    assert first.input == GIVEN and second.input == {**GIVEN, "invoice_id": "FAC-2026-015"}
    assert first.id != second.id
    city = reply(tool_use("list_cities", city="Lyon"))
    assert [block.input["city"] for block in said(failures.two_calls(), city)] == ["Lyon", "Nantes"]
    other = tool_use("list_cities", city="Brest")
    assert [block.name for block in said(failures.two_calls(other))] == ["find_invoice", "list_cities"]


def test_two_calls_cannot_be_where_the_request_forbids_them():
    with pytest.raises(ScriptError, match="disable_parallel_tool_use"):
        said(failures.two_calls(), tool_choice={"type": "auto", "disable_parallel_tool_use": True})


def test_a_strict_tool_protects_from_all_but_capital_letters():
    closed = {"type": "object", "additionalProperties": False, "required": ["size"]}
    sizes = {**closed, "properties": {"size": {"type": "string", "enum": ["small", "big"]}}}
    strict = {"name": "order", "strict": True, "input_schema": sizes}
    line = reply(tool_use("order", size="small"))
    assert arguments(failures.wrong_enum(), line=line, tools=[strict]) == {"size": "Small"}
    for failure in (failures.wrong_type(), failures.missing_field(), failures.wrong_enum(value="huge")):
        with pytest.raises(ScriptError, match="strict"):
            arguments(failure, line=line, tools=[strict])


@pytest.mark.parametrize(
    "failure",
    [
        failures.wrong_enum(),
        failures.wrong_type(),
        failures.missing_field(),
        failures.invented_id(),
        failures.unknown_tool(),
        failures.two_calls(),
        failures.bad_json(),
    ],
    ids=lambda failure: failure.name,
)
def test_a_reply_without_a_call_has_nothing_to_change(failure):
    with pytest.raises(ScriptError, match=rf"{failure.name}.*n'appelle aucun outil"):
        said(failure, reply("Bonjour."))


def test_json_that_cannot_be_read_comes_from_eager_tools_in_a_stream_only():
    eager = {**FIND, "eager_input_streaming": True}
    client = MockClaude(ScriptedModel([CALL, CALL]))
    client.inject(failures.bad_json(times=2))
    request = {"model": settings().model, "max_tokens": 500, "messages": QUESTION, "tools": [eager]}
    parts = [
        event.delta.partial_json
        for event in client.messages.create(**request, stream=True)
        if event.type == "content_block_delta"
    ]
    with pytest.raises(json.JSONDecodeError):
        json.loads("".join(parts))
    unreadable = pytest.raises(ValueError, match="Unable to parse tool parameter JSON")
    with unreadable, client.messages.stream(**request) as stream:
        stream.get_final_message()
    with pytest.raises(ScriptError, match="stream=True"):
        said(failures.bad_json(), tools=[eager])
    client = MockClaude(ScriptedModel([CALL]))
    client.inject(failures.bad_json())
    with pytest.raises(ScriptError, match="eager_input_streaming"):
        client.messages.create(**{**request, "tools": [FIND]}, stream=True)


def test_odd_schemas_are_read_without_a_crash():
    odd = {
        "name": "odd",
        "input_schema": {
            "type": "object",
            "properties": {"a": True, "b": {"type": ["string", "null"]}, "c": {"items": {"enum": [1, 2]}}},
        },
    }
    line = reply(tool_use("odd", {"a": 1, "b": None, "c": [1], "d": {"e": []}}))
    assert arguments(failures.wrong_enum(), line=line, tools=[odd])["c"] == [3]
    with pytest.raises(ScriptError, match="invented_id"):
        arguments(failures.invented_id(), line=line, tools=[odd])
    first, second = said(failures.two_calls(), line, [odd])
    assert first.input != second.input


def test_a_schema_that_contains_itself_is_read_in_no_time():
    union = {"anyOf": [{"$ref": "#/$defs/Union"}, {"type": "null"}]}
    node = {"type": "object", "properties": {f"p{n}": {"$ref": "#/$defs/Node"} for n in range(40)}}
    schema = {"type": "object", "properties": {"a": {"$ref": "#/$defs/Node"}, "b": union}}
    tool = {"name": "odd", "input_schema": {**schema, "$defs": {"Node": node, "Union": union}}}
    line = reply(tool_use("odd", {"a": {"p0": {"p1": {}}}, "b": None}))
    with pytest.raises(ScriptError, match="enum"):
        arguments(failures.wrong_enum(), line=line, tools=[tool])
