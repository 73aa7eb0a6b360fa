"""Two steps of a grading run: execute, so that a dead kernel costs only what follows; and clean up."""

import re
import subprocess
import tempfile

from nbconvert.filters import strip_ansi
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute, NbGraderPreprocessor, SaveAutoGrades
from nbgrader.utils import is_grade
from traitlets import List

from autograder.gradebook import task_of
from autograder.outputs import TOO_LONG, clean, without_places, without_tags
from autograder.submission import ADDED, grade_id

DEAD, TIMEOUT, FAILURE = "NoyauArrêté", "CellTimeoutError", "Failure"
UNJUDGED = "PasJugé"  # the test itself stopped: the points are a person's to give
INPUT = "StdinNotImplementedError"
NOT_JUDGED = "PAS JUGÉ"  # how the instructor's line about it begins
REMEDY = (
    "regardez la copie et donnez les points à la main (formgrader), ou faites-la corriger et notez de nouveau"
)
# A frame outside the cells, what stands for several of them, and the line above a traceback.
DROPPED = re.compile(r"File |\s*\[\.\.\. |-+\Z")


class Run(Execute):
    """nbgrader's Execute, in a throw-away folder; what a notebook's death leaves undone earns nothing."""

    notes = List()

    def preprocess(self, nb, resources, km=None):
        self.reached, self.notes = None, []
        before = resources["metadata"]["path"]
        with tempfile.TemporaryDirectory(prefix="tooluse-", ignore_cleanup_errors=True) as folder:
            resources["metadata"]["path"] = folder
            try:
                nb, resources = super().preprocess(nb, resources, km)
            except Exception:
                if self.reached is None:  # not the student's doing: the kernel did not even start
                    raise
                self._mark_rest(nb)
            finally:
                resources["metadata"]["path"] = before
        return nb, resources

    def start_new_kernel(self, **kwargs):
        """The terminal belongs to the report, not to what a kernel or student code writes there."""
        return super().start_new_kernel(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, **kwargs)

    def preprocess_cell(self, cell, resources, index):
        self.reached = index
        return super().preprocess_cell(cell, resources, index)

    def _mark_rest(self, nb) -> None:
        where = _where(nb.cells[self.reached])
        _note(self, nb, [f"le noyau Python s'est arrêté dans {where} : ce qui suit n'a pas été exécuté"])
        text = f"Le noyau Python s'est arrêté dans {where} : ce qui suit n'a pas été exécuté."
        for cell in nb.cells[self.reached :]:
            if cell.cell_type == "code":
                cell.outputs = [*cell.outputs, new_output("error", ename=DEAD, evalue=text, traceback=[text])]


class CleanOutputs(NbGraderPreprocessor):
    """Keep of the outputs what may be shown: nothing of a test but its verdict, no script, no endless text.

    It comes before the scores are saved, so what student code prints on stderr inside a test costs nothing.
    """

    notes = List()

    def preprocess(self, nb, resources):
        self.notes, self._told, self._unjudged = [], [], {}
        nb, resources = super().preprocess(nb, resources)
        _note(self, nb, self._told)
        if self._unjudged:  # the cause stays between instructor and grader: it may show a hidden test
            causes = (f"{', '.join(tasks)} ({cause})" for cause, tasks in self._unjudged.items())
            self.notes = [*self.notes, f"{NOT_JUDGED} : {' ; '.join(causes)} : {REMEDY}"]
        return nb, resources

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type != "code":
            if cell.id.startswith(ADDED):
                cell.source = without_tags(cell.source)  # the formgrader would let them act
            return cell, resources
        raised = {out.get("ename") for out in cell.outputs}
        if TIMEOUT in raised:
            self._told.append(f"temps dépassé dans {_where(cell)}")
        if INPUT in raised:
            self._told.append(f"{_where(cell)} appelle input() : personne ne répond pendant la correction")
        if is_grade(cell):
            errors = [out for out in cell.outputs if out.output_type == "error"]
            cell.outputs = [self._verdict(out, cell) for out in errors[:1]]
        else:
            cell.outputs = [_own_frames(out) for out in clean(cell.outputs)]
        return cell, resources

    def _verdict(self, error, cell):
        """A failure speaks for itself; any other error comes from the tests, whose text stays hidden."""
        name, text = error.ename, without_places(error.evalue)
        if name == TIMEOUT:
            text = "Le test de cette tâche a dépassé le temps permis."
        elif name not in (FAILURE, DEAD):
            cause = f"{name} : {' '.join(text.split())[:200]}"
            self._unjudged.setdefault(cause, []).append(task_of(grade_id(cell)))
            name = UNJUDGED
            text = "Le test de cette tâche n'a pas pu aller au bout : demandez à votre enseignant."
        return new_output("error", ename=name, evalue=text, traceback=text.split("\n"))


class SaveGrades(SaveAutoGrades):
    """nbgrader's own; a task that no test has judged waits for a person, with 0 until then."""

    def preprocess_cell(self, cell, resources, cell_index):
        cell, resources = super().preprocess_cell(cell, resources, cell_index)
        if is_grade(cell) and any(out.get("ename") == UNJUDGED for out in cell.outputs):
            place = grade_id(cell), self.notebook_id, self.assignment_id, self.student_id
            self.gradebook.find_grade(*place).needs_manual_grade = True
            self.gradebook.db.commit()
        return cell, resources


def _own_frames(output):
    """Of a traceback, the frames that stand in cells: those of libraries show this machine, or a test."""
    if output.output_type != "error":
        return output
    frames = [strip_ansi(frame)[:TOO_LONG] for frame in output.traceback]
    kept = [without_places(frame) for frame in frames if not DROPPED.match(frame)]
    text = without_places(output.evalue[:TOO_LONG])
    return new_output("error", ename=output.ename, evalue=text, traceback=kept)


def _note(step, nb, texts: list[str]) -> None:
    """Tell the instructor, and the student on the feedback page."""
    step.notes = [*step.notes, *texts]
    told = nb.metadata.setdefault("tooluse", {})
    told["oddities"] = [*told.get("oddities", []), *texts]


def _where(cell) -> str:
    name = grade_id(cell)
    return f"la cellule « {name} »" if name else "une cellule ajoutée"
