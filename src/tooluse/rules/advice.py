"""Warnings: accepted by the API, yet poor. The sentences are ours."""

from collections.abc import Iterator
from itertools import pairwise

from tooluse.rules.request import Finding, Request
from tooluse.rules.schema_check import KNOWN_KEYWORDS


def results_split(request: Request) -> Iterator[Finding]:
    """The results of one turn are spread over several user messages.

    The API merges them (since 2024-10-08), but the docs call the form wrong: it teaches the model to stop
    calling tools in parallel."""
    for previous, turn in pairwise([None, *request.turns]):
        if previous and previous.role == "assistant" and turn.role == "user":
            holders = dict.fromkeys(block.message for block in turn.of("tool_result"))
            for index in list(holders)[1:]:
                path = f"messages.{index}"
                yield Finding(path, f"{path}: the results of one turn are split over several user messages")


def description_missing(request: Request) -> Iterator[Finding]:
    """A tool has no description: the model chooses by its name alone."""
    for tool in request.custom_tools:
        description = tool.body.get("description")
        if description is None or isinstance(description, str) and not description.strip():
            path = f"{tool.path}.description"
            yield Finding(path, f"{path}: the tool has no description")


def required_without_property(request: Request) -> Iterator[Finding]:
    """`required` names a parameter that `properties` does not describe: accepted, and never explained."""
    for tool, levels in request.schemas:
        schema = levels[0].schema
        properties, required = schema.get("properties"), schema.get("required")
        known = properties if isinstance(properties, dict) else {}
        for index, name in enumerate(required if isinstance(required, list) else ()):
            if isinstance(name, str) and name not in known:
                path = f"{tool.path}.input_schema.required.{index}"
                yield Finding(path, f"{path}: '{name}' is required but not described in properties")


def unknown_schema_keyword(request: Request) -> Iterator[Finding]:
    """A schema holds a word that JSON Schema does not know (`types`): accepted, and without any effect."""
    for tool, levels in request.schemas:
        for place, schema in levels:
            for word in schema:
                if word not in KNOWN_KEYWORDS and isinstance(word, str) and not word.startswith("x-"):
                    path = ".".join([f"{tool.path}.input_schema", *place, word])
                    yield Finding(path, f"{path}: not a keyword of JSON Schema draft 2020-12, ignored")
