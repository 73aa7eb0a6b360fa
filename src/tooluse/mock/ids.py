"""Identifiers of the real form, the same at every run: a fresh counter gives the same ids."""

import hashlib

_ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz"
_PAIRS = [first + second for second in _ALPHABET for first in _ALPHABET]
_COUNT = len(_PAIRS)


class Ids:
    """Numbers what a server hands out: ``ids.next("toolu")`` -> ``toolu_01…`` (24 characters)."""

    def __init__(self) -> None:
        self._count: dict[str, int] = {}

    def next(self, prefix: str) -> str:
        number = self._count[prefix] = self._count.get(prefix, 0) + 1
        return f"{prefix}_01{_letters(f'{prefix}-{number}', 22)}"


def _letters(seed: str, length: int) -> str:
    """So many letters, an even number of them: two at a time, as every call makes some."""
    value = int.from_bytes(hashlib.sha256(seed.encode()).digest())
    letters = []
    for _ in range(length // 2):
        value, rest = divmod(value, _COUNT)
        letters.append(_PAIRS[rest])
    return "".join(letters)
