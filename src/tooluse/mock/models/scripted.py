"""A model that says exactly what its script says, reply by reply."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tooluse.mock.models.reply import Reply

Line = Reply | Callable[[dict[str, Any]], Reply]


class ScriptFault(Exception):
    """The script and the requests do not fit: which call, and what to do."""


class ScriptedModel:
    """Answers call N with line N: a ``Reply``, or a function of the request that makes one."""

    name = "scripté"

    def __init__(self, script: Iterable[Line] = ()) -> None:
        self.script = list(script)
        self.position = 0
        for number, line in enumerate(self.script, 1):
            if not isinstance(line, Reply) and not callable(line):
                raise TypeError(f"line {number} of the script is {line!r}: write it with reply(…)")

    def answer(self, request: dict[str, Any]) -> Reply:
        """The next line. Raises ScriptFault when there is none, or when it expected another request."""
        number = self.position + 1
        if self.position >= len(self.script):
            raise ScriptFault(_exhausted(number, len(self.script)))
        line = self.script[self.position]
        said = line if isinstance(line, Reply) else line(request)
        if not isinstance(said, Reply):
            raise ScriptFault(f"Call {number}: the script's function returned {said!r}, not a reply(…).")
        _expect(said, request, number)
        self.position = number
        return said


def _exhausted(number: int, length: int) -> str:
    if not length:
        return (
            f"Call {number}: this client has no script, so nobody answers. "
            "Give it one: MockClaude(ScriptedModel([reply('…')]))."
        )
    return (
        f"Call {number}: the script has only {length} replies and they are used up. Either your code makes "
        "one call too many, or the script lacks a line: add one with reply(…)."
    )


def _expect(said: Reply, request: dict[str, Any], number: int) -> None:
    expected = said.expect
    if expected is None:
        return
    if isinstance(expected, str):
        if expected in json.dumps(request, ensure_ascii=False):
            return
        raise ScriptFault(
            f"Call {number}: the script expects a request that contains {expected!r}, and it does not. "
            "Look at the messages that your code sends, or mend the script's expect=."
        )
    if not expected(request):
        raise ScriptFault(
            f"Call {number}: the script did not expect this request (expect= said no). "
            "Look at the messages that your code sends, or mend the script's expect=."
        )
