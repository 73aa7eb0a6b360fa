"""A toy that gives logits to bytes: it wants to write one thing, and prefers common letters otherwise.

It is no language model and knows nothing: its logits are set by hand, so that what the mask does can be seen.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from tooluse.decoding.grammar import END, SIZE, Masks
from tooluse.decoding.steps import SOFT, Candidate, Step, Text, softmax

UNKNOWN = "je ne sais pas"
SHOWN = 12  # tokens of a step
MOST = 300  # tokens of a text
_COMMON = b"esaitnrulodcpm"  # the commonest letters, in this order
_SIGNS, _DIGITS = b'",}]{[:', b"1234567890-"


@dataclass
class Wish:
    """A text that the toy wants to write, how much, and how far it is."""

    text: bytes
    strength: float
    at: int = 0

    def follow(self, token: int) -> None:
        """It goes on where its next byte was written; begun and broken off, it starts again."""
        if self.at < len(self.text) and self.text[self.at] == token:
            self.at += 1
        elif self.at < len(self.text):
            self.at = int(self.text[:1] == bytes([token % 256])) if token < END else 0

    @property
    def next(self) -> int | None:
        return self.text[self.at] if self.at < len(self.text) else None


@dataclass
class ToyModel:
    """`wish` is what it wants to say, `strength` the logit of the next byte of it.

    Who wants to say that he does not know writes `null` where that is allowed.
    """

    wish: str = UNKNOWN
    strength: float = 8.0
    wishes: list[Wish] = field(init=False)

    def __post_init__(self) -> None:
        self.wishes = [Wish(self.wish.encode(), self.strength)]
        if self.wish.strip().casefold() == UNKNOWN:
            self.wishes.append(Wish(b"null", self.strength - 1))

    def logits(self) -> list[float]:
        """One number a token."""
        found = [-4.0] * SIZE
        for rank, byte in enumerate(_COMMON):
            found[byte] = 1.4 - 0.1 * rank
        for byte in _DIGITS:
            found[byte] = 0.5 - 0.01 * _DIGITS.index(byte)
        for byte in _SIGNS:
            found[byte] = 1.5
        found[END] = 1.6
        for wish in reversed(self.wishes):
            if wish.next is not None:
                found[wish.next] = max(found[wish.next], wish.strength)
        return found

    def follow(self, token: int) -> None:
        for wish in self.wishes:
            wish.follow(token)
        said, *others = self.wishes or [None]
        if said and said.text and said.next is None:
            self.wishes = []  # there is nothing more that it wants
        for wish in others:
            wish.at %= len(wish.text)  # `null` may be written wherever it is allowed


def write(schema: dict[str, Any], model: ToyModel, mask: str = "hard", max_tokens: int = MOST) -> Text:
    """Let the toy write under a mask, always the likeliest token. Raises SchemaRefused.

    `mask`: "none", "soft" (5 taken off a forbidden logit) or "hard" (−∞). Once a forbidden token is written,
    the grammar says nothing more, and the text ends there.
    """
    masks, done, written = Masks(schema), Text(), b""
    for _ in range(min(max_tokens, MOST)):
        allowed = masks.allowed()
        logits = model.logits()
        token = _best(logits, set(allowed), mask)
        done.steps.append(_step(written, logits, allowed, token))
        if token == END:
            done.stop = "end"
            break
        written += bytes([token])
        model.follow(token)
        if token not in allowed:
            done.stop = "left"
            break
        masks.advance(token)
        if masks.allowed() == [END]:  # nothing more to say: the last token is no choice
            done.stop = "end"
            break
    done.text = written.decode(errors="replace")
    return done


def _best(logits: Sequence[float], allowed: set[int], mask: str) -> int:
    less = {"none": 0.0, "soft": SOFT, "hard": float("inf")}[mask]
    return max(range(SIZE), key=lambda token: logits[token] - (0 if token in allowed else less))


def _step(written: bytes, logits: Sequence[float], allowed: Sequence[int], chosen: int) -> Step:
    chances, free = softmax(logits), set(allowed)
    ranked = sorted(range(SIZE), key=lambda token: -logits[token])
    best = [token for token in ranked if token in free][: SHOWN // 3]
    shown = sorted({chosen, *best, *ranked[: SHOWN - len(best) - 1]}, key=lambda token: -logits[token])
    return Step(
        written=written.decode(errors="replace"),
        candidates=tuple(Candidate(name(token), chances[token], token in free) for token in shown),
        allowed=len(allowed),
        size=SIZE,
        removed=max(0.0, 1 - sum(chances[token] for token in allowed)),
        wanted=name(ranked[0]),
        chosen=name(chosen),
    )


def name(token: int) -> str:
    """How a token is shown: its letter, or its byte where that is no letter by itself."""
    if token == END:
        return "⟨fin⟩"
    return "␣" if token == 32 else chr(token) if 32 < token < 127 else f"\\x{token:02x}"
