"""Public checks of TP07: the form of the closed question, one or two simple cases for the others."""

import re
from functools import partial
from typing import Any

from tooluse.config import settings
from tooluse.mock import failures
from tooluse.mock.models import reply, tool_use
from tooluse.practice import Suite, fail
from tooluse.practice.failing import (
    BOOKING,
    Reading,
    block_of,
    check_stopped,
    check_through,
    empty_fails,
    tool_fails,
)
from tooluse.practice.mending import (
    Asked,
    ask,
    check_budgets,
    check_gives_up,
    check_repaired,
    check_same,
    check_waits,
    check_whole,
    persist,
)

suite = Suite("tp07")

sort_fails = partial(fail, look="leçon 07, « Cinq questions »")

# q1: the form only.

CASES = range(1, 13)
CLASSES = ("protocol", "transport", "stop", "form", "knowledge", "execution")
REMEDIES = (
    *("fix_code", "wait", "more_tokens", "resume", "tell_user", "return_error"),
    *("constrain", "give_knowledge", "rewrite_description", "retry_same", "repair_json", "send_trace"),
)


def triage_of(student: Any) -> dict[int, tuple[str, str]]:
    """TRIAGE by number of incident."""
    given = student.value("TRIAGE")
    if not isinstance(given, dict) or sorted(map(str, given)) != sorted(map(str, CASES)):
        sort_fails(None, "`TRIAGE` n'est pas un dictionnaire dont les clés sont les numéros 1 à 12.")
    for case, pair in given.items():
        if not isinstance(pair, list | tuple) or len(pair) != 2:
            sort_fails(None, f"Incident {case} : `{pair!r}` n'est pas un couple `(classe, remède)`.")
    return {int(case): tuple(pair) for case, pair in given.items()}


@suite.test("q1", "forme de la réponse")
def triage_form(student: Any) -> None:
    for case, pair in triage_of(student).items():
        for value, known in zip(pair, (CLASSES, REMEDIES), strict=True):
            if value not in known:
                permitted = ", ".join(f"`{one}`" for one in known)
                sort_fails(None, f"Incident {case} : `{value}` n'est pas permis ici ({permitted}).")


# q2


def asking(max_tokens: int, question: str = "Un devis pour Roc.", **more: Any) -> dict[str, Any]:
    """The arguments of a `create`."""
    schema = {"type": "object", "properties": {"client": {"type": "string"}, "discount": {"type": "integer"}}}
    tool = {"name": "create_quote", "description": "Crée un devis.", "input_schema": schema}
    return {
        "model": settings().model,
        "max_tokens": max_tokens,
        "tools": [tool],
        "messages": [{"role": "user", "content": question}],
        **more,
    }


def hungry(need: int, *cut: Any) -> Any:
    """A model that needs so many tokens for its answer; below, it is cut to ``cut``."""

    def line(request: dict) -> Any:
        if request.get("max_tokens", 0) < need:
            return reply(*(cut or (tool_use("create_quote", client="Roc"),)), stop_reason="max_tokens")
        return reply(tool_use("create_quote", client="Roc", discount=10))

    return line


def check_asked(held: Asked) -> None:
    check_same(held)
    check_budgets(held)


@suite.test("q2", "coupée une fois")
def cut_once(student: Any) -> None:
    held = ask(student, hungry(300), asking(200), 1000)
    check_asked(held)
    check_whole(held)


# q3


def executed(student: Any, name: str, given: dict, registry: dict, id: str = "toolu_r7") -> Reading:
    block = block_of(name, given, id)
    return Reading(student.call("execute", block, registry), block)


@suite.test("q3", "un outil qui réussit")
def works(student: Any) -> None:
    registry = {"read_meter": lambda site: {"site": site, "index": 48210}}
    held = executed(student, "read_meter", {"site": "S-12"}, registry)
    held.check_output({"site": "S-12", "index": 48210})


@suite.test("q3", "un outil qui échoue")
def breaks(student: Any) -> None:
    def read_meter(site: str) -> None:
        raise ValueError(f"site « {site} » inconnu")

    executed(student, "read_meter", {"site": "S-99"}, {"read_meter": read_meter}).check_error()


# q4

