"""A model that says exactly what its script says, reply by reply."""

import json
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any, NamedTuple

from tooluse.french import typeset
from tooluse.mock.fault import Fault
from tooluse.mock.models.reply import Reply
from tooluse.mock.models.script_fault import ScriptFault, cannot
from tooluse.mock.strikes import Failure

Line = Reply | Failure | Callable[[dict[str, Any]], Reply]


class Step(NamedTuple):
    """What one call gets: a line, spoilt by failures; or no line, and the failure in its place."""

    line: Any
    failures: tuple[Failure, ...]


class ScriptedModel:
    """Answers call N with line N: a ``Reply``, or a function of the request that makes one.

    A failure may be a line too. Those of HTTP, ``refusal`` and ``pause_turn`` stand in the place of a reply,
    ``times`` of them; the others spoil the next line (or the ``times`` next ones). With ``repeat`` the script
    begins again at its end.
    """

    name = "scripté"

    def __init__(self, script: Iterable[Line] = (), *, repeat: bool = False) -> None:
        self.script = _steps(list(script))
        self.repeat = repeat and bool(self.script)
        self.position = 0
        self._refused = False  # a failure of this line has already answered in its place

    def answer(self, request: dict[str, Any]) -> Reply:
        """The next line. Raises ScriptFault when there is none, or when it expected another request.

        Raises Fault or NoAnswer where the script has such a failure; that line is then done.
        """
        number = self.position + 1
        if self.position >= len(self.script) and not self.repeat:
            raise ScriptFault(_exhausted(number, len(self.script)))
        line, failures = self.script[self.position % len(self.script)]
        if line is None:
            return self._fail(failures[0], request)
        said = line if isinstance(line, Reply) else line(request)
        if not isinstance(said, Reply):
            raise cannot(
                f"Appel {number} : la fonction du script a rendu `{said!r}` au lieu d'un `reply(…)`."
            )
        _expect(said, request, number)
        if failures and not self._refused:
            said = self._spoil(said, failures, request)
        self.position, self._refused = number, False
        return said

    def _spoil(self, said: Reply, failures: tuple[Failure, ...], request: dict[str, Any]) -> Reply:
        try:
            for failure in failures:
                failure.before(request)
        except Fault:
            self._refused = True
            raise
        for failure in failures:
            said = failure.alter(said, request)
        return replace(said, failures=failures)

    def _fail(self, failure: Failure, request: dict[str, Any]) -> Reply:
        self.position += 1
        failure.before(request)
        return failure.alter(Reply((), "end_turn"), request)


def _steps(script: list[Any]) -> list[Step]:
    """One step a call. A failure that takes no place waits for the next line."""
    steps: list[Step] = []
    waiting: list[list[Any]] = []  # [failure, lines that it has still to spoil]
    for number, line in enumerate(script, 1):
        if isinstance(line, Failure) and line.takes_place:
            steps += [Step(None, (line,))] * line.times
        elif isinstance(line, Failure):
            waiting.append([line, line.times])
        elif isinstance(line, Reply) or callable(line):
            steps.append(Step(line, tuple(failure for failure, _ in waiting)))
            waiting = [[failure, left - 1] for failure, left in waiting if left > 1]
        else:
            raise TypeError(
                typeset(f"La ligne {number} du script est `{line!r}` : écrivez-la avec `reply(…)`.")
            )
    unused = [failure.name for failure, left in waiting if left == failure.times]
    if unused:
        raise TypeError(
            typeset(f"Dans le script, `failures.{unused[0]}` abîme la réplique qui suit : ajoutez-en une.")
        )
    return steps


def _exhausted(number: int, length: int) -> str:
    if not length:
        return typeset(
            f"Appel {number} : ce client n'a pas de script, personne ne répond. "
            'Donnez-lui-en un : `MockClaude(ScriptedModel([reply("…")]))`.'
        )
    replies = "une seule réplique, déjà dite" if length == 1 else f"{length} répliques, toutes dites"
    return typeset(
        f"Appel {number} : le script compte {replies}. Ou bien votre code fait un appel de trop, "
        "ou bien il manque une ligne au script : ajoutez un `reply(…)`."
    )


def _expect(said: Reply, request: dict[str, Any], number: int) -> None:
    expected = said.expect
    if expected is None:
        return
    if isinstance(expected, str):
        met, wanted = (
            expected in json.dumps(request, ensure_ascii=False),
            f"une requête qui contient « {expected} »",
        )
    else:
        met, wanted = expected(request), "une autre requête (sa fonction `expect` dit non)"
    if not met:
        raise ScriptFault(
            typeset(
                f"Appel {number} : le script attend {wanted}. Regardez les messages que votre code envoie, "
                "ou corrigez `expect=` dans le script."
            )
        )
