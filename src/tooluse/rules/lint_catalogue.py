"""The rules that only `tooluse lint` applies: they read prose, which no server does at each request."""

from collections.abc import Iterator
from typing import Any

from tooluse.rules import definitions, overlap, prose, wording
from tooluse.rules.catalogue import API_VERSION, RULES, Rule, Violation, report
from tooluse.rules.profiles import profile_of
from tooluse.rules.request import Request

LINT_RULES = (
    Rule(definitions.name_vague, "advice", "warning"),
    Rule(wording.description_repeats_name, "advice", "warning"),
    Rule(wording.description_thin, "advice", "warning"),
    Rule(wording.keyword_stuffing, "advice", "warning"),
    Rule(wording.trigger_missing, "advice", "warning"),
    Rule(wording.frontier_missing, "advice", "note"),
    Rule(wording.return_missing, "advice", "warning"),
    Rule(wording.empty_case_missing, "advice", "warning"),
    Rule(wording.unit_missing, "advice", "warning"),
    Rule(overlap.tools_overlap, "advice", "warning"),
    Rule(definitions.parameter_undescribed, "advice", "warning"),
    Rule(wording.parameter_unit_missing, "advice", "warning"),
    Rule(definitions.catch_all_parameter, "advice", "warning"),
    Rule(definitions.required_needless, "advice", "warning"),
    Rule(prose.bounds_in_prose, "advice", "warning"),
    Rule(prose.choices_in_prose, "advice", "warning"),
    Rule(prose.format_in_prose, "advice", "warning"),
    Rule(definitions.pattern_unanchored, "advice", "warning"),
    Rule(definitions.enum_case, "advice", "warning"),
)


def advise(request: Any) -> Iterator[Violation]:
    """What makes the tool definitions of a request poor, by these rules; `check` tells the rest."""
    return report(_subject(request), LINT_RULES, enough=None)


def check_and_advise(request: Any) -> Iterator[Violation]:
    """What `check` tells, then what `advise` does; the request is taken apart once."""
    subject = _subject(request)
    yield from report(subject, RULES, enough=None)
    yield from report(subject, LINT_RULES, enough=None)


def _subject(request: Any) -> Request:
    return Request(request, profile_of(request), API_VERSION)
