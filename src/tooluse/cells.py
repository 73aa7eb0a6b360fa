"""Where in a notebook an exception comes from, and short renderings of exceptions for learners."""

import re
import textwrap
import traceback

WIDTH = 96  # characters of an output in JupyterLab, file browser open, on a laptop
# ipykernel compiles a cell as …/ipykernel_<pid>/<number>.py, IPython as <ipython-input-…>, exec as <string>.
CELL_FILE = re.compile(r"ipykernel_\d+|^<(?!frozen )")


def own_line(error: BaseException) -> str:
    """The last line of a notebook's own cells in the traceback: no frame of the kit, the SDK or a test."""
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if CELL_FILE.search(frame.filename):
            return (frame.line or "").strip()
    return ""


def shown(error: BaseException, message: str, *more: str) -> list[str]:
    """What IPython shows of an exception instead of its traceback: the line, the message, what helps."""
    line = own_line(error)
    head = [f"→ {line}"] if line else []
    return [*head, *wrapped(f"{type(error).__name__}: {message}", *more)]


def wrapped(*lines: str) -> list[str]:
    """Lines cut between words: JupyterLab cuts those of an error anywhere."""
    cut = [textwrap.wrap(line, WIDTH, break_long_words=False, break_on_hyphens=False) for line in lines]
    return [piece for pieces in cut for piece in pieces or [""]]
