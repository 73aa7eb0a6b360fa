"""Hidden tests of TP04 q1 to q3: calls graded, rates measured, failures sorted."""

from functools import partial
from typing import Any

from tooluse.practice import Suite
from tooluse.practice.checks.tp04 import (
    MEASURES,
    SCORES,
    asked,
    check_counts,
    check_grade,
    rate_fails,
    remedy_fails,
    triage_of,
)

suite = Suite("tp04")

# q1

NEXT = asked("NTE", "OSL", "2027-03-05")
BOTH_DATE = {"date_format", "date_right"}
BOTH_AIRPORTS = {"airports_format", "airports_right"}


@suite.test("q1", "bien écrit, mais faux")
def well_formed_but_wrong(student: Any) -> None:
    friday = asked("NTE", "OSL", "2027-03-12")
    check_grade(student, friday, {"date_right"}, "FORME=VRAI", NEXT)
    check_grade(student, asked("NTE", "OSO", "2027-03-05"), {"airports_right"}, "FORME=VRAI", NEXT)
    check_grade(student, asked("OSL", "NTE", "2027-03-05"), {"airports_right"}, "FORME=VRAI", NEXT)


@suite.test("q1", "notes indépendantes")
def independent_scores(student: Any) -> None:
    train = {**NEXT, "name": "search_trains"}
    check_grade(student, train, {"tool"}, "FORME=VRAI", NEXT)
    check_grade(student, {**train, "input": {}}, set(SCORES), "FORME=VRAI", NEXT)
    check_grade(student, asked("Nantes", "OSL", "2027-03-05"), BOTH_AIRPORTS, "FORME=VRAI", NEXT)
    check_grade(student, asked("NTE", "OSL", "bientôt"), BOTH_DATE, "FORME=VRAI", NEXT)


@suite.test("q1", "jours qui n'existent pas")
def impossible_days(student: Any) -> None:
    for day in ("2026-02-31", "2027-02-29", "2026-11-31", "2026-13-01", "2026-00-10", "2026-04-00"):
        check_grade(student, asked("NTE", "OSL", day), BOTH_DATE, "FORME=VRAI", NEXT)
    leap = asked("NTE", "OSL", "2028-02-29")
    check_grade(student, leap, set(), "FORME", leap)


@suite.test("q1", "dates à la lettre")
def exact_dates(student: Any) -> None:
    others = "2027-3-5", "20270305", "2027-W09-5", "2027-03-05T00:00:00", "05/03/2027", " 2027-03-05", ""
    for day in (*others, "2027-03-05\n", "27-03-05", "2027/03/05", "le 2027-03-05"):
        check_grade(student, asked("NTE", "OSL", day), BOTH_DATE, "FORME", NEXT)


@suite.test("q1", "codes à la lettre")
def exact_codes(student: Any) -> None:
    for code in ("NANTES", "nte", "Nte", "NT", "NT1", "NTE ", "", "N-E", "NTÉ"):
        check_grade(student, asked(code, "OSL", "2027-03-05"), BOTH_AIRPORTS, "FORME", NEXT)
        other = asked("OSL", "NTE", "2027-03-05")
        check_grade(student, asked("OSL", code, "2027-03-05"), BOTH_AIRPORTS, "FORME", other)


@suite.test("q1", "formes incomplètes")
def broken_forms(student: Any) -> None:
    def given(**values: Any) -> dict[str, Any]:
        return {"name": "search_flights", "input": values}

    both = {"from": "NTE", "to": "OSL"}
    every = {"form", *BOTH_AIRPORTS, *BOTH_DATE}
    check_grade(student, given(**both), {"form", *BOTH_DATE}, "FORME", NEXT)
    check_grade(student, given(**NEXT["input"], cabin="Y"), {"form"}, "FORME", NEXT)
    check_grade(student, given(**both, date=20270305), {"form", *BOTH_DATE}, "FORME", NEXT)
    check_grade(student, given(**both, date=None), {"form", *BOTH_DATE}, "FORME", NEXT)
    check_grade(student, given(to="OSL", date="2027-03-05"), {"form", *BOTH_AIRPORTS}, "FORME", NEXT)
    codes = given(**{"from": ["NTE"], "to": "OSL", "date": "2027-03-05"})
    check_grade(student, codes, {"form", *BOTH_AIRPORTS}, "FORME", NEXT)
    for whole in ({}, [], None, "NTE OSL 2027-03-05", ["from", "to", "date"]):
        check_grade(student, {"name": "search_flights", "input": whole}, every, "FORME", NEXT)


# q2


