"""French typography: the no-break spaces that a keyboard does not give.

Sources are typed with ordinary spaces; what a learner reads has U+00A0 before `: ; ! ? »` and after `«`,
so that no line begins with a lone sign.
"""

import re

NBSP = "\u00a0"

_TYPED = re.compile(
    r"""
    (?P<verbatim>  # code fences, code spans, targets of links, bare addresses, HTML tags
        ^[ ]{0,3}(?P<fence>`{3,}+|~{3,}+)[^\n]*+\n .*? (?:^[ ]{0,3}(?P=fence)[`~]*[ \t]*$ | \Z)
      | (?<!`)(?P<tick>`++)[^`]*+(?P=tick)(?!`)
      | (?<=\])\([^()\s]*\)
      | \b[a-z][a-z0-9+.-]*://[^\s<>»)]+
      | </?[A-Za-z][^<>]*>
    )
    | (?P<open>«(?:[ \u202f]|(?=\S)))
    # not before the `:---` of a table's ruler nor before the `![…]` of an image: these are Markdown
    | (?<=\S)[ \u202f](?=[;?»]|:(?!-)|!(?!\[))
    | (?<=\S)(?=»)
    """,  # possessive quantifiers: linear, whatever a student's text holds
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


def typeset(text: str) -> str:
    """`text` with its no-break spaces, code and addresses left alone; applying it twice changes nothing."""
    return _TYPED.sub(lambda match: match["verbatim"] or ("«" + NBSP if match["open"] else NBSP), text)
