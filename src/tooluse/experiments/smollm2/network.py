"""A language model, whole: tokens in, one number for each token of the vocabulary out. Read it from the end.

float32 throughout: `x ** 0.5` rather than `np.sqrt` of a Python number, which would turn all to float64.
"""

import numpy as np

from tooluse.experiments.smollm2.weights import Weights

Cache = list[tuple[np.ndarray, np.ndarray]]  # of each layer: the keys and the values of the tokens read


def rms_norm(x: np.ndarray, gain: np.ndarray, epsilon: float) -> np.ndarray:
    """Each row brought to the same size."""
    return x * ((x * x).mean(-1, keepdims=True) + np.float32(epsilon)) ** -0.5 * gain


def rotate(x: np.ndarray, start: int, base: float) -> np.ndarray:
    """Rotary positions: pairs of numbers turned by an angle that grows with the place of the token."""
    places = np.arange(start, start + len(x), dtype=np.float32)
    speeds = base ** (-np.arange(0, x.shape[-1], 2, dtype=np.float32) / np.float32(x.shape[-1]))
    angles = (places[:, None] * speeds.astype(np.float32))[:, None]  # token, head, pair
    even, odd = x[..., 0::2], x[..., 1::2]
    turned = np.empty_like(x)
    turned[..., 0::2] = even * np.cos(angles) - odd * np.sin(angles)
    turned[..., 1::2] = even * np.sin(angles) + odd * np.cos(angles)
    return turned


def softmax(x: np.ndarray) -> np.ndarray:
    powers = np.exp(x - x.max(-1, keepdims=True))
    return powers / powers.sum(-1, keepdims=True)


class Network:
    """`network(tokens, cache)`: the logits after the last token, and the cache with these tokens read."""

    def __init__(self, weights: Weights):
        self.shape, self.arrays = weights.shape, weights.arrays

    def __call__(self, tokens: list[int], cache: Cache | None = None) -> tuple[np.ndarray, Cache]:
        x, read = self.arrays["token_embd"][tokens], []
        for layer in range(self.shape.layers):
            weights = {part: self.arrays[f"blk.{layer}.{part}"] for part in _PARTS}
            seen, kept = self._attention(x, weights, cache[layer] if cache else None)
            x = x + seen
            x = x + self._feed_forward(x, weights)
            read.append(kept)
        last = rms_norm(x[-1], self.arrays["output_norm"], self.shape.epsilon)
        return last @ self.arrays["token_embd"].T, read

    def _attention(self, x, weights, past):
        """Every token looks back at the ones before it: how much at each, then what it takes from them."""
        shape, count = self.shape, len(x)
        start = len(past[0]) if past else 0
        normed = rms_norm(x, weights["attn_norm"], shape.epsilon)

        def heads(part, number):
            return (normed @ weights[part].T).reshape(count, number, shape.head_size)

        queries = rotate(heads("attn_q", shape.heads), start, shape.rope_base)
        keys = rotate(heads("attn_k", shape.kv_heads), start, shape.rope_base)
        values = heads("attn_v", shape.kv_heads)
        if past:
            keys, values = np.concatenate([past[0], keys]), np.concatenate([past[1], values])
        shared = shape.heads // shape.kv_heads
        every_key = np.repeat(keys, shared, axis=1).transpose(1, 2, 0)  # head, number, token
        every_value = np.repeat(values, shared, axis=1).transpose(1, 0, 2)  # head, token, number
        scores = queries.transpose(1, 0, 2) @ every_key * np.float32(shape.head_size**-0.5)
        future = np.triu(np.ones((count, start + count), bool), start + 1)
        looks = softmax(np.where(future, np.float32(-np.inf), scores))
        mixed = (looks @ every_value).transpose(1, 0, 2).reshape(count, -1)
        return mixed @ weights["attn_output"].T, (keys, values)

    def _feed_forward(self, x, weights):
        normed = rms_norm(x, weights["ffn_norm"], self.shape.epsilon)
        gate = normed @ weights["ffn_gate"].T
        return (gate / (1 + np.exp(-gate)) * (normed @ weights["ffn_up"].T)) @ weights["ffn_down"].T


_PARTS = (
    *("attn_norm", "attn_q", "attn_k", "attn_v", "attn_output"),
    *("ffn_norm", "ffn_gate", "ffn_up", "ffn_down"),
)
