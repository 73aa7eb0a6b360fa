"""One property of a tool: the words that describe it, what kind of value it holds, the format it states."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from tooluse.mock.models.simulated import formats, schema
from tooluse.mock.models.simulated.lexicon import content, fold, name_words, table, tokens, words_of

_FORMAT_KINDS = {
    "email": "email", "uri": "url", "url": "url", "uuid": "uuid", "ipv4": "ip", "ipv6": "ip",
    "date": "date", "date-time": "date", "time": "time", "duration": "duration",
}  # fmt: skip
_NUMERIC = frozenset("count limit amount percent duration latlon id urgency date".split())


@dataclass(frozen=True)
class Property:
    """What the definition says of one argument; `kinds` are ordered, the likeliest first."""

    name: str
    path: str
    schema: dict[str, Any]
    raw: Any
    required: bool
    nullable: bool
    type: str
    text: str  # name and description, as they stand
    words: tuple[str, ...]
    kinds: tuple[str, ...]
    examples: tuple[Any, ...] = ()
    code: str | None = None
    time_format: str | None = None
    role: str | None = None  # origin, destination, start, end
    children: tuple["Property", ...] = field(default=(), compare=False)

    @property
    def kind(self) -> str:
        return self.kinds[0] if self.kinds else ""

    @property
    def choices(self) -> list[Any]:
        return schema.choices(self.schema)


def read_properties(
    own: dict[str, Any], root: dict[str, Any], examples: list[Any], path: str = "", depth: int = 0
) -> tuple[Property, ...]:
    """The properties of an object schema. Deep or very wide schemas are read only so far."""
    if depth >= schema.DEEP:
        return ()
    wanted = schema.required(own)
    found = list(schema.properties(own).items())[:300]
    # A required name that no property describes is filled all the same, like a model would.
    found += [(name, {}) for name in wanted if name not in schema.properties(own)][:50]
    read = [
        read_property(str(name), raw, root, name in wanted, _inner(examples, name), path, depth)
        for name, raw in found
    ]
    return tuple(_with_ends(read))


def _with_ends(found: list[Property]) -> list[Property]:
    """Two dates of one object are the ends of a range: by their words, else by their order."""
    dates = [one for one in found if one.kind == "date" and one.type in ("string", "")]
    ends = [_end_of(one) for one in dates]
    if len(dates) != 2:
        roles = {one.path: end for one, end in zip(dates, ends, strict=True) if end}
        return [replace(one, role=roles.get(one.path, one.role)) for one in found]
    if ends[0] == ends[1]:
        ends = ["start", "end"] if any(one.role for one in dates) else ends
    ends = [own or {"start": "end", "end": "start"}.get(ends[1 - at] or "") for at, own in enumerate(ends)]
    roles = {one.path: role for one, role in zip(dates, ends, strict=True) if role}
    return [replace(one, role=roles.get(one.path, one.role)) for one in found]


def _end_of(one: Property) -> str | None:
    for words in (name_words(one.name), tokens(one.text)[:8]):
        for end in ("end", "start"):
            if words_of("dates", end) & set(words) - {"depart"}:
                return end
    return None


def _inner(examples: list[Any], name: str) -> list[Any]:
    return [example[name] for example in examples if isinstance(example, dict) and name in example]


def read_property(
    name: str, raw: Any, root: dict[str, Any], required: bool, examples: list[Any], path: str, depth: int
) -> Property:
    own = schema.resolved(raw, root)
    text = f"{' '.join(name_words(name))}. {_text(own, raw)}"
    given = [*examples, *_listed(own.get("examples")), *formats.examples_in(text)]
    kind_of = schema.type_of(own)
    plain = formats.without_examples(_text(own, raw))
    kinds = _kinds(name_words(name), tokens(plain), own, kind_of)
    clock = formats.stated_time_format(own, text, given) if {"date", "time"} & set(kinds) else None
    if clock:  # the format says more than the words: « début, HH:MM » is a time
        first = "date" if "%d" in clock or "%m" in clock else "time"
        kinds = (first, *(kind for kind in kinds if kind != first))
    here = f"{path}.{name}" if path else name
    return Property(
        name=name, path=here, schema=own, raw=raw, required=required,
        nullable=schema.is_nullable(raw, root), type=kind_of, text=text,
        words=tuple(content([*name_words(name), *tokens(plain)])), kinds=kinds, examples=tuple(given[:12]),
        code=formats.code_kind(kinds, text, own.get("pattern")),
        time_format=clock,
        role=_role(name_words(name), tokens(plain)),
        children=_children(own, root, kind_of, examples, here, depth),
    )  # fmt: skip


def _children(own, root, kind_of, examples, here, depth) -> tuple[Property, ...]:
    if kind_of == "object":
        return read_properties(own, root, examples, here, depth + 1)
    if kind_of == "array" and depth < schema.DEEP:
        items = [inner for value in examples if isinstance(value, list) for inner in value]
        name = own.get("title") if isinstance(own.get("title"), str) else here.rpartition(".")[2]
        raw = own.get("items") if isinstance(own.get("items"), dict) else {}
        described = {**raw, "description": f"{_text(own, own)} {raw.get('description') or ''}"}
        return (read_property(name, described, root, True, items, f"{here}[]", depth + 1),)
    return ()


def _text(own: dict[str, Any], raw: Any) -> str:
    outer = raw.get("description") if isinstance(raw, dict) else None
    said = [outer, own.get("description"), own.get("title")]
    return ". ".join(dict.fromkeys(part[:2000] for part in said if isinstance(part, str)))


def _listed(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []


@cache
def _kind_words() -> dict[str, tuple[str, ...]]:
    found: dict[str, list[str]] = {}
    for kind, line in table("kinds").items():
        if isinstance(line, str) and kind != "note":
            for word in line.split():
                found.setdefault(word, []).append(kind)
    return {word: tuple(kinds) for word, kinds in found.items()}


def _kinds(names: list[str], described: list[str], own: dict[str, Any], kind_of: str) -> tuple[str, ...]:
    scores: dict[str, float] = {}

    def count(word: str, weight: float) -> None:
        known = _kind_words()
        for rank, kind in enumerate(known.get(word) or known.get(word.rstrip("sx")) or ()):
            scores[kind] = scores.get(kind, 0) + weight * (1 if rank == 0 else 0.8)

    for position, word in enumerate(names):
        count(word, 3 + (position == len(names) - 1))
    for position, word in enumerate(content(described)[:8]):
        count(word, 3 / (1 + 0.6 * position))
    if kind := _FORMAT_KINDS.get(str(own.get("format"))):
        scores[kind] = scores.get(kind, 0) + 6
    if kind_of in ("integer", "number"):
        scores = {kind: score for kind, score in scores.items() if kind in _NUMERIC}
    return tuple(sorted(scores, key=lambda kind: -scores[kind]))


def _role(names: list[str], described: list[str]) -> str | None:
    best, found = 0.0, None
    for role in table("kinds")["direction"]:
        known = words_of("kinds", "direction", role)
        score = sum(2 for word in names if word in known)
        score += sum(1 / (1 + position / 4) for position, word in enumerate(described[:8]) if word in known)
        # « à », "to" alone are no role unless they are the name itself.
        if score > best:
            best, found = score, role
    return found if best >= 0.55 else None


def fold_choice(value: Any) -> str:
    return fold(str(value)).replace("_", " ").replace("-", " ")


def leaves_of(found: Sequence[Property]) -> list[Property]:
    """The scalar properties, those of nested objects included; arrays deal with their own."""
    leaves = []
    for one in found:
        if one.type == "object":
            leaves += leaves_of(one.children)
        elif one.type not in ("array", "boolean", "null") and not one.choices:
            leaves.append(one)
    return leaves[:120]
