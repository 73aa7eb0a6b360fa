"""connect() says who answers; settings() is the one place that knows the model."""

import pytest

from tooluse import MockClaude, ScriptedModel, connect, reply, settings


def test_offline_unless_told_otherwise(monkeypatch, capsys):
    monkeypatch.delenv("TOOLUSE_BACKEND", raising=False)
    client = connect(ScriptedModel([reply("…")]))
    assert isinstance(client, MockClaude)
    assert "scripté" in capsys.readouterr().out


def test_live_is_the_sdk_itself_and_says_that_it_costs(monkeypatch, capsys):
    monkeypatch.setenv("TOOLUSE_BACKEND", "live")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "k")
    client = connect(ScriptedModel([]))
    assert not isinstance(client, MockClaude)
    assert "réel" in capsys.readouterr().out


def test_live_without_a_key_says_what_to_set(monkeypatch):
    monkeypatch.setenv("TOOLUSE_BACKEND", "live")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    monkeypatch.delenv("ANTHROPIC_AUTH_TOKEN", raising=False)
    with pytest.raises(RuntimeError, match="ANTHROPIC_API_KEY"):
        connect()


def test_settings_follow_the_environment_at_once(monkeypatch):
    assert settings().model == "claude-sonnet-5"
    monkeypatch.setenv("TOOLUSE_MODEL", "claude-haiku-5-5")
    assert settings().model == "claude-haiku-5-5"


def test_an_unknown_backend_lists_those_that_exist(monkeypatch):
    monkeypatch.setenv("TOOLUSE_BACKEND", "nuage")
    with pytest.raises(ValueError, match="'nuage' n'existe pas. Valeurs.: offline, live"):
        settings()
