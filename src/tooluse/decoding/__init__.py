"""Constrained decoding, step by step: which tokens a JSON Schema allows next, and what a mask does to logits.

It shows the principle with an open engine (llguidance). How Claude's own engine is built is not public.
"""

from tooluse.decoding.grammar import END, Masks, SchemaRefused
from tooluse.decoding.steps import Step, Text, softmax
from tooluse.decoding.toy import ToyModel, write

__all__ = ["END", "Masks", "SchemaRefused", "Step", "Text", "ToyModel", "softmax", "write"]
