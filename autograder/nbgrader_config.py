"""nbgrader's settings. Its course directory is this folder: run `nbgrader …` and the formgrader from here."""

import contextlib
import os
from pathlib import Path

HERE = Path(__file__).resolve().parent

c = get_config()  # noqa: F821  (nbgrader provides it)

c.CourseDirectory.course_id = "tooluse"
c.CourseDirectory.source_directory = os.path.join(os.pardir, "solutions")
c.CourseDirectory.release_directory = os.path.join(os.pardir, "exercises")

# What a student finds where the solution was. `tooluse submit` recognises the second line.
c.ClearSolutions.code_stub = {
    "python": "# VOTRE CODE ICI\n"
    'raise NotImplementedError("Tâche à faire : remplacez cette ligne par votre code.")'
}
c.ClearSolutions.text_stub = "*Tâche à faire : remplacez cette ligne par votre réponse.*"

c.Execute.kernel_name = "python3"
c.Execute.timeout = 60  # seconds a cell
c.Execute.startup_timeout = 120
c.Execute.shutdown_kernel = "immediate"  # a graceful goodbye costs a second a submission
c.Execute.store_widget_state = False  # it would show empty widgets in the feedback
c.Execute.skip_cells_with_tag = ""  # a test cell tagged "skip-execution" would earn full marks

c.OverwriteCells.add_missing_cells = True
c.OverwriteCells.missing_cell_notification = (
    "Cette cellule ({cell_id}) manquait dans la copie : elle a été remise.\n\n"
)

# The exchange stays on this machine: submissions come as files. It must exist when nbgrader looks.
c.Exchange.root = str(HERE / ".exchange")
c.Exchange.cache = str(HERE / ".exchange-cache")
if Path.cwd() == HERE:
    with contextlib.suppress(OSError):
        (HERE / ".exchange").mkdir(exist_ok=True)
