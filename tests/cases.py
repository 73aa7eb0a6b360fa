"""The cases of `data/rules/`, as every test reads them.

`repeat` stands for a conversation too long to write down: the messages of the request, that many times."""

from typing import Any

from tooluse.data import data_dir, read_json

FILES = {path.stem: read_json("rules", path.name) for path in sorted((data_dir() / "rules").glob("*.json"))}
CASES = [(rule, case) for rule, entry in FILES.items() for case in entry["cases"]]


def request_of(case: dict[str, Any]) -> Any:
    request = case["request"]
    if "repeat" in case:
        return {**request, "messages": request["messages"] * case["repeat"]}
    return request


def options_of(case: dict[str, Any]) -> dict[str, Any]:
    """The keywords of `check` that a case asks for."""
    return {name: case[name] for name in ("api_version", "beta", "counting") if name in case}
