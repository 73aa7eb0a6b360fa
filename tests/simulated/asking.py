"""What the tests of the simulated model share: tools in one line, a question, the calls that it makes."""

import json

from tooluse.mock.models.simulated import SimulatedModel

TODAY = "Nous sommes le lundi 30 novembre 2026."


def text(description, **more):
    return {"type": "string", "description": description, **more}


def whole(description, **more):
    return {"type": "integer", "description": description, **more}


def number(description, **more):
    return {"type": "number", "description": description, **more}


def tool(name, description, properties=None, optional=(), **more):
    properties = properties or {}
    needed = [one for one in properties if one not in optional]
    schema = {"type": "object", "properties": properties, "required": needed}
    return {"name": name, "description": description, "input_schema": schema, **more}


def answer(question, tools, system="", profile="default", **more):
    messages = question if isinstance(question, list) else [{"role": "user", "content": question}]
    body = {"model": "claude-sonnet-5", "max_tokens": 500, "messages": messages, "tools": tools, **more}
    return SimulatedModel(profile).answer({**body, "system": system} if system else body)


def calls(question, tools, system="", **more):
    """The calls of one turn, as (name, input)."""
    said = answer(question, tools, system, **more)
    return [(block["name"], block["input"]) for block in said.content if block["type"] == "tool_use"]


def names(question, tools, **more):
    return [name for name, _ in calls(question, tools, **more)]


def filled(question, properties, optional=(), description="Enregistre ce que dit la demande.", **more):
    """The input of a forced call."""
    forced = {"type": "tool", "name": "noter"}
    system = more.pop("system", "")
    strict = {"strict": True} if more.pop("strict", False) else {}
    one = tool("noter", description, properties, optional, **strict)
    ((_, given),) = calls(question, [one], system, tool_choice=forced, **more)
    return given


def converse(question, tools, run, turns=8, **more):
    """Run a conversation to its end: every call made, and the last text."""
    messages, made = [{"role": "user", "content": question}], []
    for turn in range(turns):
        said = answer(messages, tools, **more)
        blocks = [
            {**block, "id": f"toolu_{turn}_{at}"} if block["type"] == "tool_use" else block
            for at, block in enumerate(said.content)
        ]
        uses = [block for block in blocks if block["type"] == "tool_use"]
        if not uses:
            return made, said.content[-1]["text"]
        made += [(block["name"], block["input"]) for block in uses]
        results = [_result(block, run(block["name"], block["input"])) for block in uses]
        messages = [*messages, {"role": "assistant", "content": blocks}, {"role": "user", "content": results}]
    raise AssertionError(f"no end after {turns} turns: {made}")


def _result(block, value):
    failed = isinstance(value, Exception)
    content = (
        value if isinstance(value, str) else str(value) if failed else json.dumps(value, ensure_ascii=False)
    )
    return {"type": "tool_result", "tool_use_id": block["id"], "content": content, "is_error": failed}
