"""The real model, where its optional group is installed: the record is made again, token by token.

Without the group these tests are skipped, unless TOOLUSE_REQUIRE_SMOLLM2=1: then they fail.
"""

import json
import os

import pytest
from jsonschema import Draft202012Validator

from tooluse.experiments import results, smollm2
from tooluse.experiments.smollm2 import compare


@pytest.fixture(scope="module")
def model():
    if absent := smollm2.missing():
        if os.environ.get("TOOLUSE_REQUIRE_SMOLLM2") == "1":
            pytest.fail(absent)
        pytest.skip(absent)
    from tooluse.experiments.smollm2 import runner

    return runner.decoder()


@pytest.mark.parametrize(
    ("condition", "asked"), [("thin-masked", "p2-d2"), ("rich-masked", "p1-d3"), ("rich-example", "p3-d4")]
)
def test_three_of_the_24_give_the_recorded_tokens(model, condition, asked):
    from tooluse.experiments.smollm2 import runner

    (again,) = runner.run(model, condition, [asked])
    (known,) = (
        one for one in results.record()["trials"] if (one["condition"], one["id"]) == (condition, asked)
    )
    assert (
        again["prompt_sha256"] == known["prompt_sha256"] and again["prompt_tokens"] == known["prompt_tokens"]
    )
    assert compare.verdict(again, known) in (compare.SAME, compare.CLOSE), again["text"]


def test_reading_a_prompt_in_two_pieces_changes_nothing_that_counts(model):
    import numpy as np

    tokens = model.encode("<|im_start|>user\nWhat is the capital of France?<|im_end|>\n")
    whole, _ = model.network(tokens)
    _, cache = model.network(tokens[:9])
    rest, _ = model.network(tokens[9:], cache)
    np.testing.assert_allclose(whole, rest, atol=2e-3)


def test_the_mask_allows_what_the_schema_allows_and_nothing_else(model):
    schema = {
        "type": "object",
        "properties": {"unit": {"enum": ["C", "F"]}},
        "required": ["unit"],
        "additionalProperties": False,
    }
    said = model.generate("Tell me a story.", schema=schema, max_tokens=30)
    assert Draft202012Validator(schema).is_valid(json.loads(model.decode(said.tokens)))
    assert said.wanted[0] is not None and said.removed[0] > 0.9  # it would have begun with prose


def test_the_network_is_float32_throughout(model):
    logits, cache = model.network(model.encode("Hello"))
    assert logits.dtype == cache[0][0].dtype == "float32"
