"""Derives `data/shape.json`, the closed description of a request's shape, from the SDK's own types.

    python tests/rules/make_shape.py            # says whether the committed file is up to date
    python tests/rules/make_shape.py --write    # writes it

The kit reads only the JSON: it needs neither pydantic nor this script at run time.

A *node* maps each JSON type that is allowed at a place to what is asked of it:

    {"string": {"enum": […], "pattern": "…"}, "array": {"items": node}, "null": {}, "object": SHAPE}
    SHAPE = {} (any object) | {"ref": name} | {"tags": {tag: name}, "default": tag}
          | {"fields": {key: node}, "required": [key]} (closed; "open": true lets other keys in)

Strings may have a "min_length" and a "max_length", numbers "min", "max" and one value "besides"; "says" is
the sentence where it is not the usual one, "misfit" of a node means another sentence for a wrong type, at a
place below.

`counting` names the fields of count_tokens. `beta` is what a request with a beta header may hold besides: the
difference between the two descriptions, as a JSON merge patch.
"""

import copy
import json
import sys
from pathlib import Path
from typing import Any

from shape_corrections import correct, correct_beta

SHAPE = Path(__file__).parents[2] / "data" / "shape.json"
NODE_TYPES = ("string", "integer", "number", "boolean", "null")


# ---------------------------------------------------------------- from JSON Schema to nodes


def make_shape() -> dict:
    from anthropic import types

    plain = read_types(types)
    correct(plain)
    beta = read_types(types.beta)
    correct(beta)
    correct_beta(beta)
    return prune(plain) | {"beta": difference(prune(plain), prune(united(plain, beta)))}


def read_types(types: Any) -> dict:
    """The description of what one family of the SDK's types allows."""
    from pydantic import TypeAdapter

    maker = Maker()
    for name in "MessageCreateParamsNonStreaming", "MessageCreateParamsStreaming":
        schema = TypeAdapter(getattr(types.message_create_params, name)).json_schema()
        maker.sources |= schema.pop("$defs")
        maker.read_object("Request", schema)
    counting = TypeAdapter(types.message_count_tokens_params.MessageCountTokensParams).json_schema()
    shape = {"request": maker.defs.pop("Request"), "defs": maker.defs}
    shape["request"]["fields"]["stream"] = {"boolean": {}}  # one Literal in each of the two types
    fields = sorted(counting["properties"].keys() - {"betas"})
    shape["counting"] = {"required": counting["required"], "fields": fields}
    return shape


def united(plain: dict, beta: dict) -> dict:
    """What either allows."""
    maker = Maker()
    maker.defs = copy.deepcopy(plain["defs"] | {"Request": plain["request"]})
    for name, shape in copy.deepcopy(beta["defs"] | {"Request": beta["request"]}).items():
        maker.widen(name, shape)
    return {"request": maker.defs.pop("Request"), "defs": maker.defs, "counting": beta["counting"]}


def difference(one: dict, other: dict) -> dict:
    """The merge patch that makes `other` of `one`: null takes a key away."""
    changed = {
        key: difference(one[key], value)
        if isinstance(value, dict) and isinstance(one.get(key), dict)
        else value
        for key, value in other.items()
        if one.get(key) != value
    }
    return changed | dict.fromkeys(one.keys() - other.keys())


class Maker:
    """Collects closed objects by name. A response's type and the `Param` of the same thing are one object:
    the SDK lets both be sent, so what either allows is allowed."""

    def __init__(self) -> None:
        self.sources: dict[str, dict] = {}
        self.defs: dict[str, dict] = {}
        self.read: set[str] = set()

    def reference(self, source: str) -> str:
        name = source.removesuffix("Param").removeprefix("Beta")
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
            if "ref" in part and not self.tags(part["ref"]):  # without a tag: two names for one thing
                self.widen(one["ref"], self.defs[other["ref"]])
                return one
            for tag, name in (part.get("tags") or dict.fromkeys(self.tags(part["ref"]), part["ref"])).items():
                if tags.setdefault(tag, name) != name:
                    self.widen(tags[tag], self.defs[name])  # two names for one thing
        default = {key: one[key] for key in ("default",) if key in one}
        return {"tags": tags} | default if len(tags) > 1 else {"ref": next(iter(tags.values()))}

    def tags(self, name: str) -> list[str]:
        fields = self.defs[name]["fields"]
        tag = fields.get("type") or fields.get("role") or {}
        return tag.get("string", {}).get("enum", [])


def prune(shape: dict) -> dict:
    """The same, with the definitions that a request can reach, in alphabetical order."""
    return shape | {"defs": dict(sorted(_reachable(shape).items()))}


def _reachable(shape: dict) -> dict:
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
    beta = shape["beta"]
    inner = ",\n".join(f'"{key}": {dumps_part(value)}' for key, value in beta.items())
    parts = [f'"{key}": {dumps_part(value)}' for key, value in shape.items() if key != "beta"]
    return "{\n" + ",\n".join([*parts, f'"beta": {{\n{inner}\n}}']) + "\n}\n"


def dumps_part(part: dict) -> str:
    def lines(mapping: dict) -> str:
        return ",\n".join(f"  {json.dumps(key)}: {json.dumps(value)}" for key, value in mapping.items())

    if not isinstance(part.get("fields"), dict):
        return f"{{\n{lines(part)}\n}}"
    rest = "".join(f'"{key}": {json.dumps(value)}, ' for key, value in part.items() if key != "fields")
    return f'{{{rest}"fields": {{\n{lines(part["fields"])}\n}}}}'


if __name__ == "__main__":
    made = dumps(make_shape())
    if "--write" in sys.argv:
        SHAPE.write_text(made, encoding="utf-8")
    elif SHAPE.read_text(encoding="utf-8") != made:
        raise SystemExit(f"{SHAPE.name} is stale: run this script with --write")
