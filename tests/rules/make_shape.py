"""Derives `data/shape.json`, the closed description of a request's shape, from the SDK's own types.

    python tests/rules/make_shape.py            # says whether the committed file is up to date
    python tests/rules/make_shape.py --write    # writes it

The kit reads only the JSON: it needs neither pydantic nor this script at run time.

A *node* maps each JSON type that is allowed at a place to what is asked of it:

    {"string": {"enum": […], "pattern": "…"}, "array": {"items": node}, "null": {}, "object": SHAPE}
    SHAPE = {} (any object) | {"ref": name} | {"tags": {tag: name}, "default": tag}
          | {"fields": {key: node}, "required": [key]} (closed; "open": true lets other keys in)
"""

import json
import sys
from pathlib import Path
from typing import Any

SHAPE = Path(__file__).parents[2] / "data" / "shape.json"
NODE_TYPES = ("string", "integer", "number", "boolean", "null")


# ---------------------------------------------------------------- what the SDK's types cannot say


def correct(shape: dict) -> None:
    """The hand-made corrections, all of them; each with its reason."""
    request, defs = shape["request"], shape["defs"]
    fields = request["fields"]
    # Dropped from the SDK's types by 2.0, still parameters of the API (refused by version and by model).
    fields |= {"temperature": {"number": {}}, "top_k": {"integer": {}}, "top_p": {"number": {}}}
    # null counts as omitted there (measured 2026-08); elsewhere it is a wrong type.
    for name in "metadata", "inference_geo", "stop_sequences", "cache_control", "container":
        fields[name]["null"] = {}
    # The three roles are one closed object: no tag in the paths; a foreign role has its own sentence.
    fields["messages"]["array"]["items"] = {"object": {"ref": "Message"}}
    defs["Message"] = defs.pop("UserMessage")
    defs["Message"]["fields"]["role"] = {"string": {}}
    del defs["AssistantMessage"], defs["SystemMessage"]
    # A block of the advisor tool passes the shape check (reported 2026-06); the SDK types it as beta only.
    _content(defs)["tags"]["advisor_tool_result"] = "AdvisorToolResultBlock"
    defs["AdvisorToolResultBlock"] = {
        "fields": {
            "content": {"object": {}},
            "tool_use_id": {"string": {}},
            "type": {"string": {"enum": ["advisor_tool_result"]}},
            "cache_control": defs["TextBlock"]["fields"]["cache_control"],
        },
        "required": ["content", "tool_use_id", "type"],
    }
    defs["ServerToolUseBlock"]["fields"]["name"]["string"]["enum"].append("advisor")
    # Patterns that only the API knows. Tool names: {1,64} until 2025, {1,128} since.
    defs["Tool"]["fields"]["name"] = {"string": {"pattern": "^[a-zA-Z0-9_-]{1,128}$"}}
    for block in "ToolUseBlock", "ServerToolUseBlock":
        defs[block]["fields"]["id"] = {"string": {"pattern": "^[a-zA-Z0-9_-]+$"}}
    defs["ToolResultBlock"]["fields"]["tool_use_id"] = {"string": {"pattern": "^[a-zA-Z0-9_-]+$"}}
    # A tool without `type` is one of yours, and is shown as `custom` in the paths.
    fields["tools"]["array"]["items"]["object"]["default"] = "custom"
    # The SDK lets an untyped dict stand for a schema; the API asks for an object type, and null is nothing.
    defs["InputSchema"] = {
        "fields": {
            "type": {"string": {"enum": ["object"]}},
            "properties": {"object": {}, "null": {}},
            "required": {"array": {"items": {"string": {}}}, "null": {}},
        },
        "required": ["type"],
        "open": True,
    }
    defs["Tool"]["fields"]["input_schema"] = {"object": {"ref": "InputSchema"}}
    # Alternatives are listed in alphabetical order, but for the beginnings that refusals have shown.
    for node in _tagged(shape):
        node["tags"] = dict(sorted(node["tags"].items()))
    _first(fields["tool_choice"]["object"], "auto", "any", "tool", "none")
    _first(fields["tools"]["array"]["items"]["object"], "bash_20250124", "custom")


def _content(defs: dict) -> dict:
    return defs["Message"]["fields"]["content"]["array"]["items"]["object"]


def _first(node: dict, *tags: str) -> None:
    node["tags"] = {tag: node["tags"][tag] for tag in tags} | node["tags"]


def _tagged(tree: Any):
    if isinstance(tree, dict):
        if isinstance(tree.get("tags"), dict):
            yield tree
        for value in tree.values():
            yield from _tagged(value)


# ---------------------------------------------------------------- from JSON Schema to nodes


def make_shape() -> dict:
    from anthropic.types import message_create_params
    from pydantic import TypeAdapter

    maker = Maker()
    for name in "MessageCreateParamsNonStreaming", "MessageCreateParamsStreaming":
        params = getattr(message_create_params, name)
        schema = TypeAdapter(params).json_schema()
        maker.sources |= schema.pop("$defs")
        maker.read_object("Request", schema)
    shape = {"request": maker.defs.pop("Request"), "defs": maker.defs}
    shape["request"]["fields"]["stream"] = {"boolean": {}}  # one Literal in each of the two types
    correct(shape)
    shape["defs"] = dict(sorted(_reachable(shape).items()))
    return shape


