"""What is asked before the body: path, method, credential, version, beta names."""

import typing

import pytest
from anthropic.types import AnthropicBetaParam

from tooluse.data import read_json
from tooluse.mock.fault import Fault
from tooluse.mock.gate import admit

GOOD = {"x-api-key": "k", "anthropic-version": "2023-06-01"}


def refusal(method="POST", target="/v1/messages", **headers):
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    with pytest.raises(Fault) as caught:
        admit(method, target, {name: value for name, value in (GOOD | sent).items() if value is not None})
    return caught.value.status, caught.value.type, caught.value.message


def test_a_request_is_admitted_with_its_query_version_and_betas():
    sent = GOOD | {"anthropic-beta": "message-threads-2026-08-12,files-api-2025-04-14"}
    admitted = admit("POST", "/v1/messages?beta=true", sent)
    assert (admitted.path, admitted.query, admitted.version) == (
        "/v1/messages", {"beta": ["true"]}, "2023-06-01",
    )  # fmt: skip
    assert admitted.betas == ("message-threads-2026-08-12", "files-api-2025-04-14")


def test_a_model_id_follows_the_path():
    assert admit("GET", "/v1/models/claude-sonnet-5", GOOD).name == "claude-sonnet-5"
    assert admit("GET", "/v1/models", GOOD).name == ""


@pytest.mark.parametrize("target", ["/", "/v1/messagez", "/v1/messages/", "/v1/models/a/b", ""])
def test_another_path_is_not_found(target):
    assert refusal(target=target) == (404, "not_found_error", "Not found")


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "OPTIONS", "HEAD", "BREW"])
def test_another_method_is_not_allowed(method):
    assert refusal(method)[0] == 405


def test_the_path_is_looked_at_before_the_key():
    assert refusal(target="/v2", x_api_key=None)[0] == 404


@pytest.mark.parametrize("key", [{}, {"x_api_key": " "}, {"authorization": "Bearer "}])
def test_without_a_credential_nothing_is_read(key):
    assert refusal(**{"x_api_key": None, **key}) == (
        401,
        "authentication_error",
        "x-api-key header is required",
    )


def test_a_version_is_required():
    assert refusal(anthropic_version=None)[2] == "anthropic-version: header is required"


@pytest.mark.parametrize("version", ["2023-10-01", "2023-06-01, 2023-06-01"])  # both reported, 2026
def test_a_version_must_be_one_that_exists(version):
    assert refusal(anthropic_version=version)[2] == f'anthropic-version: "{version}" is not a valid version'


@pytest.mark.parametrize("version", ["2023-06-01", "2026-10-21"])
def test_both_versions_in_use_are_taken(version):
    assert admit("POST", "/v1/messages", GOOD | {"anthropic-version": version}).version == version


def test_unknown_betas_are_named():
    sentence = refusal(anthropic_beta="invalid-beta-name, files-api-2025-04-14,autre")[2]
    assert sentence == (
        "Unexpected value(s) `invalid-beta-name`, `autre` for the `anthropic-beta` header. "
        "Please consult our documentation at platform.claude.com/docs or try again without the header."
    )


def test_an_empty_beta_header_is_refused():  # reported 2025-03
    assert refusal(anthropic_beta="")[2].startswith("Unexpected value(s) `` for the `anthropic-beta` header.")


def test_the_known_betas_are_those_of_the_sdk_and_the_documented_ones():
    names = next(option for option in typing.get_args(AnthropicBetaParam) if option is not str)
    known = read_json("betas.json")
    assert known["betas"] == sorted({*typing.get_args(names), *known["documented"]})