TOWNS = ("Lyon", "Lens", "Lons-le-Saunier", "Brest", "Paris", "Lille", "Nantes", "Marseille", "Bordeaux")
SHORT, MANY = 200, 3


def stations(*names: str) -> dict[str, str]:
    return {name: f"/srv/releves/{number:05}.csv" for number, name in enumerate(names, 7000)}


def unknown(student: Any, name: str, known: dict[str, str]) -> str:
    """The message for this name, once it is a text."""
    outcome = student.call("unknown_city", name, known)
    told = outcome.value_or_fail(None, f"« {name[:40]} » : la fonction a levé {outcome.exception}")
    if not isinstance(told, str):
        tool_fails("MESSAGE" if told is None else None, f"« {name[:40]} » : rendu {told!r}, et non un texte.")
    return told


def suggested(told: str, name: str, names: Any) -> list[str]:
    """Which of these names the message cites, beside the one received."""
    rest = told.replace(name, " ", 1)
    return [one for one in names if re.search(rf"(?<![\w-]){re.escape(one)}(?![\w-])", rest)]


def check_near(student: Any, name: str, near: str, known: dict[str, str], code: str = "MESSAGE") -> None:
    """The name most like this one is proposed, in the letters of the data."""
    told = unknown(student, name, known)
    found = suggested(told, name, known)
    other = [
        one
        for one in known
        if one not in found and one.casefold() in told.casefold().replace(name.casefold(), " ")
    ]
    if near not in found and near in other:
        tool_fails("VIDE", f"« {name} » : « {near} » n'est pas écrit comme dans la base : {told[:160]!r}.")
    if near not in found:
        tool_fails(code, f"« {name} » : « {near} » n'est pas proposé : {told[:160]!r}.")


@suite.test("q4", "Lyno")
def lyno(student: Any) -> None:
    known = stations("Lyon", "Lens", "Brest")
    check_near(student, "Lyno", "Lyon", known)
    if "Lyno" not in unknown(student, "Lyno", known):
        tool_fails("MESSAGE", "le message ne cite pas le nom reçu, « Lyno ».")


# q5


@suite.test("q5", "une réservation")
def one_booking(student: Any) -> None:
    check_through(student, "Booking", BOOKING)


@suite.test("q5", "treize places")
def thirteen(student: Any) -> None:
    check_stopped(student, "Booking", {**BOOKING, "seats": 13}, "LACHE")


# q6


@suite.test("q6", "un 429")
def too_many(student: Any) -> None:
    held = persist(student, failures.rate_limit(retry_after=3), "429, `retry-after` : 3")
    check_waits(held, [3], "ATTENTE")


@suite.test("q6", "un 400")
def bad_request(student: Any) -> None:
    bad = {"messages": [{"role": "tool", "content": "48210"}]}
    check_gives_up(persist(student, None, "400", request=bad), "RETRY", "BadRequestError")


# q7


def used(*ids: str, say: str = "Je lis.") -> dict[str, Any]:
    """A turn of the model that asks for so many tools."""
    calls = [{"type": "tool_use", "id": id, "name": "read_meter", "input": {"site": id}} for id in ids]
    return {"role": "assistant", "content": [{"type": "text", "text": say}, *calls]}


def results(*ids: str, then: str = "") -> dict[str, Any]:
    """Results for these ids, then a text."""
    blocks = [{"type": "tool_result", "tool_use_id": id, "content": f"index de {id}"} for id in ids]
    return {"role": "user", "content": blocks + ([{"type": "text", "text": then}] if then else [])}


ASKED = {"role": "user", "content": "L'index de S-12 ?"}


@suite.test("q7", "une demande sans résultat")
def one_lost(student: Any) -> None:
    check_repaired(student, [ASKED, used("toolu_a1")])


# q8


def searched(student: Any, search: Any, **given: Any) -> Reading:
    block = block_of("search_contracts", given or {"client_id": "C-12"})
    return Reading(student.call("answer", block, search), block, empty_fails)


@suite.test("q8", "deux contrats")
def two_contracts(student: Any) -> None:
    rows = [{"id": "K-204"}, {"id": "K-311"}]
    searched(student, lambda client_id: rows).check_output({"total": 2, "contracts": rows})
