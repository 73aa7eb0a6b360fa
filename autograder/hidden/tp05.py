"""Hidden tests of TP05, choosing for the model. The tests of each task stand in the modules named here."""

from autograder.hidden import _tp05_modes, _tp05_reading, _tp05_route, _tp05_talk
from tooluse.practice import Suite

suite = Suite("tp05")
for part in (_tp05_modes, _tp05_route, _tp05_talk, _tp05_reading):
    suite.tests.extend(part.suite.tests)
