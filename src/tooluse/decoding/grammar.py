"""The automaton of a JSON Schema, over bytes: after any beginning it knows which byte may come next."""

import json
from typing import Any

from llguidance import LLMatcher, LLTokenizer

END = 256  # the token that ends a text; the 256 others are bytes
SIZE = END + 1
_COMPACT = {"whitespace_flexible": False}  # no space where JSON needs none: fewer choices that mean nothing
_LONGEST = 20_000  # characters of a schema


class SchemaRefused(ValueError):
    """The engine makes no grammar of this schema; the message says why."""


class Masks:
    """`allowed()` are the tokens that may come next, `advance(token)` takes one of them."""

    def __init__(self, schema: dict[str, Any]) -> None:
        """Raises SchemaRefused for a schema that is none, or that the engine does not know."""
        text = json.dumps(schema)
        if not isinstance(schema, dict) or len(text) > _LONGEST:
            raise SchemaRefused("not a schema" if not isinstance(schema, dict) else "schema too long")
        try:
            grammar = LLMatcher.grammar_from_json_schema(text, _COMPACT)
            self._tokenizer = LLTokenizer("byte")
            self._matcher = LLMatcher(self._tokenizer, grammar, log_level=0)
        except ValueError as error:
            raise SchemaRefused(str(error)) from None
        if self._matcher.is_error():
            raise SchemaRefused(" ".join(self._matcher.get_error().split()))

    def allowed(self) -> list[int]:
        """The tokens that may come next, in order: bytes, and END where the text may stop."""
        bits = self._matcher.compute_bitmask()
        found = [token for token in range(END) if bits[token // 8] >> token % 8 & 1]
        return [*found, END] if self._matcher.is_accepting() else found

    def advance(self, token: int) -> None:
        """Take the next token. Raises ValueError for one that is not allowed."""
        if token not in self.allowed():
            raise ValueError(f"token {token} is not allowed here")
        if token != END:
            self._matcher.consume_token(token)
