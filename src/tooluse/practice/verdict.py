"""A failed test as data: the misconception, what was seen, where to look."""

import re
from typing import NoReturn

from tooluse.cells import wrapped
from tooluse.french import typeset
from tooluse.practice.misconceptions import OTHER, misconceptions

_SEEN, _WHY, _LOOK = "Vu", "Pourquoi", "Où regarder"


class Failure(AssertionError):
    """A test that does not hold. Its text is what the learner reads, and :func:`parse` reads it back."""

    def __init__(self, code: str | None, seen: str, look: str | None = None) -> None:
        self.code = code or OTHER
        self.misconception = misconceptions()[
            self.code
        ]  # KeyError: the test names a code that does not exist
        self.seen = typeset(seen)
        self.look = typeset(look) if look else _lesson(self.misconception.lesson)
        super().__init__(self._text())

    def _text(self) -> str:
        lines = [f"{self.code} — {self.misconception.name}", f"{_SEEN}\u00a0: {self.seen}"]
        lines.append(f"{_WHY}\u00a0: {self.misconception.explanation}")
        if self.look:
            lines.append(f"{_LOOK}\u00a0: {self.look}")
        return "\n".join(lines)

    def _render_traceback_(self) -> list[str]:
        """IPython shows these lines instead of a traceback, which would show the tests."""
        return wrapped(*str(self).splitlines())


def fail(code: str | None, seen: str, look: str | None = None) -> NoReturn:
    """End the test: ``code`` names the misconception (None: no code explains it), ``seen`` what was seen."""
    raise Failure(code, seen, look)


def note(seen: str) -> None:
    """Tell something worth mending that costs nothing."""
    print(typeset(f"Remarque : {seen}"))


def parse(text: str) -> dict[str, str | None] | None:
    """``{"code", "name", "seen", "look"}`` from the text of a Failure; None when it is not one."""
    match = re.match(
        rf"(?P<code>[A-ZÀ-Ý=-]+) — (?P<name>[^\n]*)\n{_SEEN}\u00a0: (?P<seen>.*?)\n{_WHY}\u00a0: .*?"
        rf"(?:\n{_LOOK}\u00a0: (?P<look>.*))?\Z",
        text,
        re.DOTALL,
    )
    if match is None or match["code"] not in misconceptions():
        return None
    return match.groupdict()


def _lesson(number: str) -> str:
    return f"leçon {number}" if number else ""
