"""Whatever stands in a request, the simulated model answers; what it says the API would take back."""

import json
import random
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from tooluse.mock.models.simulated import SimulatedModel
from tooluse.rules import check

MODEL = SimulatedModel()
TEXTS = st.sampled_from(
    [
        "Quelle est la météo à Lyon et à Oslo demain ?",
        "Cherche le client Dupont, C-12, et facture 1 200,50 € le 31/02/2027",
        "Analyse ce ticket :\n\nJe suis furieux, urgent ! Contact : a@b.fr, 06 12 34 56 78.",
        "Et à Madrid ?",
        "12:99 «»\u202f€ \ud800 (((((",
        "Book three rooms from 3 to 5 March for Anna and Tom, no breakfast",
    ]
)
JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**20), 10**20)
    | st.floats(allow_nan=False)
    | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)
WORDS = st.sampled_from(
    [
        "ville",
        "date au format AAAA-MM-JJ",
        "Nom du client",
        "code IATA",
        "city",
        "montant",
        "identifiant C-12",
        "",
    ]
)
QUICK = settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))


def odd_schemas():
    """Schemas with every keyword holding anything at all."""
    words = st.sampled_from(
        "type properties required items enum const pattern format minimum maximum minItems "
        "maxLength minLength "
        "$ref $defs anyOf allOf oneOf description default examples multipleOf nullable title".split()
    )
    return st.dictionaries(words, JSON, max_size=6)


def strict_schemas():
    """The subset that strict tools may use."""
    described = st.fixed_dictionaries({}, optional={"description": WORDS})
    leaf = st.one_of(
        st.fixed_dictionaries({"type": st.sampled_from(["string", "integer", "number", "boolean"])}),
        st.fixed_dictionaries({"type": st.just("string"), "enum": st.just(["basse", "haute"])}),
        st.fixed_dictionaries({"type": st.just(["string", "null"])}),
        st.fixed_dictionaries(
            {"type": st.just("string"), "format": st.sampled_from(["date", "email", "date-time"])}
        ),
        st.fixed_dictionaries(
            {"type": st.just("string"), "pattern": st.sampled_from(["^[A-Z]{3}$", "^C-[0-9]+$"])}
        ),
        st.fixed_dictionaries({"const": st.sampled_from(["x", 3, None])}),
    )

    def wider(inner):
        return st.one_of(
            st.fixed_dictionaries(
                {"type": st.just("array"), "items": inner, "minItems": st.sampled_from([0, 1])}
            ),
            st.fixed_dictionaries({"anyOf": st.tuples(inner, st.just({"type": "null"})).map(list)}),
            objects(inner),
        )

    def objects(inner):
        names = st.sampled_from(["city", "date", "client_id", "amount", "urgent", "items", "x9"])
        return st.dictionaries(names, inner, max_size=4).flatmap(
            lambda found: (
                st.lists(st.sampled_from(sorted(found)), unique=True).map(
                    lambda needed: {
                        "type": "object",
                        "properties": found,
                        "required": needed,
                        "additionalProperties": False,
                    }
                )
                if found
                else st.just({"type": "object", "properties": {}, "additionalProperties": False})
            )
        )

    node = st.recursive(
        st.tuples(leaf, described).map(lambda pair: {**pair[0], **pair[1]}), wider, max_leaves=6
    )
    return objects(node)


def request(text, tools, **more):
    return {
        "model": "claude-sonnet-5",
        "max_tokens": 1000,
        "messages": [{"role": "user", "content": text}],
        "tools": tools,
        **more,
    }


def errors(body):
    return [found for found in check(body) if found.severity == "error"]


def continued(body, reply, content="[]"):
    """The request with the reply and results behind it."""
    blocks = [
        {key: value for key, value in {**block, "id": f"toolu_{at}"}.items() if key != "caller"}
        if block["type"] == "tool_use"
        else block
        for at, block in enumerate(reply.content)
    ]
    results = [
        {"type": "tool_result", "tool_use_id": block["id"], "content": content, "is_error": at % 2 == 1}
        for at, block in enumerate(blocks)
        if block["type"] == "tool_use"
    ]
    turns = [{"role": "assistant", "content": blocks}]
    turns += [{"role": "user", "content": results}] if results else []
    return {**body, "messages": [*body["messages"], *turns]}


@QUICK
@given(TEXTS, st.lists(odd_schemas(), min_size=1, max_size=3), st.sampled_from(["auto", "any", "none"]))
def test_odd_schemas_get_an_answer_that_fits_the_conversation(text, schemas, mode):
    tools = [
        {"name": f"tool_{at}", "input_schema": {**schema, "type": "object"}}
        for at, schema in enumerate(schemas)
    ]
    body = request(text, tools, tool_choice={"type": mode})
    before = {found.rule for found in errors(body)}
    for _ in range(3):
        reply = MODEL.answer(body)
        assert json.loads(json.dumps(reply.explanation, default=str))["mode"] == mode
        json.dumps([block.get("input") for block in reply.content])
        if reply.stop_reason != "tool_use":
            assert all(block["text"].strip() for block in reply.content)
            break
        body = continued(body, reply)
        assert {found.rule for found in errors(body)} <= before


@QUICK
@given(TEXTS, strict_schemas())
def test_strict_inputs_and_formats_are_valid(text, schema):
    tool = {"name": "record", "description": "Enregistre.", "strict": True, "input_schema": schema}
    reply = MODEL.answer(request(text, [tool], tool_choice={"type": "tool", "name": "record"}))
    (call,) = [block for block in reply.content if block["type"] == "tool_use"][:1]
    Draft202012Validator(schema).validate(call["input"])
    form = {"format": {"type": "json_schema", "schema": schema}}
    said = MODEL.answer(request(text, [], output_config=form))
    Draft202012Validator(schema).validate(json.loads(said.content[0]["text"]))


@QUICK
@given(JSON, JSON, JSON)
def test_any_body_gets_an_answer(messages, tools, choice):
    assert MODEL.answer({"messages": messages, "tools": tools, "tool_choice": choice}).content
    turns = [{"role": "user", "content": messages}, {"role": "assistant", "content": tools}]
    assert MODEL.answer({"messages": turns, "system": choice, "output_config": choice}).content


@pytest.mark.parametrize(
    "schema",
    [
        {"type": "object", "properties": {"a": {"$ref": "#"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/x"}}, "$defs": {"x": {"$ref": "#/$defs/x"}}},
        {"type": "object", "properties": {"a": {"type": "string", "pattern": "^(a+)+$"}}, "required": ["a"]},
        {"type": "object", "properties": {"a": {"enum": list(range(100_000))}}, "required": ["a"]},
        {"type": "object", "properties": {f"p{at}": {"type": "string"} for at in range(5_000)}},
        {"type": "object", "properties": {"a": {"type": "integer", "minimum": 10**400}}, "required": ["a"]},
    ],
)
def test_hostile_schemas_take_no_time(schema):
    text = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa! A-1 12"
    start = time.perf_counter()
    for mode in ({"type": "any"}, {"type": "auto"}):
        MODEL.answer(request(text, [{"name": "t", "input_schema": schema}], tool_choice=mode))
    assert time.perf_counter() - start < 5


def test_long_texts_take_no_time():
    words = random.Random(1).choices("météo Lyon de à 12 € ( / - . , contrat AB-1 \n aaa".split(), k=20_000)
    start = time.perf_counter()
    MODEL.answer(request(" ".join(words), [{"name": "t", "input_schema": {"type": "object"}}]))
    assert time.perf_counter() - start < 5
