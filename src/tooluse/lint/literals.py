"""Python values read from source, without running it: literals, names, and functions that only return one."""

import ast
import inspect
from typing import Any

from tooluse.lint.places import Node, Place

LONGEST = 200_000  # characters, or entries: sums of names can double at each line
DEEPEST = 150  # expressions inside expressions, through names and functions
STEPS = 2_000_000
Scope = dict[str, Any]
_INSIDE = "()"  # no name of Python: the scope of a function that is being read


class Unreadable(Exception):
    """Something that only running the code would tell. The message names it, in French."""

    def __init__(self, node: ast.AST, what: str) -> None:
        super().__init__(what)
        self.node = node


class Value:
    """A value with the places of its parts. A value that cannot be read keeps the reason."""

    def __init__(self, plain: Any, node: Node, reason: Unreadable | None = None) -> None:
        self.plain = plain
        self.node = node
        self.reason = reason


class Reader:
    """Reads the values of one document; `cell` is the number of the notebook's cell that is being read."""

    def __init__(self) -> None:
        self.cell = 0
        self.steps = STEPS

    def value(self, node: ast.AST, scope: Scope, depth: int = 0) -> Value:
        """The value of an expression; raises Unreadable."""
        self.steps -= 1
        if depth > DEEPEST or self.steps < 0:
            raise Unreadable(node, "expression trop profonde ou trop longue")
        read = getattr(self, f"_{type(node).__name__.lower()}", None)
        if read is None:
            raise Unreadable(node, _named(node))
        return read(node, scope, depth)

    def place(self, node: ast.AST) -> Place:
        return Place(node.lineno, node.col_offset + 1, self.cell)

    def _constant(self, node: ast.Constant, scope: Scope, depth: int) -> Value:
        if isinstance(node.value, bytes | complex) or node.value is ...:
            raise Unreadable(node, "valeur que JSON ne connaît pas")
        return Value(node.value, Node(self.place(node)))

    def _name(self, node: ast.Name, scope: Scope, depth: int) -> Value:
        known = scope.get(node.id)
        if isinstance(known, Value):
            if known.reason:
                raise Unreadable(node, f"{node.id} dépend d'autre chose : {known.reason}")
            return known
        raise Unreadable(node, f"le nom {node.id} n'a pas de valeur écrite dans le fichier")

    def _list(self, node: ast.List | ast.Tuple, scope: Scope, depth: int) -> Value:
        plain: list[Any] = []
        whole = Node(self.place(node))
        whole.children = []
        for item in node.elts:
            starred = isinstance(item, ast.Starred)
            value = self.value(item.value if starred else item, scope, depth + 1)
            if starred and isinstance(value.plain, list):
                plain += value.plain
                whole.children += value.node.children
            elif starred:
                raise Unreadable(item, "* devant autre chose qu'une liste")
            else:
                plain.append(value.plain)
                whole.children.append(value.node)
        return self._bounded(node, Value(plain, whole))

    _tuple = _list

    def _dict(self, node: ast.Dict, scope: Scope, depth: int) -> Value:
        plain: dict[str, Any] = {}
        whole = Node(self.place(node))
        for key, item in zip(node.keys, node.values, strict=True):
            value = self.value(item, scope, depth + 1)
            if key is None:
                if not isinstance(value.plain, dict):
                    raise Unreadable(item, "** devant autre chose qu'un dict")
                plain |= value.plain
                whole.children |= value.node.children
                continue
            name = self.value(key, scope, depth + 1).plain
            if not isinstance(name, str):
                raise Unreadable(key, "une clé qui n'est pas un texte")
            plain[name] = value.plain
            inside = _INSIDE in scope  # then the key stands in the function, the value often at the call
            whole.children[name] = value.node if inside else _keyed(value.node, self.place(key))
        return Value(plain, whole)

    def _joinedstr(self, node: ast.JoinedStr, scope: Scope, depth: int) -> Value:
        parts = []
        for item in node.values:
            simple = (
                isinstance(item, ast.FormattedValue) and item.conversion == -1 and item.format_spec is None
            )
            value = self.value(item.value if simple else item, scope, depth + 1).plain
            if isinstance(value, list | dict):
                raise Unreadable(item, "une liste ou un dict dans un f-string")
            parts.append(str(value))
        return self._bounded(node, Value("".join(parts), Node(self.place(node))))

    def _binop(self, node: ast.BinOp, scope: Scope, depth: int) -> Value:
        left, right = self.value(node.left, scope, depth + 1), self.value(node.right, scope, depth + 1)
        kinds = (type(left.plain), type(right.plain))
        if isinstance(node.op, ast.Add) and kinds == (str, str):
            return self._bounded(node, Value(left.plain + right.plain, left.node))
        whole = Node(self.place(node))
        if isinstance(node.op, ast.Add) and kinds == (list, list):
            whole.children = [*left.node.children, *right.node.children]
            return self._bounded(node, Value([*left.plain, *right.plain], whole))
        if isinstance(node.op, ast.BitOr) and kinds == (dict, dict):
            whole.children = left.node.children | right.node.children
            return Value(left.plain | right.plain, whole)
        raise Unreadable(node, "un calcul")

    def _unaryop(self, node: ast.UnaryOp, scope: Scope, depth: int) -> Value:
        value = self.value(node.operand, scope, depth + 1)
        if isinstance(node.op, ast.USub) and type(value.plain) in (int, float):
            return Value(-value.plain, value.node)
        raise Unreadable(node, "un calcul")

    def _subscript(self, node: ast.Subscript, scope: Scope, depth: int) -> Value:
        value, key = self.value(node.value, scope, depth + 1), self.value(node.slice, scope, depth + 1).plain
        try:
            inner = value.plain[key] if isinstance(value.plain, dict | list) else None
            return Value(inner, value.node.children[key])
        except (LookupError, TypeError):
            raise Unreadable(node, "un élément qui n'existe pas") from None

    def _call(self, node: ast.Call, scope: Scope, depth: int) -> Value:
        match node.func:
            case ast.Name(id="dict") if not node.args:
                return self._dict(_display(node), scope, depth)
            case (
                ast.Name(id="list" | "tuple" | "dedent" | "cleandoc" | "typeset" as name)
                | ast.Attribute(attr="dedent" | "cleandoc" | "strip" as name)
            ) if len(node.args) + (name == "strip") == 1 and not node.keywords:
                inner = node.func.value if name == "strip" else node.args[0]
                return self._cleaned(node, name, self.value(inner, scope, depth + 1))
            case ast.Attribute(ast.Name(id="dict"), "fromkeys") if len(node.args) == 2:
                keys, value = (self.value(argument, scope, depth + 1) for argument in node.args)
                if isinstance(keys.plain, list) and all(isinstance(key, str) for key in keys.plain):
                    whole = Node(self.place(node))
                    whole.children = dict(zip(keys.plain, keys.node.children, strict=True))
                    return Value(dict.fromkeys(keys.plain, value.plain), whole)
            case ast.Name(id=name) if isinstance(scope.get(name), ast.FunctionDef):
                return self._inlined(node, scope[name], scope, depth)
        raise Unreadable(node, f"le résultat d'un appel, {ast.unparse(node.func)[:40]}(…)")

    def _cleaned(self, node: ast.Call, name: str, value: Value) -> Value:
        if name in ("list", "tuple") and isinstance(value.plain, list):
            return value
        if name not in ("list", "tuple") and isinstance(value.plain, str):
            return Value(
                value.plain.strip() if name == "strip" else inspect.cleandoc(value.plain), value.node
            )
        raise Unreadable(node, f"le résultat d'un appel, {name}(…)")

    def _inlined(self, call: ast.Call, function: ast.FunctionDef, scope: Scope, depth: int) -> Value:
        """What a function returns that does nothing else: plain parameters, assignments, one `return`."""
        inner = scope | self._arguments(call, function, scope, depth) | {_INSIDE: True}
        for statement in function.body:
            match statement:
                case ast.Assign([ast.Name(id=name)], value):
                    inner[name] = self.value(value, inner, depth + 1)
                case ast.Return(value) if value is not None:
                    return self._at(call, self.value(value, inner, depth + 1))
                case ast.Expr(ast.Constant()):
                    pass
                case _:
                    break
        raise Unreadable(call, f"le résultat de {function.name}(…), qui fait plus que rendre une valeur")

    def _arguments(self, call: ast.Call, function: ast.FunctionDef, scope: Scope, depth: int) -> Scope:
        told = function.args
        names = [one.arg for one in [*told.posonlyargs, *told.args]]
        given = [self.value(one, scope, depth + 1) for one in call.args]
        bound = dict(zip(names, given, strict=False))
        if told.vararg:
            rest = Node(self.place(call))
            rest.children = [value.node for value in given[len(names) :]]
            bound[told.vararg.arg] = Value([value.plain for value in given[len(names) :]], rest)
        bound |= {word.arg: self.value(word.value, scope, depth + 1) for word in call.keywords if word.arg}
        defaults = [*zip(reversed(names), reversed(told.defaults), strict=False)]
        defaults += [
            (one.arg, value) for one, value in zip(told.kwonlyargs, told.kw_defaults, strict=True) if value
        ]
        return {
            name: self.value(value, scope, depth + 1) for name, value in defaults if name not in bound
        } | bound

    def _at(self, call: ast.Call, value: Value) -> Value:
        """A tool built by a function stands where the function is called."""
        moved = Node(self.place(call))
        moved.children = value.node.children
        return Value(value.plain, moved)

    def _bounded(self, node: ast.AST, value: Value) -> Value:
        if len(value.plain) > LONGEST:
            raise Unreadable(node, "valeur trop longue")
        return value


def _display(call: ast.Call) -> ast.Dict:
    """`dict(name="…")` as the display that says the same."""
    keys = [word.arg and ast.copy_location(ast.Constant(word.arg), word.value) for word in call.keywords]
    return ast.copy_location(ast.Dict(keys, [word.value for word in call.keywords]), call)


def _keyed(node: Node, key: Place) -> Node:
    """The same value under a key of its own: one value may stand under several names."""
    named = Node(node.place, key)
    named.children = node.children
    return named


def _named(node: ast.AST) -> str:
    kinds = {
        ast.ListComp: "une liste en compréhension", ast.DictComp: "un dict en compréhension",
        ast.Attribute: "un attribut", ast.Set: "un ensemble, que JSON ne connaît pas",
        ast.IfExp: "une condition", ast.Await: "un await", ast.Lambda: "une fonction",
    }  # fmt: skip
    return kinds.get(type(node), "une expression à exécuter")
