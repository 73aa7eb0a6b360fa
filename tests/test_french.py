"""`typeset` puts French no-break spaces in, and keeps off what is no prose."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tooluse.french import typeset


@pytest.mark.parametrize(
    "typed, set_",
    [
        ("Attention : lisez !", "Attention\u00a0: lisez\u00a0!"),
        ("Qui exécute ? Vous ; toujours.", "Qui exécute\u00a0? Vous\u00a0; toujours."),
        ("Il dit « oui ».", "Il dit «\u00a0oui\u00a0»."),
        ("«oui»", "«\u00a0oui\u00a0»"),
        ("« oui » !", "«\u00a0oui\u00a0»\u00a0!"),
    ],
)
def test_prose(typed, set_):
    assert typeset(typed) == set_


@pytest.mark.parametrize(
    "text",
    [
        "`{a : b}`",
        "``x : y``",
        "```python\nif a : b ; c\n```",
        "~~~\na : b\n~~~",
        "https://example.org/a?b=c;d!",
        "[lien](https://example.org/?x=1;y=2)",
        '<span title="a : b">',
        "| :--- | ---: |",
        "voici ![vue](v.png)",
        "11:30 et a:b",
    ],
)
def test_what_is_no_prose_stays(text):
    assert typeset(text) == text


def test_prose_goes_on_after_code():
    typed = "`a : b` : voilà\n```\nc : d\n```\nfin !"
    assert typeset(typed) == "`a : b`\u00a0: voilà\n```\nc : d\n```\nfin\u00a0!"


@given(st.text(alphabet="ab `~«»:;!?\n[]()<>/"))
def test_twice_is_once(text):
    assert typeset(typeset(text)) == typeset(text)


@pytest.mark.parametrize("piece", ["`", "~", "```\n", "<a", "[](", "«", "a : ", "`a``b"])
def test_any_length_takes_linear_time(piece):
    started = time.process_time()
    typeset(piece * 30_000)
    assert time.process_time() - started < 2
