"""Verdicts as a compiler tells them, or as data."""

import json
from typing import Any

from tooluse.french import typeset
from tooluse.lint.catalogues import Source
from tooluse.lint.suggest import meant
from tooluse.lint.verdicts import Verdict

WORDS = {"error": "erreur", "warning": "avertissement", "note": "remarque"}


class Report:
    """The verdicts on one or several files, told in order."""

    def __init__(self) -> None:
        self.entries: list[tuple[Source, list[Verdict]]] = []

    def add(self, source: Source, verdicts: list[Verdict]) -> None:
        self.entries.append((source, verdicts))

    def count(self, severity: str) -> int:
        return sum(verdict.violation.severity == severity for _, found in self.entries for verdict in found)

    @property
    def tools(self) -> int:
        return sum(len(catalogue.tools) for source, _ in self.entries for catalogue in source.catalogues)

    def text(self) -> str:
        lines: list[str] = []
        explained: set[str] = set()
        for source, verdicts in self.entries:
            for verdict in verdicts:
                lines += _told(source.name, verdict, verdict.violation.rule not in explained)
                explained.add(verdict.violation.rule)
            lines += [
                f"{source.name}:{gap.place}  {typeset(f'non lu : {gap.what}')}\n" for gap in source.unread
            ]
        lines.append(self._summary())
        if explained:
            lines.append(typeset(f"Une règle en détail : tooluse lint --explain {min(explained)}"))
        return "\n".join(lines)

    def json(self) -> str:
        files = [
            {
                "file": source.name,
                "tools": sum(len(catalogue.tools) for catalogue in source.catalogues),
                "verdicts": [_data(verdict) for verdict in verdicts],
                "unread": [{**gap.place._asdict(), "what": gap.what} for gap in source.unread],
            }
            for source, verdicts in self.entries
        ]
        totals = {f"{severity}s": self.count(severity) for severity in WORDS}
        return json.dumps({"files": files, "tools": self.tools, **totals}, ensure_ascii=False, indent=1)

    def _summary(self) -> str:
        counts = [
            _plural(self.count(severity), word) for severity, word in WORDS.items() if self.count(severity)
        ]
        gaps = sum(len(source.unread) for source, _ in self.entries)
        counts += [f"{_plural(gaps, 'passage')} non lu{'s' if gaps > 1 else ''}"] if gaps else []
        return typeset(f"{_plural(self.tools, 'outil')} : {', '.join(counts) or 'rien à redire'}.")


def _told(file: str, verdict: Verdict, explain: bool) -> list[str]:
    found = verdict.violation
    name = f"  ({verdict.tool})" if verdict.tool else ""
    lines = [
        f"{file}:{verdict.place}  {WORDS[found.severity]}[{found.rule}]  {found.path}{name}",
        f"  {verdict.more or found.detail}",
    ]
    if found.severity == "error":
        lines.append(f"  {typeset('L’API répondrait :')} {found.message}")
    if explain:
        lines.append(f"  {typeset('Pourquoi :')} {found.why}")
    lines.append(f"  {typeset('Suggestion :')} {' '.join(filter(None, [meant(found), found.suggestion]))}\n")
    return lines


def _data(verdict: Verdict) -> dict[str, Any]:
    found = verdict.violation
    return {
        **verdict.place._asdict(),
        "severity": found.severity,
        "rule": found.rule,
        "path": found.path,
        "tool": verdict.tool,
        "message": found.message,
        "detail": verdict.more or found.detail,
        "why": found.why,
        "suggestion": " ".join(filter(None, [meant(found), found.suggestion])),
        "lesson": found.lesson,
    }


def _plural(count: int, word: str) -> str:
    return f"{count} {word}{'s' if count > 1 else ''}"
