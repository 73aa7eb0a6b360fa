"""What a description puts into prose although the schema could hold it. Only `tooluse lint` asks."""

import re
from collections.abc import Iterator
from typing import Any

from tooluse.rules.request import Finding, Request
from tooluse.rules.vocabulary import fold, formats, says

_NUMBER = r"-?\d+(?:[.,]\d+)?"
_RANGE = re.compile(
    rf"\b(?:between|entre|from|de) ({_NUMBER}) (?:and|et|to|a) ({_NUMBER})(?![\w-])"
    rf"|[(\[:] ?(?:range:? )?({_NUMBER}) ?(?:-|–|to|a) ?({_NUMBER}) ?(?:[)\];,.]|$|inclusive|inclus)"
)
_END = r"(?=[\s).,;\]]|$)"
_MOST = re.compile(
    r"\b(?:max(?:imum|imal\w*)?\.?|at most|au plus|au maximum|up to|jusqu'a)"
    rf"(?: (?:is|of|de|est))?[ :=(]*({_NUMBER}){_END}|<= ?({_NUMBER})"
)
_LEAST = re.compile(
    r"\b(?:min(?:imum|imal\w*)?\.?|at least|au moins|au minimum)"
    rf"(?: (?:is|of|de|est))?[ :=(]*({_NUMBER}){_END}|>= ?({_NUMBER})"
)
_FORMAT = re.compile(r"mm|iso|rfc|iata|e\.164|letter|lettre|digit|chiffre|character|caractere")
_UPPER = ("maximum", "exclusiveMaximum")
_LOWER = ("minimum", "exclusiveMinimum")
_LENGTHS = re.compile(
    r"(?:max(?:imum|imal\w*)?\.?|at most|au plus|up to)[ :=(]*(?:of )?(\d+) ?"
    r"(?:characters?|chars|caracteres?)\b"
)

_TOKEN = r"(?:\"[\w .+-]{1,30}\"|'[\w .+-]{1,30}'|`[\w .+-]{1,30}`|« ?[\w .+-]{1,30} ?»|“[\w .+-]{1,30}”)"
_JOIN = r"(?: ?(?:,|/|\|) ?(?:or |ou |and |et )?| (?:or|ou|and|et) )"
_QUOTED = re.compile(rf"{_TOKEN}(?:{_JOIN}{_TOKEN})+")
_WORD = r"[\w.+-]{1,25}"
_BARE = re.compile(
    rf"[ :]+((?:{_WORD}, ?)+(?:(?:or |ou |and |et )?{_WORD})|{_WORD} ?[|/] ?{_WORD}(?: ?[|/] ?{_WORD})*)"
    r"(?=[.)\];]|$)"
)
_BULLET = re.compile(r"^ *[-*•] ?[\"'`]([\w.-]+)[\"'`]", re.MULTILINE)
_LEADS = re.compile(
    r"\b(?:one of(?: the following)?|must be(?: one of| either)?"
    r"|(?:possible|valid|allowed|accepted) (?:values?|options?|choices?)(?: are)?"
    r"|valeurs? (?:possibles?|permises?|autorisees?|acceptees?|admises?)(?: sont)?"
    r"|l'une? de|parmi|au choix)(?: ?:)?$"
)
_MORE = re.compile(r"^[\s,]*(?:or|ou|etc|\.\.\.|…|and any|and other|and more|et autres)")


def bounds_in_prose(request: Request) -> Iterator[Finding]:
    """« entre 1 et 10 » in the description, no `minimum` and `maximum` in the schema.

    Not told of strict tools, whose schemas may hold no bounds."""
    for path, schema, folded in _parameters(request):
        bound = (
            _number_bound(schema, folded)
            if _is_a(schema, "integer", "number")
            else _length_bound(schema, folded)
        )
        if bound:
            found, suggestion = bound
            quote = _description(schema)[found.start() : found.end()].strip(" ()[]:;,.")
            details = (("quote", quote), ("schema", suggestion))
            yield Finding(path, f"{path}: the bounds stand in prose only", details=details)


def choices_in_prose(request: Request) -> Iterator[Finding]:
    """The description lists the values that are allowed, the schema has no `enum`."""
    for path, schema, folded in _parameters(request):
        if _is_a(schema, "string") and not _narrowed(schema):
            values = _choices(folded, _description(schema))
            if values:
                details = (
                    ("quote", ", ".join(values)),
                    ("schema", '"enum": [' + ", ".join(f'"{v}"' for v in values) + "]"),
                )
                yield Finding(path, f"{path}: the choices stand in prose only", details=details)