def record(schema: str, marks: str) -> dict[str, Any]:
    """A record whose marks are six letters, format then value of from, to, date: "o" holds, "-" does not."""
    names = ("from", "to", "date")
    held = [letter == "o" for letter in marks]
    pairs = zip(names, held[::2], held[1::2], strict=True) if marks else ()
    by_name = {name: {"format": form, "right": value} for name, form, value in pairs}
    call = {"name": "search_flights", "input": {}} if marks else None
    return {"schema": schema, "request": "Un vol.", "call": call, "marks": by_name or None}


def records(schema: str, *marks: str) -> list[dict[str, Any]]:
    return [record(schema, each) for each in marks]


def check_measure(student: Any, given: list, schema: str, counts: tuple[int, ...], total: int) -> dict:
    return check_counts(student, given, schema, dict(zip(MEASURES, counts, strict=True)), total)


@suite.test("q2", "demandes sans appel")
def no_call(student: Any) -> None:
    given = records("rich", "oooooo", "", "o-o-o-", "", "oooooo", "------", "")
    check_measure(student, given, "rich", (3, 2, 3, 2), 7)


@suite.test("q2", "les deux aéroports")
def both_airports(student: Any) -> None:
    given = records("thin", "oo--oo", "--oooo", "ooo-oo", "oooooo", "o-oooo")
    check_measure(student, given, "thin", (3, 1, 5, 5), 5)


@suite.test("q2", "valeur sur toutes les demandes")
def value_of_all(student: Any) -> None:
    given = records("rich", *["oooooo"] * 2, *["o-o-o-"] * 5, *["------"] * 4)
    check_measure(student, given, "rich", (7, 2, 7, 2), 11)


@suite.test("q2", "schémas mêlés")
def mixed_schemas(student: Any) -> None:
    thin, rich = records("thin", *["------", "oooooo"] * 3), records("rich", *["oooooo"] * 6)
    given = [each for pair in zip(thin, rich, strict=True) for each in pair] + records("rich", "------")
    check_measure(student, given, "thin", (3, 3, 3, 3), 6)
    check_measure(student, given, "rich", (6, 6, 6, 6), 7)


BOUNDS = {(0, 12): (0.0, 0.265), (5, 12): (0.152, 0.723), (12, 12): (0.735, 1.0), (3, 12): (0.055, 0.572)}


@suite.test("q2", "intervalles")
def intervals(student: Any) -> None:
    given = records("thin", *["o-o-oo"] * 3, *["----oo"] * 2, *["----o-"] * 7)
    measured = check_measure(student, given, "thin", (3, 0, 12, 5), 12)
    for score in MEASURES:
        count, total, low, high = measured[score]
        right = BOUNDS[count, total]
        if not all(isinstance(bound, float | int) for bound in (low, high)):
            rate_fails(None, f"`{score}` : les bornes `{low!r}` et `{high!r}` ne sont pas des nombres.")
        if max(abs(low - right[0]), abs(high - right[1])) > 0.006:
            told = f"`{score}`, {count} sur {total} : bornes {low:.3f} et {high:.3f}"
            rate_fails("TAUX", f"{told} ; attendu {right[0]:.3f} et {right[1]:.3f}.")


# q3

TRIAGE = {
    1: ("format", "describe"),
    2: ("knowledge", "today"),
    3: ("format", "describe"),
    4: ("knowledge", "lookup"),
    5: ("knowledge", "enum"),
    6: ("outage", "retry"),
    7: ("knowledge", "today"),
    8: ("format", "describe"),
    9: ("knowledge", "lookup"),
    10: ("knowledge", "enum"),
}


def _check_triage(student: Any, wrong: Any, code: str, told: str) -> None:
    """No case is answered in a way that `wrong` recognises."""
    for case, pair in triage_of(student).items():
        if wrong(TRIAGE[case], pair):
            remedy_fails(code, f"Cas {case} : vous répondez `{pair[0]}`, `{pair[1]}`. {told}")


def _relaunched(right: tuple, given: tuple) -> bool:
    return (given[1] == "retry") != (right[1] == "retry")


def _form_taken_for_truth(right: tuple, given: tuple) -> bool:
    return given[0] != right[0] or (given[1] == "describe") != (right[1] == "describe")


def _wrong_source(right: tuple, given: tuple) -> bool:
    return given[1] != right[1]


suite.test("q3", "relancer à bon escient")(
    partial(
        _check_triage,
        wrong=_relaunched,
        code="RETRY",
        told="La même requête donnerait-elle autre chose ?",
    )
)
suite.test("q3", "format ou connaissance")(
    partial(
        _check_triage,
        wrong=_form_taken_for_truth,
        code="FORME=VRAI",
        told="La valeur est-elle mal écrite, ou bien écrite et fausse ?",
    )
)
suite.test("q3", "la bonne source")(
    partial(_check_triage, wrong=_wrong_source, code="SOURCE", told="Ce remède donne-t-il la valeur juste ?")
)
