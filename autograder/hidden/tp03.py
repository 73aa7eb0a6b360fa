"""Hidden tests of TP03: descriptions and schemas. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp03_defects, _tp03_descriptions, _tp03_returns, _tp03_schemas, _tp03_split
from tooluse.practice import Suite

suite = Suite("tp03")
for part in (_tp03_defects, _tp03_descriptions, _tp03_split, _tp03_schemas, _tp03_returns):
    suite.tests.extend(part.suite.tests)
