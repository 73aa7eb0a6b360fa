"""Hidden tests of TP06 q1 and q2: the mould, and what is read of a response."""

from collections.abc import Iterable
from typing import Any

from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp06 import check_extract, check_takes, mould, mould_fails
from tooluse.practice.moulding import takes

suite = Suite("tp06")

# q1

CALM = {
    "sentiment": "positif", "urgency": 1, "topics": ["facturation", "autre"],
    "summary": "Le client aime la nouvelle facture.", "quote": "très clair",
}  # fmt: skip
ANGRY = {
    "sentiment": "négatif", "urgency": 5, "topics": ["contrat"],
    "summary": "Résiliation demandée.", "quote": "Je pars !",
}  # fmt: skip
GOOD = [
    CALM,
    ANGRY,
    {**CALM, "sentiment": "neutre", "urgency": 2},
    {**CALM, "urgency": 3, "topics": ["panne"]},
    {**ANGRY, "urgency": 4, "topics": ["autre", "panne", "contrat", "facturation"]},
    {**ANGRY, "summary": "x", "quote": "?"},
    {**CALM, "summary": " ".join(["mot"] * 80), "quote": "Ligne une.\nLigne deux."},
]


def check_refuses(student: Any, field: str, values: Iterable, code: str, words: tuple[str, ...] = ()) -> None:
    """No value of these passes; without any of these words in the schema of the field, it is only prose."""
    schema = mould(student)
    one = str((schema.get("properties") or {}).get(field)) + str(schema.get("$defs", ""))
    code = "DECOR" if words and not any(f"'{word}'" in one for word in words) else code
    for value in values:
        if takes(schema, {**ANGRY, field: value}):
            mould_fails(code, f"`{field}` accepte `{value!r}`.")


@suite.test("q1", "les bonnes analyses")
def good_ones(student: Any) -> None:
    for value in GOOD:
        check_takes(student, value)


@suite.test("q1", "sentiment fermé")
def closed_sentiment(student: Any) -> None:
    values = [
        "furieux",
        "",
        "Négatif",
        "negatif",
        "négatif, inquiet",
        "neutre positif",
        None,
        1,
        ["négatif"],
    ]
    check_refuses(student, "sentiment", values, "LACHE", ("enum", "const", "pattern", "$ref"))


@suite.test("q1", "thèmes fermés")
def closed_topics(student: Any) -> None:
    values = [["colis"], ["panne", "colis"], ["Panne"], [""], [None], [3], ["panne, contrat"]]
    check_refuses(student, "topics", values, "LACHE", ("enum", "const", "pattern", "$ref"))
    check_refuses(student, "topics", ["panne", None, {"panne": True}, "panne, contrat"], "LACHE")


@suite.test("q1", "urgence bornée")
def bounded_urgency(student: Any) -> None:
    bounds = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "enum", "const", "$ref")
    check_refuses(student, "urgency", [0, 6, -1, 10, 50], "LACHE", bounds)


@suite.test("q1", "urgence entière")
def whole_urgency(student: Any) -> None:
    check_refuses(student, "urgency", [2.5, "3", "urgent", None, True, [3]], "LACHE")


@suite.test("q1", "rien de vide")
def nothing_empty(student: Any) -> None:
    for field, empty in (("summary", ""), ("quote", ""), ("topics", [])):
        check_refuses(student, field, [empty, None, 0], "LACHE")


@suite.test("q1", "tout est requis")
def all_required(student: Any) -> None:
    schema = mould(student)
    for field in ANGRY:
        if takes(schema, {key: value for key, value in ANGRY.items() if key != field}):
            mould_fails("REQUIS", f"une analyse sans `{field}` est acceptée.")


@suite.test("q1", "aucun autre champ")
def nothing_else(student: Any) -> None:
    for name, value in (("language", "fr"), ("confidence", 0.9), ("Urgency", 3), ("note", None)):
        if takes(mould(student), {**ANGRY, name: value}):
            mould_fails("LACHE", f"une analyse avec un champ `{name}` de trop est acceptée.")


