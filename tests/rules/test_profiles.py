"""What depends on the model is data, with the day on which it was checked."""

import dataclasses
import datetime

import pytest

from tooluse.data import read_json
from tooluse.rules import Profile, check, default_model, profile
from tooluse.rules.profiles import EFFORT, SAMPLING

MODELS = read_json("models.json")["models"]


def test_the_course_model_accepts_all_four_modes_and_is_not_about_to_retire():
    mine = profile(default_model())
    assert mine.forced_tool_choice
    assert mine.end_of_life is None


@pytest.mark.parametrize("name", MODELS)
def test_each_profile_is_complete_and_dated(name):
    mine = profile(name)
    assert datetime.date.fromisoformat(mine.checked)
    assert mine.end_of_life is None or datetime.date.fromisoformat(mine.end_of_life)
    assert set(mine.thinking) <= {"enabled", "disabled", "adaptive", "between_tools"}
    assert mine.thinking_default in mine.thinking
    assert mine.max_output >= 64_000
    assert mine.context_window > mine.max_output
    assert mine.sampling in SAMPLING
    assert list(mine.effort) == [level for level in EFFORT if level in mine.effort], "in ascending order"
    assert set(mine.effort_thinking_off or ()) < set(EFFORT)
    assert set(mine.assumed) <= MODELS[name].keys()
    assert mine.id not in read_json("models.json")["retired"]


def test_all_profiles_state_the_same_facts():
    fields = {field.name for field in dataclasses.fields(Profile)} - {"id"}
    assert all(facts.keys() == fields for facts in MODELS.values())


@pytest.mark.parametrize(
    "field, models",
    {
        "system_messages": "opus-4-8 opus-5 opus-5-5 sonnet-5 sonnet-5-5 haiku-5-5 fable-5 mythos-5",
        "structured_outputs": "haiku-4-5 sonnet-4-5 opus-4-5 opus-4-6 sonnet-4-6 opus-4-7 sonnet-5",
    }.items(),
)
def test_what_the_documentation_lists(field, models):
    assert all(getattr(profile(f"claude-{model}"), field) for model in models.split())


def test_generations_differ_in_what_they_take():
    small, old, new = (profile(f"claude-{name}") for name in ("haiku-4-5", "opus-4-6", "opus-5"))
    assert (small.context_window, old.context_window) == (200_000, 1_000_000)
    assert (small.effort, old.effort, new.effort) == ((), ("low", "medium", "high", "max"), EFFORT)
    assert (small.sampling, old.sampling, new.sampling) == ("one", "one", "default")
    assert not old.system_messages


def test_a_dated_name_has_the_profile_of_its_short_one():
    dated, short = profile("claude-haiku-4-5-20251001"), profile("claude-haiku-4-5")
    assert dated.id != short.id
    assert dated.prefill is short.prefill is True


def test_an_unknown_model_is_a_lookup_error_that_names_the_known_ones():
    with pytest.raises(LookupError, match="claude-nope.*claude-sonnet-5"):
        profile("claude-nope")


def test_a_retired_model_says_since_when():
    with pytest.raises(LookupError, match="retired on 2026-04-20"):
        profile("claude-3-haiku-20240307")


def test_an_unknown_model_is_given_the_benefit_of_the_doubt():
    prefill = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    assert not list(check({"model": "claude-nope", "max_tokens": 1, "messages": prefill}))


def test_a_given_profile_wins_over_the_model_of_the_request():
    prefill = [{"role": "user", "content": "a"}, {"role": "assistant", "content": "b"}]
    body = {"model": "claude-haiku-4-5", "max_tokens": 1, "messages": prefill}
    assert not list(check(body))
    assert [v.rule for v in check(body, profile("claude-opus-5"))] == ["prefill-unsupported"]
