"""Hidden tests of TP07 q6 and q7: who is asked again and when, and a history that can go on."""

from copy import deepcopy
from typing import Any

from autograder.hidden._tp02_talk import first_refusal
from tooluse.mock import failures
from tooluse.practice import Suite, plain
from tooluse.practice.checks.tp07 import ASKED, results, used
from tooluse.practice.mending import (
    check_gives_up,
    check_repaired,
    check_waits,
    history_fails,
    numbers,
    persist,
    repaired,
    wait_fails,
)

suite = Suite("tp07")

# q6. No test waits: the SDK tries again in those alone that count its tries, a hundredth of a second apart.

PASSING = {
    "429": failures.rate_limit,
    "529": failures.overloaded,
    "500": failures.internal_error,
    "504": failures.gateway_timeout,
    "délai dépassé": failures.timeout,
    "connexion rompue": failures.cut_stream,
}
ASSISTANT = {"role": "assistant", "content": [{"type": "tool_use", "id": "t1", "name": "a", "input": {}}]}
FAULTY = {
    "400, rôle inconnu": {"messages": [{"role": "tool", "content": "48210"}]},
    "400, demande sans résultat": {"messages": [ASKED, ASSISTANT, ASKED]},
    "404": {"model": "claude-inconnu-9"},
}


@suite.test("q6", "erreurs de la requête")
def faulty_requests(student: Any) -> None:
    for told, request in FAULTY.items():
        kind = "NotFoundError" if told == "404" else "BadRequestError"
        check_gives_up(persist(student, None, told, request=request), "RETRY", kind)
    denied = persist(student, failures.permission_denied(times=9), "403")
    check_gives_up(denied, "RETRY", "PermissionDeniedError")
    spent = persist(student, failures.spend_limit(times=9), "400, budget épuisé")
    check_gives_up(spent, "RETRY", "BadRequestError")


@suite.test("q6", "erreur de sens")
def sense(student: Any) -> None:
    """The answer came, and a rule of sense refuses it: the same request would bring the same."""
    for error in (ValueError("sentiment incohérent"), KeyError("quote"), AssertionError("résumé trop long")):

        def refuse(response: Any, error: Exception = error) -> None:
            raise error

        told = f"réponse reçue, refusée par une règle ({type(error).__name__})"
        check_gives_up(persist(student, None, told, accept=refuse), "RETRY", type(error).__name__)


@suite.test("q6", "pannes passagères")
def passing(student: Any) -> None:
    for told, failure in PASSING.items():
        held = persist(student, failure(**({"retry_after": 2} if told == "429" else {})), told)
        if not held.waits:
            check_waits(held, [], "TRI")
        if not numbers(held.waits) or min(held.waits) <= 0:
            wait_fails("ATTENTE", f"{told} : attentes {held.waits}, et non des secondes.")
        _ = held.outcome.value_or_fail("TRI", f"{told}, une fois : {held.outcome.exception}")


@suite.test("q6", "six requêtes au plus")
def six_requests(student: Any) -> None:
    for max_retries, most in ((2, 6), (0, 6), (1, 6), (5, 6), (3, 4), (4, 5)):
        failure = failures.rate_limit(retry_after=0.01, times=60)
        held = persist(student, failure, f"429 sans fin, max_retries={max_retries}", max_retries)
        if held.count != most:
            wait_fails("ESSAIS", f"{held.told} : {held.count} requêtes parties, au lieu de {most}.")
        if held.outcome.exception is None or held.outcome.exception.type != "RateLimitError":
            wait_fails(None, f"{held.told} : la fonction a fini par {held.outcome.exception}")


@suite.test("q6", "retry-after")
def retry_after(student: Any) -> None:
    for seconds in (7, 2.5, 0.25, 60):
        held = persist(student, failures.rate_limit(retry_after=seconds), f"429, `retry-after` : {seconds}")
        check_waits(held, [seconds], "ATTENTE")
    held = persist(student, failures.rate_limit(retry_after=9, times=3), "429 trois fois, `retry-after` : 9")
    check_waits(held, [9, 9, 9], "ATTENTE")


@suite.test("q6", "attente doublée")
def doubled(student: Any) -> None:
    for told, failure in (("529", failures.overloaded), ("délai dépassé", failures.timeout)):
        held = persist(student, failure(times=5), f"{told}, cinq fois, sans `retry-after`")
        if len(held.waits) < 5:
            held = persist(student, failure(times=1), f"{told}, une fois, sans `retry-after`")
        check_waits(held, [1, 2, 4, 8, 16][: len(held.waits)], "ATTENTE")


