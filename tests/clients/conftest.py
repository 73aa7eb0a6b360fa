"""One `tooluse serve` for all real clients; each does a whole tool loop: two turns of the script.

Without node the TypeScript tests are skipped, unless TOOLUSE_REQUIRE_NODE=1: then they fail.
"""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest
from loops import SCRIPT
from serving import REQUEST, Served

TYPESCRIPT = Path(__file__).with_name("typescript")


@pytest.fixture(scope="session")
def one_server(tmp_path_factory):
    folder = tmp_path_factory.mktemp("clients")
    script = folder / "script.json"
    script.write_text(json.dumps(SCRIPT), encoding="utf-8")
    with Served(folder, "--model", str(script), "--repeat") as server:
        yield server


@pytest.fixture
def served(one_server):
    """The server at the beginning of its script, also after a test that stopped half-way."""
    yield one_server
    _, message = one_server.post(REQUEST)
    if message.get("stop_reason") == "tool_use":
        one_server.post(REQUEST)


def _missing(reason: str) -> None:
    if os.environ.get("TOOLUSE_REQUIRE_NODE") == "1":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture
def node(served):
    """Runs a script of tests/clients/typescript with node, against the server; its output as JSON."""
    path = shutil.which("node")
    if path is None:
        _missing("no node on PATH")
    if not (TYPESCRIPT / "node_modules" / "@anthropic-ai" / "sdk").is_dir():
        _missing("the TypeScript SDK is not installed: run `npm ci` in tests/clients/typescript")

    def run(script: str, *words: str):
        here = {
            "ANTHROPIC_BASE_URL": served.url,
            "ANTHROPIC_API_KEY": "hors-ligne",
            "MODEL": REQUEST["model"],
        }
        done = subprocess.run(
            [path, script, *words],
            cwd=TYPESCRIPT,
            env=os.environ | here | {"MODEL": REQUEST["model"]},
            capture_output=True,
            text=True,
            encoding="utf-8",
            timeout=60,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)

    return run
