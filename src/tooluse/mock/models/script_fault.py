"""What is raised when a script, a recording or a failure on demand cannot do what was asked of it."""

from tooluse.french import typeset


class ScriptFault(Exception):
    """The script and the requests do not fit: which call, and what to do."""


def cannot(what: str) -> ScriptFault:
    """A ScriptFault with this French sentence, ready to be raised."""
    return ScriptFault(typeset(what))
