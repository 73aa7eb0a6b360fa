"""Hidden tests of TP06, moulding the output. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp06_mask, _tp06_reading, _tp06_sense, _tp06_strict, _tp06_ways
from tooluse.practice import Suite

suite = Suite("tp06")
for part in (_tp06_reading, _tp06_ways, _tp06_strict, _tp06_sense, _tp06_mask):
    suite.tests.extend(part.suite.tests)
