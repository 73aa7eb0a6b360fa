"""What the model reads: the chat form that it was trained on, and the conditions of the experiment."""

import hashlib
import json
from dataclasses import dataclass
from typing import Any

from tooluse.data import read_json
from tooluse.experiments import vols24

_LANGUAGE = "en"  # the only one that the model knows


@dataclass(frozen=True)
class Condition:
    """One way to ask the 24 requests."""

    version: str  # of the definition: thin or rich
    mode: str  # free | example (a worked exchange with another tool stands before) | masked
    today: bool = False
    enum: str | None = None

    @property
    def definition(self) -> dict[str, Any]:
        return vols24.definition(self.version, _LANGUAGE, self.enum)

    @property
    def schema(self) -> dict[str, Any] | None:
        """What the mask is made from: the tool's own schema, inside the form of a call."""
        if self.mode != "masked":
            return None
        tool = self.definition
        return {
            "type": "object",
            "properties": {
                "name": {"const": tool["name"]},
                "arguments": tool["input_schema"] | {"additionalProperties": False},
            },
            "required": ["name", "arguments"],
            "additionalProperties": False,
        }


CONDITIONS = {
    "thin-free": Condition("thin", "free"),
    "rich-free": Condition("rich", "free"),
    "thin-example": Condition("thin", "example"),
    "rich-example": Condition("rich", "example"),
    "thin-masked": Condition("thin", "masked"),
    "rich-masked": Condition("rich", "masked"),
    "rich-masked-today": Condition("rich", "masked", today=True),
    "rich-masked-enum": Condition("rich", "masked", enum="codes"),
    "rich-masked-glossed": Condition("rich", "masked", enum="glossed"),
}


def frozen() -> dict[str, Any]:
    """The wording of the prompt, in the data: it is part of the experiment."""
    return read_json(*vols24.FOLDER, "smollm2-prompt.json")


def beginning(condition: Condition) -> str:
    """What all 24 prompts of a condition share."""
    words = frozen()
    example = words["example"] if condition.mode == "example" else None
    tools = [example["tool"]] if example else []
    system = system_text([*tools, condition.definition])
    if condition.today:
        system = f"{vols24.today_line(_LANGUAGE)}\n{system}"
    text = turn("system", system)
    if example:
        text += turn("user", example["user"]) + turn("assistant", example["assistant"])
    return text


def system_text(tools: list[dict[str, Any]]) -> str:
    """The system prompt that shows these tools."""
    return frozen()["system"].replace("{tools}", "\n".join(map(json.dumps, tools)))


def choice_schema(tools: list[dict[str, Any]]) -> dict[str, Any]:
    """Only the name of a tool, any of these: the choice, without the arguments."""
    return {
        "type": "object",
        "properties": {"name": {"enum": [tool["name"] for tool in tools]}},
        "required": ["name"],
        "additionalProperties": False,
    }


def ending(asked: str) -> str:
    """What differs from one request to the next; the model goes on from here."""
    return turn("user", asked) + "<|im_start|>assistant\n"


def turn(role: str, content: str) -> str:
    return f"<|im_start|>{role}\n{content}<|im_end|>\n"


def sha256(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
