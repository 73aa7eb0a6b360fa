"""Schemas that an answer is bound to: obstacles beyond the cases in `data/rules`, and hostile schemas."""

import time

import pytest

from tooluse.rules import check
from tooluse.rules.strict_schema import REFUSED

QUESTION = {"role": "user", "content": "Lyon ?"}


def closed(properties=None, required=None, **more):
    properties = properties or {}
    needed = list(properties) if required is None else required
    base = {"type": "object", "properties": properties, "required": needed, "additionalProperties": False}
    return {**base, **more}


def tool(schema, name="t", **more):
    return {"name": name, "description": "d", "strict": True, "input_schema": schema, **more}


def request(*tools, schema=None):
    body = {"model": "claude-sonnet-5", "max_tokens": 1, "messages": [QUESTION], "tools": list(tools)}
    if schema is not None:
        body["output_config"] = {"format": {"type": "json_schema", "schema": schema}}
    return body


def told(body):
    return [violation for violation in check(body) if violation.severity == "error"]


def rules(body):
    return [violation.rule for violation in told(body)]


def value(word):
    """What may follow a keyword in a valid schema."""
    if word in ("oneOf", "prefixItems"):
        return [{"type": "string"}]
    if word in ("patternProperties", "dependentSchemas", "dependencies", "dependentRequired"):
        return {}
    return True if word == "uniqueItems" else 1 if word.startswith(("m", "exclusive")) else {"type": "string"}


@pytest.mark.parametrize("word", sorted(REFUSED))
@pytest.mark.parametrize("kind", ["string", "array"])
def test_each_word_is_refused_by_the_type_that_it_stands_in(kind, word):
    schema = {"type": kind, "items": {"type": "string"}, word: value(word)}
    schema |= {"then": {"type": "string"}} if word == "if" else {}
    found = told(request(tool(closed({"a": schema}))))
    assert found[0].rule == "strict-keyword"
    assert found[0].message.startswith(f"tools.0.custom: For '{kind}' type, propert")
    assert word in found[0].message


@pytest.mark.parametrize(
    "word", ["title", "description", "default", "examples", "$comment", "deprecated", "x-a"]
)
def test_annotations_are_no_obstacle(word):
    plain = [] if word == "examples" else True if word == "deprecated" else "a"
    assert rules(request(tool(closed({"a": {"type": "string", word: plain}})))) == []


def test_a_type_of_two_is_called_by_the_one_that_is_not_null():
    (found,) = told(request(tool(closed({"a": {"type": ["null", "integer"], "minimum": 1}}))))
    assert found.message == "tools.0.custom: For 'integer' type, property 'minimum' is not supported"


def test_all_obstacles_of_all_schemas_are_told_each_at_its_place():
    wrong = closed({"n": {"type": "integer", "minimum": 1}, "o": {"type": "object"}})
    assert [
        violation.path for violation in told(request(tool(closed()), tool(wrong, "u"), schema=wrong))
    ] == [
        "output_config.format.schema.properties.o",
        "output_config.format.schema.properties.n",
        "tools.1.custom.input_schema.properties.o",
        "tools.1.custom.input_schema.properties.n",
    ]


def test_an_invalid_schema_is_no_matter_of_strict():
    wrong = {"type": "object", "properties": {"a": {"type": "texte", "minimum": 1}}}
    assert rules(request(tool(wrong))) == ["input-schema-invalid"]


def test_nothing_is_asked_of_schemas_that_are_not_bound():
    loose = {"type": "object", "properties": {"n": {"type": "integer", "minimum": 1}}}
    assert rules(request({**tool(loose), "strict": False})) == []


def test_the_limits_count_over_all_schemas_and_depths():
    inner = closed({f"p{i}": {"type": "string"} for i in range(12)}, required=[])
    nested = closed({"a": {"type": "array", "items": inner}})
    assert rules(request(tool(nested), tool(inner, "u"))) == []
    one_more = closed({"p": {"type": "string"}}, required=[])
    (found,) = told(request(tool(nested), tool(inner, "u"), tool(one_more, "v")))
    assert (found.rule, found.path) == ("strict-limits", "tools.2.custom.input_schema")
    assert "(25)" in found.message


def test_a_union_is_an_any_of_or_a_list_of_several_types():
    kinds = [
        {"type": ["string", "null"]},
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        {"type": ["string"]},
    ]
    schema = closed({f"p{i}": kinds[i % 3] for i in range(24)})  # 16 unions
    assert rules(request(tool(schema))) == []
    assert rules(request(tool(schema), schema=closed({"p": kinds[0]}))) == ["strict-limits"]


DEEP = 50_000


def chain(wrap):
    schema = {"type": "string"}
    for _ in range(DEEP):
        schema = wrap(schema)
    return schema


CROWD = {f"d{i}": closed({"a": {"$ref": f"#/$defs/d{(i + 1) % 5_000}"}}) for i in range(5_000)}
HOSTILE = {
    "deep objects": closed({"a": chain(lambda inner: closed({"a": inner}))}),
    "deep open objects": closed({"a": chain(lambda inner: {"type": "object", "properties": {"a": inner}})}),
    "deep unions": closed({"a": chain(lambda inner: {"anyOf": [inner]})}),
    "a long cycle": closed({"a": {"$ref": "#/$defs/d0"}}, **{"$defs": CROWD}),
    "many references to one": closed({"a": {"anyOf": [{"$ref": "#"}] * 50_000}}),
    "a remote reference": closed({"a": {"$ref": "http://127.0.0.1:9/x.json"}}),
    "a costly pattern": closed({"a": {"type": "string", "pattern": "^(a+)+$"}}),
    "a long enum": closed({"a": {"type": "string", "enum": list(range(50_000))}}),
}


@pytest.mark.parametrize("schema", HOSTILE.values(), ids=HOSTILE)
def test_a_hostile_schema_is_judged_in_time(schema):
    started = time.process_time()
    found = told(request(tool(schema), schema=schema))
    assert time.process_time() - started < 5
    assert len(found) < 3_000
    assert all(len(violation.message) < 10_000 for violation in found)
