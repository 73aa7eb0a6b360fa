"""`tooluse lint` on a thousand definitions: the whole command, in a process of its own."""

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter

from benchmarks.measure import Result
from tooluse.data import data_dir, read_json

COUNT, ROUNDS = 1000, 3


def results() -> Iterator[Result]:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tools.json"
        file.write_text(json.dumps(_tools(), ensure_ascii=False), encoding="utf-8")
        seconds = min(_lint(file) for _ in range(ROUNDS))
    yield Result(
        f"`tooluse lint` on {COUNT:,} definitions", seconds, 2, "s", f"{file.name}, best of {ROUNDS}"
    )


def _tools() -> list[dict]:
    """The definitions of the catalogue, good and thin, again and again under new names."""
    sets = [read_json("catalogue", path.name) for path in sorted((data_dir() / "catalogue").glob("*.json"))]
    known = [tool for one in sets for tool in one["tools"]]
    return [
        {**known[at % len(known)], "name": f"{known[at % len(known)]['name']}_{at}"} for at in range(COUNT)
    ]


def _lint(file: Path) -> float:
    start = perf_counter()
    subprocess.run([sys.executable, "-m", "tooluse", "lint", str(file)], capture_output=True, check=False)
    return perf_counter() - start
