"""The tool definitions of a Python module or a notebook, read without being run."""

import ast
import json
import re
import warnings
from typing import Any

from tooluse.lint.catalogues import Catalogue, Source, Unread, catalogue_of, is_tool
from tooluse.lint.literals import Reader, Scope, Unreadable, Value
from tooluse.lint.places import Node, Place

_MAGIC = re.compile(r"^(\s*)(?:[%!?]|[\w, ]+=\s*[%!]).*", re.MULTILINE)
_MEANT = re.compile(r"tool|outil", re.IGNORECASE)


def read_module(name: str, text: str) -> Source:
    """Raises SyntaxError when this is not Python."""
    module = Module()
    module.read(_parse(text))
    return module.source(name)


def read_notebook(name: str, text: str) -> Source:
    """The code cells, in order, as one module. Raises ValueError when it is no notebook."""
    notebook = json.loads(text)
    cells = notebook.get("cells") if isinstance(notebook, dict) else None
    if not isinstance(cells, list):
        raise ValueError("no cells")
    module = Module()
    for number, cell in enumerate(cells, 1):
        if isinstance(cell, dict) and cell.get("cell_type") == "code":
            source = cell.get("source", "")
            source = "".join(map(str, source)) if isinstance(source, list) else str(source)
            module.reader.cell = number
            try:
                module.read(_parse(_MAGIC.sub(r"\1pass", source)))
            except SyntaxError as error:
                module.unread.append(
                    Unread(Place(error.lineno or 1, 1, number), "cellule qui n'est pas du Python")
                )
    return module.source(name)


def _parse(text: str) -> ast.Module:
    with warnings.catch_warnings(action="ignore"):
        try:
            return ast.parse(text)
        except (RecursionError, MemoryError, ValueError):
            raise SyntaxError("too deep") from None


class Module:
    """What the statements of a module give to its names, in order."""

    def __init__(self) -> None:
        self.reader = Reader()
        self.scope: Scope = {}
        self.unread: list[Unread] = []
        self.found: list[Value] = []

    def read(self, tree: ast.Module) -> None:
        for statement in tree.body:
            try:
                self._read(statement)
            except RecursionError:
                self.unread.append(Unread(self.reader.place(statement), "expression trop profonde"))

    def _read(self, statement: ast.stmt) -> None:
        match statement:
            case ast.FunctionDef(name=name):
                self.scope[name] = statement
            case ast.Assign([ast.Name(id=name)], value) | ast.AnnAssign(
                ast.Name(id=name), value=ast.expr() as value
            ):
                self._assign(name, value)
            case ast.AugAssign(ast.Name(id=name) as target, ast.Add(), value):
                sum_ = ast.BinOp(ast.Name(target.id, ast.Load()), ast.Add(), value)
                self._assign(name, ast.fix_missing_locations(ast.copy_location(sum_, statement)))
            case ast.Expr(ast.Call(ast.Attribute(ast.Name(id=name), "append"), [item])) if name in self.scope:
                added = ast.copy_location(ast.List([item], ast.Load()), item)
                sum_ = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), added)
                self._assign(name, ast.fix_missing_locations(ast.copy_location(sum_, statement)))

    def _assign(self, name: str, expression: ast.expr) -> None:
        """Of a list of tools, what can be read is kept, the rest told."""
        try:
            value = self.reader.value(expression, self.scope)
        except Unreadable as reason:
            value = Value(None, Node(self.reader.place(expression)), reason)
            if isinstance(expression, ast.List) and (_MEANT.search(name) or self._holds_tools(expression)):
                value = self._readable_part(name, expression)
            elif _is_meant(expression):
                self._skip(name, reason)
        self.scope[name] = value
        self.found.append(value)

    def _holds_tools(self, expression: ast.List) -> bool:
        return any(_is_meant(item) for item in expression.elts)

    def _readable_part(self, name: str, expression: ast.List) -> Value:
        plain: list[Any] = []
        whole = Node(self.reader.place(expression))
        whole.children = []
        for index, item in enumerate(expression.elts):
            try:
                piece = self.reader.value(ast.copy_location(ast.List([item], ast.Load()), item), self.scope)
            except Unreadable as reason:
                self._skip(f"{name}[{index}]", reason)
            else:
                plain += piece.plain
                whole.children += piece.node.children
        return Value(plain, whole)

    def _skip(self, name: str, reason: Unreadable) -> None:
        self.unread.append(Unread(self.reader.place(reason.node), f"{name} : {reason}"))

    def source(self, name: str) -> Source:
        """The lists first; then the tools that stand in none, each by itself."""
        lists = _widest([value for value in self.found if _is_list(value.plain)])
        requests = [
            found for found in self.found if isinstance(found.plain, dict) and not is_tool(found.plain)
        ]
        held = {id(tool) for value in lists for tool in value.plain}
        alone = [found for found in self.found if _is_whole(found.plain) and id(found.plain) not in held]
        catalogues = [catalogue_of(value.plain, value.node) for value in (*lists, *requests, *alone)]
        return Source(name, [found for found in catalogues if isinstance(found, Catalogue)], self.unread)


def _widest(lists: list[Value]) -> list[Value]:
    """Those whose tools do not all stand in another one, too; of equal ones the last."""
    members = [frozenset(map(id, value.plain)) for value in lists]
    return [
        value
        for at, value in enumerate(lists)
        if not any(members[at] < other for other in members) and members[at] not in members[at + 1 :]
    ]


def _is_list(plain: Any) -> bool:
    tools = plain if isinstance(plain, list) and all(isinstance(tool, dict) for tool in plain) else []
    return any(is_tool(tool) and _has_schema(tool) for tool in tools)


def _is_whole(plain: Any) -> bool:
    """A tool by itself; without a name it is but a part, to be built on."""
    return is_tool(plain) and _has_schema(plain) and "name" in plain


def _has_schema(tool: dict[str, Any]) -> bool:
    """In Python, a dict with a name and a description may be anything."""
    return any("schema" in key.lower() or "shema" in key.lower() for key in tool) or "parameters" in tool


def _is_meant(expression: ast.expr) -> bool:
    """A dict display that would be a tool if it could be read."""
    keys = expression.keys if isinstance(expression, ast.Dict) else []
    return any(isinstance(key, ast.Constant) and key.value in ("input_schema", "inputSchema") for key in keys)
