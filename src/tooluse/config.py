"""Which Claude speaks, and under which model id: the one place that reads the environment for it."""

import os
from dataclasses import dataclass

from tooluse.french import typeset
from tooluse.rules.profiles import default_model

BACKENDS = ("offline", "live")


@dataclass(frozen=True)
class Settings:
    """What notebooks ask for: ``backend`` is ``"offline"`` or ``"live"``, ``model`` a model id."""

    backend: str
    model: str


def settings() -> Settings:
    """Read ``TOOLUSE_BACKEND`` (default ``offline``) and ``TOOLUSE_MODEL`` (default: the course's model).

    Read anew at each call, so that a change made in a notebook counts at once.
    Raises ValueError for a backend that does not exist.
    """
    backend = os.environ.get("TOOLUSE_BACKEND", "").strip().lower() or "offline"
    if backend not in BACKENDS:
        raise ValueError(
            typeset(f"TOOLUSE_BACKEND={backend!r} n'existe pas. Valeurs : {', '.join(BACKENDS)}.")
        )
    model = os.environ.get("TOOLUSE_MODEL", "").strip() or default_model()
    return Settings(backend=backend, model=model)
