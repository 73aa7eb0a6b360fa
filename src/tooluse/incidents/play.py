"""play("missing-result", cure="fix_code"): an incident really run, cured or not, and what came of it."""

from dataclasses import dataclass
from functools import cache
from typing import Any

from tooluse.french import typeset
from tooluse.incidents import scenes  # noqa: F401  (fills SCENES)
from tooluse.incidents.catalogue import incident
from tooluse.incidents.run import Run
from tooluse.incidents.scene import SCENES

REPAIRED, UNCHANGED, WORSE, OTHER, BROKEN = "repaired", "unchanged", "worse", "other", "broken"


@dataclass(frozen=True)
class Played:
    """One run. `verdict` is "broken" without a cure, else "repaired", "unchanged", "worse" or "other"."""

    incident: str
    cure: str | None
    client: Any
    executed: list[tuple[str, dict[str, Any]]]
    said: str | None
    ended: str
    verdict: str

    @property
    def calls(self) -> list[Any]:
        return self.client.calls


def play(name: str, cure: str | None = None) -> Played:
    """Run an incident against the offline API, cured or not; ValueError for an unknown name or cure."""
    known = incident(name)
    if cure is not None and cure not in known.cures:
        raise ValueError(
            typeset(f"« {cure} » n'est pas un remède proposé pour {name} : {', '.join(known.cures)}.")
        )
    run = _run(name, cure)
    if cure is None:
        verdict = BROKEN
    elif run.repaired:
        verdict = REPAIRED
    else:
        verdict = _compared(run, _broken(name))
    return Played(name, cure, run.client, run.executed, run.said, run.ended, verdict)


def _run(name: str, cure: str | None) -> Run:
    run = Run(SCENES[name], cure)
    run.scene.code(run)
    if cure == "retry_same" and all(call.status == 200 for call in run.client.calls):
        run.scene.code(run)  # nothing was refused: the whole conversation is begun again
    return run


@cache
def _broken(name: str) -> Run:
    return _run(name, None)


def _compared(run: Run, broken: Run) -> str:
    if len(run.executed) > len(broken.executed):
        return WORSE  # something was executed that ought not to be, or twice
    same = (run.ended, run.executed) == (broken.ended, broken.executed)
    return UNCHANGED if same else OTHER
