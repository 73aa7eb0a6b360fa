"""Places in JSON: each value where it stands, whatever the layout."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooluse.lint.places import Lines, find, json_places

JSON = st.recursive(
    st.none() | st.booleans() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=20,
)


def shape(node, value):
    """Whether the places have the shape of the value."""
    if isinstance(value, dict):
        return node.children.keys() == value.keys() and all(
            shape(node.children[key], value[key]) for key in value
        )
    if isinstance(value, list):
        return len(node.children) == len(value) and all(map(shape, node.children, value))
    return not node.children


@given(JSON, st.sampled_from([None, 1]), st.booleans())
def test_any_document_has_its_places(value, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    assert shape(json_places(text), json.loads(text))


TEXT = '{\n "tools": [\n  {"name": "a", "x.y": {"b": 1}},\n  {"name":\t"é"}\n ]\n}\n'


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("tools", "2:2"),
        ("tools.0", "3:3"),
        ("tools.0.name", "3:4"),
        ("tools.0.x.y.b", "3:25"),
        ("tools.0.description", "3:3"),  # missing: the place of what should hold it
        ("tools.1.name", "4:4"),
        ("tools.7", "2:2"),
    ],
)
def test_a_path_leads_to_a_line_and_a_column(path, place):
    assert str(Lines(TEXT).place(find(json_places(TEXT), path.split(".")))) == place
