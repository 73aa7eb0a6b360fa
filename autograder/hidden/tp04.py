"""Hidden tests of TP04, the contract. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp04_calls, _tp04_context, _tp04_sources
from tooluse.practice import Suite

suite = Suite("tp04")
for part in (_tp04_calls, _tp04_sources, _tp04_context):
    suite.tests.extend(part.suite.tests)
