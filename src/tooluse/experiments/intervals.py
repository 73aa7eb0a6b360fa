"""How far a small sample can be trusted: the exact interval of Clopper and Pearson, in a few lines.

The lower bound is the share at which seeing `count` or more would be a 2.5 % event, the upper one that at
which seeing `count` or fewer would be. Both are found by halving, from the binomial law written out.
"""

from math import comb

_STEPS = 60  # halvings: far below what a percentage shows


def clopper_pearson(count: int, of: int, level: float = 0.95) -> tuple[float, float]:
    """The interval of a share. `clopper_pearson(12, 24)` is (0.291…, 0.708…)."""
    if not 0 <= count <= of or of < 1:
        raise ValueError(f"{count} of {of} is no share")
    tail = (1 - level) / 2
    low = 0.0 if count == 0 else _share_where(lambda share: 1 - at_most(count - 1, of, share) >= tail)
    high = 1.0 if count == of else _share_where(lambda share: at_most(count, of, share) <= tail)
    return low, high


def at_most(count: int, of: int, share: float) -> float:
    """The chance of `count` successes or fewer in `of` tries."""
    return sum(comb(of, k) * share**k * (1 - share) ** (of - k) for k in range(count + 1))


def _share_where(reached) -> float:
    """The least share from which `reached` holds; it must hold from there on."""
    low, high = 0.0, 1.0
    for _ in range(_STEPS):
        middle = (low + high) / 2
        low, high = (low, middle) if reached(middle) else (middle, high)
    return high


def percent(interval: tuple[float, float]) -> tuple[int, int]:
    """An interval in whole percents, as tables show it."""
    return round(100 * interval[0]), round(100 * interval[1])
