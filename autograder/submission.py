"""The notebook that is graded, rebuilt from the released one: of the submission, only sources count.

Pure functions. The answer of each solution cell is found by its grade_id, added cells keep their place; tags,
metadata, outputs and test cells of the submission count for nothing. What was odd comes back as sentences.
"""

import ast
import copy
import re
from bisect import bisect_left
from dataclasses import dataclass, field

from nbformat.v4 import new_code_cell, new_markdown_cell

from autograder.reading import Cell

TASK_CALL = re.compile(r"""\b(?:verify|judge|hint)\(\s*["'](tp\w+)\.q\d+["']""", re.IGNORECASE)
ADDED = "ajout-"
ABSENT = "# Cellule supprimée dans la copie."


@dataclass
class Rebuilt:
    """`unread`: no answer of the student's could be read, so the tasks stand as they were released."""

    notebook: object
    oddities: list[str] = field(default_factory=list)
    unread: bool = False


@dataclass
class _Match:
    """Which submitted cell stands for which released one (by position), and what was odd about it."""

    place: dict[int, int] = field(default_factory=dict)  # submitted -> released
    dropped: set[int] = field(default_factory=set)
    guessed: list[str] = field(default_factory=list)  # answers known by their position alone
    crowded: list[str] = field(default_factory=list)  # answers of which several cells stand in the place
    oddities: list[str] = field(default_factory=list)

    def taken(self) -> set[int]:
        return set(self.place.values())

    def free(self, index: int) -> bool:
        return index not in self.place and index not in self.dropped


def untouched(release, reason: str) -> Rebuilt:
    return Rebuilt(copy.deepcopy(release), [reason], unread=True)


def answers(notebook, release) -> bool:
    """Whether any answer differs from what was released."""
    stubs = {grade_id(cell): cell for cell in release.cells if is_solution(cell)}
    given = (cell for cell in notebook.cells if is_solution(cell) and cell.source.strip() not in ("", ABSENT))
    return any(not _same(cell, stubs[grade_id(cell)]) for cell in given)


def rebuild(release, cells: list[Cell], tp: str) -> Rebuilt:
    """`release`: the notebook as students got it. `cells`: what the submission holds."""
    others = _other_tps(cells, tp)
    if others:
        return untouched(release, f"carnet d'un autre TP ({', '.join(others)}) : noté comme une copie vide")
    match = _Match()
    _by_grade_id(release, cells, match)
    _by_cell_id(release, cells, match)
    _by_source(release, cells, match)
    _by_position(release, cells, match)
    _report(release, cells, match)
    return Rebuilt(_assemble(release, cells, match), match.oddities)


def _other_tps(cells: list[Cell], tp: str) -> list[str]:
    """The TPs that this notebook belongs to, if `tp` is not one of them."""
    named = {name.lower() for cell in cells for name in TASK_CALL.findall(cell.source)}
    return [] if tp.lower() in named else sorted(named)


def grade_id(cell) -> str | None:
    return cell.metadata.get("nbgrader", {}).get("grade_id")


def is_solution(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("solution"))


def is_test(cell) -> bool:
    return bool(cell.metadata.get("nbgrader", {}).get("grade")) and not is_solution(cell)


def _same(one, other) -> bool:
    return one.source.strip() == other.source.strip()


def _by_grade_id(release, cells: list[Cell], match: _Match) -> None:
    for index, released in enumerate(release.cells):
        copies = [i for i, cell in enumerate(cells) if cell.grade_id and cell.grade_id == grade_id(released)]
        if not copies:
            continue
        plain = [i for i in copies if _same(cells[i], released) or not cells[i].source.strip()]
        changed = [i for i in copies if i not in plain]
        first_choice, second_choice = (changed, plain) if is_solution(released) else (plain, changed)
        chosen = (first_choice or second_choice)[0]
        match.place[chosen] = index
        # A copy without an answer would undo the answer, and a second version would redefine it. Other copies
        # (a cell that was cut in two, a copy that became something else) go on as added cells.
        spare = set(plain) - {chosen}
        if is_solution(released):
            spare |= {i for i in changed if i != chosen and _defined(cells[i]) & _defined(cells[chosen])}
        match.dropped |= spare
        if len(copies) > 1 and (is_solution(released) or is_test(released)):
            pieces = sum(cells[i].kind == "code" for i in copies if i not in spare)
            match.oddities.append(_copies(released, len(copies), pieces))


