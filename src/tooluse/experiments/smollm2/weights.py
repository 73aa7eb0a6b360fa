"""What a GGUF file holds: numbers of the architecture, weights, vocabulary."""

from dataclasses import dataclass

import numpy as np
from gguf import GGUFReader
from gguf.quants import dequantize
from tokenizers import AddedToken, Tokenizer, decoders, models, pre_tokenizers

from tooluse.experiments.smollm2 import weights_path

_CONTROL = 3  # the kind of a token like <|im_end|>, which no text spells


@dataclass(frozen=True)
class Shape:
    """The numbers that say how the network is built."""

    layers: int
    heads: int  # of queries
    kv_heads: int  # of keys and values: several queries share one
    head_size: int
    rope_base: float
    epsilon: float


@dataclass(frozen=True)
class Weights:
    shape: Shape
    arrays: dict[str, np.ndarray]
    tokenizer: Tokenizer
    end: int  # the token that ends a turn


def load() -> Weights:
    """Read the file and undo its four-bit packing: 135 million float32, half a gigabyte in memory."""
    reader = GGUFReader(weights_path())

    def number(name):
        return reader.fields[f"llama.{name}"].contents()

    shape = Shape(
        layers=number("block_count"),
        heads=number("attention.head_count"),
        kv_heads=number("attention.head_count_kv"),
        head_size=number("rope.dimension_count"),
        rope_base=number("rope.freq_base"),
        epsilon=number("attention.layer_norm_rms_epsilon"),
    )
    arrays = {
        tensor.name.removesuffix(".weight"): dequantize(tensor.data, tensor.tensor_type).astype(np.float32)
        for tensor in reader.tensors
    }
    end = reader.fields["tokenizer.ggml.eos_token_id"].contents()
    return Weights(shape, arrays, _tokenizer(reader), end)


def _tokenizer(reader: GGUFReader) -> Tokenizer:
    """Byte-pair encoding over bytes, digits one by one, from the lists that the file holds."""

    def listed(name):
        return reader.fields[f"tokenizer.ggml.{name}"].contents()

    words = listed("tokens")
    merges = [tuple(merge.split(" ")) for merge in listed("merges")]
    made = Tokenizer(models.BPE({word: number for number, word in enumerate(words)}, merges))
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [pre_tokenizers.Digits(individual_digits=True), pre_tokenizers.ByteLevel(add_prefix_space=False)]
    )
    made.decoder = decoders.ByteLevel()
    kinds = zip(words, listed("token_type"), strict=True)
    made.add_special_tokens([AddedToken(word, special=True) for word, kind in kinds if kind == _CONTROL])
    return made
