"""How tests read the result of a tool that worked, failed, or was refused before it ran."""

import json
from functools import partial
from typing import Any, NoReturn

from tooluse.mock import message
from tooluse.mock.models import reply, thinking, tool_use
from tooluse.practice.student import Outcome, plain
from tooluse.practice.verdict import fail

TRACES = ("Traceback (most recent", 'File "', "<FrameSummary", "<traceback object", ", line ")
LONG = 400  # characters: beyond, a sentence is no longer short
WHOLE = 2000  # one line and a link for each wrong field still pass

tool_fails = partial(fail, look="leçon 07, « L'outil a échoué »")
form_fails = partial(fail, look="leçon 07, « La forme »")
empty_fails = partial(fail, look="leçon 07, « Vide n'est pas erreur »")


def block_of(name: str, given: dict[str, Any], id: str = "toolu_r7") -> Any:
    """A request for a tool, as the SDK hands it over."""
    return message(reply(thinking(""), tool_use(name, given, id=id))).content[-1]


def content_text(result: dict) -> str:
    """What the model reads of a result."""
    content = result.get("content")
    if isinstance(content, list):
        return "".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content if isinstance(content, str) else ""


class Reading:
    """One result of a student's function, and the sentences that say what is wrong with it."""

    def __init__(self, outcome: Outcome, block: Any, fails: Any = tool_fails) -> None:
        self.outcome, self.fails, self.function = outcome, fails, outcome.function
        self.asked = f"`{block.name}({json.dumps(block.input, ensure_ascii=False)[:80]})`"
        self.result = self._result(block)
        self.told = content_text(self.result)

    def wrong(self, code: str | None, seen: str) -> NoReturn:
        self.fails(code, f"{self.asked} : {seen}")

    def _result(self, block: Any) -> dict:
        seen = f"{self.asked} : `{self.function}` a levé {self.outcome.exception}"
        found = plain(self.outcome.value_or_fail("PAIRE", seen))
        if found is None:
            self.wrong("PAIRE", f"`{self.function}` n'a rien rendu ; la demande reste sans résultat.")
        if not isinstance(found, dict) or found.get("type") != "tool_result":
            self.wrong(None, f"attendu : un bloc `tool_result` ; rendu : {str(found)[:90]}.")
        if found.get("tool_use_id") != block.id:
            self.wrong("CORR", f"demande `{block.id}`, résultat pour `{found.get('tool_use_id')}`.")
        content = found.get("content", "")
        if not isinstance(content, str | list):
            self.wrong("JSON", f"`content` n'est pas un texte, mais {str(content)[:90]}.")
        return found

    @property
    def failed(self) -> bool:
        return bool(self.result.get("is_error"))

    def check_error(self, secrets: tuple[str, ...] = (), longest: int = LONG) -> None:
        """It is told as an error, in a message, without the inside of the program."""
        if self.result.get("is_error") is not True:
            self.wrong("VIDE", f"un échec, et le résultat ne porte pas `is_error` : {self.told[:90]!r}.")
        leaked = [mark for mark in (*TRACES, *secrets) if mark in self.told]
        if leaked:
            self.wrong("FUITE", f"le message laisse voir « {leaked[0]} ».")
        if len("".join(char for char in self.told if char.isalnum())) < 8:
            self.wrong("MESSAGE", f"le message d'erreur se réduit à {self.told!r}.")
        if len(self.told) > longest:
            self.wrong("MESSAGE", f"le message d'erreur fait {len(self.told)} caractères.")

    def check_says(self, *words: str, code: str = "MESSAGE") -> None:
        missing = [word for word in words if word not in self.told]
        if missing:
            self.wrong(code, f"le message ne dit pas « {missing[0]} » : {self.told[:120]!r}.")

    def check_output(self, output: Any) -> None:
        """It holds this output: a string as it is, anything else as JSON."""
        told, invented = self.told, not output and self.told not in ("", str(output), json.dumps(output))
        if self.failed:
            self.wrong("VIDE" if not output else None, f"réussi, et annoncé en erreur : {told[:90]!r}.")
        if isinstance(output, str):
            if told != output:
                code = "JSON" if told == json.dumps(output, ensure_ascii=False) else None
                self.wrong("VIDE" if invented else code, f"attendu : {output!r} ; rendu : {told[:90]!r}.")
            return
        try:
            value = json.loads(told)
        except ValueError:
            self.wrong("VIDE" if invented else "JSON", f"`content` n'est pas du JSON : {told[:90]!r}.")
        if json.dumps(value, sort_keys=True) != json.dumps(output, sort_keys=True):
            code = "JSON" if isinstance(value, str) else "VIDE" if not output or not value else None
            self.wrong(code, f"attendu : {json.dumps(output, ensure_ascii=False)} ; rendu : {told[:90]!r}.")


# A Pydantic model of the student's, and the guard in front of a function. The class never leaves its side:
# what crosses is a reference to it, given back to the student's own functions.

BOOKING = {"room": "Ocre", "seats": 4, "day": "2026-09-08", "projector": True}
TRANSFER = {"contract_id": "K-204", "reason": "vente", "months": 6, "notify": False}


def model_of(student: Any, name: str) -> Any:
    """A reference to a class that a cell defines."""
    found = student.value(name)
    if not callable(found):
        form_fails(None, f"`{name}` n'est pas une classe.")
    return found


def guarded(student: Any, name: str, given: dict) -> tuple[Reading, list[dict]]:
    """`guarded` lets this input through the model of this name, or not; what the function was given."""
    ran: list[dict] = []

    def function(*args: Any, **fields: Any) -> dict:
        ran.append(fields if not args else {"*": list(args)})
        return {"dossier": "R-7", "notes": None}

    block = block_of(name.lower(), given)
    outcome = student.call("guarded", block, model_of(student, name), function)
    return Reading(outcome, block, form_fails), ran


def check_through(student: Any, name: str, given: dict, defaults: dict | None = None) -> None:
    """A good input runs the function once, with every field."""
    held, ran = guarded(student, name, given)
    if held.failed and not ran:
        other = set(BOOKING) - set(given)
        code = "REQUIS" if defaults else None
        if name != "Booking" and any(field in held.told for field in other):
            held.wrong(
                "FIGE", f"le modèle reçu est `{name}`, et un autre modèle a répondu : {held.told[:120]!r}."
            )
        held.wrong(code, f"cet `input` est bon, et il est refusé : {held.told[:160]!r}.")
    if len(ran) > 1:
        held.wrong("DOUBLE", f"la fonction a été appelée {len(ran)} fois.")
    if defaults and ran == [given]:
        held.wrong("FORME", f"la fonction a reçu l'`input` brut, sans les valeurs par défaut : {ran[0]}.")
    if ran != [{**(defaults or {}), **given}]:
        held.wrong(None, f"la fonction a reçu {str(ran)[:160]}.")
    held.check_output({"dossier": "R-7", "notes": None})


def check_stopped(student: Any, name: str, given: dict, code: str, faulty: tuple[str, ...] = ()) -> Reading:
    """A bad input does not reach the function, and is told; ``code`` says what let it through."""
    held, ran = guarded(student, name, given)
    if ran and held.failed:
        held.wrong("FORME", f"l'`input` est mauvais ; la fonction a été appelée, avec {str(ran[0])[:120]}.")
    if ran:
        held.wrong(code, f"cet `input` est mauvais, et la fonction a reçu {str(ran[0])[:120]}.")
    held.check_error(longest=WHOLE)
    held.check_says(*faulty)
    return held
