"""Two steps of a grading run: execute, so that a dead kernel costs only what follows; and clean up."""

import re
import subprocess
import tempfile

from nbconvert.filters import strip_ansi
from nbformat.v4 import new_output
from nbgrader.preprocessors import Execute, NbGraderPreprocessor
from nbgrader.utils import is_grade
from traitlets import List

from autograder.outputs import TOO_LONG, clean, without_tags
from autograder.submission import ADDED

DEAD, TIMEOUT, FAILURE = "NoyauArrêté", "CellTimeoutError", "Failure"
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
        fatal = nb.cells[self.reached]
        self.notes = [*self.notes, f"le noyau s'est arrêté dans {_where(fatal)} : ce qui suit vaut 0"]
        text = "Le noyau Python s'est arrêté : cette cellule n'a pas été exécutée jusqu'au bout."
        for cell in nb.cells[self.reached :]:
            if cell.cell_type == "code":
                cell.outputs = [*cell.outputs, new_output("error", ename=DEAD, evalue=text, traceback=[text])]


class CleanOutputs(NbGraderPreprocessor):
    """Keep of the outputs what may be shown: nothing of a test but its verdict, no script, no endless text.

    It comes before the scores are saved, so what student code prints on stderr inside a test costs nothing.
    """

    notes = List()

    def preprocess(self, nb, resources):
        self.notes = []
        return super().preprocess(nb, resources)

    def preprocess_cell(self, cell, resources, index):
        if cell.cell_type != "code":
            if cell.id.startswith(ADDED):
                cell.source = without_tags(cell.source)  # the formgrader would let them act
            return cell, resources
        if any(out.get("ename") == TIMEOUT for out in cell.outputs):
            self.notes = [*self.notes, f"temps dépassé dans {_where(cell)}"]
        if is_grade(cell):
            errors = [out for out in cell.outputs if out.output_type == "error"]
            cell.outputs = [self._verdict(out, cell) for out in errors[:1]]
        else:
            cell.outputs = [_own_frames(out) for out in clean(cell.outputs)]
        return cell, resources

    def _verdict(self, error, cell):
        """A failure speaks for itself; any other error comes from the tests, whose text stays hidden."""
        if error.ename in (FAILURE, DEAD):
            return new_output(
                "error", ename=error.ename, evalue=error.evalue, traceback=error.evalue.split("\n")
            )
        if error.ename == TIMEOUT:
            text = "Le test de cette tâche a dépassé le temps permis."
        else:
            said = " ".join(error.evalue.split())[:200]
            cause = f"{error.ename} : {said}"
            self.notes = [*self.notes, f"PAS JUGÉ : {_where(cell)} s'est arrêtée sur une erreur ({cause})"]
            text = "Le test de cette tâche n'a pas pu aller au bout : demandez à votre enseignant."
        return new_output("error", ename=error.ename, evalue=text, traceback=[text])


def _own_frames(output):
    """Of a traceback, the frames that stand in cells: those of libraries show this machine, or a test."""
    if output.output_type != "error":
        return output
    frames = [strip_ansi(frame)[:TOO_LONG] for frame in output.traceback]
    kept = [frame for frame in frames if not DROPPED.match(frame)]
    return new_output("error", ename=output.ename, evalue=output.evalue[:TOO_LONG], traceback=kept)


def _where(cell) -> str:
    name = cell.metadata.get("nbgrader", {}).get("grade_id")
    return f"la cellule « {name} »" if name else "une cellule ajoutée"
