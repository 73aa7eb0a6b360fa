"""Bytes become JSON within bounds, or a refusal in the API's words."""

import tracemalloc

import pytest

from tooluse.mock.body import MAX_BYTES, parse
from tooluse.mock.fault import Fault


def sentence(body):
    with pytest.raises(Fault) as caught:
        parse(body)
    return caught.value.status, caught.value.message


def test_json_is_read():
    assert parse('{"é": [1, 2.5, null, "\\ud83d\\ude00"]}'.encode()) == {"é": [1, 2.5, None, "😀"]}


def test_a_lone_surrogate_is_refused_in_the_words_of_the_api():  # reported 2025-06 to 2026-05
    assert sentence(b'{"a":"\\ud800"}') == (
        400, "The request body is not valid JSON: no low surrogate in string: line 1 column 7 (char 6)",
    )  # fmt: skip


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b'{"a":1,}',
        b"\xff\xfe",
        b'"\xed\xa0\x80"',
        b"NaN",
        b"nul",
        b"{}{}",
        b"[" * 100_000,
        b"9" * 5_000,
    ],
    ids=lambda body: f"{body[:10]!r} of {len(body)}",
)
def test_what_is_no_json_is_refused_with_its_place(body):
    status, message = sentence(body)
    assert status == 400
    assert message.startswith("The request body is not valid JSON: ") and "line 1 column" in message


def test_more_than_32_mb_is_too_large():
    assert sentence(b" " * (MAX_BYTES + 1)) == (413, "Request exceeds the maximum size")


def test_a_long_text_full_of_commas_is_read():
    text = "," * 10_000_000
    assert parse(b'{"a":"' + text.encode() + b'"}') == {"a": text}


@pytest.mark.parametrize(
    "body",
    [
        b"[" + b"[]," * 10_000_000 + b"0]",
        b"[" * 30_000_000,
        b"[" * 600_000 + b'"\\"' * 9_000_000,
        b"[" * 600_000 + b'"' * 29_000_000,
        b'["' + b"," * 600_000 + b'",' + b'"",' * 9_000_000,
    ],
    ids=["lists", "depth", "escapes", "quotes", "strings"],
)
def test_a_small_body_with_millions_of_values_is_refused_before_memory_follows(body):
    tracemalloc.start()
    assert sentence(body)[0] in (400, 413)
    assert tracemalloc.get_traced_memory()[1] < 100 * 2**20
    tracemalloc.stop()
