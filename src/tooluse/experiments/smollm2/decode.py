"""Greedy decoding, free or under a mask: all there is to « constrained decoding » stands in `_masked`."""

import json
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from llguidance import LLMatcher, LLTokenizer

from tooluse.experiments.smollm2.network import Cache, Network, softmax
from tooluse.experiments.smollm2.weights import Weights

# The spaces that `json.dumps` writes, which is how the model has seen most JSON.
_SPACES = {"whitespace_flexible": False, "item_separator": ", ", "key_separator": ": "}


@dataclass
class Generation:
    """What was written, token by token. `gaps`: the lead of each over the next best, in logits.

    Under a mask, `removed` is the probability that each mask took away, and `wanted` the token that the model
    would have written where the mask forbade it (None where it had its way).
    """

    tokens: list[int] = field(default_factory=list)
    gaps: list[float] = field(default_factory=list)
    removed: list[float] = field(default_factory=list)
    wanted: list[int | None] = field(default_factory=list)


class Decoder:
    """The model with its vocabulary: text in, tokens out."""

    def __init__(self, weights: Weights):
        self.network, self.tokenizer, self.end = Network(weights), weights.tokenizer, weights.end
        self._masks = LLTokenizer(weights.tokenizer.to_str(), eos_token=weights.end)

    def encode(self, text: str) -> list[int]:
        return self.tokenizer.encode(text).ids

    def decode(self, tokens: list[int]) -> str:
        return self.tokenizer.decode(tokens)

    def read(self, text: str) -> tuple[int, Cache]:
        """Read the beginning that many prompts share, once: how many tokens, and the cache to go on from."""
        tokens = self.encode(text)
        return len(tokens), self.network(tokens)[1]

    def generate(
        self,
        text: str,
        cache: Cache | None = None,
        schema: dict[str, Any] | None = None,
        max_tokens: int = 60,
    ) -> Generation:
        """Always the most probable token; with a schema, the most probable of those that it allows next."""
        matcher = self.matcher(schema) if schema else None
        said = Generation()
        logits, cache = self.network(self.encode(text), cache)
        while len(said.tokens) < max_tokens:
            if matcher:
                logits = self._masked(logits, matcher, said)
            token = int(logits.argmax())
            if token == self.end:
                break
            best = np.partition(logits, -2)[-2:]
            said.gaps.append(float(best[1] - best[0]))
            said.tokens.append(token)
            if matcher and matcher.consume_token(token) and matcher.is_stopped():
                break
            logits, cache = self.network([token], cache)
        return said

    def matcher(self, schema: dict[str, Any]) -> LLMatcher:
        """The automaton of a schema: it knows, after any beginning, which tokens may come next."""
        matcher = LLMatcher(self._masks, LLMatcher.grammar_from_json_schema(json.dumps(schema), _SPACES))
        if matcher.is_error():
            raise ValueError(matcher.get_error())
        return matcher

    def _masked(self, logits: np.ndarray, matcher: LLMatcher, said: Generation) -> np.ndarray:
        allowed = np.frombuffer(matcher.compute_logit_bias(), np.uint8)[: len(logits)] > 0
        said.removed.append(float(softmax(logits)[~allowed].sum()))
        favourite = int(logits.argmax())
        said.wanted.append(None if allowed[favourite] else favourite)
        return np.where(allowed, logits, np.float32(-np.inf))  # forbidden: probability zero, not a small one
