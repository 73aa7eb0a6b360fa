"""What is counted: estimates, but sensible ones."""

import base64
from dataclasses import replace

import pytest
from bodies import LONG, MARK, SONNET, TOOL, asking, png, text, user

from tooluse.data import read_json
from tooluse.mock.media import image_tokens
from tooluse.mock.tokens import content_tokens, estimate, input_tokens, parts


def test_a_conversation_costs_what_its_messages_cost():
    turns = [user(text("Bonjour")), {"role": "assistant", "content": "Oui."}, user(text(LONG))]
    alone = [input_tokens(asking(turn), SONNET) for turn in turns]
    assert input_tokens(asking(*turns), SONNET) == sum(alone)


def test_twice_the_text_costs_about_twice():
    assert abs(estimate(LONG * 2) - 2 * estimate(LONG)) <= 1


def test_a_text_is_short_for_one_block():
    long, short = asking(user(text("Lyon ?"))), asking({"role": "user", "content": "Lyon ?"})
    assert input_tokens(long, SONNET) == input_tokens(short, SONNET)


@pytest.mark.parametrize(
    ("choice", "prompt"),
    [(None, 354), ({"type": "auto"}, 354), ({"type": "none"}, 354), ({"type": "any"}, 474)],
)
def test_the_tool_prompt_is_the_published_one(choice, prompt):
    more = {"tool_choice": choice} if choice else {}
    with_tool = input_tokens(asking(tools=[TOOL], **more), SONNET)
    assert with_tool - input_tokens(asking(), SONNET) == prompt + estimate(TOOL)


def test_a_model_without_a_published_tool_prompt_gets_none():
    unknown = replace(SONNET, tool_tokens=None)
    with_tool = input_tokens(asking(tools=[TOOL]), unknown)
    assert with_tool - input_tokens(asking(), unknown) == estimate(TOOL)


def test_a_deferred_tool_is_not_in_the_prompt_yet():
    deferred = {**TOOL, "name": "b", "defer_loading": True}
    both = input_tokens(asking(tools=[TOOL, deferred]), SONNET)
    assert both == input_tokens(asking(tools=[TOOL]), SONNET)


def test_marks_ids_and_signatures_cost_nothing():
    plain = {"type": "tool_use", "id": "a", "name": "f", "input": {"x": 1}}
    longer = {**plain, "id": "a" * 400, "caller": {"type": "direct"}, **MARK}
    assert content_tokens([plain]) == content_tokens([longer])
    thought = {"type": "thinking", "thinking": "Voyons.", "signature": "E" * 4000}
    assert content_tokens([thought]) == estimate("Voyons.")


@pytest.mark.parametrize(
    ("model", "width", "height", "tokens"),
    [  # measured or published figures, less the text around the picture
        ("claude-sonnet-4-5", 1000, 1000, 1296),
        ("claude-haiku-4-5-20251001", 256, 256, 100),
        ("claude-haiku-4-5", 1024, 1024, 1369),
        ("claude-haiku-4-5", 1920, 1080, 1560),
        ("claude-opus-4-8", 1920, 1080, 2691),
        ("claude-sonnet-5", 1170, 2532, 3822),
    ],
)
def test_a_picture_costs_its_patches(model, width, height, tokens):
    assert abs(image_tokens(png(width, height), model) - tokens) <= 0.03 * tokens


def test_base64_is_never_counted_as_text():
    picture = png(280, 280)
    heavy = {**picture, "data": picture["data"] + "A" * 4_000_000}
    for block in ({"type": "image"}, {"type": "browser_state"}):
        assert content_tokens([{**block, "source": heavy}]) < 1000
    pdf = base64.b64encode(b"%PDF /Type /Page x /Type/Page y /Type /Pages" + b"0" * 99_999).decode()
    source = {"type": "base64", "media_type": "application/pdf", "data": pdf}
    assert (
        content_tokens([{"type": "document", "source": source}]) == 2 * read_json("tokens.json")["pdf_page"]
    )


JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF" + b"\0" * 10 + b"\xff\xc0\x00\x11\x08\x00\x38\x00\x54" + b"\0" * 12
GIF = b"GIF89a\x54\x00\x38\x00"
LOSSY = b"RIFF----WEBPVP8 ----...\x9d\x01\x2a\x54\x00\x38\x00"
LOSSLESS = b"RIFF----WEBPVP8L----\x2f" + (83 | 55 << 14).to_bytes(4, "little")
EXTENDED = b"RIFF----WEBPVP8X----\0\0\0\0" + (83).to_bytes(3, "little") + (55).to_bytes(3, "little")


@pytest.mark.parametrize("head", [JPEG, GIF, LOSSY, LOSSLESS, EXTENDED])
def test_every_format_tells_its_size(head):
    source = {"type": "base64", "data": base64.b64encode(head + b"\0" * 99).decode()}
    assert content_tokens([{"type": "image", "source": source}]) == 3 * 2
    assert content_tokens([{"type": "browser_state", "source": source}]) == 3 * 2


@pytest.mark.parametrize("data", ["", "!!!!", "AAAA", "é", 7, None, "iVBORw0KGgo="])
def test_a_picture_that_is_none_still_counts(data):
    assert image_tokens({"type": "base64", "data": data}, "claude-sonnet-5") == 1296


def test_depth_and_long_integers_do_no_harm():
    deep = []
    for _ in range(100_000):
        deep = [deep]
    assert estimate({"deep": deep, "long": 10**5000}) > 50_000


def test_every_part_is_counted_once():
    request = asking(
        user(text("a"), {"type": "image", "source": png(56, 56)}),
        {"role": "assistant", "content": []},
        system=[text("s"), text("t")],
        tools=[TOOL, TOOL],
        output_config={"format": {"type": "json_schema", "schema": {"type": "object"}}},
    )
    assert sum(part.tokens for part in parts(request, SONNET)) == input_tokens(request, SONNET)
