"""What is found out of a request before the model speaks: whether the API accepts it, and how long it is.

Both follow from the request alone, and the same requests come again and again: a cell is run once more, a
check repeats a whole loop. So they are remembered, by the very bytes that were sent.
"""

from dataclasses import dataclass
from typing import Any

from tooluse.mock.fault import Fault
from tooluse.mock.gate import Admitted
from tooluse.mock.tokens import input_tokens
from tooluse.rules import Profile, first_error, profile
from tooluse.rules.memory import Memory

_VERDICTS, _LENGTHS = Memory(), Memory()  # of all servers of this process


@dataclass(frozen=True)
class Judged:
    """One request, whole; ``body`` is what was sent, None when the request is more than that (a thread)."""

    request: Any
    admitted: Admitted
    body: bytes | None = None

    def accepted(self, counting: bool = False) -> Profile:
        """The profile of the request's model, if the API would accept the request. Raises Fault."""
        known = _profile(self.request)
        version, beta = self.admitted.version, bool(self.admitted.betas)

        def find() -> Any:
            return first_error(self.request, known, api_version=version, beta=beta, counting=counting)

        refused = _VERDICTS.of(self.body, version, beta, counting, find=find)
        if refused:
            raise Fault("invalid_request_error", refused.message)
        if known is None:
            raise Fault("not_found_error", f"model: {self.request['model']}")
        return known

    def tokens(self, known: Profile) -> int:
        """Its input tokens, an estimate."""
        return _LENGTHS.of(self.body, find=lambda: input_tokens(self.request, known))


def _profile(request: Any) -> Profile | None:
    try:
        return profile(request["model"])
    except (LookupError, TypeError):
        return None
