"""TP01, hidden tests: the properties, on inputs that the public checks do not show."""

from functools import partial
from typing import Any

from autograder.hidden._tp01_turn import check_next, exchange
from tooluse.mock.models import reply, server_tool_use, thinking, tool_use
from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp01 import (
    answers,
    answers_of,
    asks,
    check_requests,
    check_result,
    check_violations,
    history_fails,
    pairing_fails,
    path_fails,
    path_of,
    says,
    who_fails,
)

suite = Suite("tp01")

# q1

PATH = {  # card: author, role, direction; in order
    "D": ("code", "user", "request"),
    "A": ("model", "assistant", "response"),
    "F": ("code", "none", "local"),
    "C": ("code", "none", "local"),
    "G": ("code", "user", "request"),
    "B": ("model", "assistant", "response"),
    "E": ("code", "none", "local"),
}
CHECK, CALL, RESULT = "F", "C", "G"


def _row_code(card: str, row: tuple[str, str, str]) -> str | None:
    """What a wrong row shows: the model made to act, or a result that does not come from the user's side."""
    author, role, direction = row
    away = card in (CHECK, CALL) and (direction != "local" or role == "assistant")
    if author != PATH[card][0] or away:
        return "EXEC"
    return "ROLE" if (card == RESULT and role != "user") or role == "tool" else None


def _check_rows(student: Any, cards: Any, column: int) -> None:
    for card, *row in path_of(student):
        if card in cards and row[column] != PATH[card][column]:
            name = ("auteur", "rôle", "sens")[column]
            path_fails(_row_code(card, tuple(row)), f"Carte {card} : {name} `{row[column]}`.")


suite.test("q1", "qui produit")(partial(_check_rows, cards=PATH, column=0))
suite.test("q1", "rôle du résultat")(partial(_check_rows, cards=RESULT, column=1))
suite.test("q1", "autres rôles")(partial(_check_rows, cards=PATH.keys() - {RESULT}, column=1))
suite.test("q1", "sens")(partial(_check_rows, cards=PATH, column=2))


@suite.test("q1", "ordre")
def order(student: Any) -> None:
    cards = [row[0] for row in path_of(student)]
    if cards != list(PATH):
        exchange_only = [card for card in cards if card not in "DE"]
        code = "EXEC" if exchange_only != ["A", CHECK, CALL, RESULT, "B"] else None
        path_fails(code, f"Votre ordre est {', '.join(cards)}.")


# q2


def _call(number: int = 1, id: str | None = None) -> dict[str, Any]:
    return tool_use(f"read_file_v{number}", id=id, path=f"été/{number}.txt", options={"lines": [1, number]})


@suite.test("q2", "bloc de réflexion en tête")
def thinking_first(student: Any) -> None:
    check_requests(student, reply(thinking(""), _call()), lost="POS")
    hidden = {"type": "redacted_thinking", "data": "EmwKAhgBEgy"}
    check_requests(student, reply(hidden, thinking(""), "Voyons.", _call()), lost="POS")


@suite.test("q2", "texte après la demande")
def text_last(student: Any) -> None:
    check_requests(student, reply(_call(), "Un instant."), lost="POS")
    check_requests(student, reply(_call()), lost="POS")


@suite.test("q2", "outil serveur au milieu")
def server_tool(student: Any) -> None:
    searched = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01abc", "content": []}
    search = server_tool_use("web_search", id="srvtoolu_01abc", query="météo")
    check_requests(student, reply("Je cherche.", search, searched, _call()), lost="POS")
    check_requests(student, reply(search, searched, "Il fait beau."))


@suite.test("q2", "plusieurs demandes")
def several(student: Any) -> None:
    check_requests(student, reply(_call(1), _call(2)), lost="UN-SEUL")
    shuffled = (_call(2, "z_9"), "… puis", _call(1, "toolu_5"), _call(3, "a_1"))  # in no order but their own
    check_requests(student, reply("D'abord…", *shuffled), lost="UN-SEUL")


@suite.test("q2", "deux fois le même outil")
def twice(student: Any) -> None:
    check_requests(student, reply(_call(), _call()), lost="UN-SEUL")


