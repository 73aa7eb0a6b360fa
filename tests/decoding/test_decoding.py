"""Masks from a schema, and a toy under them: what may be written, what is wanted, what −5 lets through."""

import json
import math

import pytest
from jsonschema import Draft202012Validator

from tooluse.decoding import Masks, SchemaRefused, ToyModel, softmax, write
from tooluse.decoding.grammar import END


def of(required=None, **properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": False,
    }


CITY = of(city={"enum": ["Lyon", "Lens"]})
NULLABLE = of(contract={"type": ["string", "null"]})


def advance(masks, text):
    for byte in text.encode():
        masks.advance(byte)


def test_the_grammar_allows_what_the_schema_allows_byte_by_byte():
    masks = Masks(CITY)
    assert masks.allowed() == [ord("{")]
    advance(masks, '{"city":"L')
    assert masks.allowed() == sorted(b"ye")
    advance(masks, 'ens"}')
    assert masks.allowed() == [END]


def test_what_is_not_allowed_cannot_be_taken():
    masks = Masks(CITY)
    with pytest.raises(ValueError, match="not allowed"):
        masks.advance(ord("j"))


@pytest.mark.parametrize(
    "schema", [5, [], None, {"type": "str"}, {"not": {}}, {"$ref": "#/nope"}, {"enum": ["x" * 30_000]}]
)
def test_a_schema_that_makes_no_grammar_is_told(schema):
    with pytest.raises(SchemaRefused, match="."):
        Masks(schema)


def test_softmax_gives_exactly_nothing_to_minus_infinity():
    assert softmax([1.0, -math.inf, 1.0]) == [0.5, 0.0, 0.5]
    assert math.isclose(sum(softmax([1000.0, 999.0, -3.0])), 1)


@pytest.mark.parametrize("wish", ["je ne sais pas", "Lens", "été 42", '"}{', "", "null"])
@pytest.mark.parametrize(
    "schema",
    [
        CITY,
        NULLABLE,
        of(n={"type": "integer"}, ok={"type": "boolean"}),
        of(code={"type": "string", "pattern": "^CT-[0-9]{4}$"}),
        of(tags={"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 2}),
        of(day={"type": "string", "format": "date"}, required=[]),
    ],
)
def test_whatever_it_wanted_to_say_the_hard_mask_leaves_valid_json(schema, wish):
    text = write(schema, ToyModel(wish))
    assert text.stop == "end" and Draft202012Validator(schema).is_valid(text.value()), text.text


def test_who_does_not_know_says_so_where_he_may():
    assert write(of(comment={"type": "string"}), ToyModel()).value() == {"comment": "je ne sais pas"}
    assert write(NULLABLE, ToyModel()).value() == {"contract": None}
    assert write(CITY, ToyModel()).value()["city"] in ("Lyon", "Lens")  # an answer all the same


def test_a_cut_text_is_no_json():
    text = write(CITY, ToyModel("Lens"), max_tokens=9)
    assert text.stop == "max_tokens" and len(text.steps) == 9
    with pytest.raises(ValueError, match="."):
        text.value()


def test_five_less_is_not_never():
    kept, left = (write(CITY, ToyModel(strength=strength), "soft") for strength in (5.0, 9.0))
    assert left.stop == "left" and left.text == "j"  # wanted so much that −5 does not hold it back
    first = kept.steps[0]
    assert first.chosen == "{" and 0 < first.leak < 1  # held back this time, possible the next
    forbidden = next(one for one in first.candidates if not one.allowed)
    assert forbidden.after("soft", first.removed) > 0 == forbidden.after("hard", first.removed)


def test_what_the_mask_leaves_adds_up():
    for step in write(CITY, ToyModel()).steps:
        allowed = [one for one in step.candidates if one.allowed]
        if step.allowed == len(allowed):  # all of them are shown
            assert math.isclose(sum(one.after("hard", step.removed) for one in allowed), 1, rel_tol=1e-6)
        assert step.chosen in {one.token for one in allowed}


def test_without_a_mask_it_says_what_it_wanted():
    text = write(CITY, ToyModel(), "none")
    assert text.stop == "left" and text.text == "j"


def test_bytes_of_a_letter_outside_ascii_come_one_by_one():
    text = write(of(v={"const": "é"}), ToyModel())
    assert text.text == json.dumps({"v": "é"}, ensure_ascii=False, separators=(",", ":"))
    assert {"\\xc3", "\\xa9"} <= {step.chosen for step in text.steps}
