"""Regular expressions that strangers wrote: matched only when that is quick, and turned into an example."""

import re
import warnings
from functools import lru_cache
from typing import Any

try:
    from re import _constants as codes
    from re import _parser as parser
except ImportError:  # pragma: no cover: the names before Python 3.11
    import sre_constants as codes
    import sre_parse as parser

_LONG = 300  # characters of a pattern
_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, getattr(codes, "POSSESSIVE_REPEAT", None))
_PREFERRED = "A0a1-_ "


@lru_cache(1024)
def _parsed(pattern: str) -> Any:
    if len(pattern) > _LONG:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return parser.parse(pattern)
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


@lru_cache(1024)
def is_quick(pattern: str) -> bool:
    """Whether matching cannot explode: no open repetition of something that itself repeats or chooses."""
    tree = _parsed(pattern)
    if tree is None:
        return False
    repeats: list[int] = []
    return _quick(tree, repeats) and len(repeats) <= 3


def _quick(tree: Any, repeats: list[int], inside: bool = False) -> bool:
    for op, argument in tree:
        if op in _REPEATS:
            open_ended = argument[1] > 40
            if inside and argument[1] > 1:
                return False
            repeats += [1] if open_ended else []
            if not _quick(argument[2], repeats, inside or open_ended):
                return False
        elif op is codes.BRANCH:
            if inside or not all(_quick(branch, repeats, inside) for branch in argument[1]):
                return False
        elif op is codes.SUBPATTERN:
            if not _quick(argument[3], repeats, inside):
                return False
        elif op in (codes.ASSERT, codes.ASSERT_NOT):
            if not _quick(argument[1], repeats, True):
                return False
        elif op in (codes.GROUPREF, codes.GROUPREF_EXISTS):
            return False
    return True


def fits(pattern: str, text: str) -> bool | None:
    """Whether the text matches, as JSON Schema searches; None when that cannot be told quickly."""
    if not is_quick(pattern) or len(text) > 500:
        return None
    return re.search(pattern, text) is not None


@lru_cache(1024)
def example(pattern: str) -> str | None:
    """A short text that matches, built from the expression itself; None when there is no telling how."""
    tree = _parsed(pattern)
    if tree is None:
        return None
    try:
        said = _write(tree, {})
    except (_Unwritable, RecursionError):
        return None
    return said if len(said) <= 500 and fits(pattern, said) is not False else None


class _Unwritable(Exception):
    pass


def _write(tree: Any, groups: dict[int, str]) -> str:
    return "".join(_one(op, argument, groups) for op, argument in tree)


def _one(op: Any, argument: Any, groups: dict[int, str]) -> str:
    if op is codes.LITERAL:
        return chr(argument)
    if op is codes.NOT_LITERAL:
        return next(char for char in _PREFERRED if ord(char) != argument)
    if op is codes.ANY:
        return "a"
    if op is codes.IN:
        return _member(argument)
    if op in _REPEATS:
        if argument[0] > 200:
            raise _Unwritable
        return _write(argument[2], groups) * argument[0]
    if op is codes.BRANCH:
        return _write(argument[1][0], groups)
    if op is codes.SUBPATTERN:
        groups[argument[0]] = said = _write(argument[3], groups)
        return said
    if op is codes.GROUPREF:
        return groups.get(argument, "")
    if op is codes.AT:
        return ""
    raise _Unwritable


_CATEGORY = {
    codes.CATEGORY_DIGIT: str.isdigit,
    codes.CATEGORY_NOT_DIGIT: lambda char: not char.isdigit(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    codes.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    codes.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
}


def _member(items: list[tuple[Any, Any]]) -> str:
    negated = items[0][0] is codes.NEGATE
    ranges = [chr(item[1][0]) for item in items if item[0] is codes.RANGE]
    literals = [chr(item[1]) for item in items if item[0] is codes.LITERAL]
    for char in [*([] if negated else ranges + literals), *_PREFERRED, *"é/.,;:!?%€\t"]:
        if _belongs(char, items) is not negated:
            return char
    raise _Unwritable


def _belongs(char: str, items: list[tuple[Any, Any]]) -> bool:
    for op, argument in items:
        if op is codes.LITERAL and ord(char) == argument:
            return True
        if op is codes.RANGE and argument[0] <= ord(char) <= argument[1]:
            return True
        if op is codes.CATEGORY and _CATEGORY[argument](char):
            return True
    return False
