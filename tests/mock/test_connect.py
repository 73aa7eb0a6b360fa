"""connect() says who answers; settings() is the one place that knows the model."""

import pytest

from tooluse import MockClaude, ReplayModel, ScriptedModel, connect, reply, settings
from tooluse.mock import Server
from tooluse.mock.transport import InProcess


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


ASK = {"max_tokens": 50, "messages": [{"role": "user", "content": "Bonjour"}]}


def test_what_passes_can_be_recorded_and_played_back(tmp_path, capsys):
    file = tmp_path / "cours.jsonl"
    client = connect(ScriptedModel([reply("Bonjour !")]), record=file)
    said = client.messages.create(model=settings().model, **ASK)
    again = MockClaude(ReplayModel(file)).messages.create(model=settings().model, **ASK)
    assert again.to_dict() == said.to_dict()


def test_a_live_client_records_without_a_key(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("TOOLUSE_BACKEND", "live")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-secret")
    file = tmp_path / "vrai.jsonl"
    client = connect(record=file)
    server = Server(ScriptedModel([reply("Bonjour !")]))
    client._client._transport = InProcess(server)  # the network, as far as this test goes
    client.messages.create(model=settings().model, **ASK)
    written = file.read_text(encoding="utf-8")
    assert "Bonjour !" in written and "sk-ant" not in written and "authorization" not in written.lower()
    assert "sk-ant" not in str(server.calls)
