"""Hidden tests of TP06 q6: a mask before the draw, and the probabilities that remain."""

import math
from typing import Any

from tooluse.practice import Suite
from tooluse.practice.checks.tp06 import check_mask, check_sample, mask_fails

suite = Suite("tp06")

DRAWS = (0.0, 0.01, 0.2, 0.45, 0.6, 0.85, 0.99)


def logs(*weights: float) -> list[float]:
    """Logits whose probabilities are in these proportions."""
    return [math.log(weight) for weight in weights]


@suite.test("q6", "impossible, pas rare")
def impossible(student: Any) -> None:
    check_mask(student, [9.0, 8.5, 0.1, -3.0, -40.0], [4, 2])
    check_mask(student, [-1e12, 1e12, 7.0], [0])
    check_mask(student, [1.5, 2.5], [1, 0])
    check_mask(student, [0.0, -0.5, 0.0], [2])
    check_mask(student, [float(n) for n in range(30)], [29, 0, 13])


@suite.test("q6", "jamais l'interdit")
def never_forbidden(student: Any) -> None:
    for drawn in DRAWS:
        check_sample(student, [6.0, 0.0, 9.0, 0.5], [3, 1], drawn, None, "MASQUE")
        check_sample(student, [50.0, 0.0, 60.0], [1], drawn, 1, "MASQUE")
        check_sample(student, [1.0, 3.0, 2.0, 2.0], [2], drawn, 2, "MASQUE")


@suite.test("q6", "un seul tirage")
def one_draw(student: Any) -> None:
    for drawn in DRAWS:
        count = check_sample(student, [3.0, 0.0, 2.0, 0.0], [3, 1], drawn, None, "MASQUE")
        if count != 1:
            mask_fails(
                "MASQUE",
                f"`draw()` est appelée {count} fois, et non une : vous tirez, puis tirez de nouveau.",
            )


@suite.test("q6", "probabilités du reste")
def remaining(student: Any) -> None:
    weights = logs(2, 5, 1, 10, 2)  # allowed: 0, 2, 4 weigh 2, 1, 2, that is 0.4, 0.6, 1
    for drawn, wanted in ((0.0, 0), (0.35, 0), (0.45, 2), (0.55, 2), (0.65, 4), (0.97, 4)):
        check_sample(student, weights, [4, 0, 2], drawn, wanted, "TAUX")
    for drawn, wanted in ((0.05, 0), (0.15, 1), (0.3, 1), (0.36, 2), (0.5, 3), (0.88, 3), (0.95, 4)):
        check_sample(student, weights, [3, 4, 0, 2, 1], drawn, wanted, "TAUX")
    for drawn, wanted in ((0.1, 1), (0.3, 2), (0.9, 2)):
        check_sample(student, [-0.5, -2.0 - math.log(3), -2.0], [1, 2], drawn, wanted, "TAUX")


@suite.test("q6", "logits énormes")
def huge(student: Any) -> None:
    for drawn, wanted in ((0.2, 0), (0.6, 2)):
        check_sample(student, [1000.0, 3.0, 1000.0], [0, 2], drawn, wanted, "FORME")
        check_sample(student, [-2000.0, -1.0 - 5000, -2000.0], [2, 0], drawn, wanted, "FORME")
    check_sample(student, [900.0, 0.0, -900.0], [0, 2], 0.999, 0, "FORME")


@suite.test("q6", "l'interdit plus grand de loin")
def far_above(student: Any) -> None:
    for drawn, wanted in ((0.2, 1), (0.7, 2)):
        check_sample(student, [2000.0, -10.0, -10.0], [2, 1], drawn, wanted, "MASQUE")


@suite.test("q6", "rien de permis")
def nothing_allowed(student: Any) -> None:
    for logits in ([1.0, 2.0, 3.0], [0.0]):
        outcome = student.call("sample", logits, [], lambda: 0.5)
        error = outcome.exception
        if error is None:
            mask_fails("VIDE", f"rien n'est permis, et `sample` rend `{outcome.returned!r}`.")
        if "ValueError" not in (error.type, error.builtin):
            outcome.value_or_fail("VIDE", f"rien n'est permis, et `sample` a levé {error}")
