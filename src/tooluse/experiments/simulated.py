"""The 24 requests put to the simulated model: what follows, by mechanism, from a frozen list of habits."""

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

from tooluse.data import read_json
from tooluse.experiments import vols24
from tooluse.experiments.grading import Grade, grade
from tooluse.mock.models import SimulatedModel

_TURNS = 4  # a flight, and before it at most two look-ups
_ENUM = (None, "codes", "glossed")


@dataclass(frozen=True)
class Options:
    """What the experiment turns: the version of the definition, and what puts knowledge in the input."""

    version: str = "rich"
    today: bool = False  # the date of the day in the system prompt
    lookup: bool = False  # a second tool that gives the airport of a city
    enum: str | None = None  # the airports as a closed list: "codes", or "glossed" with their cities

    def __post_init__(self):
        if self.version not in ("thin", "rich") or self.enum not in _ENUM:
            raise ValueError(f"version: thin, rich; enum: {', '.join(map(str, _ENUM))}")


@dataclass(frozen=True)
class Trial:
    """One request, the call that came of it, its marks; `looked_up` counts the calls before it."""

    request: vols24.Request
    name: str | None
    input: dict[str, Any] | None
    grade: Grade
    looked_up: int = 0
    explanation: Any = None


def habits() -> dict[str, Any]:
    """The frozen list: all that the `small` profile knows, believes and does by itself."""
    small = read_json("simulated", "knowledge.json")["profiles"]["small"]
    return {
        "known": small["known"]["airport"],
        "believed": small["believed"]["airport"],
        "code_unasked": small["code_unasked"],
        "iso_after_code": small["iso_after_code"],
        "assumed_today": small["assumed_today"],
    }


def run(options: Options | None = None, *, language: str = "fr", profile: str = "small") -> list[Trial]:
    """The 24 trials under these options; the same ones give the same trials."""
    options, model = options or Options(), SimulatedModel(profile)
    return [_trial(model, asked, options, language) for asked in vols24.requests(language)]


def request_body(asked: vols24.Request, options: Options, language: str = "fr") -> dict[str, Any]:
    """The body of the first request, as the Messages API would get it."""
    tools = [vols24.definition(options.version, language, options.enum)]
    if options.lookup:
        tools.append(vols24.definition("lookup", language))
    body = {"tools": tools, "messages": [{"role": "user", "content": asked.text}]}
    return {"system": vols24.today_line(language), **body} if options.today else body


def _trial(model, asked: vols24.Request, options: Options, language: str) -> Trial:
    body, flight = request_body(asked, options, language), vols24.definition("thin", language)["name"]
    looked_up = 0
    for turn in range(_TURNS):
        said = model.answer(body)
        calls = [
            block | {"id": f"toolu_{turn}_{at}"}  # ids are the API's to give, and here there is no API
            for at, block in enumerate(said.content)
            if block["type"] == "tool_use"
        ]
        others = [call for call in calls if call["name"] != flight]
        if not others:
            break
        looked_up += len(others)
        body["messages"] += _looked_up(calls, language)
    found = calls[0] if calls else {}
    marks = grade(found.get("name"), found.get("input"), asked.expected, flight)
    return Trial(asked, found.get("name"), found.get("input"), marks, looked_up, said.explanation)


def _looked_up(calls: list[dict[str, Any]], language: str) -> Iterator[dict[str, Any]]:
    """The two messages that a loop adds: the calls as the model made them, and what the tool returns."""
    yield {"role": "assistant", "content": calls}
    known = vols24.cities(language)
    results = []
    for call in calls:
        city = call["input"].get("city")
        found = [{"city": city, "iata": known[city]}] if city in known else []
        results.append(
            {
                "type": "tool_result",
                "tool_use_id": call["id"],
                "content": json.dumps(found, ensure_ascii=False),
            }
        )
    yield {"role": "user", "content": results}


def plain(trial: Trial) -> dict[str, Any]:
    """A trial as a view wants it."""
    asked = trial.request
    return {
        "id": asked.id,
        "pair": asked.pair,
        "wording": asked.wording,
        "asked": asked.text,
        "expected": asked.expected,
        "name": trial.name,
        "input": trial.input,
        "grade": asdict(trial.grade),
        "looked_up": trial.looked_up,
    }