class Maker:
    """Collects closed objects by name. A response's type and the `Param` of the same thing are one object:
    the SDK lets both be sent, so what either allows is allowed."""

    def __init__(self) -> None:
        self.sources: dict[str, dict] = {}
        self.defs: dict[str, dict] = {}
        self.read: set[str] = set()

    def reference(self, source: str) -> str:
        name = source.removesuffix("Param")
        if source not in self.read:
            self.read.add(source)
            self.read_object(name, self.sources[source])
        return name

    def read_object(self, name: str, schema: dict) -> None:
        fields = {key: self.node(value) for key, value in schema.get("properties", {}).items()}
        required = schema.get("required", [])
        order = sorted(fields, key=lambda key: key not in required)
        self.widen(name, {"fields": {key: fields[key] for key in order}, "required": required})

    def widen(self, name: str, other: dict) -> None:
        """Lets the object `name` be what `other` is, too."""
        known = self.defs.setdefault(name, other)
        if known is other:
            return
        for key, value in other["fields"].items():
            mine = known["fields"].get(key)
            known["fields"][key] = value if mine is None else self.union([mine, value])
        known["required"] = [key for key in known["required"] if key in other["required"]]

    def node(self, schema: dict) -> dict:
        if "anyOf" in schema:
            return self.union([self.node(option) for option in schema["anyOf"]])
        if "$ref" in schema:
            source = schema["$ref"].rsplit("/", 1)[1]
            if "properties" not in self.sources[source]:
                return self.node(self.sources[source])
            return {"object": {"ref": self.reference(source)}}
        if "const" in schema or "enum" in schema:
            return {schema["type"]: {"enum": schema.get("enum", [schema.get("const")])}}
        kind = schema.get("type")
        if kind == "array":
            return {"array": {"items": self.node(schema["items"])}}
        if kind == "object":
            return {"object": {}}
        return {kind: {}} if kind in NODE_TYPES else {}

    def union(self, options: list[dict]) -> dict:
        merged: dict[str, Any] = {}
        for option in options:
            if not option:  # a node that asks nothing: anything goes
                return {}
            for kind, asked in option.items():
                merged[kind] = self.both(kind, merged[kind], asked) if kind in merged else asked
        return merged

    def both(self, kind: str, one: dict, other: dict) -> dict:
        if one == other:
            return one
        if kind == "array":
            return {"items": self.union([one["items"], other["items"]])}
        if kind == "object" and one and other:
            return self.tagged(one, other)
        if "enum" in one and "enum" in other:
            return {"enum": list(dict.fromkeys(one["enum"] + other["enum"]))}
        return {}  # a free string beside known names, any object beside a closed one

    def tagged(self, one: dict, other: dict) -> dict:
        tags: dict[str, str] = {}
        for part in one, other:
            for tag, name in (part.get("tags") or dict.fromkeys(self.tags(part["ref"]), part["ref"])).items():
                if tags.setdefault(tag, name) != name:
                    self.widen(tags[tag], self.defs[name])  # two names for one thing
        return {"tags": tags} if len(tags) > 1 else {"ref": next(iter(tags.values()))}

    def tags(self, name: str) -> list[str]:
        fields = self.defs[name]["fields"]
        return fields["type" if "type" in fields else "role"]["string"]["enum"]


def _reachable(shape: dict) -> dict:
    """The definitions that a request can reach."""
    defs, kept, todo = shape["defs"], {}, [shape["request"]]
    while todo:
        tree = todo.pop()
        if isinstance(tree, list):
            todo += tree
        elif isinstance(tree, dict):
            todo += tree.values()
            names = list(tree["tags"].values()) if isinstance(tree.get("tags"), dict) else [tree.get("ref")]
            for name in names:
                if isinstance(name, str) and name in defs and name not in kept:
                    kept[name] = defs[name]
                    todo.append(defs[name])
    return kept


# ---------------------------------------------------------------- the committed file


def dumps(shape: dict) -> str:
    """One line a field of the request, one line a definition: a change of the SDK reads well as a diff."""

    def lines(mapping: dict) -> str:
        return ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in mapping.items())

    request = shape["request"]
    required, fields = json.dumps(request["required"]), lines(request["fields"])
    head = f'"request": {{"required": {required}, "fields": {{\n{fields}\n}}}}'
    return f'{{\n{head},\n"defs": {{\n{lines(shape["defs"])}\n}}\n}}\n'


if __name__ == "__main__":
    made = dumps(make_shape())
    if "--write" in sys.argv:
        SHAPE.write_text(made, encoding="utf-8")
    elif SHAPE.read_text(encoding="utf-8") != made:
        raise SystemExit(f"{SHAPE.name} is stale: run this script with --write")