def format_in_prose(request: Request) -> Iterator[Finding]:
    """The description names a format (« AAAA-MM-JJ »), the schema has no `pattern` and no `format`."""
    for path, schema, folded in _parameters(request):
        if (
            _is_a(schema, "string")
            and not _narrowed(schema)
            and _FORMAT.search(folded)
            and not says("alternative", folded)
        ):
            for pattern, suggestion in formats():
                found = pattern.search(folded)
                if found:
                    quote = _description(schema)[found.start() : found.end()]
                    details = (("quote", quote), ("schema", suggestion))
                    yield Finding(path, f"{path}: the format stands in prose only", details=details)
                    break


def _parameters(request: Request) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Every described parameter of a tool that is not strict: path, schema, folded description."""
    for tool, levels in request.schemas:
        if tool.body.get("strict") is True:
            continue
        for level in levels:
            if level.place[-2:-1] == ("properties",) and _description(level.schema):
                path = ".".join([f"{tool.path}.input_schema", *level.place])
                yield path, level.schema, fold(_description(level.schema))


def _description(schema: dict[str, Any]) -> str:
    return schema["description"] if isinstance(schema.get("description"), str) else ""


def _is_a(schema: dict[str, Any], *kinds: str) -> bool:
    kind = schema.get("type")
    told = [one for one in kind if one != "null"] if isinstance(kind, list) else [kind]
    return bool(told) and all(one in kinds for one in told)


def _narrowed(schema: dict[str, Any]) -> bool:
    return any(
        word in schema for word in ("enum", "const", "pattern", "format", "anyOf", "oneOf", "allOf", "$ref")
    )


def _number_bound(schema: dict[str, Any], folded: str) -> tuple[re.Match[str], str] | None:
    """The words that bound a number, and the keywords that would."""
    if any(word in schema for word in ("enum", "const", "anyOf", "oneOf", "allOf", "$ref")):
        return None
    upper, lower = any(word in schema for word in _UPPER), any(word in schema for word in _LOWER)
    found = _RANGE.search(folded)
    if found and not (upper or lower):
        low, high = (number.replace(",", ".") for number in found.groups() if number)
        if float(low) < float(high):
            return found, f'"minimum": {low}, "maximum": {high}'
    for pattern, held, word in ((_MOST, upper, "maximum"), (_LEAST, lower, "minimum")):
        found = pattern.search(folded)
        if found and not held:
            number = next(group for group in found.groups() if group)
            return found, f'"{word}": {number.replace(",", ".")}'
    return None


def _length_bound(schema: dict[str, Any], folded: str) -> tuple[re.Match[str], str] | None:
    found = _LENGTHS.search(folded) if _is_a(schema, "string") else None
    if found and "maxLength" not in schema and not _narrowed(schema):
        return found, f'"maxLength": {found.group(1)}'
    return None


def _choices(folded: str, raw: str) -> list[str]:
    """The values that a description lists, unless they are examples or the list goes on."""
    for found in _QUOTED.finditer(folded):
        before, after = folded[: found.start()], folded[found.end() :]
        clause = re.split(r"[.;\n]", before)[-1]
        if says("example", clause[-60:]) or _MORE.match(after) or says("example", after[:12]):
            continue
        enclosed = before.rstrip().endswith("(") and after.lstrip().startswith(")")
        if enclosed or says("choices", clause[-30:]) or before.rstrip().endswith(":") and _ends(after):
            return _values(raw[found.start() : found.end()])
    for found in _BARE.finditer(folded):
        before, after = folded[: found.start()], folded[found.end() :]
        if (
            _LEADS.search(before.rstrip(" :"))
            and not says("example", found.group())
            and not _MORE.match(after.lstrip("."))
        ):
            return _bare_values(raw[found.start(1) : found.end(1)])
    bullets = _BULLET.findall(raw)
    return bullets if len(bullets) > 1 else []


def _ends(after: str) -> bool:
    return not after.strip(" .)") or after.lstrip()[:1] in ".)"


def _values(quoted: str) -> list[str]:
    return [one.strip("\"'`«»“” \u00a0") for one in re.findall(_TOKEN, quoted, re.IGNORECASE)]


def _bare_values(listed: str) -> list[str]:
    return [
        re.sub(r"^(?:or|ou|and|et) ", "", one.strip()) for one in re.split(r"[,|/]", listed) if one.strip()
    ]
