"""What is known already of a value that comes again: a loop sends the same tools at each of its turns."""

import marshal
from collections.abc import Callable
from functools import lru_cache, wraps
from threading import Lock
from typing import Any, TypeVar

ENTRIES = 64
LARGEST = 256 * 1024  # bytes of one value; with the entries, this bounds what is kept

Known = TypeVar("Known")


class Memory:
    """The last answers to questions about texts that were asked about before, by these very bytes."""

    def __init__(self, entries: int = ENTRIES) -> None:
        self._entries = entries
        self._known: dict[tuple[Any, ...], Any] = {}  # the one that was used last comes last
        self._lock = Lock()

    def __len__(self) -> int:
        return len(self._known)

    def of(self, content: bytes | None, *question: Any, find: Callable[[], Known]) -> Known:
        """What ``find`` finds, which must depend on ``content`` and ``question`` alone."""
        if content is None or len(content) > LARGEST:
            return find()
        key = (content, *question)
        with self._lock:
            if key in self._known:
                found = self._known[key] = self._known.pop(key)
                return found
        found = find()
        with self._lock:
            self._known[key] = found
            if len(self._known) > self._entries:
                del self._known[next(iter(self._known))]
        return found


def remembered(judge: Callable[[Any], Known]) -> Callable[[Any], Known]:
    """The same function of a JSON value, which remembers its last answers.

    Values are told apart by their exact content. Equality would not do: `True`, `1` and `1.0` are equal, and
    no rule takes one for the other. `marshal` writes each in its own way, and is far quicker than any rule.
    The function is given a copy read from these bytes, so its answer cannot depend on anything else."""

    @lru_cache(ENTRIES)
    def known(content: bytes) -> Known:
        return judge(marshal.loads(content))

    @wraps(judge)
    def ask(value: Any) -> Known:
        try:
            content = marshal.dumps(value, 2)  # from 3 on, the same value may be written in several ways
        except ValueError:  # nested a thousand deep, or not of JSON's own types
            return judge(value)
        return known(content) if len(content) <= LARGEST else judge(value)

    return ask
