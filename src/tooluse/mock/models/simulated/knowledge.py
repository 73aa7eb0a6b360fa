"""What a profile is taken to know: a frozen table, the same for everybody; nothing else is known."""

from dataclasses import dataclass
from datetime import date
from functools import cache
from typing import Any

from tooluse.french import typeset
from tooluse.mock.models.simulated.lexicon import fold, table

CODES = ("airport", "currency", "timezone", "country", "language")


@dataclass(frozen=True)
class Profile:
    """A named state of knowledge, with its habits; `data/simulated/knowledge.json` says what each means."""

    name: str
    known: dict[str, dict[str, str]]
    believed: dict[str, dict[str, str]]
    assumed_today: date
    code_unasked: frozenset[str]
    iso_after_code: bool
    invents_codes: bool

    def code(self, kind: str, name: str) -> str | None:
        """The code that it knows or believes for a name."""
        return self._find(self.known, kind, name) or self._find(self.believed, kind, name)

    def is_sure(self, kind: str, name: str) -> bool:
        return self._find(self.known, kind, name) is not None

    def names(self, kind: str) -> dict[str, str]:
        """Every name of a kind that it knows, folded, with its code."""
        return _folded(self.name, kind)

    @staticmethod
    def _find(tables: dict[str, dict[str, str]], kind: str, name: str) -> str | None:
        wanted = fold(name)
        return next((code for known, code in tables.get(kind, {}).items() if fold(known) == wanted), None)


@cache
def _folded(profile: str, kind: str) -> dict[str, str]:
    return {fold(name): code for name, code in load(profile).known.get(kind, {}).items()}


@cache
def load(name: str) -> Profile:
    """A profile by name. Raises ValueError, in French, naming those that there are."""
    profiles: dict[str, Any] = table("knowledge")["profiles"]
    if name not in profiles:
        raise ValueError(typeset(f"Le profil {name!r} n'existe pas. Profils : {', '.join(profiles)}."))
    own = profiles[name]
    return Profile(
        name=name,
        known=own["known"],
        believed=own["believed"],
        assumed_today=date.fromisoformat(own["assumed_today"]),
        code_unasked=frozenset(map(fold, own["code_unasked"])),
        iso_after_code=own["iso_after_code"],
        invents_codes=own["invents_codes"],
    )


def alpha3(code: str) -> str:
    return table("knowledge")["alpha3"].get(code, code)


def plausible(kind: str) -> Any:
    """What is invented when a value of a kind is needed and nothing gives one."""
    return table("knowledge")["invented"].get(kind)
