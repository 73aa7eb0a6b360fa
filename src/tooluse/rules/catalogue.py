"""The catalogue: all rules in one table, and `check`, which applies them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice
from typing import Any, Literal

from tooluse.data import read_json
from tooluse.french import typeset
from tooluse.rules import (
    advice,
    content,
    forms,
    images,
    limits,
    pairing,
    sampling,
    schemas,
    server_tools,
    strict,
    system_messages,
    thinking,
    thinking_blocks,
    tool_choice,
    tools,
)
from tooluse.rules.profiles import Profile, profile_of
from tooluse.rules.request import Finding, Request
from tooluse.rules.shape import ENOUGH, FIELDS

API_VERSION = "2026-10-21"  # what the SDK sends since 2.0

# The stages of the API's checking, which reports one fault: fields in this order, then those that it does
# not know, then what no field shows alone (the model's own limits among it), then system messages (measured:
# before a call without result), the conversation, how that ends; a container last of all. Warnings, which it
# never reports, come behind.
STAGES = (*FIELDS, "other fields", "whole", "system messages", "conversation", "ending", "last", "advice")
SHAPE = "shape"  # the stage of a fault of shape is the field that it stands in

Severity = Literal["error", "warning", "note"]  # a note is told by `tooluse lint` only; nothing fails by it


@dataclass(frozen=True)
class Rule:
    """One rule: a generator function, from a request to its findings. Its docstring is the rule's own.

    It finds nothing unless the request has one of the `fields`, and a block of one of the types `blocks`, if
    any are named: then it need not be asked."""

    check: Callable[[Request], Iterator[Finding]]
    stage: str
    severity: Severity = "error"
    fields: tuple[str, ...] = ()
    blocks: tuple[str, ...] = ()

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
    details: tuple[tuple[str, str], ...] = ()  # what the French sentences of this one place need

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

    @property
    def detail(self) -> str:
        """What is wrong at this very place, when the rule has a sentence for it; else its meaning."""
        return self._filled("detail") or self.meaning

    @property
    def suggestion(self) -> str:
        """What to write there, when the rule can tell; else the remedy."""
        return self._filled("suggestion") or self.remedy

    def _filled(self, key: str) -> str:
        """A sentence of the rule with the details put in. It may have variants, which a detail chooses."""
        told = dict(self.details)
        sentence = _templates(self.rule).get(key, "")
        if isinstance(sentence, dict):
            sentence = sentence.get(told.get("variant", ""), "")
        return typeset(sentence.format_map(told)) if sentence else ""


_SAMPLING = sampling.PARAMETERS
_BOUND = ("tools", "output_config")  # where a schema stands that an answer is bound to

# In the order of report. In a stage, faults of shape come first; then the document's order, then this table.
RULES = (
    Rule(forms.field_required, SHAPE),
    Rule(forms.wrong_type, SHAPE),
    Rule(forms.unexpected_value, SHAPE),
    Rule(forms.unknown_tag, SHAPE),
    Rule(forms.string_too_short, SHAPE),
    Rule(forms.string_too_long, SHAPE),
    Rule(forms.string_pattern, SHAPE),
    Rule(forms.out_of_range, SHAPE),
    Rule(forms.extra_field, SHAPE),
    Rule(tools.tool_names_unique, "tools"),
    Rule(tools.property_keys, "tools"),
    Rule(schemas.input_schema_invalid, "tools"),
    Rule(schemas.input_schema_union, "tools"),
    Rule(schemas.input_example_invalid, "tools"),
    Rule(schemas.circular_reference, "tools"),
    Rule(tools.all_tools_deferred, "tools"),
    Rule(tools.deferred_with_cache_control, "tools"),
    Rule(content.messages_empty, "messages"),
    Rule(limits.too_many_messages, "messages"),
    Rule(content.unexpected_role, "messages"),
    Rule(content.error_without_content, "messages", blocks=("tool_result",)),
    Rule(content.error_with_other_content, "messages", blocks=("tool_result",)),
    Rule(content.document_in_assistant, "messages", blocks=("document",)),
    Rule(content.citations_in_user_text, "messages", blocks=("text",)),
    Rule(images.image_data_empty, "messages", blocks=images.HOLDERS),
    Rule(images.image_data_invalid, "messages", blocks=images.HOLDERS),
    Rule(images.image_media_type, "messages", blocks=images.HOLDERS),
    Rule(content.cache_control_on_empty_text, "messages", blocks=("text",)),
    Rule(limits.stop_sequence_blank, "stop_sequences", fields=("stop_sequences",)),
    Rule(tool_choice.tool_choice_without_tools, "whole", fields=("tool_choice",)),
    Rule(tool_choice.tool_choice_unknown_tool, "whole", fields=("tool_choice",)),
    Rule(tool_choice.forced_choice_unsupported, "whole", fields=("tool_choice",)),
    Rule(tool_choice.tool_choice_not_direct, "whole", fields=("tool_choice",)),
    Rule(tool_choice.forced_choice_with_thinking, "whole", fields=("tool_choice",)),
    Rule(thinking.thinking_enabled_unsupported, "whole", fields=("thinking",)),
    Rule(thinking.thinking_adaptive_unsupported, "whole", fields=("thinking",)),
    Rule(thinking.thinking_disabled_unsupported, "whole", fields=("thinking",)),
    Rule(thinking.thinking_between_tools_unsupported, "whole", fields=("thinking",)),
    Rule(thinking.budget_reaches_max_tokens, "whole", fields=("thinking",)),
    Rule(thinking.effort_unsupported, "whole", fields=("output_config",)),
    Rule(thinking.effort_without_thinking, "whole", fields=("output_config",)),
    Rule(limits.max_tokens_too_large, "whole"),
    Rule(sampling.sampling_refused_by_version, "whole", fields=_SAMPLING),
    Rule(thinking.sampling_with_thinking, "whole", fields=("thinking",)),
    Rule(sampling.sampling_refused_by_model, "whole", fields=_SAMPLING),
    Rule(sampling.sampling_unset_value, "whole", fields=_SAMPLING),
    Rule(sampling.temperature_with_top_p, "whole", fields=_SAMPLING),
    Rule(limits.too_many_breakpoints, "whole"),
    Rule(limits.breakpoint_order, "whole"),
    Rule(strict.strict_additional_properties, "whole", fields=_BOUND),
    Rule(strict.strict_keyword, "whole", fields=_BOUND),
    Rule(strict.strict_empty_schema, "whole", fields=_BOUND),
    Rule(strict.strict_reference, "whole", fields=_BOUND),
    Rule(strict.strict_enum, "whole", fields=_BOUND),
    Rule(strict.strict_limits, "whole", fields=_BOUND),
    Rule(strict.format_schema_invalid, "whole", fields=("output_config",)),
    Rule(strict.format_with_citations, "whole", fields=("output_config",)),
    Rule(system_messages.system_message_unsupported, "system messages"),
    Rule(system_messages.system_message_content, "system messages"),
    Rule(system_messages.system_message_place, "system messages"),
    Rule(system_messages.system_message_blank, "system messages"),
    Rule(pairing.tool_result_in_assistant, "conversation", blocks=("tool_result",)),
    Rule(pairing.tool_use_in_user, "conversation", blocks=("tool_use",)),
    Rule(pairing.orphan_tool_use, "conversation", blocks=("tool_use",)),
    Rule(pairing.unexpected_tool_result, "conversation", blocks=("tool_result",)),
    Rule(pairing.duplicate_tool_use_id, "conversation", blocks=("tool_use",)),
    Rule(pairing.duplicate_tool_result, "conversation", blocks=("tool_result",)),
    Rule(server_tools.unexpected_server_tool_result, "conversation"),
    Rule(server_tools.server_tool_missing, "conversation", blocks=("server_tool_use",)),
    Rule(server_tools.text_on_resume, "conversation", blocks=("server_tool_use",)),
    Rule(thinking_blocks.thinking_block_first, "conversation", fields=("thinking",)),
    Rule(thinking_blocks.thinking_block_final, "conversation", blocks=thinking_blocks.KINDS),
    Rule(thinking_blocks.thinking_block_changed, "conversation", blocks=thinking_blocks.KINDS),
    Rule(content.system_text_blank, "conversation", fields=("system",)),
    Rule(content.empty_message, "conversation"),
    Rule(content.empty_text, "conversation", blocks=("text",)),
    Rule(content.whitespace_text, "conversation", blocks=("text",)),
    Rule(content.prefill_unsupported, "ending"),
    Rule(content.prefill_trailing_space, "ending"),
    Rule(limits.container_without_code_execution, "last", fields=("container",)),
    Rule(advice.results_split, "advice", "warning"),
    Rule(advice.description_missing, "advice", "warning"),
    Rule(advice.required_without_property, "advice", "warning"),
    Rule(advice.unknown_schema_keyword, "advice", "warning"),
)


def check(
    request: Any,
    profile: Profile | None = None,
    *,
    api_version: str = API_VERSION,
    beta: bool = False,
    counting: bool = False,
) -> Iterator[Violation]:
    """The violations of a request body in the order in which the API reports; it would report the first.

    Any JSON value may be given. Without a profile, that of the request's own model counts. `beta`: it has a
    beta header, so what the SDK's beta types allow is allowed. `counting`: it is for count_tokens."""
    yield from report(Request(request, profile or profile_of(request), api_version, beta, counting), RULES)


def report(subject: Request, rules: tuple[Rule, ...], enough: int | None = ENOUGH) -> Iterator[Violation]:
    """What these rules find, in the order of report; of one rule, no more than enough."""
    found = []
    for rule in rules:
        for finding in islice(rule.check(subject), enough):
            found.append((_place(rule, finding), rule, finding))
    for _, rule, finding in sorted(found, key=lambda entry: entry[0]):  # stable: the table decides ties
        details = tuple((key, _printable(value)) for key, value in finding.details)
        path, message = _printable(finding.path), _printable(finding.message)
        yield Violation(rule.name, path, message, rule.severity, details)


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


@cache
def _templates(rule: str) -> dict[str, Any]:
    entry = read_json("rules", f"{rule}.json")
    return {key: entry[key] for key in ("detail", "suggestion") if key in entry}
