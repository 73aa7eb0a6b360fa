"""A mode of tool_choice, a model and a question, really played against the offline API."""

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from tooluse.data import read_json
from tooluse.rules.profiles import default_model

MODES = ("auto", "any", "tool", "none")
SCOPES = ("first", "every")
CAP = 4  # requests of one loop
_MAX_TOKENS = 2000  # more than the budget of a manual thinking

Data = dict[str, Any]


class Column(NamedTuple):
    """A model of the matrix, and what its requests say of thinking."""

    model: str
    thinking: Data | None = None


class Setting(NamedTuple):
    """What all cells of the matrix share."""

    question: str
    tools: list[Data]
    named: str  # the tool that the mode `tool` imposes
    scope: str = "first"


class Played(NamedTuple):
    """One cell, played: `outcome` is "text", "tool:NAME", "several", "refused" or "loop"."""

    outcome: str
    calls: list[Any]

    @property
    def sentence(self) -> str:
        """What the API says when it refuses, in its own words."""
        body = self.calls[-1].response if self.calls else {}
        error = body.get("error") if isinstance(body, Mapping) else None
        return str(error["message"]) if isinstance(error, Mapping) else ""

    @property
    def input_tokens(self) -> int | None:
        """The input of the first request, estimated; None when it was refused."""
        usage = self.calls[0].response.get("usage") if self.calls else None
        return usage["input_tokens"] if usage else None

    @property
    def asked(self) -> list[tuple[str, Data]]:
        """(name, input) of what the first reply asks for."""
        content = self.calls[0].response.get("content") or () if self.calls else ()
        return [(block["name"], block["input"]) for block in content if block["type"] == "tool_use"]


@cache
def example() -> Data:
    """The tools, questions and models with which the view opens."""
    return read_json("views", "modes.json")


def columns() -> list[Column]:
    told = [Column(one["model"], one.get("thinking")) for one in example()["columns"]]
    return [one._replace(model=default_model()) if one.model == "default" else one for one in told]


def choice(mode: str, named: str) -> Data:
    """The value of tool_choice."""
    return {"type": mode, "name": named} if mode == "tool" else {"type": mode}


def play(mode: str, column: Column, setting: Setting) -> Played:
    """Loop until the model has answered, the API refuses, or the cap is reached.

    With the scope "first" the mode bears on the first request only, and `auto` on those that follow."""
    from tooluse.mock import MockClaude
    from tooluse.mock.models import SimulatedModel

    client = MockClaude(SimulatedModel(), max_retries=0)
    sent = {"model": column.model, "max_tokens": _MAX_TOKENS, "tools": setting.tools}
    sent |= {"thinking": column.thinking} if column.thinking else {}
    messages: list[Data] = [{"role": "user", "content": setting.question}]
    try:
        for turn in range(CAP):
            kept = mode if turn == 0 or setting.scope == "every" else "auto"
            response = client.messages.create(
                **sent, tool_choice=choice(kept, setting.named), messages=messages
            )
            uses = [block for block in response.content if block.type == "tool_use"]
            if response.stop_reason != "tool_use" or not uses:
                return Played(_first(client.calls), client.calls)
            results = [_result(block) for block in uses]
            messages += [{"role": "assistant", "content": response.content}]
            messages += [{"role": "user", "content": results}]
    except Exception:
        if not client.calls or client.calls[-1].status < 400:
            raise  # no answer of the API: a fault of ours
        return Played("refused", client.calls)
    return Played("loop", client.calls)


def _first(calls: list[Any]) -> str:
    names = [name for name, _ in Played("", calls).asked]
    if not names:
        return "text"
    return f"tool:{names[0]}" if len(names) == 1 else "several"


def _result(block: Any) -> Data:
    """What a stand-in for the tool gives back: nothing is computed."""
    text = example()["results"].get(block.name, "ok")
    return {"type": "tool_result", "tool_use_id": block.id, "content": text}
