"""What the catalogue of rules says about a request, placed where it stands."""

from typing import Any

from tooluse.widgets import paths
from tooluse.widgets.recordings import Recording

Note = dict[str, Any]


def notes(item: Recording) -> list[Note]:
    """The violations of one request, as plain dicts, in the order in which the API reports them."""
    from tooluse.rules import check

    request = _whole(item.request) if item.rebuilt else item.request
    return [
        {
            "rule": found.rule,
            "severity": found.severity,
            "path": found.path,
            "at": paths.locate(item.request, found.path),
            "message": found.message,
            "meaning": found.meaning,
            "remedy": found.remedy,
            "lesson": found.lesson,
        }
        for found in check(request)
    ]


def _whole(request: Any) -> Any:
    """A bare list of messages names no model: it is judged as if the course's own had been asked."""
    from tooluse.config import settings

    if not isinstance(request, dict):
        return request
    return {"model": settings().model, "max_tokens": 1024, **request}


def by_path(found: list[Note]) -> dict[paths.Path, list[int]]:
    """{place: indices of its notes}."""
    placed: dict[paths.Path, list[int]] = {}
    for index, note in enumerate(found):
        placed.setdefault(note["at"], []).append(index)
    return placed
