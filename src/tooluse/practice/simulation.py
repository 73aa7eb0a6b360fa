"""What the simulated model makes of tool definitions: which tools it calls, with which input.

The tasks on descriptions are graded with it, and learners try theirs on it. It measures a text by the
rules of a simulator: what it shows is no proof of what Claude does.
"""

from dataclasses import dataclass, field
from typing import Any

from tooluse.config import settings
from tooluse.mock import MockClaude
from tooluse.mock.models import SimulatedModel

Tools = list[dict[str, Any]]


@dataclass(frozen=True)
class Heard:
    """The calls that one request led to; `refusal` is the API's sentence when it took no request at all."""

    calls: list[tuple[str, dict[str, Any]]] = field(default_factory=list)
    refusal: str | None = None

    @property
    def names(self) -> list[str]:
        return [name for name, _ in self.calls]


def hear(tools: Tools, text: str) -> Heard:
    """What the simulated model calls for `text`, if the API accepts the definitions."""
    client = MockClaude(SimulatedModel())
    try:
        said = _ask(client, tools, text)
    except Exception:
        if not client.calls or client.calls[-1].status == 200:
            raise
        return Heard(refusal=client.calls[-1].response["error"]["message"])
    return Heard([(block.name, dict(block.input)) for block in said.content if block.type == "tool_use"])


def called(tools: Tools, text: str) -> list[str]:
    """The names of the tools that the simulated model calls for `text`; the API's refusal is raised."""
    said = _ask(MockClaude(SimulatedModel()), tools, text)
    return [block.name for block in said.content if block.type == "tool_use"]


def _ask(client: Any, tools: Tools, text: str) -> Any:
    messages = [{"role": "user", "content": text}]
    return client.messages.create(model=settings().model, max_tokens=500, tools=tools, messages=messages)
