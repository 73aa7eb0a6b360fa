"""What can be told by its shape: e-mails, amounts, times, identifiers…

A text may be long and hostile: every repeat here is bounded or possessive, so that reading stays linear.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from tooluse.mock.models.simulated import units
from tooluse.mock.models.simulated.lexicon import WORD, is_weak, senses, stop_words, table, words_of


class Shaped(NamedTuple):
    """A value by its shape, and where it stands."""

    kind: str
    value: Any
    start: int
    end: int
    detail: Any = None


_CURRENCY = (
    r"€|\$|£|¥|(?:euros?|dollars?|livres? sterling|pounds?|yens?|francs? suisses?|eur|usd|gbp|chf|jpy|cad)\b"
)
NUMBER = (
    r"\d{1,3}+(?:[ \u202f\u00a0]\d{3}(?!\d)){1,4}+(?:[.,]\d{1,9})?+"
    r"|\d{1,3}+(?:,\d{3}(?!\d)){1,4}+(?:\.\d{1,9})?+|\d{1,20}+(?:[.,]\d{1,9})?+"
)
_OPERAND = r"\({0,6}+\s?\d{1,15}+(?:[.,]\d{1,9})?+\s?\){0,6}+"
_FILES = "py|txt|md|pdf|csv|json|docx?|xlsx?|png|jpe?g|html|js|ts|ya?ml|toml|sql|log"
# In this order: what an earlier line took is not read again by a later one. None: the dates.
PATTERNS: list[tuple[str, re.Pattern[str] | None]] = [
    ("email", re.compile(r"(?<![\w.+-])[\w.+-]{1,64}+@[\w-]{1,63}+(?:\.[\w-]{1,63}+){1,8}+")),
    ("url", re.compile(r"(?:https?://|\bwww\.)[^\s<>\"'»)]{1,2000}+")),
    ("uuid", re.compile(r"\b[0-9a-fA-F]{8}-(?:[0-9a-fA-F]{4}-){3}[0-9a-fA-F]{12}\b")),
    ("ip", re.compile(r"(?<![\w.])(?:\d{1,3}\.){3}\d{1,3}(?![\w]|\.\d)")),
    (
        "path",
        re.compile(
            r"(?<!\w)(?:~|\.{1,2})?(?:/[\w.-]{1,100}+){1,20}+/?"
            r"|(?<![\w./-])[\w-]{1,100}+(?:/[\w.-]{1,100}+){1,20}+"
            rf"|(?<![\w-])[\w-]{{1,100}}+\.(?:{_FILES})\b"
        ),
    ),
    (
        "address",
        re.compile(
            r"(?<!\w)(?:\d{1,4}(?: ?(?:bis|ter|quater))?,? )?"
            r"(?:rue|avenue|boulevard|bd|place|allee|allée|impasse|chemin|quai|route|cours|square)\b"
            r"(?: (?:de la|de l'|des|du|de|d'|la|le|les))?[ ']?(?:[A-ZÀ-Ý0-9][\w'’-]{0,40}+ ?){1,5}+"
            r"|(?<!\w)\d{1,5} (?:[A-Z][\w'’-]{1,30}+ ){1,4}?"
            r"(?:Street|St|Road|Rd|Avenue|Ave|Lane|Drive|Square|Way|Close)\b"
        ),
    ),
    ("postcode", re.compile(r"(?<![\w.-])\d{5}(?= [A-ZÀ-Ý][\w'’-])")),
    ("date", None),
    (
        "time",
        re.compile(
            r"\b(?:[01]?\d|2[0-3])(?:[:.][0-5]\d(?::[0-5]\d)?(?: ?[ap]\.?m\b)|:[0-5]\d(?::[0-5]\d)?(?!\d)"
            r"| ?h ?(?:[0-5]\d)?\b|(?: heures?)\b)"
            r"|\b(?:1[0-2]|[1-9]) ?[ap]\.?m\b|\bmidi\b|\bnoon\b|\bminuit\b",
            re.I,
        ),
    ),
    ("id", re.compile(r"(?<![\w.-])#?[A-Za-z0-9]{1,40}+(?:[-_.][A-Za-z0-9]{1,40}+){0,8}+(?!\w)|#\d{1,20}+")),
    (
        "phone",
        re.compile(
            r"(?<![\w+])(?:\+\d{1,3}[ .-]?)?(?:\(?\d{1,4}\)?[ .-]){3,5}\d{2,4}\b"
            r"|(?<!\w)\+\d{8,15}\b|\b0\d{9}\b"
        ),
    ),
    ("money", re.compile(rf"(?<![\d])(?:{NUMBER})\s?(?:k\s?)?(?:{_CURRENCY})|[$€£¥]\s?(?:{NUMBER})", re.I)),
    ("percent", re.compile(rf"(?<![\d])(?:{NUMBER})\s?(?:%|pour cent\b|percent\b|per cent\b)", re.I)),
    (
        "expression",
        re.compile(rf"(?<![\w.,]){_OPERAND}(?:\s?[-+*/×x^÷]\s?{_OPERAND}){{1,40}}+(?!\w)"),
    ),
    ("number", re.compile(rf"(?<![\w.])-?(?:{NUMBER})")),
]
_UNITED = re.compile(
    r"^\d{1,15}+(?:[.,]\d{1,9})?+(?:er|st|nd|rd|th|eme|e|h|h\d\d|k|°c|°f)$|^\d{1,15}+(?:[.,]\d{1,9})?+$"
)


def find(kind: str, pattern: re.Pattern[str], text: str, folded: str) -> Iterator[Shaped]:
    """Every value of one kind, from left to right."""
    for match in pattern.finditer(text):
        said = match[0].rstrip(".,;:") if kind in ("url", "path") else match[0]
        start, end = match.start(), match.start() + len(said)
        if kind == "id":
            if _is_code(said, folded[start:end]):
                yield Shaped(kind, said, start, end)
        elif kind == "number":
            if (hit := _number(said, start, end, folded)) is not None:
                yield hit
        elif kind == "money":
            yield Shaped(kind, *_money(said, start, end))
        elif kind == "time":
            yield Shaped(kind, said, start, end, _clock(folded[start:end]))
        elif kind == "percent":
            yield Shaped(kind, number_of(re.search(NUMBER, said)[0]), start, end, "%")
        elif kind == "address":
            said = said.rstrip()
            town = _TOWN.match(text, start + len(said))
            yield Shaped(kind, said, start, start + len(said), said + (town[0] if town else ""))
        else:
            yield Shaped(kind, said.strip(), start, end)


_TOWN = re.compile(r",? (?:à |in )?\d{5} [A-ZÀ-Ý][\w'’-]{1,40}+(?: [A-ZÀ-Ý][\w'’-]{1,40}+){0,3}+")


def _is_code(said: str, folded: str) -> bool:
    """Whether letters and digits, or parts of a login such as a.dupont, make an identifier."""
    if said.startswith("#"):
        return True
    if any(char.isdigit() for char in said):
        return any(char.isalpha() for char in said) and not _is_measure(folded)
    if "_" in said and said.islower():
        return True
    parts = said.split(".")
    plain = len(parts) == 2 and said.isalpha() is False and said.islower() and "-" not in said
    return plain and len(parts[1]) > 1 and len(parts[0]) <= 12 and not all(map(_is_word, parts))


def _is_word(part: str) -> bool:
    return part in stop_words() or is_weak(part) or bool(senses(part)) or part in ("com", "fr", "org", "net")


def _is_measure(folded: str) -> bool:
    if _UNITED.match(folded) or folded in words_of("words", "stop", "en"):
        return True
    number = re.match(NUMBER, folded)
    return number is not None and folded[number.end() :] in units.units()


def number_of(said: str) -> float | int:
    """« 1 234,5 », "1,234.5", "12" as a number."""
    digits = re.sub(r"[\s\u202f\u00a0]", "", said)
    if re.fullmatch(r"-?\d{1,3}(,\d{3})+(\.\d+)?", digits):
        digits = digits.replace(",", "")
    value = float(digits.replace(",", "."))
    return int(value) if value.is_integer() and abs(value) < 1e15 else value


def _number(said: str, start: int, end: int, folded: str) -> Shaped | None:
    """A number with the unit behind it, if there is one: « 2,5 kg », "20 min", « 3 mois »."""
    value = number_of(said)
    if hit := units.behind(folded, end):
        unit, stop, more = hit
        return Shaped("number", value + more if more else value, start, stop, unit)
    if ordinal := re.match(r"(?:er|ere|st|nd|rd|th|e|eme)(?!\w)", folded[end : end + 5]):
        return Shaped("ordinal", value, start, end + ordinal.end())
    return None if re.match(r"\w", folded[end : end + 1]) else Shaped("number", value, start, end)


def _money(said: str, start: int, end: int) -> tuple[Any, int, int, str]:
    number = re.search(NUMBER, said)
    value = number_of(number[0]) * (1000 if re.search(r"\d\s?k", said, re.I) else 1)
    return value, start, end, (said[: number.start()] + said[number.end() :]).strip(" k")


def _clock(folded: str) -> tuple[int, int]:
    if folded in ("midi", "noon", "minuit"):
        return (0 if folded == "minuit" else 12, 0)
    hour, minute = (int(part) for part in (re.findall(r"\d+", folded) + ["0"])[:2])
    return ((hour % 12 + 12) if "p" in folded else hour % 12 if "a" in folded else hour, minute)


@cache
def _spelt() -> dict[str, float]:
    return {**table("words")["numbers"], "cents": 100, "hundreds": 100}


@cache
def _ordinals() -> dict[str, int]:
    return table("numbers")["ordinals"]


def spelt(folded: str) -> Iterator[Shaped]:
    """Numbers in words: « vingt et un », "two hundred", « une demi-heure », « le deuxième »."""
    yield from _halves(folded)
    known, run, last = _spelt(), [], 0
    for match in WORD.finditer(folded):
        value, end = _spelt_value(match[0], match.start(), known)
        joined = run and re.fullmatch(r"[\s-]*(?:et|and)?[\s-]*", folded[last : match.start()])
        if run and not (joined and value is not None and _goes_on(run[-1][0], value)):
            yield from _composed(run, folded)
            run = []
        if value is not None and (run or match[0] != "cents"):
            run.append((value, match.start(), end))
            last = end
        elif match[0] in _ordinals() and not run:
            yield Shaped("ordinal", _ordinals()[match[0]], match.start(), match.end())
    yield from _composed(run, folded)


def _spelt_value(word: str, start: int, known: dict[str, float]) -> tuple[float | None, int]:
    """The value of a word, or of its first part: « trois-pièces », "two-bedroom"."""
    if word in known:
        return known[word], start + len(word)  # « cents » alone is money: see `spelt`
    parts = re.split(r"[-\u2011]", word)
    if (
        len(parts) == 2
        and all(part in known for part in parts)
        and _goes_on(known[parts[0]], known[parts[1]])
    ):
        first, second = known[parts[0]], known[parts[1]]
        return max(first, 1) * second if second in (100, 1000) else first + second, start + len(word)
    head = re.split(r"[-\u2011]", word)[0]
    if head != word and head in known and head not in ("un", "une", "one"):
        return known[head], start + len(head)
    return None, start


def _goes_on(before: float, value: float) -> bool:
    """Whether two number words make one number: vingt + deux, deux + cents."""
    return (before >= 20 and before % 10 == 0 and 0 < value < min(before, 100)) or (
        value in (100, 1000) and before < value
    )


def _composed(run: list[tuple[float, int, int]], folded: str) -> Iterator[Shaped]:
    if not run:
        return
    total, part = 0.0, 0.0
    for value, _, _ in run:
        if value == 1000:
            total, part = total + max(part, 1) * 1000, 0
        elif value == 100:
            part = max(part, 1) * 100  # « deux cents »
        else:
            part += value
    value, start, end = total + part, run[0][1], run[-1][2]
    value = int(value) if float(value).is_integer() else value
    unit = units.behind(folded, end)
    if value == 1 and folded[start:end] in ("un", "une", "one") and unit is None:
        yield Shaped("article", 1, start, end)  # far more often an article than a number
    elif unit:
        money = "money" if unit[0].dimension == "money" else "number"
        yield Shaped(money, value + unit[2], start, unit[1], unit[0].word if money == "money" else unit[0])
    else:
        yield Shaped("number", value, start, end)


_HALF = re.compile(
    r"\b(?:(trois|three) quarts? d'|(?:une? )?demie?[- ]|half an? |half-|(?:un )?quart d'|a quarter of an )"
    r"(heure|hour|day|journee|litre|kilo)\b"
    r"|(?<=for )an? (week|month|year|hour|day|fortnight|minute)\b"
)


def _halves(folded: str) -> Iterator[Shaped]:
    for match in _HALF.finditer(folded):
        share = 1 if match[3] else 0.75 if match[1] else 0.25 if "quart" in match[0] else 0.5
        yield Shaped("number", share, match.start(), match.end(), units.units()[match[2] or match[3]])
