"""A model that answers what the real one answered, from a recording."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tooluse.mock.fault import Fault
from tooluse.mock.models.reply import Reply
from tooluse.mock.models.script_fault import ScriptFault, cannot
from tooluse.mock.tape import read_tape
from tooluse.mock.threads import Threads

_IGNORED = ("stream", "metadata", "thread")  # how it is sent, by whom, and what resolving a thread removes
_ABSENT = object()

Path_ = tuple[str | int, ...]


class ReplayModel:
    """Answers call N with exchange N of a recording, if the request is the recorded one.

    What is compared is the whole request, without ``stream`` and ``metadata``; the order of keys does not
    count. A recorded refusal is refused again, without the headers that it had. With ``strict=False`` the
    order of the calls does not count either: an equal request is looked for in the whole recording, first
    among those that were not used yet.
    """

    name = "rejoué"

    def __init__(self, source: str | Path, *, strict: bool = True) -> None:
        tape = read_tape(source)
        self.header = tape.header
        self.exchanges = tape.exchanges
        self.strict = strict
        self.position = 0
        self._requests = list(_whole(tape.exchanges))
        self._used: set[int] = set()

    def answer(self, request: dict[str, Any]) -> Reply:
        """The recorded answer. Raises ScriptFault that says what differs, or Fault as it was recorded."""
        number = self.position + 1
        sent = _compared(request)
        at = self._next(sent, number) if self.strict else self._anywhere(sent, number)
        self.position = number
        self._used.add(at)
        return _said(self.exchanges[at], at + 1)

    def _next(self, sent: Any, number: int) -> int:
        if number > len(self.exchanges):
            raise cannot(
                f"Appel {number} : {self._length()}, tous déjà rejoués. Ou bien votre code fait un appel de "
                "trop, ou bien il faut enregistrer de nouveau."
            )
        found = difference(self._requests[number - 1], sent)
        if found:
            raise _differs(number, f"diffère de l'échange {number} de l'enregistrement", *found)
        return number - 1

    def _anywhere(self, sent: Any, number: int) -> int:
        equal = [at for at, recorded in enumerate(self._requests) if difference(recorded, sent) is None]
        if equal:
            return min(equal, key=lambda at: (at in self._used, abs(at + 1 - number)))
        if not self._requests:
            raise cannot(f"Appel {number} : l'enregistrement est vide. Enregistrez de nouveau.")
        found = [(at, *difference(recorded, sent)) for at, recorded in enumerate(self._requests)]
        at, *where = max(
            found, key=lambda one: len(one[1])
        )  # the one that is equal down to the deepest place
        raise _differs(
            number, f"n'est nulle part dans l'enregistrement. L'échange {at + 1} en diffère", *where
        )

    def _length(self) -> str:
        count = len(self.exchanges)
        return f"l'enregistrement compte {count} échange{'s' if count > 1 else ''}"


def _whole(exchanges: list[dict[str, Any]]) -> Iterator[Any]:
    """The recorded requests as a model sees them: with the whole conversation where a thread sent its end."""
    threads = Threads()
    for exchange in exchanges:
        request = exchange["request"]
        try:
            whole = threads.resolve(request)
        except Fault:
            whole = request
        response = exchange["response"]
        if exchange["status"] < 400 and response and isinstance(whole, dict) and "messages" in whole:
            threads.remember(request, whole, response)
        yield _compared(whole)


def _compared(request: Any) -> Any:
    if not isinstance(request, dict):
        return request
    return {key: value for key, value in request.items() if key not in _IGNORED}


def _said(exchange: dict[str, Any], number: int) -> Reply:
    status, response = exchange["status"], exchange["response"]
    if response is None:
        raise cannot(
            f"L'échange {number} de l'enregistrement n'a pas de réponse complète : la diffusion a été "
            "interrompue. Enregistrez de nouveau."
        )
    if status >= 400 or response.get("type") == "error":
        raise _refusal(response.get("error"), status)
    return Reply(
        tuple(response.get("content") or ()),
        response.get("stop_reason") or "end_turn",
        response.get("stop_sequence"),
        id=response.get("id"),
        usage=response.get("usage"),
        stop_details=response.get("stop_details"),
    )


def _refusal(error: Any, status: int) -> Fault:
    """An error in the middle of a stream came after a 200: it is told with the status of its type."""
    error = error if isinstance(error, dict) else {}
    details = error.get("details")
    return Fault(
        error.get("type") or "api_error",
        error.get("message") or "",
        status=status if status >= 400 else None,
        error_code=details.get("error_code") if isinstance(details, dict) else None,
    )


def difference(recorded: Any, sent: Any, path: Path_ = ()) -> tuple[Path_, Any, Any] | None:
    """The first place where two JSON values differ, and what stands there; None when they are equal."""
    if isinstance(recorded, dict) and isinstance(sent, dict):
        keys = [*recorded, *(key for key in sent if key not in recorded)]
        pairs = [(key, recorded.get(key, _ABSENT), sent.get(key, _ABSENT)) for key in keys]
    elif isinstance(recorded, list) and isinstance(sent, list):
        longest = range(max(len(recorded), len(sent)))
        pairs = [(at, _item(recorded, at), _item(sent, at)) for at in longest]
    else:
        same = recorded == sent and isinstance(recorded, bool) == isinstance(sent, bool)
        return None if same else (path, recorded, sent)
    found = (difference(was, now, (*path, step)) for step, was, now in pairs)
    return next((one for one in found if one), None)


def _item(values: list[Any], at: int) -> Any:
    return values[at] if at < len(values) else _ABSENT


def _differs(number: int, how: str, path: Path_, recorded: Any, sent: Any) -> ScriptFault:
    place = ".".join(map(str, path)) or "la requête"
    recorded, sent = _apart(recorded, sent)
    return cannot(
        f"Appel {number} : la requête {how}, à {place}.\n"
        f"Enregistré : {recorded}\nEnvoyé : {sent}\n"
        "Remettez la valeur enregistrée, ou enregistrez de nouveau avec une clé : "
        '`connect(record="….jsonl")`.'
    )


def _apart(recorded: Any, sent: Any) -> tuple[str, str]:
    """Both values, short enough to read; two long texts from where they part."""
    if isinstance(recorded, str) and isinstance(sent, str):
        same = next(
            (at for at, pair in enumerate(zip(recorded, sent, strict=False)) if pair[0] != pair[1]),
            min(len(recorded), len(sent)),
        )
        if same > 40:
            recorded, sent = (f"…{text[same - 20 :]}" for text in (recorded, sent))
    return _short(recorded), _short(sent)


def _short(value: Any) -> str:
    if value is _ABSENT:
        return "(absent)"
    text = json.dumps(value, ensure_ascii=False)
    return f"`{text if len(text) <= 120 else text[:119] + '…'}`"
