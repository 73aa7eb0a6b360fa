"""Paths and lines: what is marked, what is folded, where a note stands."""

from samples import one_call

from tooluse.widgets.lines import sections, text_of
from tooluse.widgets.paths import changes, locate, removed

OLD, NEW = (item["request"] for item in one_call())


def shown(document, marks=None, notes=None, fold=False) -> list[str]:
    found = sections(document, marks or {}, notes or {}, fold=fold)
    return [text_of(line) for section in found for line in section["lines"]]


def test_changes_are_found_by_path():
    assert changes({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}, 4], "c": 0}) == {
        ("a", "1", "b"): "changed",
        ("a", "2"): "new",
        ("c",): "new",
    }


def test_true_is_not_one():
    assert changes({"stream": 1}, {"stream": True}) == {("stream",): "changed"}


def test_another_kind_of_block_is_one_change():
    old, new = {"type": "text", "text": "a"}, {"type": "tool_result", "tool_use_id": "t"}
    assert changes([old], [new]) == {("0",): "changed"}
    assert removed([old], [new]) == []


def test_what_went_away_is_found():
    assert removed({"tool_choice": {"type": "any"}, "a": [1, 2]}, {"a": [1]}) == [
        ("tool_choice",),
        ("a", "1"),
    ]


def test_a_path_of_the_api_is_located_past_the_kind_of_a_block():
    place = ("messages", "1", "content", "1")
    assert locate(NEW, "messages.1.content.1.tool_use.id") == (*place, "id")
    assert locate(NEW, "messages.1.content.1.tool_use.missing") == place
    assert locate(NEW, "tools.0.custom.input_schema.type") == ("tools", "0", "input_schema", "type")
    assert locate(NEW, "nowhere.at.all") == ()


def test_small_things_stand_on_one_line():
    assert shown({"a": {"b": [1, None, "é"]}}) == ['{"a": {"b": [1, null, "é"]}}']


def test_a_mark_opens_what_would_fit_on_one_line():
    assert shown({"a": {"b": 1}}, marks={("a", "b"): "new"}) == ["{", '  "a": {', '    "b": 1', "  }", "}"]


def test_every_line_of_something_new_is_marked_and_its_first_says_so():
    found = sections(NEW, changes(OLD, NEW), {}, fold=False)[0]["lines"]
    new = [line for line in found if line.get("m")]
    assert {line["p"].split(".")[1] for line in new} == {"1", "2"}
    assert sum(line.get("f", False) for line in new) == 2


def test_what_did_not_change_is_folded():
    folds = [section["fold"] for section in sections(NEW, changes(OLD, NEW), {}, fold=True)]
    assert [fold for fold in folds if fold] == ["tools", "messages.0"]


def test_old_messages_fold_together():
    old = {"messages": [{"role": "user", "content": "x" * 80}] * 3}
    new = {"messages": [*old["messages"], {"role": "user", "content": "y"}]}
    folds = [section["fold"] for section in sections(new, changes(old, new), {}, fold=True)]
    assert folds == ["", "messages.0/messages.2", ""]


def test_folding_loses_no_line():
    assert shown(NEW, changes(OLD, NEW), fold=True) == shown(NEW, changes(OLD, NEW))


def test_a_note_keeps_its_place_open():
    notes = {("tools", "0", "name"): [0]}
    found = sections(NEW, changes(OLD, NEW), notes, fold=True)
    assert [section["fold"] for section in found if section["fold"]] == ["messages.0"]
    assert [line["p"] for line in found[0]["lines"] if line.get("n") == [0]] == ["tools.0.name"]


def test_an_endless_string_is_cut_and_says_so():
    assert shown({"data": "x" * 5000})[1].endswith('… (+ 3500)"')
