"""Views whose kernel answers: the learner edits and asks, the kernel works, the front end shows.

The front end raises `run` together with what was edited; the kernel sends `report` and puts `ran` to the
same number. In between the view says that the kernel is at work, and after a while that it may be gone.
"""

from typing import Any

import traitlets

from tooluse.widgets.labels import label
from tooluse.widgets.view import View

BENCH_WORDS = ("working", "no_answer", "unsaved", "go_to_line")


class Workbench(View):
    """A view that works out its `report` from its other traits, at once and whenever it is asked."""

    report = traitlets.Dict().tag(sync=True)
    labels = traitlets.Dict().tag(sync=True)
    run = traitlets.Int(0).tag(sync=True)
    ran = traitlets.Int(0).tag(sync=True)

    def work(self) -> dict[str, Any]:
        """The report, plain data that both the front end and the fallback lay out."""
        raise NotImplementedError(f"{type(self).__name__} works nothing out")

    def __init__(self, **traits: Any) -> None:
        super().__init__(**traits)
        self.report = self._worked()

    @traitlets.observe("run")
    def _run(self, change: Any) -> None:
        report = self._worked()
        with self.hold_sync():
            self.report = report
            self.ran = change.new

    def _worked(self) -> dict[str, Any]:
        """An error in a callback would end in the log, unseen: it is told in the view."""
        try:
            return self.work()
        except Exception as error:
            return {"failed": label("failed", kind=f"{type(error).__name__}: {error}"[:200])}