@suite.test("q6", "trop longtemps")
def too_long(student: Any) -> None:
    for seconds in (61, 3600):
        held = persist(student, failures.rate_limit(retry_after=seconds), f"429, `retry-after` : {seconds}")
        check_gives_up(held, "ATTENTE", "RateLimitError")


# q7

DONE = {"role": "assistant", "content": "L'index de S-12 est 48210."}
NEXT = {"role": "user", "content": "Et celui de S-40 ?"}
SEARCH = {"type": "server_tool_use", "id": "srvtoolu_1", "name": "web_search", "input": {"query": "S-12"}}
FOUND = {"type": "web_search_tool_result", "tool_use_id": "srvtoolu_1", "content": []}


def text(said: str) -> dict[str, Any]:
    return {"role": "user", "content": [{"type": "text", "text": said}]}


def mended(student: Any, messages: list[dict]) -> None:
    check_repaired(student, messages)
    found = first_refusal(repaired(student, messages))
    if found:
        history_fails(None, f"l'API refuse l'historique rendu : {found.message}")


@suite.test("q7", "deux demandes en fin d'historique")
def at_the_end(student: Any) -> None:
    mended(student, [ASKED, used("toolu_a1", "toolu_x9")])
    mended(student, [ASKED, used("toolu_1"), results("toolu_1"), used("toolu_3", "toolu_2", "toolu_4")])


@suite.test("q7", "au milieu")
def in_the_middle(student: Any) -> None:
    mended(student, [ASKED, used("toolu_a1"), NEXT, DONE, NEXT])
    mended(
        student,
        [
            *(ASKED, used("toolu_a1", "toolu_b2"), results("toolu_a1", then="Alors ?"), DONE, NEXT),
            *(used("toolu_c3"), results("toolu_c3"), DONE, NEXT, used("toolu_d4")),
        ],
    )


@suite.test("q7", "l'utilisateur a continué")
def went_on(student: Any) -> None:
    mended(student, [ASKED, used("toolu_a1"), {"role": "user", "content": "Alors ?"}])
    mended(student, [ASKED, used("toolu_a1", "toolu_b2"), text("Alors ?")])


@suite.test("q7", "un résultat sur deux")
def half(student: Any) -> None:
    mended(student, [ASKED, used("toolu_a1", "toolu_b2"), results("toolu_a1")])
    mended(student, [ASKED, used("toolu_a1", "toolu_b2"), results("toolu_b2", then="Alors ?")])
    mended(student, [ASKED, used("toolu_c", "toolu_a", "toolu_b"), results("toolu_a"), text("Alors ?")])


@suite.test("q7", "messages du même rôle")
def one_turn(student: Any) -> None:
    split = [ASKED, used("toolu_a1", "toolu_b2"), results("toolu_a1"), results("toolu_b2"), text("Alors ?")]
    mended(student, split)
    mended(student, [ASKED, used("toolu_a1"), used("toolu_b2", say="Et l'autre."), results("toolu_a1")])
    mended(student, [ASKED, used("toolu_a1"), used("toolu_b2"), results("toolu_a1", "toolu_b2"), DONE, NEXT])


@suite.test("q7", "outil serveur")
def server_tool(student: Any) -> None:
    turn = used("toolu_a1")
    searched = {"role": "assistant", "content": [SEARCH, FOUND, *turn["content"]]}
    mended(student, [ASKED, searched])
    mended(student, [ASKED, {"role": "assistant", "content": [SEARCH, FOUND]}, NEXT])


@suite.test("q7", "rien à réparer")
def nothing_to_mend(student: Any) -> None:
    for messages in ([ASKED], [], [ASKED, DONE, NEXT], [ASKED, used("toolu_a1"), results("toolu_a1")]):
        check_repaired(student, messages)
    thought = {"type": "thinking", "thinking": "", "signature": "EqQBCg/9"}
    turn = used("toolu_a1")
    kept = {"role": "assistant", "content": [thought, *turn["content"]]}
    check_repaired(student, [ASKED, kept, results("toolu_a1", then="Merci."), DONE])


@suite.test("q7", "historique intact")
def history_intact(student: Any) -> None:
    for messages in (
        [ASKED, used("toolu_a1")],
        [ASKED, used("toolu_a1", "toolu_b2"), results("toolu_a1", then="Alors ?")],
        [ASKED, used("toolu_a1"), text("Alors ?"), DONE, NEXT],
        [ASKED, used("toolu_a1"), NEXT],
    ):
        outcome = student.call("repair", deepcopy(messages))
        if plain(outcome.args_after[0]) != messages:
            history_fails("ALIAS", "`repair` a modifié l'historique reçu.")