def _copies(released, count: int, pieces: int) -> str:
    if is_test(released):
        return f"cellule « {grade_id(released)} » en {count} exemplaires : une seule compte"
    if pieces > 1:
        return f"cellule « {grade_id(released)} » en {pieces} morceaux : exécutés l'un après l'autre"
    rest = "l'autre n'a pas été exécuté" if count == 2 else "les autres n'ont pas été exécutés"
    return f"cellule « {grade_id(released)} » en {count} exemplaires : la première réponse compte, {rest}"


def _defined(cell: Cell) -> set[str]:
    """The names that a cell binds at its top level; none when it is no Python."""
    lines = [line for line in cell.source.splitlines() if not line.startswith(("%", "!"))]
    try:
        body = ast.parse("\n".join(lines)).body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return set()
    named = {getattr(node, "name", None) for node in body} - {None}
    bound = [node for node in body if isinstance(node, ast.Assign | ast.AnnAssign)]
    leaves = (leaf for node in bound for leaf in ast.walk(node) if isinstance(leaf, ast.Name))
    return named | {leaf.id for leaf in leaves if isinstance(leaf.ctx, ast.Store)}


def _by_cell_id(release, cells: list[Cell], match: _Match) -> None:
    """A graded cell that lost its name, or a plain one: the notebook's own cell ids tell."""
    by_id = {cell.id: i for i, cell in reversed(list(enumerate(cells))) if cell.id}
    known = {grade_id(cell) for cell in release.cells} - {None}
    for index, released in enumerate(release.cells):
        found = by_id.get(released.get("id"))
        if index in match.taken() or found is None or not match.free(found) or cells[found].grade_id in known:
            continue
        match.place[found] = index
        if is_solution(released) and cells[found].grade_id:
            match.oddities.append(
                f"cellule « {grade_id(released)} » renommée « {cells[found].grade_id[:40]} »"
            )


def _by_source(release, cells: list[Cell], match: _Match) -> None:
    """Where ids are gone too (another editor), an untouched cell is known by its text; in order."""
    start = 0
    for index, released in enumerate(release.cells):
        if index in match.taken():
            continue
        for i in range(start, len(cells)):
            if match.free(i) and cells[i].kind == released.cell_type and _same(cells[i], released):
                match.place[i] = index
                start = i + 1
                break


def _by_position(release, cells: list[Cell], match: _Match) -> None:
    """An answer that lost every name is the student's only code between its neighbours.

    That code would run at this very place as an added cell too: only what is said of it changes.
    """
    for index, released in enumerate(release.cells):
        taken = {place: i for i, place in match.place.items()}
        if not is_solution(released) or index in taken:
            continue
        before = next((taken[p] for p in range(index, -1, -1) if p in taken), -1)
        after = next((taken[p] for p in range(index, len(release.cells)) if p in taken), len(cells))
        found = [
            i
            for i in range(before + 1, after)
            if match.free(i) and cells[i].kind == "code" and cells[i].source.strip()
        ]
        if len(found) == 1:
            match.place[found[0]] = index
            match.guessed.append(grade_id(released))
        elif found:
            match.crowded.append(grade_id(released))


