"""Identifiers written otherwise than the definition wants them: « rt 905 zz » for RT-905-ZZ."""

import re

from tooluse.mock.models.simulated import patterns
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading

_PIECE = re.compile(r"[\w+]{1,30}+")
_LONGEST = 7  # pieces of one identifier
_MANY = 60  # pieces that are read


def respelt(one: Property, reading: Reading) -> Found | None:
    """Neighbouring pieces of the clause that have the form of the pattern once they are joined."""
    pattern = one.schema.get("pattern")
    if not isinstance(pattern, str) or not re.search(r"\\d|\[0-9", pattern) or one.time_format:
        return None
    clause = reading.clause
    pieces = list(_PIECE.finditer(clause[:2000]))[:_MANY]
    for at, first in enumerate(pieces):
        for size in range(min(_LONGEST, len(pieces) - at), 0, -1):
            said = [piece[0] for piece in pieces[at : at + size]]
            last = pieces[at + size - 1]
            if not any(char.isdigit() for piece in said for char in piece) or _broken(
                clause, pieces, at, size
            ):
                continue
            for form in _forms(said, one):
                if patterns.fits(pattern, form):
                    return Found(form, "request", f"« {clause[first.start() : last.end()]} »")
    return None


def _broken(clause: str, pieces: list[re.Match[str]], at: int, size: int) -> bool:
    """Whether more than a space, a hyphen, a dot or a slash stands between the pieces."""
    ends = zip(pieces[at : at + size - 1], pieces[at + 1 : at + size], strict=True)
    return any(
        not re.fullmatch(r"[ \u00a0\u202f./-]{1,2}", clause[one.end() : two.start()]) for one, two in ends
    )


def _forms(said: list[str], one: Property) -> list[str]:
    found = []
    for joint in ("", "-", "_", " "):
        form = joint.join(said)
        found += [form, form.upper(), form.lower()]
    bare = "".join(said)
    if country := re.search(
        r"\+\d{1,3}(?=\D|\d{9}\b)", str(one.schema.get("pattern")).replace("\\", "") + one.text
    ):
        code = country[0][:3] if len(country[0]) > 3 else country[0]
        found.append(code + bare[1:] if bare.startswith("0") else code + bare)
        found.append(re.sub(r"^00", "+", bare))
    return found
