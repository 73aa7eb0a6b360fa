"""Hidden tests of TP07, when it breaks. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp07_again, _tp07_guard, _tp07_sorting, _tp07_tools
from tooluse.practice import Suite

suite = Suite("tp07")
for part in (_tp07_sorting, _tp07_tools, _tp07_guard, _tp07_again):
    suite.tests.extend(part.suite.tests)
