"""What a graded notebook calls: public checks, hints, the judge; and what tests are written with."""

from tooluse.practice.notebook import hint, judge, verify
from tooluse.practice.student import LocalStudent, Outcome, Raised, plain
from tooluse.practice.suite import Result, Suite
from tooluse.practice.verdict import Failure, fail, note

__all__ = [
    "Failure",
    "LocalStudent",
    "Outcome",
    "Raised",
    "Result",
    "Suite",
    "fail",
    "hint",
    "judge",
    "note",
    "plain",
    "verify",
]
