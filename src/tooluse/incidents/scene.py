"""A scene: a question, tools, a model that reads the request, and the code that goes wrong."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from tooluse.incidents.run import Run
from tooluse.mock.models.reply import Reply

SCENES: dict[str, "Scene"] = {}


@dataclass(frozen=True)
class Scene:
    """`model` is a function of the request, or a model; `expected` the calls that ought to be executed."""

    question: str
    tools: list[dict[str, Any]]
    model: Callable[[dict[str, Any]], Reply] | Any
    code: Callable[[Run], None]
    registry: dict[str, Callable[..., Any]]
    expected: tuple[tuple[str, dict[str, Any]], ...]
    options: dict[str, Any] = field(default_factory=dict)
    told: str = "Lisez attentivement cette description."  # what a rewritten description adds


def scene(name: str, **parts: Any) -> Callable[[Callable[[Run], None]], Callable[[Run], None]]:
    """Registers the code of a scene under its name."""

    def register(code: Callable[[Run], None]) -> Callable[[Run], None]:
        SCENES[name] = Scene(code=code, **{"registry": {}, "expected": (), **parts})
        return code

    return register


def tool(name: str, description: str, /, required: str = "", **properties: Any) -> dict[str, Any]:
    """A definition, open or closed alike: every property is required unless `required` names fewer."""
    schema = {"type": "object", "properties": properties, "additionalProperties": False}
    schema["required"] = required.split() if required else list(properties)
    return {"name": name, "description": description, "input_schema": schema}


def text(description: str, **more: Any) -> dict[str, Any]:
    return {"type": "string", "description": description, **more}


def strict(tools: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**one, "strict": True} for one in tools]


def results_in(request: dict[str, Any]) -> list[dict[str, Any]]:
    """The tool results of the last message, as a model reads them."""
    content = request["messages"][-1]["content"]
    blocks = content if isinstance(content, list) else []
    return [block for block in blocks if isinstance(block, dict) and block.get("type") == "tool_result"]


def failed(request: dict[str, Any]) -> str | None:
    """The text of an is_error result of the last message, None when there is none."""
    told = [str(one.get("content", "")) for one in results_in(request) if one.get("is_error")]
    return " ".join(told) if told else None
