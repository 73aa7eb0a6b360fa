"""How well a model reads tool definitions: a catalogue of requests with the calls that they should make.

One file a stage: `catalogue` (what is asked), `rename` (the same in other words), `expected` (what counts as
right), `scoring` (the exchanges and their scores), `report` (what is shown), `command` (`tooluse evaluate`).
"""

from tooluse.evaluation.catalogue import names, thinned, tool_set
from tooluse.evaluation.rename import renamed
from tooluse.evaluation.scoring import Result, Score, evaluate, score

__all__ = ["Result", "Score", "evaluate", "names", "renamed", "score", "thinned", "tool_set"]
