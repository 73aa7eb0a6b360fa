"""Each request of the catalogue sent through the real SDK, and what came back scored."""

import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from tooluse.config import settings
from tooluse.evaluation.catalogue import names, request, tool_set
from tooluse.evaluation.expected import ABSENT, arguments

Calls = list[dict[str, Any]]


@dataclass(frozen=True)
class Result:
    """One request: what was called, and what was expected."""

    set: str
    id: str
    kind: str
    definitions: str  # language of the definitions
    language: str  # of the request
    asked: str
    expected: Calls
    got: Calls
    text: str
    rows: list[tuple[str, Any, Any, bool]] = field(default_factory=list)
    answer: bool | None = None  # None: nothing is expected of the text
    refused: str = ""  # what the API says of the request, should it refuse

    @property
    def tool(self) -> bool:
        return not self.refused and _same_tools(self.expected, self.got)

    @property
    def right(self) -> bool:
        return self.tool and all(row[-1] for row in self.rows) and self.answer is not False


@dataclass(frozen=True)
class Score:
    """Counts of one group of results, and what they make in per cent."""

    requests: int
    tools: int
    arguments: int
    arguments_right: int
    whole: int

    @property
    def tool_rate(self) -> float:
        return _rate(self.tools, self.requests)

    @property
    def argument_rate(self) -> float:
        return _rate(self.arguments_right, self.arguments)


def _rate(part: int, whole: int) -> float:
    return 100 * part / whole if whole else 100.0


def _tool(call: dict[str, Any]) -> str:
    return call["tool"]


def score(results: Iterable[Result]) -> Score:
    results = list(results)
    rows = [row for result in results for row in result.rows]
    return Score(
        requests=len(results),
        tools=sum(result.tool for result in results),
        arguments=len(rows),
        arguments_right=sum(row[-1] for row in rows),
        whole=sum(result.right for result in results),
    )


def evaluate(
    client: Any, *, only: Iterable[str] = (), change: Callable[[dict], dict] = lambda chosen: chosen
) -> list[Result]:
    """Every request of these sets (all by default), each set first put through `change`."""
    results = []
    for name in only or names():
        chosen = change(tool_set(name))
        results += [_ask(client, chosen, item) for item in chosen["requests"]]
    return results


def _ask(client: Any, chosen: dict[str, Any], item: dict[str, Any]) -> Result:
    body = request(chosen, item, settings().model)
    content, refused = _sent(client, body)
    got = [{"tool": block.name, "input": block.input} for block in content if block.type == "tool_use"]
    text = " ".join(block.text for block in content if block.type == "text")
    expected, rows = _best(item.get("any_of") or [item["expect"]], got)
    return Result(
        set=chosen["set"],
        id=item["id"],
        kind=item["kind"],
        definitions=chosen["language"],
        language=item["language"],
        asked=next(turn["user"] for turn in reversed(item["turns"]) if "user" in turn),
        expected=expected,
        got=got,
        text=text,
        rows=rows,
        answer=bool(re.search(item["answer"], text, re.IGNORECASE)) if "answer" in item else None,
        refused=refused,
    )


def _sent(client: Any, body: dict[str, Any]) -> tuple[list[Any], str]:
    """The content of the reply; or nothing, and what the API says when it refuses."""
    before = len(client.calls)
    try:
        return client.messages.create(**body).content, ""
    except Exception:
        if len(client.calls) == before or client.calls[-1].ok:
            raise  # not a refusal: a defect
        return [], client.calls[-1].response["error"]["message"]


def _best(choices: list[Calls], got: Calls) -> tuple[Calls, list[tuple[str, Any, Any, bool]]]:
    """Of several acceptable lists of calls, the one that the reply comes nearest to."""
    judged = [(calls, _compared(calls, got)) for calls in choices]
    return max(judged, key=lambda one: (_same_tools(one[0], got), _share(one[1])))


def _same_tools(expected: Calls, got: Calls) -> bool:
    return Counter(map(_tool, expected)) == Counter(map(_tool, got))


def _share(rows: list[tuple[str, Any, Any, bool]]) -> float:
    return _rate(sum(row[-1] for row in rows), len(rows))


def _compared(expected: Calls, got: Calls) -> list[tuple[str, Any, Any, bool]]:
    """The arguments of each expected call against the best of the calls left; all wrong without any."""
    left, rows = list(got), []
    for call in expected:
        same = [one for one in left if one["tool"] == call["tool"]]
        tried = [(arguments(call["input"], one["input"], f"{call['tool']}."), one) for one in same]
        found, taken = max(tried, key=lambda one: _share(one[0]), default=(None, None))
        if taken is None:
            rows += arguments(call["input"], ABSENT, f"{call['tool']}.")
        else:
            left.remove(taken)
            rows += found or []
    return rows
