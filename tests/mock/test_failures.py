"""Failures on demand: each does its one thing, through the real SDK, at every run."""

import json

import anthropic
import httpx2
import pytest
from one_question import HELLO, MODEL, QUESTION, client, create, streamed

from tests import asynchronous
from tooluse import AsyncMockClaude, ScriptedModel, failures
from tooluse.mock import Server


@pytest.mark.parametrize(
    ("failure", "error", "status", "type", "words"),
    [
        (
            failures.rate_limit(0.01, times=3),
            anthropic.RateLimitError,
            429,
            "rate_limit_error",
            "rate limit of 50",
        ),
        (failures.spend_cap(), anthropic.RateLimitError, 429, "rate_limit_error", "spend limit"),
        (failures.overloaded(), anthropic.OverloadedError, 529, "overloaded_error", "Overloaded"),
        (failures.internal_error(), anthropic.InternalServerError, 500, "api_error", "Internal server error"),
        (failures.gateway_timeout(), anthropic.GatewayTimeoutError, 504, "timeout_error", "timed out"),
        (
            failures.permission_denied(),
            anthropic.PermissionDeniedError,
            403,
            "permission_error",
            "permission",
        ),
        (
            failures.spend_limit("2027-02-01"),
            anthropic.BadRequestError,
            400,
            "invalid_request_error",
            "2027-02-01",
        ),
    ],
    ids=lambda value: getattr(value, "name", None),
)
def test_a_refusal_has_the_status_the_type_and_the_sentence_of_the_api(failure, error, status, type, words):
    one = client(max_retries=0)
    one.inject(failure)
    with pytest.raises(error) as caught:
        create(one)
    assert (caught.value.status_code, caught.value.type) == (status, type)
    assert words in caught.value.api_message
    assert one.calls[0].status == status
    assert one.calls[0].response["error"]["message"] == caught.value.api_message


def test_the_sdk_waits_as_long_as_retry_after_says_and_tries_again():
    one = client()
    one.inject(failures.rate_limit(retry_after=0.05))
    assert create(one).stop_reason == "end_turn"
    assert [call.status for call in one.calls] == [429, 200]


def test_three_times_outlasts_the_two_retries():
    one = client()
    one.inject(failures.rate_limit(retry_after=0.01, times=3))
    with pytest.raises(anthropic.RateLimitError):
        create(one)
    assert [call.status for call in one.calls] == [429, 429, 429]
    assert create(one).stop_reason == "end_turn", "the next call has its peace"


def test_rate_limit_headers_name_the_bucket_that_is_empty():
    one = client(max_retries=0)
    one.inject(failures.rate_limit(retry_after=7, kind="input_tokens"))
    with pytest.raises(anthropic.RateLimitError) as caught:
        create(one)
    headers = caught.value.response.headers
    assert headers["retry-after"] == "7"
    assert headers["anthropic-ratelimit-input-tokens-remaining"] == "0"
    assert f"30,000 input tokens per minute (org: {headers['anthropic-organization-id']}" in str(caught.value)


def test_a_spend_cap_comes_without_retry_after():
    one = client(max_retries=0)
    one.inject(failures.spend_cap())
    with pytest.raises(anthropic.RateLimitError) as caught:
        create(one)
    assert "retry-after" not in caught.value.response.headers


def test_no_answer_is_a_timeout():
    one = client(max_retries=0)
    one.inject(failures.timeout(30))
    with pytest.raises(anthropic.APITimeoutError):
        create(one)


def test_call_chooses_the_exchange():
    one = client(HELLO, HELLO, max_retries=0)
    one.inject(failures.overloaded(), call=2)
    create(one)
    with pytest.raises(anthropic.OverloadedError):
        create(one)
    create(one)
    assert [call.status for call in one.calls] == [200, 529, 200]


def test_failures_without_a_call_strike_one_after_the_other():
    one = client()
    one.inject(failures.rate_limit(0.01))
    one.inject(failures.internal_error())
    one.inject(failures.max_tokens(at=4), call=3)
    assert create(one).stop_reason == "max_tokens"
    assert [call.status for call in one.calls] == [429, 500, 200]


