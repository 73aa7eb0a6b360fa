"""The `input_schema` of each tool, and what is checked against it."""

from collections.abc import Iterator

from tooluse.rules.examples import Budget, meets
from tooluse.rules.references import cycle
from tooluse.rules.request import Finding, Request

_LEARN_MORE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview"


def input_schema_invalid(request: Request) -> Iterator[Finding]:
    """An `input_schema` is not valid against draft 2020-12.

    Only the address at the end of the sentence changed with the years; this one is of 2026-08."""
    for tool, found in request.schemas:
        if not request.is_schema(found):
            path = f"{tool.path}.input_schema"
            yield Finding(
                path,
                f"{path}: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
                f"(https://json-schema.org/draft/2020-12). Learn more about tool use at {_LEARN_MORE}.",
            )


def input_schema_union(request: Request) -> Iterator[Finding]:
    """The schema itself is a `oneOf`, `allOf` or `anyOf`; inside a property they are fine.

    Reported from 2025-08 to 2026-08, with request ids."""
    for tool, found in request.schemas:
        if any(keyword in found[0].schema for keyword in ("oneOf", "allOf", "anyOf")):
            path = f"{tool.path}.input_schema"
            sentence = "input_schema does not support oneOf, allOf, or anyOf at the top level"
            yield Finding(path, f"{path}: {sentence}")


def input_example_invalid(request: Request) -> Iterator[Finding]:
    """One of `input_examples` does not meet the tool's own schema. The API's sentence is not public.

    Nothing is claimed of an example that cannot be checked safely: remote references, costly patterns."""
    budget = Budget()
    for tool, found in request.schemas:
        examples = tool.body.get("input_examples")
        if isinstance(examples, list) and examples and request.is_schema(found):
            for index, example in enumerate(examples):
                if isinstance(example, dict) and meets(found[0].schema, example, budget) is False:
                    path = f"{tool.path}.input_examples.{index}"
                    yield Finding(path, f"{path}: Input example does not match the input_schema")


def circular_reference(request: Request) -> Iterator[Finding]:
    """The schema of a tool that code calls refers to itself; direct calls take such schemas.

    Only "Circular $ref detected" is public; the rest of the sentence is ours."""
    for tool, found in request.schemas:
        callers = tool.body.get("allowed_callers")
        by_code = isinstance(callers, list) and any(name != "direct" for name in callers)
        if by_code and any("$ref" in level.schema for level in found) and cycle(found[0].schema):
            path = f"{tool.path}.input_schema"
            yield Finding(path, f"{path}: Circular $ref detected in a tool with programmatic callers")
