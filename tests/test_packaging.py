"""What is installed, what students get, and lists that must agree."""

import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
GRADER = tomllib.loads((ROOT / "autograder" / "pyproject.toml").read_text())["project"]


def constraints() -> dict[str, Version]:
    lines = (ROOT / "constraints.txt").read_text().split("\n")
    pins = [line.split(" ;")[0].split("==") for line in lines if line and not line.startswith("#")]
    return {name.lower().replace("_", "-"): Version(version) for name, version in pins}


def direct() -> list[Requirement]:
    optional = [line for group in PROJECT["optional-dependencies"].values() for line in group]
    listed = [*PROJECT["dependencies"], *GRADER["dependencies"], *optional]
    return [Requirement(line) for line in listed if line != "tooluse"]


def test_every_direct_dependency_is_bounded_and_pinned_within_its_bounds():
    pins = constraints()
    for requirement in direct():
        name = requirement.name.lower()
        assert name in pins, f"{name} is not in constraints.txt"
        assert requirement.specifier.contains(pins[name], prereleases=True), (name, pins[name])
        assert {spec.operator for spec in requirement.specifier} >= {">="}, name


def test_constraints_hold_names_and_versions_only():
    for line in (ROOT / "constraints.txt").read_text().splitlines():
        assert re.fullmatch(r"#.*|[A-Za-z0-9._-]+==[A-Za-z0-9.+!]+( ; .*)?", line), line


def test_the_sdk_has_the_range_that_the_course_was_written_for():
    assert "anthropic>=2.14,<3" in PROJECT["dependencies"]


def test_the_conda_environment_installs_the_same():
    text = (ROOT / "environment.yml").read_text()
    assert f"python{PROJECT['requires-python']}" in text
    assert re.search(r"- -c constraints\.txt\n\s+- -e \.\n", text)


def test_the_readme_and_ci_run_the_same_test_command():
    readme = (ROOT / "README.md").read_text()
    (command,) = re.findall(r"^python3 .*pytest$", readme, re.MULTILINE)
    assert "-c constraints.txt" in command
    assert "README.md" in (ROOT / ".ci" / "run").read_text()


def test_every_python_block_of_the_readme_runs():
    blocks = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(), re.DOTALL)
    assert blocks
    names: dict = {}  # read from top to bottom, a block may use what an earlier one made
    for block in blocks:
        exec(compile(block, "README.md", "exec"), names)


def test_the_students_kit_holds_no_solution():
    archive = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    with tarfile.open(fileobj=BytesIO(archive)) as kit:
        names = kit.getnames()
    tops = {name.partition("/")[0] for name in names}
    assert {"README.md", "course", "exercises", "data", "src", "constraints.txt"} <= tops
    assert not tops & {"solutions", "autograder", "tests", ".ci"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    folder = tmp_path_factory.mktemp("wheel")
    code = "import sys; from hatchling.build import build_wheel; print(build_wheel(sys.argv[1]))"
    built = subprocess.run(
        [sys.executable, "-c", code, str(folder)], cwd=ROOT, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    return zipfile.ZipFile(folder / built.stdout.split()[-1])


def test_the_wheel_carries_the_data_and_nothing_of_the_grader(wheel):
    names = wheel.namelist()
    data = {path.relative_to(ROOT / "data").as_posix() for path in (ROOT / "data").rglob("*.json")}
    assert {f"tooluse/_data/{name}" for name in data} <= set(names)
    assert not [name for name in names if name.startswith(("autograder", "solutions", "hidden", "tests"))]
    assert json.loads(wheel.read("tooluse/_data/models.json"))["default"]


def test_the_wheel_carries_all_that_the_library_reads(wheel):
    inside = {name for name in wheel.namelist() if name.startswith("tooluse/")}
    source = ROOT / "src"
    files = {path.relative_to(source).as_posix() for path in source.rglob("*") if path.is_file()}
    assert {name for name in files if "__pycache__" not in name} <= inside
