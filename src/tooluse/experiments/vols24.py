"""The experiment of the 24 requests: six pairs of cities, four ways to say a date, two versions of a tool."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tooluse.data import read_json

FOLDER = ("experiments", "vols24")
COLUMNS = ("tool", "json", "airports_format", "airports_right", "date_format", "date_right")


@dataclass(frozen=True)
class Request:
    """One of the 24: what the user says, and what a right call holds."""

    id: str  # "p2-d3"
    pair: str
    wording: str
    text: str
    expected: dict[str, str]  # from, to, date


@cache
def design() -> dict[str, Any]:
    """The factors of the experiment, as they stand in the data."""
    return read_json(*FOLDER, "requests.json")


def requests(language: str = "fr") -> list[Request]:
    """The 24 requests, pair by pair."""
    plan = design()
    return [
        Request(
            id=f"{pair['id']}-{wording['id']}",
            pair=pair["id"],
            wording=wording["id"],
            text=plan["sentence"][language].format(
                **{"from": pair["from"][language], "to": pair["to"][language]},
                date=wording["text"][language],
            ),
            expected={
                "from": pair["from"]["code"],
                "to": pair["to"]["code"],
                "date": wording["date"],
            },
        )
        for pair in plan["pairs"]
        for wording in plan["wordings"]
    ]


def definition(version: str, language: str = "fr", enum: str | None = None) -> dict[str, Any]:
    """A definition: "thin", "rich" or "lookup". With `enum`, the airports are a closed list of codes.

    "codes" lists bare codes; "glossed" also says, in the description, which city each one serves.
    """
    found = read_json(*FOLDER, "definitions.json")[language][version]
    if enum:
        for side in ("from", "to"):
            _enumerate(found["input_schema"]["properties"][side], language, glossed=enum == "glossed")
    return found


def _enumerate(field: dict[str, Any], language: str, glossed: bool) -> None:
    names = cities(language)
    field["enum"] = sorted(names.values())
    field.pop("pattern", None)
    if glossed:
        field["description"] += " " + "; ".join(f"{code} = {name}" for name, code in names.items()) + "."


def cities(language: str = "fr") -> dict[str, str]:
    """The twelve cities with the code of their airport."""
    return {pair[side][language]: pair[side]["code"] for pair in design()["pairs"] for side in ("from", "to")}


def today_line(language: str = "fr") -> str:
    """The sentence that gives the model the date of the day."""
    return design()["today"][language]
