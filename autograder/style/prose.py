"""French typography. Code, addresses and markup are put aside first: they follow other rules."""

import re
from collections.abc import Iterator

HIDDEN = "¤"
SPACES = "\u00a0\u202f"
FENCE = re.compile(r"^([ \t]*)(`{3,}|~{3,}).*?^\1\2[ \t]*$", re.M | re.S)
APART = re.compile(
    r"(`+).+?\1"  # code span
    r"|!\[[^\]]*\]\([^)]*\)"  # image
    r"|(?<=\])\([^)\s]*\)"  # target of a link
    r"|https?://[^\s)>»]+"
    r"|<!--.*?-->|</?[A-Za-z][^>]*>"
    r"|&\w+;|&#\w+;"
    r"|\$[^$\n]+\$",
    re.S,
)
RULED_LINE = re.compile(r"^[ \t]*\|?[ \t]*:?-+[-:| \t]*$", re.M)
WORD = re.compile(r"\w+(?:['’.-]\w+)*|" + HIDDEN)
BEFORE_SIGN = re.compile(r"(.)([;!?»]|:(?=[\s*_»)]|$))", re.M)
AFTER_GUILLEMET = re.compile(r"«(?![" + SPACES + r"])(.?)")
APOSTROPHE = re.compile(r"(?<=\w)(['’])(?=\w)")


def prose(markdown: str) -> str:
    """The text that a reader reads as French; each piece of code becomes one sign."""
    text = FENCE.sub(lambda m: "\n" * m[0].count("\n"), markdown)
    return RULED_LINE.sub("", APART.sub(_sign, text))


def _sign(match: re.Match) -> str:
    """What stands in the place of a piece put aside."""
    if match[0].startswith(("<", "(")):
        return ""
    return SPACES[0] if match[0] in ("&nbsp;", "&#160;") else HIDDEN


def words(markdown: str) -> int:
    return len(WORD.findall(prose(markdown)))


def wrong_signs(markdown: str) -> Iterator[tuple[str, str]]:
    """What no space can mend: quotes and dots typed the short way."""
    text = prose(markdown)
    for pattern, what, remedy in (
        (r'"[^"\n]*"?', "straight double quotes", "write « … », or `…` for code"),
        (r"[“”]", "English quotes", "write « … »"),
        (r"\.\.\.", "three dots", "write …"),
        (r"<<|>>", "guillemets typed as signs", "write « … »"),
    ):
        for match in re.finditer(pattern, text):
            yield f"{what} in {around(text, match)}", remedy


def missing_spaces(typeset: str) -> Iterator[tuple[str, str]]:
    """Where a text that went through the build still lacks its no-break space."""
    text = prose(typeset)
    for match in BEFORE_SIGN.finditer(text):
        before, sign = match[1], match[2]
        if before == " ":
            yield (
                f"an ordinary space before {sign!r} in {around(text, match)}",
                "tooluse.french left it: put it right there",
            )
        elif before not in SPACES and not (sign in "!?" and before in "!?(…["):
            yield f"no space before {sign!r} in {around(text, match)}", "put one: the build makes it no-break"
    for match in AFTER_GUILLEMET.finditer(text):
        yield f"no space after '«' in {around(text, match)}", "put one: the build makes it no-break"


def apostrophes(markdown: str) -> list[str]:
    return APOSTROPHE.findall(prose(markdown))


def around(text: str, match: re.Match) -> str:
    start, end = max(0, match.start() - 15), match.end() + 15
    return repr(" ".join(text[start:end].split()))
