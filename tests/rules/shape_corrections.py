"""What the SDK's types cannot say of a request's shape: all corrections by hand, each with its reason."""

from collections.abc import Iterator
from typing import Any

ID = "^[a-zA-Z0-9_-]+$"
SERVER_ID = "^srvtoolu_[a-zA-Z0-9_]+$"  # reported 2025-12 and 2026-03
TOOL_NAME = "^[a-zA-Z0-9_-]{1,128}$"  # {1,64} until 2025
MISFITS = {"metadata": "", "output_config": "", "container": "ContainerParams"}


def correct(shape: dict) -> None:
    _fields(shape)
    _messages(shape)
    _patterns(shape)
    _input_schema(shape)
    _numbers(shape)
    _order_of_tags(shape)


def correct_beta(shape: dict) -> None:
    """What holds of the beta types only."""
    fields, message = shape["request"]["fields"], shape["defs"]["Message"]["fields"]
    del fields["betas"]  # the SDK sends it as a header
    # Replaced by `output_config.format`, yet accepted with a beta header "for a transition period" (2026-08).
    fields["output_format"] = {"object": {}, "null": {}}
    # The three roles are one object here too; these two are of system messages only.
    message["clear_at"] = {"string": {"enum": ["next_user_message", "never"]}, "null": {}}
    message["output_config"] = {"object": {"ref": "SystemMessageOutputConfig"}, "null": {}}


def _fields(shape: dict) -> None:
    fields = shape["request"]["fields"]
    # Dropped from the SDK's types by 2.0, still parameters of the API (refused by version and by model).
    fields |= {"temperature": {"number": {}}, "top_k": {"integer": {}}, "top_p": {"number": {}}}
    # null counts as omitted there (measured 2026-08); elsewhere it is a wrong type.
    for name in "metadata", "inference_geo", "stop_sequences", "cache_control", "container":
        fields[name]["null"] = {}
    # The sentence for a wrong type is another one there, and a place may be added to the path (measured).
    for name, place in MISFITS.items():
        fields[name]["misfit"] = place
    fields["system"]["array"]["items"]["misfit"] = ""
    # A type says any string; two regions are known (measured 2026-08).
    known = {"enum": ["global", "us"], "says": "must be one of ['global', 'us']"}
    fields["inference_geo"]["string"] = known


def _messages(shape: dict) -> None:
    fields, defs = shape["request"]["fields"], shape["defs"]
    # The three roles are one closed object: no tag in the paths; a foreign role has its own sentence.
    fields["messages"]["array"]["items"] = {"object": {"ref": "Message"}}
    defs["Message"] = defs.pop("UserMessage")
    defs["Message"]["fields"]["role"] = {"string": {}}
    del defs["AssistantMessage"], defs["SystemMessage"]
    # A block of the advisor tool passes the shape check (reported 2026-06); the SDK types it as beta only.
    content = defs["Message"]["fields"]["content"]["array"]["items"]["object"]
    content["tags"]["advisor_tool_result"] = "AdvisorToolResultBlock"
    defs["AdvisorToolResultBlock"] = {
        "fields": {
            "content": {"object": {}},
            "tool_use_id": {"string": {}},
            "type": {"string": {"enum": ["advisor_tool_result"]}},
            "cache_control": defs["TextBlock"]["fields"]["cache_control"],
        },
        "required": ["content", "tool_use_id", "type"],
    }
    names = defs["ServerToolUseBlock"]["fields"]["name"]["string"]["enum"]
    names += ["advisor"] if "advisor" not in names else []


def _patterns(shape: dict) -> None:
    """Patterns and lengths that only the API knows."""
    defs = shape["defs"]
    shape["request"]["fields"]["model"] = {"string": {"min_length": 1}}
    defs["Tool"]["fields"]["name"] = {"string": {"min_length": 1, "max_length": 128, "pattern": TOOL_NAME}}
    defs["ToolUseBlock"]["fields"]["name"] = {"string": {"max_length": 200}}  # reported 2025-06 and 2026-02
    defs["Metadata"]["fields"]["user_id"]["string"] = {"max_length": 256}  # in the reference, 2026-02
    defs["ToolUseBlock"]["fields"]["id"] = {"string": {"pattern": ID}}
    defs["ServerToolUseBlock"]["fields"]["id"] = {"string": {"pattern": SERVER_ID}}
    defs["ToolResultBlock"]["fields"]["tool_use_id"] = {"string": {"pattern": ID}}


def _input_schema(shape: dict) -> None:
    defs = shape["defs"]
    # A tool without `type` is one of yours, and is shown as `custom` in the paths.
    shape["request"]["fields"]["tools"]["array"]["items"]["object"]["default"] = "custom"
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


def _numbers(shape: dict) -> None:
    """Bounds, each with the words in which it was reported: there is no one form of them."""
    fields, thinking = shape["request"]["fields"], shape["defs"]["ThinkingConfigEnabled"]["fields"]
    # 0 is accepted: it fills the cache and writes nothing.
    fields["max_tokens"] = {"integer": {"min": 0, "says": "must be greater than or equal to 0"}}
    least = {"min": 1024, "says": "Input should be greater than or equal to 1024"}
    thinking["budget_tokens"] = {"integer": least}
    for name in "temperature", "top_p":  # -1 has meant "unset" and has a sentence of its own
        fields[name] = {"number": {"min": 0, "max": 1, "besides": -1, "says": "range: 0..1"}}
    # Bounds of the API's reference; no report of their sentences is known, these are pydantic's.
    fields["top_k"] = {
        "integer": {"min": 0, "besides": -1, "says": "Input should be greater than or equal to 0"}
    }
    for name, tool in shape["defs"].items():
        if name.startswith(("WebSearchTool20", "WebFetchTool20")):
            tool["fields"]["max_uses"]["integer"] = {"min": 1, "says": "Input should be greater than 0"}


def _order_of_tags(shape: dict) -> None:
    """Alternatives are listed in alphabetical order, but for the beginnings that refusals have shown."""
    fields = shape["request"]["fields"]
    for node in _tagged(shape):
        node["tags"] = dict(sorted(node["tags"].items()))
    _first(fields["tool_choice"]["object"], "auto", "any", "tool", "none")
    _first(fields["tools"]["array"]["items"]["object"], "bash_20250124", "custom")


def _first(node: dict, *tags: str) -> None:
    node["tags"] = {tag: node["tags"][tag] for tag in tags} | node["tags"]


def _tagged(tree: Any) -> Iterator[dict]:
    if isinstance(tree, dict):
        if isinstance(tree.get("tags"), dict):
            yield tree
        for value in tree.values():
            yield from _tagged(value)