@suite.test("q2", "entrée vide, identifiants inhabituels")
def unusual(student: Any) -> None:
    check_requests(student, reply(tool_use("list_clients")), lost="VIDE")
    for id in ("appel-7_B", "0"):
        check_requests(student, reply(_call(id=id)), lost="CORR")


@suite.test("q2", "aucune demande, cachée")
def none(student: Any) -> None:
    check_requests(student, reply(stop_reason="end_turn"))
    check_requests(student, reply(thinking(""), 'Le type "tool_use" est une demande.'))


# q3

VALUES = [
    {"ville": "Nîmes", "pluie": None, "vent": {"fort": False}},
    [{"id": "CTR-7", "actif": True}, {"id": "CTR-8", "actif": None}],
    ["l'été", 'dit "chaud"'],
    True,
    False,
    None,
    -3.5,
    42,
]


@suite.test("q3", "identifiant de la demande")
def pair(student: Any) -> None:
    for id in ("toolu_01abc", "appel-7_B", "toolu_02", None):
        check_result(student, tool_use("get_weather", id=id, city="Lyon"), "18 °C")


@suite.test("q3", "valeurs en JSON")
def values(student: Any) -> None:
    for value in VALUES:
        check_result(student, _call(), value)


@suite.test("q3", "texte tel quel")
def strings(student: Any) -> None:
    for value in ('{"ville":  "Nîmes"}', "42", "null", "l'été :\n  « 30 °C »  "):
        check_result(student, _call(), value)


@suite.test("q3", "sorties vides")
def empty(student: Any) -> None:
    for value in ("", [], {}, 0):
        check_result(student, tool_use("list_clients"), value)


# q4

HISTORY = [
    says("user", "Bonjour."),
    says("assistant", "Bonjour, que puis-je faire ?"),
    says("user", "Cherchez le client Lefèvre."),
    asks("toolu_00"),
    answers("toolu_00", then="Et ses contrats ?"),
]


@suite.test("q4", "tour de l'assistant entier")
def whole_turn(student: Any) -> None:
    hidden = {"type": "redacted_thinking", "data": "EmwKAhgBEgy"}
    search = server_tool_use("web_search", id="srvtoolu_01abc", query="météo")
    searched = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01abc", "content": []}
    for before in ([thinking("")], ["Je vérifie."], [hidden, thinking(""), "Voyons."], [search, searched]):
        check_next(student, HISTORY[:1], reply(*before, _call()), "18 °C")


@suite.test("q4", "historique long")
def long_history(student: Any) -> None:
    check_next(student, HISTORY, reply(_call()), "18 °C")
    check_next(student, HISTORY[:3], reply(_call(id="appel-7_B")), "")


@suite.test("q4", "plusieurs résultats")
def several_results(student: Any) -> None:
    check_next(student, HISTORY[:1], reply(_call(1), _call(2)), "18 °C", "19 °C")
    check_next(student, HISTORY[:1], reply(_call(1), _call(2), _call(3)), "[]", "Rien.", "3")


@suite.test("q4", "texte après la demande")
def text_behind(student: Any) -> None:
    check_next(student, HISTORY[:1], reply(thinking(""), _call(), "Un instant."), "18 °C")


@suite.test("q4", "arguments inchangés")
def untouched(student: Any) -> None:
    response, results = exchange(reply("Voyons.", _call(1), _call(2)), "18 °C", "19 °C")
    for history in (HISTORY, HISTORY[:3]):
        after = plain(student.call("next_messages", history, response, results).args_after)
        if after[0] != history:
            told = f"elle comptait {len(history)} messages, elle en compte {len(after[0])}"
            history_fails("ALIAS", f"La liste `messages` reçue, ou l'un de ses messages, a changé : {told}.")
        if after[1:] != [plain(response), results]:
            history_fails("ALIAS", "`response` ou `results` a changé pendant l'appel.")


# q5


@suite.test("q5", "plusieurs demandes")
def several_calls(student: Any) -> None:
    partly = [says("user"), asks("a", "b", "c"), answers("b", then="Voilà."), says("assistant")]
    check_violations(student, partly, [("missing", "a"), ("missing", "c")], lost="UN-SEUL", invented="CORR")
    crossed = [says("user"), asks("a", "b"), answers("b", "a"), says("assistant")]
    check_violations(student, crossed, [], invented="CORR")


