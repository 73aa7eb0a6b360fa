"""The contract of the Messages API around tool use, as one catalogue.

from tooluse.rules import check
for violation in check(request):
    print(violation.message, violation.remedy)
"""

from tooluse.rules.catalogue import RULES, Rule, Violation, check
from tooluse.rules.first_error import first_error
from tooluse.rules.profiles import Profile, default_model, profile

__all__ = ["RULES", "Profile", "Rule", "Violation", "check", "default_model", "first_error", "profile"]