@suite.test("q1", "une description")
def described(student: Any) -> None:
    told = plain(student.value("TICKET_TOOL")).get("description")
    if not isinstance(told, str) or len(told.split()) < 6:
        mould_fails("DOC", f"description de l'outil : « {told} ».")


# q2

GIVEN = {"mood": "négatif", "score": 3, "why": None}
RECORD = tool_use("record_mood-2", GIVEN)
TEXT = '{"mood": "négatif", "score": 3, "why": null}'
NAME = "record_mood-2"
OTHER = tool_use("record_mood", mood="calme")
CUTS = ("max_tokens", "model_context_window_exceeded")


@suite.test("q2", "appel coupé")
def cut_call(student: Any) -> None:
    for reason in CUTS:
        for said in ([RECORD], [tool_use(NAME)], ["Je note"], [], [thinking(""), RECORD]):
            check_extract(student, reply(*said, stop_reason=reason), NAME, "Truncated", "FIN")


@suite.test("q2", "texte coupé")
def cut_text(student: Any) -> None:
    for reason in CUTS:
        for said in ([TEXT[:20]], [TEXT], ["{}"], [], [thinking(""), TEXT[:-1]]):
            check_extract(student, reply(*said, stop_reason=reason), None, "Truncated", "FIN")


@suite.test("q2", "refus")
def refusal(student: Any) -> None:
    for said in (["Je ne peux pas aider à cela."], [], [thinking("")]):
        for name in (NAME, None):
            check_extract(student, reply(*said, stop_reason="refusal"), name, "Refused", "FIN")
    check_extract(student, reply(TEXT, stop_reason="refusal"), None, "Refused", "FIN")


@suite.test("q2", "appel derrière d'autres blocs")
def call_behind(student: Any) -> None:
    for before in ([thinking("")], ["Je note."], [thinking("", signature="EqQB/9"), "Je note."]):
        check_extract(student, reply(*before, RECORD), NAME, GIVEN, "POS")


@suite.test("q2", "texte derrière d'autres blocs")
def text_behind(student: Any) -> None:
    for before in ([thinking("")], [thinking("", signature="EqQB/9"), thinking("")]):
        check_extract(student, reply(*before, TEXT), None, GIVEN, "POS")
    check_extract(student, reply(thinking(""), TEXT[:17], TEXT[17:]), None, GIVEN, "POS")


@suite.test("q2", "entrée vide")
def empty_input(student: Any) -> None:
    check_extract(student, reply(tool_use("ping")), "ping", {}, "VIDE")
    check_extract(student, reply("{}"), None, {}, "VIDE")


@suite.test("q2", "rien à extraire")
def nothing_there(student: Any) -> None:
    search = server_tool_use("web_search", query="Roc")
    for said in ([thinking("")], ["La fiche est notée."], [], [thinking(""), "Voilà."], [TEXT]):
        check_extract(student, reply(*said), NAME, "Missing", "FORME")
    check_extract(student, reply("Fiche", stop_reason="stop_sequence"), NAME, "Missing", "FORME")
    check_extract(student, reply(search, stop_reason="pause_turn"), NAME, "Missing", "FORME")
    check_extract(student, reply(search, stop_reason="pause_turn"), None, "Missing", "FORME")


@suite.test("q2", "texte qui n'est pas un objet")
def no_object(student: Any) -> None:
    for said in (
        "La fiche est notée.",
        "[1, 2]",
        "3",
        "null",
        '"négatif"',
        "",
        "{mood: 3}",
        "{'mood': 3}",
        "true",
    ):
        check_extract(student, reply(*([said] if said else [])), None, "Missing", "FORME")
    check_extract(student, reply(RECORD), None, "Missing", "FORME")


@suite.test("q2", "le bon outil")
def right_tool(student: Any) -> None:
    check_extract(student, reply(OTHER, RECORD), NAME, GIVEN, "UN-SEUL")
    check_extract(student, reply(RECORD, OTHER), NAME, GIVEN, "UN-SEUL")
    for said in ([OTHER], [OTHER, tool_use("send_mail")]):
        check_extract(student, reply(*said), NAME, "Missing", "UN-SEUL")
