"""A model that says exactly what its script says, reply by reply."""

import json
from collections.abc import Callable, Iterable
from typing import Any

from tooluse.french import typeset
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
                raise TypeError(
                    typeset(f"La ligne {number} du script est `{line!r}` : écrivez-la avec `reply(…)`.")
                )

    def answer(self, request: dict[str, Any]) -> Reply:
        """The next line. Raises ScriptFault when there is none, or when it expected another request."""
        number = self.position + 1
        if self.position >= len(self.script):
            raise ScriptFault(_exhausted(number, len(self.script)))
        line = self.script[self.position]
        said = line if isinstance(line, Reply) else line(request)
        if not isinstance(said, Reply):
            raise ScriptFault(
                typeset(f"Appel {number} : la fonction du script a rendu `{said!r}` au lieu d'un `reply(…)`.")
            )
        _expect(said, request, number)
        self.position = number
        return said


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
