"""The catalogue: all rules in one table, and `check`, which applies them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Literal

from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.rules import advice, content, forms, pairing, schemas, server_tools, tools
from tooluse.rules.profiles import Profile, profile_of
from tooluse.rules.request import Finding, Request
from tooluse.rules.shape import ENOUGH, FIELDS

API_VERSION = "2026-10-21"  # what the SDK sends since 2.0

# The stages of the API's checking, which reports one fault: fields in this order, then those that it does
# not know, then the conversation, then how that ends. Warnings, which it never reports, come last.
STAGES = (*FIELDS, "other fields", "conversation", "ending", "advice")
SHAPE = "shape"  # the stage of a fault of shape is the field that it stands in

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Rule:
    """One rule: a generator function, from a request to its findings. Its docstring is the rule's own."""

    check: Callable[[Request], Iterator[Finding]]
    stage: str
    severity: Severity = "error"

    @property
    def name(self) -> str:
        return self.check.__name__.replace("_", "-")

    @property
    def doc(self) -> str:
        return self.check.__doc__ or ""


@dataclass(frozen=True)
class Violation:
    """What is wrong with one request, in the API's words, and in French for a learner."""

    rule: str
    path: str
    message: str
    severity: Severity

    @property
    def meaning(self) -> str:
        return _french(self.rule)["meaning"]

    @property
    def why(self) -> str:
        return _french(self.rule)["why"]

    @property
    def remedy(self) -> str:
        return _french(self.rule)["remedy"]

    @property
    def lesson(self) -> str:
        return _french(self.rule)["lesson"]


# In the order of report. In a stage, faults of shape come first; then the document's order, then this table.
RULES = (
    Rule(forms.field_required, SHAPE),
    Rule(forms.wrong_type, SHAPE),
    Rule(forms.unexpected_value, SHAPE),
    Rule(forms.unknown_tag, SHAPE),
    Rule(forms.string_pattern, SHAPE),
    Rule(forms.extra_field, SHAPE),
    Rule(tools.tool_names_unique, "tools"),
    Rule(tools.property_keys, "tools"),
    Rule(schemas.input_schema_invalid, "tools"),
    Rule(schemas.input_example_invalid, "tools"),
    Rule(schemas.circular_reference, "tools"),
    Rule(tools.all_tools_deferred, "tools"),
    Rule(tools.deferred_with_cache_control, "tools"),
    Rule(content.messages_empty, "messages"),
    Rule(content.unexpected_role, "messages"),
    Rule(content.error_without_content, "messages"),
    Rule(content.error_with_other_content, "messages"),
    Rule(content.document_in_assistant, "messages"),
    Rule(content.cache_control_on_empty_text, "messages"),
    Rule(pairing.tool_result_in_assistant, "conversation"),
    Rule(pairing.tool_use_in_user, "conversation"),
    Rule(pairing.orphan_tool_use, "conversation"),
    Rule(pairing.unexpected_tool_result, "conversation"),
    Rule(pairing.duplicate_tool_use_id, "conversation"),
    Rule(pairing.duplicate_tool_result, "conversation"),
    Rule(server_tools.unexpected_server_tool_result, "conversation"),
    Rule(server_tools.server_tool_missing, "conversation"),
    Rule(server_tools.text_on_resume, "conversation"),
    Rule(content.empty_message, "conversation"),
    Rule(content.empty_text, "conversation"),
    Rule(content.whitespace_text, "conversation"),
    Rule(content.prefill_unsupported, "ending"),
    Rule(advice.results_split, "advice", "warning"),
    Rule(advice.description_missing, "advice", "warning"),
    Rule(advice.required_without_property, "advice", "warning"),
    Rule(advice.unknown_schema_keyword, "advice", "warning"),
)


def check(
    request: Any, profile: Profile | None = None, *, api_version: str = API_VERSION
) -> Iterator[Violation]:
    """The violations of a request body in the order in which the API reports; it would report the first.

    Any JSON value may be given. Without a profile, that of the request's own model counts."""
    subject = Request(request, profile or profile_of(request), api_version)
    found = []
    for rule in RULES:
        for finding in islice(rule.check(subject), ENOUGH):
            found.append((_place(rule, finding), rule, finding))
    for _, rule, finding in sorted(found, key=lambda entry: entry[0]):  # stable: the table decides ties
        yield Violation(rule.name, _printable(finding.path), _printable(finding.message), rule.severity)


def _place(rule: Rule, finding: Finding) -> tuple[Any, ...]:
    if finding.place:
        return finding.place
    position = tuple(int(part) for part in finding.path.split(".") if part.isdecimal() and len(part) < 10)
    return _ORDER[rule.stage], 1, position


_ORDER = {stage: number for number, stage in enumerate(STAGES)}


def _printable(text: str) -> str:
    """Lone surrogates are legal in JSON but in no encoding: they would break whoever prints or sends this."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


@cache
def _french(rule: str) -> dict[str, str]:
    entry = read_json("rules", f"{rule}.json")
    return {key: typeset(entry[key]) for key in ("meaning", "why", "remedy", "lesson")}
