"""Exchanges -> the steps of the life cycle, as plain dicts without a word of French.

A tool turn has five steps: 1 request, 2 reply that asks for tools, 3 execution on your side, 4 results in a
user message, 5 final reply. A loop repeats 2 to 4. A step:

    kind      "request" | "results" | "resume" | "reply" | "error" | "silence" | "execution" | "unanswered"
    phase     1..5, 0 outside the cycle (an error, no answer)
    actor     "code" | "model" | "api"
    exchange, turn, turns, conversation    1-based counters; a turn is one reply, turns is their number
    document  the JSON that crossed (None for an execution)
    marks     {path: "new" | "changed"} against the previous request; removed: [path]; compared: is there one
    stop      the stop_reason, None where there is none; inferred: True if a history did not keep it
    calls     [{id, name, input, server, state: "done" | "error" | "missing" | "pending", result}]
    retried   the request before it failed
    status, streamed, rebuilt
"""

from typing import Any

from tooluse.widgets import paths
from tooluse.widgets.recordings import MESSAGES, Recording, recordings

Step = dict[str, Any]


def steps(source: Any) -> list[Step]:
    """The steps of everything that flow() accepts."""
    found: list[Step] = []
    exchanges = conversational(recordings(source))
    turns = _turns(exchanges)
    for index, item in enumerate(exchanges):
        previous = exchanges[index - 1] if index and turns[index][0] == turns[index - 1][0] else None
        following = exchanges[index + 1] if index + 1 < len(exchanges) else None
        if following and turns[index + 1][0] != turns[index][0]:
            following = None
        conversation, turn = turns[index]
        last = max(number for name, number in turns if name == conversation)
        common = {
            "exchange": index + 1,
            "conversation": conversation,
            "turn": turn,
            "turns": last,
            "status": item.status,
            "streamed": item.streamed,
            "rebuilt": item.rebuilt,
        }
        found += [{**_BLANK, **common, **step} for step in _exchange(item, previous, following)]
    return [{**step, "number": number} for number, step in enumerate(found, start=1)]


def conversational(exchanges: list[Recording]) -> list[Recording]:
    """Those in which a model speaks: counting tokens is no step of the life cycle."""
    return [item for item in exchanges if item.path.rstrip("/").endswith(MESSAGES)]


_BLANK: Step = {
    "stop": None,
    "inferred": False,
    "calls": [],
    "document": None,
    "compared": False,
    "retried": False,
    "marks": {},
    "removed": [],
}


def _exchange(item: Recording, previous: Recording | None, following: Recording | None) -> list[Step]:
    sent = _request(item, previous)
    if item.response is None:
        return [sent, {"kind": "silence", "phase": 0, "actor": "api"}]
    if item.status >= 400 or item.response.get("type") == "error":
        return [sent, {"kind": "error", "phase": 0, "actor": "api", "document": item.response}]
    reply = _reply(item, following)
    calls = [call for call in reply["calls"] if not call["server"]]
    if reply["stop"] == "tool_use" and calls and following is not None:
        return [sent, reply, {"kind": "execution", "phase": 3, "actor": "code", "calls": calls}]
    if reply["stop"] == "tool_use" and calls:
        return [sent, reply, {"kind": "unanswered", "phase": 3, "actor": "code", "calls": calls}]
    return [sent, reply]


def _request(item: Recording, previous: Recording | None) -> Step:
    kind = "request"
    if results_in(last_message(item.request)):
        kind = "results"
    elif previous and last_message(item.request).get("role") == "assistant":
        kind = "resume"
    old = previous.request if previous else None
    return {
        "kind": kind,
        "phase": 4 if kind == "results" else 1,
        "actor": "code",
        "document": item.request,
        "compared": old is not None,
        "retried": previous is not None and not _answered(previous),
        "marks": paths.changes(old, item.request) if old is not None else {},
        "removed": paths.removed(old, item.request) if old is not None else [],
    }


def _reply(item: Recording, following: Recording | None) -> Step:
    asked = _tool_calls(item.response, following)
    stop = item.response.get("stop_reason")
    inferred = item.rebuilt and stop is None
    if inferred:
        stop = "tool_use" if any(not call["server"] for call in asked) else "end_turn"
    goes_on = stop in ("tool_use", "pause_turn") or bool(asked and stop == "max_tokens")
    return {
        "kind": "reply",
        "phase": 2 if goes_on else 5,
        "actor": "model",
        "document": item.response,
        "stop": stop,
        "inferred": inferred,
        "calls": asked,
    }


def _tool_calls(response: dict[str, Any], following: Recording | None) -> list[dict[str, Any]]:
    results = {}
    for message in messages_in(following.request) if following else []:
        results |= {str(block.get("tool_use_id")): block for block in results_in(message)}
    found = []
    for block in blocks(response):
        if block.get("type") not in ("tool_use", "server_tool_use"):
            continue
        result = results.get(str(block.get("id")))
        found.append(
            {
                "id": block.get("id"),
                "name": str(block.get("name")),
                "input": block.get("input"),
                "server": block["type"] == "server_tool_use",
                "state": _state(result, following),
                "result": result.get("content") if result else None,
            }
        )
    return found


def _state(result: dict[str, Any] | None, following: Recording | None) -> str:
    if result is None:
        return "missing" if following else "pending"
    return "error" if result.get("is_error") else "done"


def _turns(exchanges: list[Recording]) -> list[tuple[int, int]]:
    """(conversation, turn) of each exchange. A refused request takes no turn: the model never spoke."""
    found, conversation, turn = [], 0, 0
    for index, item in enumerate(exchanges):
        if index == 0 or not _continues(exchanges[index - 1], item):
            conversation, turn = conversation + 1, 1
        elif _answered(exchanges[index - 1]):
            turn += 1
        found.append((conversation, turn))
    return found


def _answered(item: Recording) -> bool:
    return item.response is not None and item.status < 400 and item.response.get("type") != "error"


def _continues(previous: Recording, item: Recording) -> bool:
    """The same conversation begins with the same message, or names the thread it goes on with."""
    thread = item.request.get("thread") if isinstance(item.request, dict) else None
    if isinstance(thread, dict) and thread.get("type") == "continue":
        return True
    return messages_in(previous.request)[:1] == messages_in(item.request)[:1]


def messages_in(request: Any) -> list[dict[str, Any]]:
    """Those messages that are objects: a request may hold anything."""
    found = request.get("messages") if isinstance(request, dict) else None
    return [message for message in found if isinstance(message, dict)] if isinstance(found, list) else []


def tools_in(request: Any) -> list[Any]:
    """The tools that a request offers."""
    found = request.get("tools") if isinstance(request, dict) else None
    return found if isinstance(found, list) else []


def last_message(request: Any) -> dict[str, Any]:
    """The message that this request adds at the end, {} if there is none."""
    return (messages_in(request) or [{}])[-1]


def blocks(message: Any) -> list[dict[str, Any]]:
    """The content blocks of a message that are objects."""
    content = message.get("content") if isinstance(message, dict) else None
    return [block for block in content if isinstance(block, dict)] if isinstance(content, list) else []


def results_in(message: dict[str, Any]) -> list[dict[str, Any]]:
    """The tool_result blocks of a message."""
    return [block for block in blocks(message) if block.get("type") == "tool_result"]
