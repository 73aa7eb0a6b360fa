"""What the model sees of a request: what is asked, in which language, on which day, after which calls."""

import json
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import Any

from tooluse.mock.models.simulated.dates import find_today
from tooluse.mock.models.simulated.facts import Fact, find_facts, result_facts
from tooluse.mock.models.simulated.lexicon import language, tokens

_LONG = 60_000  # characters read of one message


@dataclass(frozen=True)
class Call:
    """A call of the past and what came back."""

    name: str
    input: dict[str, Any]
    id: str
    result: str | None = None
    failed: bool = False

    @cached_property
    def value(self) -> Any:
        """The result as data, if it is JSON; else its text."""
        try:
            return json.loads(self.result or "")
        except (ValueError, RecursionError):
            return self.result

    @cached_property
    def facts(self) -> list[Fact]:
        """The leaves of the result, or what stands in its text."""
        own = tuple(tokens(self.name.replace("_", " ")))
        if isinstance(self.value, dict | list):
            return list(result_facts(self.value, self.name))[:500]
        whole = Fact("field", self.value, str(self.value), source=self.name, key=own)
        return [whole, *find_facts(self.result or "", self.name)]

    def same(self, name: str, given: dict[str, Any]) -> bool:
        return self.name == name and self.input == given


@dataclass(frozen=True)
class Scene:
    """One request, read."""

    system: str
    task: str
    earlier: tuple[str, ...]  # what the user said before, the latest first
    calls: tuple[Call, ...]  # since the task
    past: tuple[Call, ...]  # before it
    tools: tuple[dict[str, Any], ...]
    choice: dict[str, Any]
    notes: str = ""  # what the user wrote beside a result
    prefilled: bool = False

    @cached_property
    def language(self) -> str:
        return language(self.task or self.system)

    @cached_property
    def today(self) -> date | None:
        """Today's date, if something says it; the latest word counts."""
        found = [find_today(text) for text in (self.system, *reversed(self.earlier), self.task, self.notes)]
        found += [
            find_today(f"{call.name.replace('_', ' ')}: {call.result}") for call in (*self.past, *self.calls)
        ]
        return next((day for day in reversed(found) if day), None)

    @cached_property
    def facts(self) -> list[Fact]:
        return find_facts(self.task)

    @cached_property
    def earlier_facts(self) -> list[Fact]:
        return [fact for text in self.earlier[:6] for fact in find_facts(text, "earlier")]

    @cached_property
    def system_facts(self) -> list[Fact]:
        return find_facts(self.system, "system")

    @property
    def mode(self) -> str:
        return str(self.choice.get("type", "auto"))

    @property
    def single(self) -> bool:
        return self.choice.get("disable_parallel_tool_use") is True


def read(request: dict[str, Any]) -> Scene:
    """The scene of a request. Whatever is odd in it is passed over."""
    system = [_text(request.get("system"))]
    calls: list[Call] = []
    past: list[Call] = []
    notes = ""
    said: list[str] = []
    messages = [one for one in _list(request.get("messages")) if isinstance(one, dict)]
    for message in messages:
        role, content = message.get("role"), _blocks(message.get("content"))
        text = "\n".join(filter(None, map(_block_text, content)))[:_LONG]
        if role == "system":
            system.append(text)
        elif role == "assistant":
            calls += [_call(block) for block in content if block.get("type") == "tool_use"]
        elif any(block.get("type") == "tool_result" for block in content):
            calls = _with_results(calls, content)
            notes = f"{notes}\n{text}".strip()
        elif text.strip():
            past, calls, notes = [*past, *calls], [], ""
            said.append(text)
    choice = request.get("tool_choice")
    return Scene(
        system="\n".join(filter(None, system))[:_LONG],
        task=said[-1] if said else "",
        earlier=tuple(reversed(said[:-1])),
        calls=tuple(calls),
        past=tuple(past),
        tools=tuple(_own_tools(request, messages)),
        choice=choice if isinstance(choice, dict) else {},
        notes=notes,
        prefilled=bool(messages) and messages[-1].get("role") == "assistant",
    )


def _own_tools(request: dict[str, Any], messages: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The client's tools; those that run elsewhere, and those not loaded yet, are not ours to call."""
    shown = json.dumps(messages) if any(_deferred(tool) for tool in _list(request.get("tools"))) else ""
    return [
        tool
        for tool in _list(request.get("tools"))
        if isinstance(tool, dict)
        and tool.get("type") in (None, "custom")
        and isinstance(tool.get("name"), str)
        and not (_deferred(tool) and f'"tool_name": "{tool["name"]}"' not in shown)
    ]


def _deferred(tool: Any) -> bool:
    return isinstance(tool, dict) and tool.get("defer_loading") is True


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


def _blocks(content: Any) -> list[dict[str, Any]]:
    if isinstance(content, str):
        return [{"type": "text", "text": content}]
    return [block for block in _list(content) if isinstance(block, dict)]


def _text(content: Any) -> str:
    return "\n".join(filter(None, map(_block_text, _blocks(content))))


def _block_text(block: dict[str, Any]) -> str:
    if block.get("type") == "text":
        return block["text"] if isinstance(block.get("text"), str) else ""
    source = block.get("source")
    if block.get("type") == "document" and isinstance(source, dict) and source.get("type") == "text":
        return str(source.get("data") or "")
    return ""


def _call(block: dict[str, Any]) -> Call:
    given = block.get("input")
    return Call(str(block.get("name")), given if isinstance(given, dict) else {}, str(block.get("id")))


def _with_results(calls: list[Call], content: list[dict[str, Any]]) -> list[Call]:
    results = {
        str(block.get("tool_use_id")): block for block in content if block.get("type") == "tool_result"
    }
    return [_answered(call, results[call.id]) if call.id in results else call for call in calls]


def _answered(call: Call, block: dict[str, Any]) -> Call:
    said = _text(block.get("content"))
    return Call(call.name, call.input, call.id, said[:_LONG], block.get("is_error") is True)
