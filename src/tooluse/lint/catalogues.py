"""The lists of tools that a document holds, whatever its dress: the API's, MCP's, a request."""

from dataclasses import dataclass, field
from typing import Any

from tooluse.lint.places import Lines, Node, Place, find


@dataclass
class Catalogue:
    """Tools that go out together, in the API's form; `nodes` tell where each stands in the document."""

    tools: list[Any]
    nodes: list[Node] = field(default_factory=list)
    returns_told: frozenset[int] = frozenset()  # tools whose MCP `outputSchema` says what comes back
    from_mcp: frozenset[int] = frozenset()
    lines: Lines | None = None  # of a text in JSON

    def place(self, index: int, parts: list[str]) -> Place:
        if index >= len(self.nodes):
            return Place(1, 1)
        if index in self.from_mcp and parts[:1] == ["input_schema"]:
            parts = ["inputSchema", *parts[1:]]
        found = find(self.nodes[index], parts)
        return found if isinstance(found, Place) else self.lines.place(found)


@dataclass
class Unread:
    """What a document holds besides, and why it could not be read."""

    place: Place
    what: str


@dataclass
class Source:
    name: str
    catalogues: list[Catalogue]
    unread: list[Unread] = field(default_factory=list)


def catalogue_of(value: Any, node: Node) -> Catalogue | None:
    """The tools of a list, of one tool, of a request, of an MCP answer; None when it is none of these."""
    if isinstance(value, dict):
        for key in "result", "params":  # JSON-RPC around it
            inner = node.child(key)
            if isinstance(value.get(key), dict) and "tools" in value[key] and inner:
                value, node = value[key], inner
        if isinstance(value.get("tools"), list):
            value, node = value["tools"], node.child("tools") or node
        elif is_tool(value):
            return _normalised([value], [node])
    if isinstance(value, list) and value and all(isinstance(entry, dict) for entry in value):
        if all(is_tool(entry.get("tool")) for entry in value):  # a collection, each tool beside its source
            node = _inside(node, "tool")
            value = [entry["tool"] for entry in value]
        return _normalised(value, list(node.children) if isinstance(node.children, list) else [])
    return None


def _inside(node: Node, key: str) -> Node:
    inner = Node(node.place)
    inner.children = (
        [child.child(key) or child for child in node.children] if isinstance(node.children, list) else []
    )
    return inner


def is_tool(value: Any) -> bool:
    """Whether this is meant as a tool: it has a schema, or a name and what looks like one."""
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        return False
    meant = {key.replace("_", "").lower() for key in value}
    if meant & {"inputschema", "inputshema", "inputschemas", "inputscheme"}:
        return True
    return isinstance(value.get("name"), str) and bool(
        meant & {"parameters", "schema", "description"} or "type" in value
    )


def _normalised(tools: list[dict[str, Any]], nodes: list[Node]) -> Catalogue:
    mcp = frozenset(i for i, tool in enumerate(tools) if "inputSchema" in tool and "input_schema" not in tool)
    told = frozenset(i for i, tool in enumerate(tools) if isinstance(tool.get("outputSchema"), dict))
    taken = [_from_mcp(tool) if index in mcp else tool for index, tool in enumerate(tools)]
    return Catalogue(taken, nodes, told, mcp)


def _from_mcp(tool: dict[str, Any]) -> dict[str, Any]:
    """As a bridge would send it to the API: what MCP adds (annotations, title…) stays behind."""
    renamed = {"name": "name", "description": "description", "inputSchema": "input_schema"}
    return {new: tool[old] for old, new in renamed.items() if old in tool}
