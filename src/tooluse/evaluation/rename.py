"""The same tool set in other words: a model that reads must not notice.

Each set carries a table: `names` for its tools and properties, `words` for its trade. Names change where they
stand in the schema, in calls and in results, and in texts between backquotes or when they have an underscore
(so that « date » the property changes, and the ordinary word does not).
"""

import re
from collections.abc import Callable
from typing import Any

from tooluse.evaluation.expected import KINDS

_LITERAL = ("pattern", "type", "format")


class Renaming:
    def __init__(self, table: dict[str, dict[str, str]]) -> None:
        self.names, self.words = table["names"], table["words"]
        self._long = _finder([name for name in self.names if "_" in name])
        self._word = _finder(list(self.words), re.IGNORECASE)

    def name(self, name: str) -> str:
        return self.names.get(name) or self.text(name)

    def text(self, text: str) -> str:
        text = re.sub(r"`(\w+)`", lambda match: f"`{self.names.get(match[1], match[1])}`", text)
        parts = self._long.split(text)
        # every other part is a name: the words of the table must not touch the new one
        return "".join(self.names[part] if at % 2 else self._worded(part) for at, part in enumerate(parts))

    def _worded(self, text: str) -> str:
        return self._word.sub(lambda match: self._other(match[0]), text)

    def _other(self, word: str) -> str:
        """The other word, with the capitals of this one; a key with a capital is a proper noun."""
        if word in self.words:
            return self.words[word]
        other = self.words.get(word.lower())
        if other is None:
            return word
        if word.isupper() and len(word) > 1:
            return other.upper()
        return other[0].upper() + other[1:] if word[0].isupper() else other

    def value(self, value: Any) -> Any:
        """A value of an argument or of a result: keys are names, strings are texts."""
        if isinstance(value, dict):
            return {self.name(key): self.value(one) for key, one in value.items()}
        if isinstance(value, list):
            return [self.value(one) for one in value]
        return self.text(value) if isinstance(value, str) else value

    def expected(self, wanted: Any) -> Any:
        if isinstance(wanted, dict):
            return {
                key if key in KINDS and len(wanted) == 1 else self.name(key): self.expected(one)
                for key, one in wanted.items()
            }
        return [self.expected(one) for one in wanted] if isinstance(wanted, list) else self.value(wanted)

    def schema(self, schema: dict[str, Any]) -> dict[str, Any]:
        renamed = {key: self._member(key, value) for key, value in schema.items()}
        if "properties" in schema:
            properties = schema["properties"].items()
            renamed["properties"] = {self.name(key): self.schema(one) for key, one in properties}
            renamed["required"] = [self.name(key) for key in schema["required"]]
        return renamed

    def _member(self, key: str, value: Any) -> Any:
        if key in _LITERAL:
            return value
        return self.schema(value) if key == "items" else self.value(value)


def _finder(words: list[str], flags: int = 0) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile(rf"(?<!\w)({'|'.join(map(re.escape, longest_first)) or '(?!)'})(?!\w)", flags)


def renamed(chosen: dict[str, Any]) -> dict[str, Any]:
    """The whole set under its own table of names and words."""
    new = Renaming(chosen["rename"])
    return {
        **chosen,
        "trade": new.text(chosen["trade"]),
        "system": chosen["system"] and new.text(chosen["system"]),
        "tools": [
            {
                **tool,
                "name": new.name(tool["name"]),
                "description": new.text(tool["description"]),
                "input_schema": new.schema(tool["input_schema"]),
            }
            for tool in chosen["tools"]
        ],
        "thin": {new.name(name): new.text(words) for name, words in chosen["thin"].items()},
        "requests": [_item(item, new) for item in chosen["requests"]],
    }


def _item(item: dict[str, Any], new: Renaming) -> dict[str, Any]:
    changed = {**item, "turns": [_turn(turn, new) for turn in item["turns"]]}
    for key, calls in (
        ("expect", _calls),
        ("any_of", lambda lists, new: [_calls(one, new) for one in lists]),
    ):
        if key in item:
            changed[key] = calls(item[key], new)
    for key in ("answer", "system"):
        if item.get(key):
            changed[key] = new.text(item[key])
    choice = item.get("options", {}).get("tool_choice", {})
    if "name" in choice:
        changed["options"] = {**item["options"], "tool_choice": {**choice, "name": new.name(choice["name"])}}
    return changed


def _turn(turn: dict[str, Any], new: Renaming) -> dict[str, Any]:
    change: dict[str, Callable] = {"call": new.name, "input": new.value, "result": new.value}
    return {key: value if key == "error" else change.get(key, new.text)(value) for key, value in turn.items()}


def _calls(calls: list[dict[str, Any]], new: Renaming) -> list[dict[str, Any]]:
    return [{"tool": new.name(call["tool"]), "input": new.expected(call["input"])} for call in calls]
