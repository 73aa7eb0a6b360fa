"""The closed description of a request: derived from the SDK's types, and the walk along it."""

import subprocess
import sys
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
    defs = description()["defs"]

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
    kinds = {"string", "integer", "number", "boolean", "null", "array", "object"}
    objects = [description()["request"], *description()["defs"].values()]
    for shape in objects:
        assert set(shape["required"]) <= shape["fields"].keys()
        assert all(set(node) <= kinds for node in shape["fields"].values())


def sentences(content="x", max_tokens=1):
    body = {"model": "m", "max_tokens": max_tokens, "messages": [{"role": "user", "content": content}]}
    return [violation.message for violation in check(body)]


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
