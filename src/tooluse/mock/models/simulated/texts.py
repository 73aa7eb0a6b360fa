"""Arguments that are words of the request: a query, a message, a title, a summary, a language by its name."""

import re
from collections.abc import Sequence
from typing import Any

from tooluse.mock.models.simulated import codes, extract, knowledge, prose
from tooluse.mock.models.simulated.facts import Fact
from tooluse.mock.models.simulated.lexicon import fold, name_words
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Found, Reading

_EXACT = frozenset("id date time money email phone url uuid percent".split())  # never words of a text


def written(one: Property, reading: Reading, taken: Sequence[Fact]) -> Found | None:
    """A text of the request: what to search, to write, to translate; a summary, a tone."""
    if one.nullable and any(prose.says(word, reading.clause) is False for word in name_words(one.name)):
        return Found(None, "request", "nié")
    scene, kinds = reading.scene, one.kinds[: 2 if one.required else 1] or ("",)
    if not reading.material and asks_what(one) and (said := _told(one, reading)):
        return Found(said, "request", "ce que dit la demande")
    inside = [fact for fact in scene.facts if reading.span[0] <= fact.start < reading.span[1]]
    taken = [*taken, *(fact for fact in inside if fact.kind in _EXACT)]
    for kind in kinds:
        said = _written(kind, one, reading, inside, taken)
        if isinstance(said, str) and kind not in ("body", "summary", *knowledge.CODES):
            said = _without_names(said, one, reading)
        if said:
            return Found(
                said,
                "judged" if kind in ("summary", "sentiment", "urgency") else "request",
                f"texte ({kind})",
            )
    if one.required and not one.nullable and {"title", "body", "query"} & set(kinds):
        said = prose.topic(reading.clause) or prose.leftover(
            reading.clause, reading.tool, taken, reading.span[0]
        )
        said = said or prose.salient(reading.clause)
        said = said if "query" in kinds else said[:1].upper() + said[1:]
        return Found(said, "request", "ce que dit la demande")
    return None


_WHAT = re.compile(
    r"quelques mots|few words|\bce qui\b|\bce qu'il\b|\bwhat (?:is|has|the|went|needs?|to|happened|solved)\b"
    r"|\bpourquoi\b|\bwhy\b|\b(?:raison|reason|motif|cause)\b"
    r"|\b(?:probleme|problem|panne|symptom\w*|fault|issue)\b|comme le dit|\bdescri\w+|\bdecri\w+"
)


def asks_what(one: Property) -> bool:
    """Whether a property wants something told in words: a problem, a reason, what is to be done."""
    plain = fold(one.text)
    bound = isinstance(one.schema.get("pattern"), str) or "format" in one.schema
    return bool(_WHAT.search(plain)) and not bound


def _told(one: Property, reading: Reading) -> str | None:
    """Quoted or announced, else the sentence that says most; of an optional one, what is left over."""
    inside = [fact for fact in reading.scene.facts if reading.span[0] <= fact.start < reading.span[1]]
    if said := prose.quoted(inside) or prose.called(reading.clause):
        return said
    if "[]" in one.path:
        return prose.leftover(reading.clause, reading.tool, inside, reading.span[0])
    if one.required:
        return prose.told(reading.clause, reading.tool, inside)
    found = _BECAUSE.search(fold(reading.clause))
    if found:
        return re.split(r"[.!?](?:\s|$)", reading.clause[found.end() :])[0].strip(" ,") or None
    return prose.residue(reading.clause, reading.tool, inside, reading.span[0])


_BECAUSE = re.compile(
    r"\b(?:parce qu(?:e |')|car |puisqu(?:e |')|a cause d(?:e |'|u )|because (?:of )?|due to "
    r"|since (?:it|he|she|they|the) )"
)


def _written(kind, one, reading, inside, taken) -> Any:
    scene = reading.scene
    if kind == "summary" and (reading.material or prose.given_text(scene.task, inside)):
        return extract.summary(reading.text, one)
    if kind in ("sentiment", "urgency") and reading.material:
        judge = extract.tone if kind == "sentiment" else extract.pressure
        return extract.on_scale(judge(reading.text)[0], one)
    if kind == "body":
        return prose.message(reading.clause, inside) or prose.message(scene.task, scene.facts)
    if kind == "title":
        return prose.title(reading.clause, inside) or prose.title(scene.task, scene.facts)
    if kind == "query":
        return (
            prose.quoted(inside)
            or prose.topic(reading.clause)
            or prose.leftover(reading.clause, reading.tool, taken, reading.span[0])
        )
    if kind in ("product", "organisation", "person", "name", "") and not one.nullable:
        return prose.leftover(reading.clause, reading.tool, taken, reading.span[0])
    if kind in ("currency", "language", "country", "timezone"):
        return _spoken(kind, one, reading)
    return None


def _without_names(said: str, one: Property, reading: Reading) -> str:
    """A query without the language or the country that another argument takes: « … in English »."""
    for other in reading.tool.properties:
        if other is not one and other.kind in knowledge.CODES:
            for start, name in reversed(codes.spoken(other.kind, said, reading.profile)):
                if start + len(name) == len(said):
                    said = re.sub(r"\s+(?:in|en|au|aux|to|de|du)$", "", said[:start].rstrip())
    return said


def _spoken(kind: str, one: Property, reading: Reading) -> str | None:
    """A currency, a language, a country named in the clause; the role says which of two."""
    hits = codes.spoken(kind, reading.clause, reading.profile)
    if not hits:
        return None
    start, name = hits[-1] if one.role in ("destination", "end") else hits[0]
    if (
        one.role in ("destination", "end")
        and len(hits) == 1
        and not re.search(
            r"\b(?:en|vers|to|into|in|au|a)\s+(?:le |la |les |l'|des |the )?$", fold(reading.clause)[:start]
        )
    ):
        return None
    if (
        one.role == "origin"
        and len(hits) == 1
        and re.search(r"\b(?:en|vers|to|into)\s+$", fold(reading.clause)[:start])
    ):
        return None
    said = reading.clause[start : start + len(name)]
    if one.code == kind:
        found = codes.find(kind, said, one, reading.scene, reading.profile)
        return found.value if found else said
    return said
