"""No test reads or writes the learner's own files, or depends on the caller's environment."""

from collections import Counter

import pytest


@pytest.fixture(autouse=True)
def _own_progress(tmp_path_factory, monkeypatch):
    monkeypatch.setenv("TOOLUSE_PROGRESS", str(tmp_path_factory.mktemp("progress") / "progress.json"))
    for name in ("TOOLUSE_BACKEND", "TOOLUSE_MODEL", "TOOLUSE_STUDENT", "NBGRADER_EXECUTION"):
        monkeypatch.delenv(name, raising=False)


FAULTS = pytest.StashKey[list]()


def pytest_addoption(parser):
    parser.addoption("--faults", action="store_true", help="end with the table of reported refusals")


@pytest.fixture
def fault_table(request):
    """Rows (fault, expected, got, verdict, message) that `--faults` prints at the end."""
    return request.config.stash.setdefault(FAULTS, [])


def pytest_terminal_summary(terminalreporter, config):
    rows = sorted(config.stash.get(FAULTS, []))
    if not (rows and config.getoption("--faults")):
        return
    say = terminalreporter.write_line
    terminalreporter.section("reported refusals")
    for fault, expected, got, verdict, message in rows:
        received = f"{got[0]} {got[1]}".strip() if got else "-"
        say(f"{fault:40} {expected[0]} {expected[1]:22} {received:26} {verdict}")
        if verdict == "WRONG":
            say(f"    {message}")
    counts = Counter(verdict for *_, verdict, _ in rows)
    asked = len(rows) - counts["no request"]
    public = asked - counts["status and type"]
    for verdict, count in sorted(counts.items()):
        say(f"{count:4} {verdict}")
    say(f"{counts['exact']} of {public} with a public text are exact: {_percent(counts['exact'], public)}")
    right = asked - counts["WRONG"]
    say(f"{right} of {asked} that a request can provoke are right: {_percent(right, asked)}")


def _percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"
