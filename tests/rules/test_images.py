"""Images sent as base64: the bytes are looked at, as the API does; what it says otherwise is not claimed."""

import time

import pytest

from tooluse.rules import check

PNG = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
WEBP = "UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA"
GIF = "R0lGODlhAQABAAAAACw="


def sentences(data, media_type="image/png", **source):
    image = {"type": "image", "source": {"type": "base64", "media_type": media_type, "data": data, **source}}
    messages = [{"role": "user", "content": [image, {"type": "text", "text": "?"}]}]
    return [found.message for found in check({"model": "m", "max_tokens": 1, "messages": messages})]


@pytest.mark.parametrize(
    ("data", "media_type"),
    [
        (PNG, "image/png"),
        (WEBP, "image/webp"),
        (GIF, "image/gif"),
        (f"{PNG[:40]}\r\n{PNG[40:]}\n", "image/png"),
    ],
)
def test_an_image_of_the_type_it_says_passes(data, media_type):
    assert sentences(data, media_type) == []


@pytest.mark.parametrize("data", ["eA==", "YWJj", "bm90IGFuIGltYWdl"])
def test_nothing_is_claimed_of_bytes_of_no_known_type(data):
    assert sentences(data) == []


@pytest.mark.parametrize(
    "data", ["x", "é===", "\ud800", "====", "YW=j", "photo.png", "data:image/png;base64,eA=="]
)
def test_what_no_decoder_takes_is_invalid(data):
    assert sentences(data) == ["messages.0.content.0.image.source.base64: invalid base64 data"]


def test_the_bytes_count_not_the_name():
    place = "messages.0.content.0.image.source.base64.data"
    assert sentences(WEBP) == [f"{place}: Image does not match the provided media type image/png"]


@pytest.mark.parametrize("data", [None, 7, [], {}])
def test_a_wrong_type_is_a_fault_of_shape_only(data):
    where = "messages.0.content.0.image.source.base64.data"
    assert sentences(data) == [f"{where}: Input should be a valid string"]


def test_a_large_image_is_judged_at_once():
    start = time.perf_counter()
    assert sentences("A" * 20_000_000 + "!") == [
        "messages.0.content.0.image.source.base64: invalid base64 data"
    ]
    assert time.perf_counter() - start < 3
