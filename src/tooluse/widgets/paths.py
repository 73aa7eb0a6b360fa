"""JSON paths: what a request holds that the one before did not, and where a path of the API stands."""

from typing import Any

Path = tuple[str, ...]


def children(value: Any) -> list[tuple[str, Any]]:
    """The (segment, value) pairs below a container; nothing below a scalar."""
    if isinstance(value, dict):
        return list(value.items())
    if isinstance(value, list):
        return [(str(index), item) for index, item in enumerate(value)]
    return []


def changes(old: Any, new: Any, at: Path = ()) -> dict[Path, str]:
    """{path: "new" | "changed"} for the topmost places where `new` differs from `old`."""
    if type(old) is type(new) and isinstance(new, (dict, list)) and not _replaced(old, new):
        before = dict(children(old))
        found: dict[Path, str] = {}
        for segment, value in children(new):
            if segment in before:
                found |= changes(before[segment], value, (*at, segment))
            else:
                found[(*at, segment)] = "new"
        return found
    # 1 == True in Python, not in JSON.
    return {} if type(old) is type(new) and old == new else {at: "changed"}


def removed(old: Any, new: Any, at: Path = ()) -> list[Path]:
    """The topmost places of `old` that `new` no longer has."""
    if not (type(old) is type(new) and isinstance(new, (dict, list))) or _replaced(old, new):
        return []
    after = dict(children(new))
    found = []
    for segment, value in children(old):
        if segment in after:
            found += removed(value, after[segment], (*at, segment))
        else:
            found.append((*at, segment))
    return found


def _replaced(old: Any, new: Any) -> bool:
    """Another kind of block, or another role: not the same thing edited, but another thing in its place."""
    return isinstance(new, dict) and any(old.get(name) != new.get(name) for name in ("type", "role"))


def locate(body: Any, path: str) -> Path:
    """The place in `body` that the API means by "messages.1.content.0.tool_use.id".

    The API puts the kind of a block into its paths; such a segment names no key and is passed over. What does
    not exist (a missing field) is shown at the nearest thing that does.
    """
    found: list[str] = []
    for segment in path.split("."):
        below = dict(children(body))
        if segment in below:
            body = below[segment]
            found.append(segment)
        elif not (isinstance(body, dict) and segment in (body.get("type"), "custom")):
            break
    return tuple(found)


def dotted(path: Path) -> str:
    """A path as the API writes it."""
    return ".".join(path)
