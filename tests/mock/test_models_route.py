"""`GET /v1/models` and `/v1/models/{id}` through the SDK."""

import anthropic
import pytest

from tooluse import MockClaude
from tooluse.rules.profiles import model_ids, profile


@pytest.fixture
def models():
    return MockClaude().models


def test_a_model_tells_what_its_profile_says(models):
    told = models.retrieve("claude-sonnet-4-5")
    assert (told.id, told.display_name, told.line) == ("claude-sonnet-4-5", "Claude Sonnet 4.5", "sonnet")
    assert told.max_tokens == profile("claude-sonnet-4-5").max_output
    assert told.max_input_tokens == profile("claude-sonnet-4-5").context_window
    assert (told.lifecycle, told.retires_at.date().isoformat()) == ("deprecated", "2026-11-30")
    types = told.capabilities.thinking.types
    assert (types.enabled.supported, types.adaptive.supported) == (True, False)


def test_another_name_of_a_model_is_its_id_there(models):
    assert models.retrieve("claude-haiku-4-5-20251001").id == "claude-haiku-4-5-20251001"


@pytest.mark.parametrize("name", ["claude-no-such-model", "claude-3-opus-20240229", "a b"])
def test_an_unknown_or_retired_model_is_not_found(models, name):
    with pytest.raises(anthropic.NotFoundError) as caught:
        models.retrieve(name)
    assert caught.value.api_message == f"model: {name}"


def test_all_models_come_page_by_page(models):
    assert [model.id for model in models.list(limit=3)] == model_ids()
    assert len(models.list().data) == min(20, len(model_ids()))


def test_a_page_before_another(models):
    names = model_ids()
    page = models.list(before_id=names[5], limit=2)
    assert [model.id for model in page.data] == names[3:5] and page.has_more


@pytest.mark.parametrize("limit", [0, 1001, "x"])
def test_a_limit_out_of_range_is_refused(models, limit):
    with pytest.raises(anthropic.BadRequestError, match="limit: "):
        models.list(limit=limit)


def test_counting_tokens_of_a_request_grows_with_its_tools():
    client = MockClaude()
    asked = {"model": "claude-sonnet-5", "messages": [{"role": "user", "content": "Il pleut ?"}]}
    tool = {"name": "get_weather", "input_schema": {"type": "object"}}
    alone = client.messages.count_tokens(**asked).input_tokens
    assert client.messages.count_tokens(**asked, tools=[tool]).input_tokens > alone + 354
    assert [call.path for call in client.calls] == ["/v1/messages/count_tokens"] * 2
