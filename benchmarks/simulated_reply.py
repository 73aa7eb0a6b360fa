"""What one turn of the simulated model takes, with twenty tools of the catalogue."""

from collections.abc import Iterator
from statistics import median

from benchmarks.measure import Result, timed
from tooluse import settings
from tooluse.data import data_dir, read_json
from tooluse.mock.models import SimulatedModel

TOOLS = 20


def results() -> Iterator[Result]:
    model = SimulatedModel()
    sets = [read_json("catalogue", path.name) for path in sorted((data_dir() / "catalogue").glob("*.json"))]
    tools = [tool for one in sets for tool in one["tools"]][:TOOLS]
    asked = [request["turns"][0]["user"] for one in sets for request in one["requests"]]

    def subject(number: int) -> dict:
        question = {"role": "user", "content": asked[number % len(asked)]}
        return {"model": settings().model, "max_tokens": 500, "tools": tools, "messages": [question]}

    (taken,) = timed(model.answer, subject=subject)
    note = f"slowest {max(taken) * 1e3:.1f} ms"
    yield Result(f"A simulated reply with {TOOLS} tools", median(taken) * 1e3, 5, "ms", note)
