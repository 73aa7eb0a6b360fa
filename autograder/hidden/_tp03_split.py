"""Hidden tests of TP03 q4: the tools that take the place of a catch-all, cut along the risk."""

from typing import Any

from tooluse.config import settings
from tooluse.practice import Suite, fail, plain
from tooluse.rules import check

suite = Suite("tp03")
READS = ("get_card", "list_contracts", "list_invoices", "list_tickets")
WRITE, DELETE = "update_address", "delete_client"
OWN = {WRITE: "address", DELETE: "reason"}
OPERATIONS = (*READS, WRITE, DELETE)
PRINCIPLES, SENTENCES = "leçon 03, « Cinq principes »", "leçon 03, « Quatre phrases »"
ASK = {"model": settings().model, "max_tokens": 100, "messages": [{"role": "user", "content": "Bonjour."}]}

Tool = dict[str, Any]


def first_error(tools: list[Tool]) -> str | None:
    """Why the API would refuse these definitions, if it would."""
    found = check({**ASK, "tools": tools})
    return next((one.message for one in found if one.severity == "error"), None)


def _tools(student) -> dict[str, Tool]:
    tools = plain(student.value("CLIENT_TOOLS"))
    if not isinstance(tools, list) or not tools or not all(isinstance(one, dict) for one in tools):
        fail(None, f"`CLIENT_TOOLS` doit être une liste de définitions : {str(tools)[:80]}.")
    refused = first_error(tools)
    if refused:
        fail("ACCEPTE", f"l'API refuse ces définitions : {refused}", "leçon 03, « Ce que l'API accepte »")
    return {one["name"]: one for one in tools}


def _covers(student) -> dict[str, str]:
    covers, names = plain(student.value("COVERS")), _tools(student)
    if not isinstance(covers, dict) or set(covers) != set(OPERATIONS):
        fail(None, f"`COVERS` doit avoir les six opérations pour clés : {str(covers)[:90]}.")
    lost = [name for name in covers.values() if name not in names]
    if lost:
        fail(None, f"`COVERS` nomme `{lost[0]}`, qui n'est pas dans `CLIENT_TOOLS`.")
    return covers


def _schema(student, operation: str) -> tuple[str, dict[str, Any], list[str]]:
    """The tool of an operation: its name, its properties, what it requires."""
    tool = _tools(student)[_covers(student)[operation]]
    schema = tool["input_schema"]
    return tool["name"], schema.get("properties") or {}, list(schema.get("required") or [])


@suite.test("q4", "un outil par risque")
def split_by_risk(student):
    covers = _covers(student)
    for one, other in ((READS[0], WRITE), (READS[1], DELETE), (WRITE, DELETE)):
        shared = [name for name in READS if covers[name] == covers[other]] if one in READS else []
        if covers[one] == covers[other] or shared:
            told = f"`{covers[other]}` fait `{shared[0] if shared else one}` et `{other}`"
            fail("RISQUE", f"{told} : deux risques différents.", PRINCIPLES)


@suite.test("q4", "lectures groupées")
def reads_together(student):
    covers = _covers(student)
    used = sorted({covers[name] for name in READS})
    if len(used) > 1:
        fail(
            "RISQUE",
            f"{len(used)} outils pour quatre lectures d'une même ressource : {', '.join(used)}.",
            PRINCIPLES,
        )
    name, properties, _ = _schema(student, READS[0])
    view = properties.get("view")
    values = view.get("enum") if isinstance(view, dict) else None
    if not isinstance(values, list) or not set(READS) <= {one for one in values if isinstance(one, str)}:
        code = "DECOR" if isinstance(view, dict) and not values else "RISQUE"
        fail(code, f"`{name}` ne choisit pas par `view`, un `enum` des quatre lectures.", PRINCIPLES)


@suite.test("q4", "paramètres utiles")
def nothing_left_over(student):
    for operation in (READS[0], WRITE, DELETE):
        name, properties, _ = _schema(student, operation)
        strange = {"address", "reason"} - {OWN.get(operation)}
        strange |= set() if operation in READS else {"view"}
        odd = sorted(strange & set(properties))
        if odd:
            fail("REQUIS", f"`{name}` garde `{odd[0]}`, qui sert à une autre opération.", PRINCIPLES)


@suite.test("q4", "requis utiles")
def required_enough(student):
    for operation in (READS[0], WRITE, DELETE):
        name, properties, required = _schema(student, operation)
        wanted = {"client_id"} | ({OWN[operation]} if operation in OWN else set())
        missing = sorted(wanted - set(properties)) or sorted(wanted - set(required))
        if missing:
            fail("REQUIS", f"`{name}` ne requiert pas `{missing[0]}`.", PRINCIPLES)
        foreign = sorted(set(required) - wanted - {"view"})
        if foreign:
            fail("REQUIS", f"`{name}` requiert `{foreign[0]}`, dont l'opération n'a pas besoin.", PRINCIPLES)


@suite.test("q4", "outils décrits")
def described(student):
    for name, tool in _tools(student).items():
        told = tool.get("description")
        if not isinstance(told, str) or len(told.split()) < 6:
            fail("DOC", f"`{name}` est décrit en moins de six mots : {str(told)[:60]!r}.", SENTENCES)
