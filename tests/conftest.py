"""No test reads or writes the learner's own files, or depends on the caller's environment."""

import pytest


@pytest.fixture(autouse=True)
def _own_progress(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TOOLUSE_PROGRESS", str(tmp_path_factory.mktemp("progress") / "progress.json"))
    for name in ("TOOLUSE_BACKEND", "TOOLUSE_MODEL", "TOOLUSE_STUDENT", "NBGRADER_EXECUTION"):
        monkeypatch.delenv(name, raising=False)
