"""Hidden tests of TP02, the loop. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp02_cap, _tp02_loop, _tp02_reading, _tp02_requests
from tooluse.practice import Suite

suite = Suite("tp02")
for part in (_tp02_loop, _tp02_reading, _tp02_cap, _tp02_requests):
    suite.tests.extend(part.suite.tests)
