"""The lines of the house: who imports whom, what reaches a student, what is cheap."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
LIBRARY = ROOT / "src" / "tooluse"


def imports(path: Path) -> set[str]:
    """Every module that a file imports, wherever in it."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
    return found


def importers(*names: str, below: Path = LIBRARY) -> set[str]:
    """The files below a folder that import one of these modules, as paths from the folder."""
    return {
        path.relative_to(below).as_posix()
        for path in below.rglob("*.py")
        if any(module == name or module.startswith(f"{name}.") for module in imports(path) for name in names)
    }


def test_only_the_transport_knows_the_sdk():
    assert importers("anthropic", "httpx2", "httpx") == {"mock/transport.py", "mock/recording.py"}


def test_only_the_widgets_know_ipywidgets():
    assert all(path.startswith("widgets/") for path in importers("ipywidgets", "anywidget", "traitlets"))


def test_only_the_grader_knows_nbgrader_and_the_library_does_not_know_the_grader():
    assert importers("nbgrader", "nbconvert", "jupytext", "autograder") == set()


@pytest.mark.parametrize(
    ("layer", "may_not"),
    [
        ("rules", ["tooluse.mock", "tooluse.widgets", "tooluse.practice"]),
        ("mock", ["tooluse.widgets", "tooluse.practice"]),
        ("widgets", ["tooluse.practice"]),
    ],
)
def test_imports_point_one_way(layer, may_not):
    assert importers(*may_not, below=LIBRARY / layer) == set()


def test_rules_need_the_standard_library_and_jsonschema_only():
    allowed = {
        *sys.stdlib_module_names,
        "jsonschema",
        "tooluse",
        "referencing",
    }  # the last is jsonschema's own
    for path in (LIBRARY / "rules").rglob("*.py"):
        assert {module.partition(".")[0] for module in imports(path)} <= allowed, path


def test_importing_the_library_loads_nothing_heavy():
    code = "import sys, tooluse; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    heavy = {
        "anthropic",
        "httpx2",
        "ipywidgets",
        "anywidget",
        "IPython",
        "jsonschema",
        "jupyter_core",
        "pydantic",
    }
    assert not heavy & set(loaded)


def test_files_are_short_enough_to_read():
    long = {
        path.relative_to(ROOT).as_posix(): length
        for folder in ("src", "autograder", "tests")
        for path in (ROOT / folder).rglob("*.py")
        if "specimens" not in path.parts
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > 300
    }
    assert long == {}


def test_the_linter_has_nothing_to_say():
    found = subprocess.run(
        [sys.executable, "-m", "ruff", "check", "--no-cache", "."], cwd=ROOT, capture_output=True, text=True
    )
    assert found.returncode == 0, found.stdout
