"""Definitions in Python are read, never run."""

import json

import pytest

from tooluse.lint.python_source import read_module, read_notebook

SCHEMA = '{"type": "object", "properties": {}}'


def tools(text):
    return [tool for found in read_module("m.py", text).catalogues for tool in found.tools]


def names(text):
    return [tool["name"] for tool in tools(text)]


@pytest.mark.parametrize(
    "text",
    [
        f'TOOLS = [{{"name": "a", "input_schema": {SCHEMA}}}]',
        f'S = {SCHEMA}\nA = {{"name": "a", "input_schema": S}}\nTOOLS = [A]',
        f'A: dict = dict(name="a", input_schema={SCHEMA})',
        f'N = "a"\nTOOLS = [{{"name": f"{{N}}", "input_schema": {SCHEMA}}}]',
        f'BASE = {{"input_schema": {SCHEMA}}}\nA = {{"name": "a", **BASE}}',
        f'BASE = [{{"name": "a", "input_schema": {SCHEMA}}}]\nTOOLS = [*BASE]',
        f'TOOLS = []\nTOOLS.append({{"name": "a", "input_schema": {SCHEMA}}})',
        f'TOOLS = []\nTOOLS += [{{"name": "a", "input_schema": {SCHEMA}}}]',
        f'def t(n, s={SCHEMA}):\n    d = {{"name": n}}\n    return d | {{"input_schema": s}}\nT = [t("a")]',
        f'REQUEST = {{"model": "m", "tools": [{{"name": "a", "input_schema": {SCHEMA}}}]}}',
    ],
)
def test_a_definition_is_found_however_it_is_written(text):
    assert names(text) == ["a"]


def test_nothing_is_run(tmp_path):
    trace = tmp_path / "trace"
    text = f'open({str(trace)!r}, "w").close()\nTOOLS = [{{"name": "a", "input_schema": {SCHEMA}}}]'
    assert names(text) == ["a"]
    assert not trace.exists()


def test_what_cannot_be_read_is_told_and_the_rest_kept():
    source = read_module("m.py", f'TOOLS = [\n  build(),\n  {{"name": "a", "input_schema": {SCHEMA}}},\n]')
    assert [tool["name"] for tool in source.catalogues[0].tools] == ["a"]
    (gap,) = source.unread
    assert str(gap.place) == "2:3"
    assert gap.what.startswith("TOOLS[0]") and "build(…)" in gap.what


def test_other_dicts_are_left_alone():
    assert (
        tools('PERSON = {"name": "Ada", "description": "Mathématicienne"}\nX = [{"type": "a", "name": "b"}]')
        == []
    )


@pytest.mark.parametrize(
    "text",
    [
        "A = ['x'] * 9\n" + "A = A + A\n" * 60,
        "def f(x):\n    return f(x)\nTOOLS = [f(1)]",
        "TOOLS = " + "[" * 80 + "]" * 80,
        "A = " + "+".join(["'a'"] * 300),
        'TOOLS = [{1: 2, "input_schema": ...}, {**3}, {"a": b"x"}, *4, -"a", [1][9], {"x": 1}["y"]]',
    ],
)
def test_awkward_code_is_no_trouble(text):
    assert tools(text) == []


def test_places_of_a_notebook_name_the_cell():
    cells = [
        {"cell_type": "markdown", "source": "Outils"},
        {"cell_type": "code", "source": [f"S = {SCHEMA}\n", "%time 3"]},
        {"cell_type": "code", "source": "def ("},
        {"cell_type": "code", "source": 'A = {\n "name": "a", "input_schema": S}'},
    ]
    source = read_notebook("n.ipynb", json.dumps({"cells": cells}))
    (found,) = source.catalogues
    assert str(found.place(0, ["name"])) == "cellule 4:2:2"
    assert [gap.place.cell for gap in source.unread] == [3]
