"""The linter never raises, whatever it is given."""

import copy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tooluse.data import read_json
from tooluse.lint.catalogues import catalogue_of
from tooluse.lint.places import Node, Place
from tooluse.lint.verdicts import judge, lint
from tooluse.rules.lint_catalogue import LINT_RULES

TOOLS = [
    tool
    for rule in LINT_RULES
    for case in read_json("rules", f"{rule.name}.json")["cases"]
    for tool in case["request"]["tools"]
]
ODD = [
    None,
    True,
    -1,
    1e308,
    float("nan"),
    10**400,
    "",
    "\ud800",
    "q",
    "entre 1 et 10",
    [],
    {},
    [None],
    {"": 1},
]


def places(value):
    """Every place of a value, as the container and its key."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield value, key
        yield from places(inner)


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(TOOLS), st.data())
def test_a_definition_with_something_odd_in_it(tool, data):
    tool = copy.deepcopy(tool)
    container, key = data.draw(st.sampled_from(list(places(tool))))
    container[key] = data.draw(st.sampled_from(ODD))
    for found in lint([tool]):
        assert found.detail and found.suggestion and found.why
        found.path.encode()
        found.message.encode()


@pytest.mark.parametrize("value", [*ODD, [1], [{}], {"tools": 3}, {"tools": [1]}, {"result": {"tools": []}}])
def test_any_document(value):
    found = catalogue_of(value, Node(Place(1, 1)))
    assert found is None or isinstance(judge(found), list)


@pytest.mark.parametrize(
    "text",
    [
        "(" * 50_000,
        ", " * 50_000,
        "a," * 50_000,
        "« " * 50_000,
        "max " * 20_000,
        "1 - " * 20_000,
        "'a', " * 10_000,
    ],
    ids=lambda text: text[:4],
)
def test_long_prose_takes_no_long_time(text):
    properties = {"a": {"type": "integer", "description": text}, "b": {"type": "string", "description": text}}
    schema = {"type": "object", "properties": properties}
    assert isinstance(list(lint([{"name": "t", "description": text, "input_schema": schema}])), list)