def _report(release, cells: list[Cell], match: _Match) -> None:
    taken = {place: i for i, place in match.place.items()}
    absent, restored, changed = [], [], []
    for index, released in enumerate(release.cells):
        name, submitted = grade_id(released), cells[taken[index]] if index in taken else None
        if is_solution(released) and submitted is None:
            absent += [name] if name not in match.crowded else []
        elif is_solution(released) and submitted.kind != released.cell_type:
            match.oddities.append(f"cellule « {name} » changée en {submitted.kind} : lue comme du code")
        elif is_test(released) and submitted is None:
            restored.append(name)
        elif _guarded(released) and submitted and not _same(submitted, released):
            changed.append(name)
    match.oddities += _told(match.guessed, "de réponse", "sans son nom : reconnue à sa position")
    crowded = "sans son nom : tout le code trouvé à sa position a été exécuté"
    match.oddities += _told(match.crowded, "de réponse", crowded)
    match.oddities += _told(absent, "de réponse", "absente") + _told(restored, "de test", "absente : remise")
    match.oddities += _told(changed, "", "modifiée : remise en état")
    known = {grade_id(cell) for cell in release.cells}
    strange = [cell.grade_id[:40] for i, cell in enumerate(cells) if match.free(i) and cell.grade_id]
    unknown = [name for name in strange if name not in known]
    match.oddities += _told(unknown, "", "inconnue : lue comme du code ajouté")


def _told(names: list[str], kind: str, state: str) -> list[str]:
    """One sentence for all the cells in the same case."""
    if not names:
        return []
    if len(names) > 1:
        state = re.sub(r"\b(absente|remise|modifiée|inconnue|lue|reconnue)\b", r"\1s", state)
        state = state.replace("son nom", "leur nom").replace("sa position", "leur position")
    quoted = ", ".join(f"« {name} »" for name in names)
    return [f"{'cellules' if len(names) > 1 else 'cellule'} {f'{kind} ' if kind else ''}{quoted} {state}"]


def _guarded(released) -> bool:
    """A locked code cell that a student has no reason to change: neither answer, nor check, nor hint."""
    helper = grade_id(released) and not is_test(released) and TASK_CALL.match(released.source)
    return (
        released.cell_type == "code" and bool(grade_id(released)) and not is_solution(released) and not helper
    )


def _assemble(release, cells: list[Cell], match: _Match):
    notebook = copy.deepcopy(release)
    taken = {place: i for i, place in match.place.items()}
    for index, cell in enumerate(notebook.cells):
        if is_solution(cell):
            cell.source = cells[taken[index]].source if index in taken else ABSENT
        elif (
            index in taken and cell.cell_type == "code" and not grade_id(cell) and cells[taken[index]].source
        ):
            cell.source = cells[taken[index]].source  # no graded cell, not locked: the student's to change
    added = _added(release, cells, match)
    notebook.cells = [
        cell
        for index in range(len(notebook.cells) + 1)
        for cell in [*added.get(index, []), *notebook.cells[index : index + 1]]
    ]
    return notebook


def _added(release, cells: list[Cell], match: _Match) -> dict[int, list]:
    """The student's own cells, under the position of the released cell that they come before.

    An added cell stands right after the released cell that precedes it, where that one has kept its place.
    """
    steady = _in_order(match.place)
    gaps: dict[int, list] = {}
    gap = number = 0
    for i, cell in enumerate(cells):
        if i in steady:
            gap = match.place[i] + 1
        elif match.free(i) and cell.source.strip() and cell.kind in ("code", "markdown"):
            number += 1
            new = new_code_cell if cell.kind == "code" else new_markdown_cell
            gaps.setdefault(gap, []).append(new(cell.source, id=f"{ADDED}{number:03}"))
    return gaps


def _in_order(place: dict[int, int]) -> set[int]:
    """The submitted cells whose released positions rise: the longest such run. The others were moved."""
    tails: list[int] = []  # tails[n]: the smallest last position of a rising run of n + 1 cells
    chain: dict[int, int | None] = {}
    last: list[int] = []
    for i in sorted(place):
        n = bisect_left(tails, place[i])
        tails[n : n + 1] = [place[i]]
        last[n : n + 1] = [i]
        chain[i] = last[n - 1] if n else None
    steady, i = set(), last[-1] if last else None
    while i is not None:
        steady.add(i)
        i = chain[i]
    return steady
