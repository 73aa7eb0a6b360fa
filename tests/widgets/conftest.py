from pathlib import Path
from types import SimpleNamespace

import pytest

from tooluse.widgets import questions

HERE = Path(__file__).parent


@pytest.fixture
def sample_questions(monkeypatch):
    """A question file of the tests' own: the real ones belong to the lessons."""
    monkeypatch.setattr(questions, "folder", lambda: HERE / "data" / "questions")


@pytest.fixture
def judge(monkeypatch):
    """Puts other findings in place of tooluse.rules.check; returns the requests that were judged."""
    import tooluse.rules

    def install(*found: SimpleNamespace):
        given = []

        def check(request, *_, **__):
            given.append(request)
            yield from found

        monkeypatch.setattr(tooluse.rules, "check", check)
        return given

    install()
    return install


@pytest.fixture
def violation():
    """A violation at a path, as the catalogue gives it."""

    def make(path: str, severity: str = "error") -> SimpleNamespace:
        words = {"message": f"{path}: not allowed", "meaning": "Le sens.", "remedy": "Le `remède`."}
        return SimpleNamespace(rule="sample", path=path, severity=severity, lesson="01", **words)

    return make
