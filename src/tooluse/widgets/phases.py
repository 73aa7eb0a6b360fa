"""Which phases of the life cycle do not take place, as far as the step in view allows to say."""

from tooluse.widgets.steps import Step, tools_in

_LAST = 5
_OF_TOOLS = [2, 3, 4]


def absent(found: list[Step]) -> list[list[int]]:
    """For each step, the phases to be crossed out.

    A request without tools has none of their phases; else only the final reply tells what did not happen,
    so that nothing betrays what comes next. A history does not keep the tools that were offered.
    """
    return [_absent(step, found[: index + 1]) for index, step in enumerate(found)]


def _absent(step: Step, before: list[Step]) -> list[int]:
    seen = [other for other in before if other["conversation"] == step["conversation"]]
    offered = any(tools_in(other["document"]) or other["rebuilt"] for other in seen)
    if offered and step["phase"] != _LAST:
        return []
    return [phase for phase in _OF_TOOLS if phase not in {other["phase"] for other in seen}]
