"""The closed description of a request: derived from the SDK's types, and the walk along it."""

import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest

from tooluse.rules import check
from tooluse.rules.shape import FIELDS, description


def test_the_committed_description_is_what_the_installed_sdk_says():
    """In a process of its own: typing caches `Literal["a", "b"]` and `Literal["b", "a"]` as one."""
    made = subprocess.run([sys.executable, Path(__file__).with_name("make_shape.py")], stderr=subprocess.PIPE)
    assert made.returncode == 0, made.stderr.decode()


def test_the_order_of_report_names_known_fields_only():
    assert set(FIELDS) <= description()["request"]["fields"].keys()


def test_the_description_is_not_recursive_so_the_walk_is_bounded():
    defs = description(beta=True)["defs"]

    def depth(name, above=()):
        assert name not in above, f"{name} contains itself"
        return 1 + max((depth(inner, (*above, name)) for inner in references(defs[name])), default=0)

    assert max(depth(name) for name in defs) < 10


def references(tree):
    if isinstance(tree, list):
        return [name for item in tree for name in references(item)]
    if not isinstance(tree, dict):
        return []
    own = list(tree["tags"].values()) if isinstance(tree.get("tags"), dict) else []
    own += [tree["ref"]] if isinstance(tree.get("ref"), str) else []
    below = [value for key, value in tree.items() if key not in ("tags", "ref")]
    return own + references(below)


def test_every_field_of_every_object_is_known_to_the_walk():
    kinds = {"string", "integer", "number", "boolean", "null", "array", "object", "misfit"}
    for beta, counting in product((False, True), repeat=2):
        whole = description(beta, counting)
        for shape in [whole["request"], *whole["defs"].values()]:
            assert set(shape["required"]) <= shape["fields"].keys()
            assert all(set(node) <= kinds for node in shape["fields"].values())


def sentences(content="x", max_tokens=1, options=None, **fields):
    messages = [{"role": "user", "content": content}]
    body = {"model": "m", "max_tokens": max_tokens, "messages": messages, **fields}
    return [violation.message for violation in check(body, **(options or {}))]


def test_the_tag_of_a_nested_object_is_part_of_the_path():
    source = {"type": "base64", "media_type": "image/bmp", "data": "x"}
    assert sentences([{"type": "image", "source": source}]) == [
        "messages.0.content.0.image.source.base64.media_type: "
        "Input should be 'image/jpeg', 'image/png', 'image/gif' or 'image/webp'"
    ]


@pytest.mark.parametrize("whole", [256, 256.0])
def test_a_whole_number_is_an_integer(whole):
    assert sentences(max_tokens=whole) == []


@pytest.mark.parametrize("other", [2.5, True, "256", float("nan"), None])
def test_anything_else_is_none(other):
    assert sentences(max_tokens=other) == ["max_tokens: Input should be a valid integer"]


def test_only_a_request_with_a_beta_header_may_hold_what_is_beta():
    fields = {
        "thread": {"type": "create"},
        "mcp_servers": [{"type": "url", "name": "docs", "url": "https://mcp.example/"}],
        "context_management": {"edits": [{"type": "clear_tool_uses_20250919"}]},
        "tools": [{"type": "mcp_toolset", "mcp_server_name": "docs"}],
    }
    use = {"type": "mcp_tool_use", "id": "a", "name": "find", "server_name": "docs", "input": {}}
    messages = [
        {"role": "user", "content": "x"},
        {"role": "assistant", "content": [use, {"type": "mcp_tool_result", "tool_use_id": "a"}]},
        {"role": "user", "content": "y"},
    ]
    assert sentences(**fields, messages=messages, options={"beta": True}) == []
    told = sentences(**fields, messages=messages)
    assert told[0].startswith("tools.0: Input tag 'mcp_toolset' found using 'type'")
    assert told[1].startswith("messages.1.content.0: Input tag 'mcp_tool_use' found using 'type'")
    assert [sentence for sentence in told if "Extra" in sentence] == [
        f"{name}: Extra inputs are not permitted" for name in ("thread", "mcp_servers", "context_management")
    ]


@pytest.mark.parametrize("beta", [False, True])
def test_a_beta_header_does_not_make_the_request_an_open_one(beta):
    body = {
        "zzz": 1,
        "tools": [{"name": "t", "description": "d", "input_schema": {"type": "object"}, "x": 1}],
    }
    assert sentences(**body, options={"beta": beta}) == [
        "tools.0.custom.x: Extra inputs are not permitted",
        "zzz: Extra inputs are not permitted",
    ]


@pytest.mark.parametrize("beta", [False, True])
def test_count_tokens_takes_fewer_fields(beta):
    body = {"model": "m", "messages": [{"role": "user", "content": "x"}]}
    assert list(check(body, counting=True, beta=beta)) == []
    assert sentences(stream=True, system="s", options={"counting": True, "beta": beta}) == [
        "max_tokens: Extra inputs are not permitted",
        "stream: Extra inputs are not permitted",
    ]


# Measured on Sonnet 5 in 2026-08: sentences that pydantic alone would not give.
@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("system", [7], "system.0: Input does not match the expected shape."),
        ("output_config", "x", "output_config: Input does not match the expected shape."),
        ("metadata", "x", "metadata: Input does not match the expected shape."),
        ("container", 7, "container.ContainerParams: Input does not match the expected shape."),
        ("inference_geo", "mars", "inference_geo: must be one of ['global', 'us']"),
        ("inference_geo", 7, "inference_geo: Input should be a valid string"),
        ("service_tier", None, "service_tier: Input should be 'auto' or 'standard_only'"),
        ("thinking", "x", "thinking: Input should be an object"),
    ],
)
def test_sentences_of_single_fields(field, value, said):
    assert sentences(**{field: value}) == [said]


@pytest.mark.parametrize("limit", [-1, -1.0, -(10**5000)], ids=["whole", "float", "huge"])
def test_a_bound_holds_for_every_way_to_write_a_number(limit):
    assert sentences(max_tokens=limit) == ["max_tokens: must be greater than or equal to 0"]


def test_a_name_that_is_too_long_is_told_before_its_pattern():
    tool = {"name": "é" * 129, "description": "d", "input_schema": {"type": "object"}}
    assert sentences(tools=[tool]) == ["tools.0.custom.name: String should have at most 128 characters"]


@pytest.mark.parametrize(("value", "fine"), [(-1, True), (0, True), (-5, False)])
def test_top_k_has_a_lower_bound_and_a_value_for_unset(value, fine):
    said = sentences(top_k=value, options={"api_version": "2023-06-01"})
    assert said == ([] if fine else ["top_k: Input should be greater than or equal to 0"])
