"""Views of the course: they show what went over the wire, and ask before they show.

Nothing is loaded until it is used: ipywidgets and anywidget take half a second to import.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tooluse.widgets.comparing import compare
    from tooluse.widgets.debugger import FlowDebugger, flow
    from tooluse.widgets.explanation import explain
    from tooluse.widgets.fault_flow import faults
    from tooluse.widgets.grid_view import grid24
    from tooluse.widgets.incident_sorter import incidents
    from tooluse.widgets.mask_view import masks
    from tooluse.widgets.mode_matrix import modes
    from tooluse.widgets.question import predict, quiz
    from tooluse.widgets.validation import validator

__all__ = [
    "FlowDebugger",
    "compare",
    "explain",
    "faults",
    "flow",
    "grid24",
    "incidents",
    "masks",
    "modes",
    "predict",
    "quiz",
    "validator",
]

# No submodule bears the name of a function: importing it would replace the function here.
_HOMES = {
    "FlowDebugger": "debugger",
    "compare": "comparing",
    "explain": "explanation",
    "faults": "fault_flow",
    "flow": "debugger",
    "grid24": "grid_view",
    "incidents": "incident_sorter",
    "masks": "mask_view",
    "modes": "mode_matrix",
    "predict": "question",
    "quiz": "question",
    "validator": "validation",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f"{__name__}.{_HOMES[name]}"), name)


def __dir__() -> list[str]:
    return sorted(__all__)
