"""What the prompt cache makes of a request."""

import json

import pytest
from bodies import HOUR, LONG, MARK, SONNET, TOOL, asking, png, text, user
from hypothesis import given, settings
from hypothesis import strategies as st

from tooluse.mock.tokens import estimate, input_tokens
from tooluse.mock.usage import PromptCache, cache_minimum
from tooluse.rules import profile


def counters(cache, request, model=SONNET):
    made = cache.usage(request, model, 5)
    kept = made["cache_creation"]
    total = made["input_tokens"] + made["cache_creation_input_tokens"] + made["cache_read_input_tokens"]
    assert total == input_tokens(request, model), "the three input counters are the whole prompt"
    assert made["cache_creation_input_tokens"] == sum(kept.values())
    assert min(made["input_tokens"], made["cache_creation_input_tokens"]) >= 0
    return made["cache_read_input_tokens"], made["cache_creation_input_tokens"], made["input_tokens"]


class TestCache:
    def test_it_has_every_key(self):
        made = PromptCache().usage(asking(), SONNET, 12, thinking_tokens=3, input_tokens=7)
        assert made["output_tokens_details"] == {"thinking_tokens": 3}
        assert (made["input_tokens"], made["output_tokens"]) == (7, 12)
        assert set(made) == {
            "input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens", "cache_creation",
            "output_tokens", "output_tokens_details", "service_tier", "inference_geo", "speed",
            "server_tool_use",
        }  # fmt: skip

    def test_written_once_then_read(self):
        cache, request = PromptCache(), asking(system=[text(LONG, **MARK)])
        read, written, rest = counters(cache, request)
        assert (read, rest) == (0, input_tokens(asking(), SONNET)) and written == estimate(LONG)
        assert counters(cache, request) == (written, 0, rest)

    def test_without_marks_nothing_is_kept(self):
        cache = PromptCache()
        assert counters(cache, asking(system=LONG))[:2] == (0, 0)
        assert len(cache) == 0

    def test_a_prefix_that_is_too_short_is_silently_not_cached(self):
        short = asking(system=[text("court", **MARK)])
        cache = PromptCache()
        assert counters(cache, short)[:2] == counters(cache, short)[:2] == (0, 0)

    @pytest.mark.parametrize(
        ("model", "tokens"),
        [
            ("claude-opus-5", 512),
            ("claude-sonnet-5", 1024),
            ("claude-opus-4-7", 2048),
            ("claude-opus-4-6", 4096),
        ],
    )
    def test_the_minimum_is_the_model_s(self, model, tokens):
        known = profile(model)
        assert cache_minimum(known) == tokens
        for size, cached in ((tokens - 1, False), (tokens, True)):
            request = {**asking(system=[text("abcd" * size, **MARK)]), "model": model}
            assert bool(counters(PromptCache(), request, known)[1]) is cached

    def test_a_dated_name_is_the_same_model(self):
        assert cache_minimum(profile("claude-haiku-4-5-20251001")) == cache_minimum(
            profile("claude-haiku-4-5")
        )

    def test_a_growing_conversation_reads_what_the_last_request_wrote(self):
        cache, turns, written = PromptCache(), [], 0
        for number in range(6):
            turns.append(user(text(f"{number} {LONG}", **MARK)))
            read, new, rest = counters(cache, asking(*turns))
            assert (read, rest) == (written, 0) and new > 0
            written += new
            turns[-1] = user(text(f"{number} {LONG}"))  # the mark moves on
            turns.append({"role": "assistant", "content": "Noté."})

    def test_automatic_caching_marks_the_last_block_that_can_be_marked(self):
        cache = PromptCache()
        first = asking(user(text(LONG)), **MARK)
        read, written, rest = counters(cache, first)
        assert (read, rest) == (0, 0)
        thought = {
            "role": "assistant",
            "content": [text("Oui."), {"type": "thinking", "thinking": "Hm", "signature": ""}],
        }
        read, _, rest = counters(cache, asking(user(text(LONG)), thought, **MARK))
        assert (read, rest) == (written, estimate("Hm"))

    def test_twenty_positions_are_tried_and_no_more(self):
        def grown(blocks):
            return asking(
                user(text(LONG, **MARK), *[text(f"{n}") for n in range(blocks - 1)], text("fin", **MARK))
            )

        for blocks, hit in ((19, True), (20, False)):
            cache = PromptCache()
            counters(cache, asking(user(text(LONG, **MARK))))
            request = grown(blocks)
            del request["messages"][0]["content"][0]["cache_control"]
            assert bool(counters(cache, request)[0]) is hit

    def test_what_changes_costs_what_follows(self):
        cache = PromptCache()
        base = asking(
            user(text(LONG, **MARK)),
            system=[text(LONG, **MARK)],
            tools=[{**TOOL, "description": LONG, **MARK}],
        )
        _, tools_system_messages, _ = counters(cache, base)
        read = {
            name: counters(cache, {**base, **change})[0]
            for name, change in {
                "nothing": {},
                "tool_choice": {"tool_choice": {"type": "auto", "disable_parallel_tool_use": True}},
                "thinking": {"thinking": {"type": "disabled"}},
                "speed": {"speed": "fast"},
                "system": {"system": [text(LONG + "!", **MARK)]},
                "tools": {"tools": [{**TOOL, "description": LONG + "!", **MARK}]},
            }.items()
        }
        assert read["nothing"] == tools_system_messages
        assert read["nothing"] > read["tool_choice"] == read["thinking"] > read["speed"] == read["system"] > 0
        assert read["tools"] == 0

    def test_a_first_picture_costs_the_messages_before_it(self):
        cache = PromptCache()
        counters(cache, asking(user(text(LONG, **MARK)), system=[text(LONG, **MARK)]))
        result = {
            "type": "tool_result",
            "tool_use_id": "a",
            "content": [{"type": "image", "source": png(28, 28)}],
        }
        request = asking(user(text(LONG, **MARK)), user(result), system=[text(LONG, **MARK)])
        assert counters(cache, request)[0] == estimate(LONG)

    def test_another_model_reads_nothing(self):
        cache, opus = PromptCache(), profile("claude-opus-5")
        request = asking(system=[text(LONG, **MARK)])
        counters(cache, request)
        assert counters(cache, {**request, "model": opus.id}, opus)[0] == 0

    def test_five_minutes_or_an_hour_from_the_last_use(self):
        for mark, lasts in ((MARK, 300), (HOUR, 3600)):
            now = [0.0]
            cache, request = PromptCache(lambda now=now: now[0]), asking(system=[text(LONG, **mark)])
            counters(cache, request)
            for _ in range(3):
                now[0] += lasts - 1
                assert counters(cache, request)[0], "each reading keeps it alive"
            now[0] += lasts
            assert not counters(cache, request)[0]

    def test_an_hour_and_five_minutes_are_told_apart(self):
        request = asking(user(text(LONG, **MARK)), system=[text(LONG, **HOUR)])
        kept = PromptCache().usage(request, SONNET, 1)["cache_creation"]
        assert kept["ephemeral_1h_input_tokens"] == estimate(LONG)
        assert kept["ephemeral_5m_input_tokens"] == estimate(LONG) + 4

    def test_moving_a_mark_or_writing_a_text_as_a_block_changes_nothing(self):
        cache = PromptCache()
        counters(cache, asking({"role": "user", "content": LONG}, **MARK))
        assert counters(cache, asking(user(text(LONG, **MARK))))[1] == 0

    def test_a_mark_inside_a_result_counts(self):
        result = {"type": "tool_result", "tool_use_id": "a", "content": [text(LONG, **MARK)]}
        cache = PromptCache()
        assert counters(cache, asking(user(result)))[1]
        assert counters(cache, asking(user({**result, "content": [text(LONG)]}, text("x", **MARK))))[0]

    def test_memory_is_bounded(self):
        cache = PromptCache(entries=10)
        for number in range(40):
            counters(cache, asking(system=[text(f"{number} {LONG}", **MARK)]))
        assert len(cache) == 10
        assert counters(cache, asking(system=[text(f"39 {LONG}", **MARK)]))[0]

    def test_what_cannot_be_written_down_is_not_cached(self):
        deep = []
        for _ in range(5000):
            deep = [deep]
        for value in (10**5000, deep):
            request = asking(system=[text(LONG, **MARK)], tools=[{**TOOL, "input_schema": {"x": value}}])
            assert counters(PromptCache(), request)[:2] == (0, 0)

    def test_lone_surrogates_are_cached_like_the_rest(self):
        cache, request = PromptCache(), asking(system=[text("\ud800" + LONG, **MARK)])
        counters(cache, request)
        assert counters(cache, request)[0]

    def test_the_same_requests_give_the_same_counters(self):
        def run():
            cache = PromptCache()
            return [json.dumps(cache.usage(asking(system=[text(LONG, **MARK)]), SONNET, 1)) for _ in range(3)]

        assert run() == run()


marks = st.sampled_from([{}, {}, MARK, HOUR])
words = st.text(max_size=30).map(lambda word: word * 150)
blocks = st.builds(lambda word, mark: text(word, **mark), words, marks)
turns = st.lists(st.one_of(words.map(lambda w: {"role": "user", "content": w}),
                           st.lists(blocks, max_size=3).map(lambda b: user(*b))), max_size=5)  # fmt: skip
requests = st.builds(
    lambda messages, system, tools, auto: {
        **asking(*messages),
        **({"system": system} if system else {}),
        **({"tools": [{**TOOL, **mark} for mark in tools]} if tools else {}),
        **auto,
    },
    turns, st.lists(blocks, max_size=2), st.lists(marks, max_size=2), marks,
)  # fmt: skip


@settings(max_examples=60, deadline=None)
@given(st.lists(requests, min_size=1, max_size=4))
def test_the_counters_add_up_whatever_came_before(asked):
    cache = PromptCache()
    for request in [*asked, *asked]:
        before = json.dumps(request)
        counters(cache, request)
        assert json.dumps(request) == before, "a request is only read"
