"""Where the kit's data stand, and how they are read.

Notebooks run one to four folders deep, so nothing in the kit looks for data relative to the working
directory: a wheel carries them inside the package, a checkout beside `src`.
"""

import json
from functools import cache
from pathlib import Path
from typing import Any

_PACKAGE = Path(__file__).resolve().parent


@cache
def data_dir() -> Path:
    """The folder that holds `rules/`, `models.json` and the rest."""
    packaged = _PACKAGE / "_data"
    return packaged if packaged.is_dir() else _PACKAGE.parents[1] / "data"


def read_json(*parts: str) -> Any:
    """One JSON file under `data_dir()`, read afresh: `read_json("rules", "extra-field.json")`."""
    return json.loads(data_dir().joinpath(*parts).read_text(encoding="utf-8"))
