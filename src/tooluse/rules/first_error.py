"""What a server asks at each request: the error that it is refused for, if any.

Nearly all requests are right. So the quick question comes first, whether any rule finds anything at all; only
when one does is the whole report made, which alone knows what the API would tell first."""

from typing import Any

from tooluse.rules.catalogue import API_VERSION, RULES, SHAPE, Rule, Violation, report
from tooluse.rules.memory import remembered
from tooluse.rules.profiles import Profile, profile_of
from tooluse.rules.request import Request

TOOLS = "tools"  # the rules of this stage look at nothing but the tools: see `_tools_are_clean`
_OF_TOOLS = [rule for rule in RULES if rule.stage == TOOLS and rule.severity == "error"]
_OTHERS = [rule for rule in RULES if rule.stage not in (SHAPE, TOOLS) and rule.severity == "error"]


def first_error(
    request: Any,
    profile: Profile | None = None,
    *,
    api_version: str = API_VERSION,
    beta: bool = False,
    counting: bool = False,
) -> Violation | None:
    """The first error that `check` would yield with the same arguments; None when it would yield none."""
    subject = Request(request, profile or profile_of(request), api_version, beta, counting)
    if not subject.faults and _tools_are_clean(subject.get("tools")) and not _any_finds(_OTHERS, subject):
        return None
    return next((found for found in report(subject, RULES) if found.severity == "error"), None)


def _any_finds(rules: list[Rule], subject: Request) -> bool:
    fields, types = subject.body.keys(), subject.block_types
    for rule in rules:
        if rule.fields and fields.isdisjoint(rule.fields) or rule.blocks and types.isdisjoint(rule.blocks):
            continue
        if next(rule.check(subject), None):
            return True
    return False


@remembered
def _tools_are_clean(tools: Any) -> bool:
    return not _any_finds(_OF_TOOLS, Request({"tools": tools}, profile_of(None), API_VERSION))