@suite.test("q5", "identifiants comparés")
def compared(student: Any) -> None:
    wrong = [says("user"), asks("toolu_9"), answers("appel-1"), says("assistant")]
    faults = [("missing", "toolu_9"), ("orphan", "appel-1")]
    check_violations(student, wrong, faults, lost="CORR", invented="CORR", raised="CORR")


@suite.test("q5", "résultat orphelin")
def orphan(student: Any) -> None:
    extra = [says("user"), asks("a"), answers("a", "b"), says("assistant"), answers("z")]
    check_violations(student, extra, [("orphan", "b"), ("orphan", "z")], lost="CORR", invented="CORR")
    check_violations(
        student, [answers("y"), says("assistant")], [("orphan", "y")], lost="CORR", raised="CORR"
    )


@suite.test("q5", "deux tours plus tard")
def late(student: Any) -> None:
    messages = [says("user"), asks("a"), says("user"), says("assistant"), answers("a"), says("assistant")]
    check_violations(student, messages, [("missing", "a"), ("orphan", "a")], lost="PAIRE", invented="PAIRE")
    again = [says("user"), asks("a"), answers("a"), asks("b"), answers("b", "a")]
    check_violations(student, again, [("orphan", "a")], lost="PAIRE", invented="PAIRE")


@suite.test("q5", "demande en fin de liste")
def pending(student: Any) -> None:
    messages = [says("user"), asks("a"), answers("a"), asks("b", "c")]
    check_violations(student, messages, [("missing", "b"), ("missing", "c")], lost="PAIRE", raised="PAIRE")


@suite.test("q5", "messages fusionnés")
def merged(student: Any) -> None:
    codes = {"lost": "FUSION", "invented": "FUSION", "raised": "FUSION"}
    split = [says("user"), says("user"), asks("a", "b"), answers("a"), answers("b"), says("user", "Alors ?")]
    check_violations(student, split, [], **codes)
    spoken = [says("assistant"), asks("a"), asks("b"), says("assistant"), answers("b", "a")]
    check_violations(student, spoken, [], **codes)
    faulty = [says("user"), asks("a"), asks("b"), answers("b"), says("user"), says("assistant")]
    check_violations(student, faulty, [("missing", "a")], **codes)


@suite.test("q5", "outil serveur")
def server_call(student: Any) -> None:
    search = asks("srvtoolu_01", kind="server_tool_use")
    check_violations(student, [says("user"), search, says("user")], [], invented="SERVEUR")
    found = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_01", "content": []}
    both = {"role": "assistant", "content": [*search["content"], found, *asks("a")["content"]]}
    check_violations(student, [says("user"), both, answers("a"), says("assistant")], [], invented="SERVEUR")


@suite.test("q5", "messages inchangés")
def left_alone(student: Any) -> None:
    messages = [says("user"), asks("a"), asks("b"), answers("a"), answers("b"), answers("c")]
    outcome = student.call("violations", messages)
    if plain(outcome.args_after[0]) != messages:
        pairing_fails("ALIAS", "La liste `messages` reçue, ou l'un de ses messages, a changé.")


# q6

ANSWERS = {1: "code", 2: "anthropic", 3: "nobody", 4: "code", 5: "nobody", 6: "code"}


def _check_cases(student: Any, cases: tuple[int, ...], code: str) -> None:
    given = answers_of(student)
    for case in cases:
        if given[case] != ANSWERS[case]:
            by_name = case == 4 and given[1] == "code" and given[4] == "anthropic"  # a tool that searches
            who_fails("SERVEUR" if by_name else code, f"Cas {case} : vous répondez `{given[case]}`.")


suite.test("q6", "outil serveur")(partial(_check_cases, cases=(2,), code="SERVEUR"))
suite.test("q6", "votre programme")(partial(_check_cases, cases=(1, 4, 6), code="EXEC"))
suite.test("q6", "rien ne s'exécute")(partial(_check_cases, cases=(3, 5), code="EXEC"))
