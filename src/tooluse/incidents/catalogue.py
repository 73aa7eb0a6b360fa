"""The fourteen incidents and their vocabulary, from data/incidents/: texts in French, ids in English."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tooluse.data import read_json
from tooluse.french import typeset


@dataclass(frozen=True)
class Incident:
    """`seen`: what one sees. `kind`: its class. `cures`: each one offered, and what it does."""

    id: str
    title: str
    seen: str
    kind: str
    why: str
    cures: dict[str, str]
    exam: str | None = None  # the exam's word, where it is not that of the class


@dataclass(frozen=True)
class Word:
    """A class or a remedy: its French name, what it means; of a class, its question and the exam's word."""

    id: str
    name: str
    means: str
    question: str = ""
    exam: str = ""


def incidents() -> list[Incident]:
    """All of them, in the order in which they are shown."""
    return list(_incidents().values())


def incident(name: str) -> Incident:
    """One of them. Raises ValueError, which says which exist."""
    found = _incidents().get(name)
    if found is None:
        known = ", ".join(_incidents())
        raise ValueError(typeset(f"Pas d'incident « {name} ». Incidents connus : {known}."))
    return found


def classes() -> dict[str, Word]:
    """The six classes, in the order of the five questions."""
    return _words("classes")


def remedies() -> dict[str, Word]:
    """Every remedy that is offered somewhere, the useless ones too."""
    return _words("remedies")


@cache
def _incidents() -> dict[str, Incident]:
    return {
        name: Incident(name, **_typeset(one))
        for name, one in read_json("incidents", "incidents.json").items()
    }


@cache
def _words(part: str) -> dict[str, Word]:
    told = read_json("incidents", "vocabulary.json")[part]
    return {name: Word(name, **_typeset(one)) for name, one in told.items()}


def _typeset(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: item if key == "kind" else _typeset(item) for key, item in value.items()}
    return typeset(value)
