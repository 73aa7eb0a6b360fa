"""What `autograder verify` shows: for a reader a matrix of tests and specimens, for a program JSON."""

import json
from collections import Counter
from collections.abc import Iterator

HOLDS, FAILS = "·", "✘"


def as_json(verified: list) -> str:
    return json.dumps([_entry(one) for one in verified], ensure_ascii=False, indent=1)


def _entry(one) -> dict:
    return {
        "task": one.task.full,
        "points": one.task.points,
        "starter": one.earned(one.starter),
        "reference": one.earned(one.reference),
        "alternatives": [{"name": s.name, "points": one.earned(trial)} for s, trial in one.alternatives],
        "mutants": [
            {"name": s.name, "code": s.code, "caught": not trial.passed, "code_found": _code(trial)}
            for s, trial in one.mutants
        ],
    }


def _code(trial) -> str | None:
    return trial.first.code if trial.first else None


def as_text(verified: list) -> str:
    return "\n".join(line for one in verified for line in (*_matrix(one), ""))


def _matrix(one) -> Iterator[str]:
    """Tests are numbered above the matrix: their names are too long for columns."""
    yield f"{one.task.full} · {one.task.title} ({one.task.points:g})"
    tests = one.reference.tests
    for number, test in enumerate(tests, 1):
        yield f"  {number:2} {'public · ' if test.public else ''}{test.name}"
    rows = list(_rows(one))
    width = max(len(name) for name, _, _ in rows)
    yield f"  {'':{width}} " + "".join(f"{number:3}" for number in range(1, len(tests) + 1))
    for name, trial, result in rows:
        signs = "".join(f"{HOLDS if test.passed else FAILS:>3}" for test in trial.tests)
        yield f"  {name:{width}} {signs}  {result}"
    yield f"  {'all is well' if not one.problems else f'{len(one.problems)} problems'}"


def _rows(one) -> Iterator[tuple[str, object, str]]:
    yield "starter", one.starter, f"{one.earned(one.starter):g}"
    yield "reference", one.reference, f"{one.earned(one.reference):g}"
    for specimen, trial in one.alternatives:
        yield f"alternative {specimen.name}", trial, f"{one.earned(trial):g}"
    for specimen, trial in one.mutants:
        found = _code(trial) or "survives"
        yield (
            f"mutant {specimen.name}",
            trial,
            found if found == specimen.code else f"{found}, not {specimen.code}",
        )


def codes(verified: list) -> str:
    """Which misconceptions only one mutant of the course shows so far."""
    count = Counter(specimen.code for one in verified for specimen, _ in one.mutants)
    lonely = sorted(code for code, number in count.items() if number == 1)
    total = f"{len(verified)} tasks, {sum(count.values())} mutants, {len(count)} misconceptions"
    return f"{total}; met by one mutant only: {', '.join(lonely)}" if lonely else total