def test_async_clients_meet_the_same_failures():
    one = AsyncMockClaude(ScriptedModel([HELLO] * 3), max_retries=0)
    for failure in (failures.timeout(), failures.cut_stream(), failures.cut_stream(), failures.overloaded()):
        one.inject(failure)
    request = {"model": MODEL, "max_tokens": 500, "messages": QUESTION}

    async def stream():
        async with one.messages.stream(**request) as events:
            await events.get_final_message()

    for call, error in (
        (lambda: one.messages.create(**request), anthropic.APITimeoutError),
        (lambda: one.messages.create(**request), anthropic.APIConnectionError),
        (stream, httpx2.RemoteProtocolError),
        (stream, anthropic.OverloadedError),
    ):
        with pytest.raises(error):
            asynchronous.run(call())


@pytest.mark.parametrize("body", [b"null", b"[]", b'"a"', b"{}", b'{"stream": true}', b"{"])
def test_a_body_that_is_no_request_meets_them_without_a_crash(body):
    headers = {"x-api-key": "k", "anthropic-version": "2023-06-01"}
    for name in sorted(set(failures.__all__) - {"Cut", "Failure", "NoAnswer", "Pending", "timeout"}):
        server = Server(ScriptedModel([HELLO]))
        server.inject(getattr(failures, name)())
        assert server.handle("POST", "/v1/messages", headers, body).status >= 400


def test_a_call_that_is_past_cannot_be_struck():
    one = client()
    create(one)
    with pytest.raises(Exception, match=r"L'appel 1 est déjà passé.*l'appel 2"):
        one.inject(failures.overloaded(), call=1)


def test_what_is_no_failure_is_refused_at_once():
    with pytest.raises(TypeError, match=r"failures\.overloaded\(\)"):
        client().inject("overloaded")


def test_a_stream_breaks_after_so_many_events():
    one = client(max_retries=0)
    one.inject(failures.cut_stream(after=3))
    seen = []
    with pytest.raises(httpx2.RemoteProtocolError, match="connection broke"):
        for event in create(one, stream=True):
            seen.append(event.type)
    assert seen == ["message_start", "content_block_start"], "the third event is a ping, which the SDK drops"


def test_a_body_in_one_piece_breaks_too_and_the_sdk_asks_again():
    one = client(HELLO, HELLO)
    one.inject(failures.cut_stream())
    assert create(one).stop_reason == "end_turn"
    assert len(one.calls) == 2
    one = client(max_retries=0)
    one.inject(failures.cut_stream())
    with pytest.raises(anthropic.APIConnectionError):
        create(one)


def test_a_stream_never_ends_well_however_late_the_cut():
    for failure in (failures.cut_stream(after=10_000), failures.stream_error(after=10_000)):
        one = client(max_retries=0)
        one.inject(failure)
        with pytest.raises((httpx2.RemoteProtocolError, anthropic.APIStatusError)):
            streamed(one)


def test_an_error_in_mid_stream_has_status_200_and_is_not_retried():
    one = client()
    one.inject(failures.stream_error("overloaded_error", after=4))
    with pytest.raises(anthropic.APIStatusError) as caught:
        streamed(one)
    assert type(caught.value) is anthropic.APIStatusError
    assert (caught.value.status_code, caught.value.type) == (200, "overloaded_error")
    assert len(one.calls) == 1


def test_the_same_error_without_stream_is_a_status():
    one = client(max_retries=0)
    one.inject(failures.stream_error("api_error"))
    with pytest.raises(anthropic.InternalServerError):
        create(one)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda: failures.rate_limit(kind="tokens"), "requests, input-tokens|requests, input_tokens"),
        (lambda: failures.refusal("politics"), "cyber, bio"),
        (lambda: failures.stream_error("rate_limit_error"), "overloaded_error"),
        (lambda: failures.cut_stream(after=-1), "nombre entier"),
        (lambda: failures.rate_limit("2"), "nombre de secondes"),
        (lambda: failures.overloaded(times=0), "1 ou plus"),
    ],
)
def test_an_option_that_does_not_exist_says_which_do(make, said):
    with pytest.raises(ValueError, match=said):
        make()


def test_every_failure_is_documented():
    public = [getattr(failures, name) for name in failures.__all__]
    assert all(one.__doc__ for one in public)
    assert json.dumps(failures.__all__) == json.dumps(sorted(failures.__all__))
