"""Whether a request has the right shape: yes, or perhaps not. The quick half of `shape.py`.

Nearly all requests have the right shape, and a conversation is sent again at every turn, so this is asked far
more often than what is wrong. The same description becomes one function a node, made at its first use, that
only says yes or no; after a no, the walk in `shape.py` has the last word, and tells the faults.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

from tooluse.rules.shape import compiled_pattern, description

Test = Callable[[Any], bool]
Kinds = dict[type, Test | None]  # what is asked of a value of each type that may stand there: None is nothing

_ABSENT = object()
_PLAIN = {"string": str, "boolean": bool, "null": type(None)}


def fits(body: Any, beta: bool = False, counting: bool = False) -> bool:
    """True only if `shape.faults` would find nothing. No rule of shape needs to be asked then."""
    return _request(beta, counting)(body)


@cache
def _request(beta: bool, counting: bool) -> Test:
    shape = description(beta, counting)
    return _Forms(shape["defs"]).fields(shape["request"])


class _Forms:
    """Makes the functions. Each works on exact types: of whatever else Python may hold, the walk decides."""

    def __init__(self, defs: dict[str, Any]) -> None:
        self._defs = defs
        self._made: dict[str, Test] = {}

    def named(self, name: str) -> Test:
        """That of one definition: a request uses few of them."""
        if name not in self._made:
            self._made[name] = self.fields(self._defs[name])
        return self._made[name]

    def fields(self, shape: dict[str, Any]) -> Test:
        known = {name: self.kinds(node) for name, node in shape["fields"].items()}
        required, is_open = tuple(shape["required"]), "open" in shape

        def test(value: Any) -> bool:
            if type(value) is not dict:
                return False
            for name in required:
                if name not in value:
                    return False
            for name, inner in value.items():
                kinds = known.get(name, _ABSENT)
                if kinds is _ABSENT:
                    if not is_open:
                        return False
                elif kinds is not None:
                    asked = kinds.get(type(inner), _never)
                    if asked is not None and not asked(inner):
                        return False
            return True

        return test

    def kinds(self, node: dict[str, Any]) -> Kinds | None:
        """What a node asks, by type; None when anything may stand there."""
        if not node:
            return None
        found: Kinds = {kind: None for name, kind in _PLAIN.items() if name in node}
        if node.get("string"):
            found[str] = _string(node["string"])
        if "array" in node:
            found[list] = self.array(node["array"])
        if "object" in node:
            found[dict] = self.object(node["object"])
        if "number" in node or "integer" in node:  # 2 is a number, and 2.0 a whole one
            found[int] = _number(node.get("integer", node.get("number")))
            found[float] = _number(node["number"]) if "number" in node else _whole(found[int])
        return found

    def array(self, asked: dict[str, Any]) -> Test | None:
        kinds = self.kinds(asked.get("items", {}))
        if kinds is None:
            return None

        def test(value: list[Any]) -> bool:
            for item in value:
                inner = kinds.get(type(item), _never)
                if inner is not None and not inner(item):
                    return False
            return True

        return test

    def object(self, asked: dict[str, Any]) -> Test | None:
        if not asked:
            return None
        if "tags" not in asked:
            return self.named(asked["ref"])
        tags, default, made = asked["tags"], asked.get("default"), self._made

        def test(value: dict[str, Any]) -> bool:
            tag = value.get("type")
            name = tags.get(default if tag is None else tag) if tag is None or type(tag) is str else None
            return name is not None and (made.get(name) or self.named(name))(value)

        return test


def _never(value: Any) -> bool:
    return False


def _string(asked: dict[str, Any]) -> Test:
    least, allowed = asked.get("min_length", 0), frozenset(asked.get("enum", ()))
    if allowed:
        return allowed.__contains__
    most = asked.get("max_length", float("inf"))
    if "pattern" not in asked:
        return lambda value: least <= len(value) <= most
    matches = compiled_pattern(asked["pattern"]).fullmatch
    return lambda value: least <= len(value) <= most and matches(value) is not None


def _number(asked: dict[str, Any]) -> Test | None:
    if not asked:
        return None
    least, most = asked.get("min", float("-inf")), asked.get("max", float("inf"))
    besides = asked.get("besides")
    return lambda value: least <= value <= most or value == besides


def _whole(asked: Test | None) -> Test:
    return lambda value: value % 1 == 0 and (asked is None or asked(value))
