"""The `input_schema` of each tool, and what is checked against it."""

from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote

from tooluse.rules.examples import Budget, meets
from tooluse.rules.request import Finding, Request
from tooluse.rules.schema_check import children, is_schema

_LEARN_MORE = "https://platform.claude.com/docs/en/agents-and-tools/tool-use/overview"


def input_schema_invalid(request: Request) -> Iterator[Finding]:
    """An `input_schema` is not valid against draft 2020-12.

    Only the address at the end of the sentence changed with the years; this one is of 2026-08."""
    for tool, found in request.schemas:
        if not is_schema(found):
            path = f"{tool.path}.input_schema"
            yield Finding(
                path,
                f"{path}: JSON schema is invalid. It must match JSON Schema draft 2020-12 "
                f"(https://json-schema.org/draft/2020-12). Learn more about tool use at {_LEARN_MORE}.",
            )


def input_example_invalid(request: Request) -> Iterator[Finding]:
    """One of `input_examples` does not meet the tool's own schema. The API's sentence is not public.

    Nothing is claimed of an example that cannot be checked safely: remote references, costly patterns."""
    budget = Budget()
    for tool, found in request.schemas:
        examples = tool.body.get("input_examples")
        if isinstance(examples, list) and examples and is_schema(found):
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
        if by_code and any("$ref" in level.schema for level in found) and _is_circular(found[0].schema):
            path = f"{tool.path}.input_schema"
            yield Finding(path, f"{path}: Circular $ref detected in a tool with programmatic callers")


def _is_circular(root: dict[str, Any]) -> bool:
    """Whether following children and references leads from some schema back to itself.

    Definitions count only where they are referred to. Each schema is entered once: linear, no recursion."""
    done: set[int] = set()
    active: set[int] = {id(root)}
    stack = [(root, _steps(root, root))]
    while stack:
        schema, steps = stack[-1]
        following = next(steps, None)
        if following is None:
            stack.pop()
            active.discard(id(schema))
            done.add(id(schema))
        elif id(following) in active:
            return True
        elif id(following) not in done:
            active.add(id(following))
            stack.append((following, _steps(following, root)))
    return False


def _steps(schema: dict[str, Any], root: dict[str, Any]) -> Iterator[dict[str, Any]]:
    target = _resolve(schema.get("$ref"), root)
    if target is not None:
        yield target
    for (word, *_), child in children(schema):
        if isinstance(child, dict) and word not in ("$defs", "definitions"):
            yield child


def _resolve(reference: Any, root: dict[str, Any]) -> dict[str, Any] | None:
    """The object that a local pointer (`#/$defs/N`) names; nothing else is looked up."""
    if not isinstance(reference, str) or not reference.startswith("#"):
        return None
    value: Any = root
    for part in unquote(reference[1:]).split("/")[1:]:
        key = part.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and key.isdecimal() and len(key) < 10 and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value if isinstance(value, dict) else None
