"""`strict` tools and `output_config.format`: what the schemas that an answer is bound to may hold."""

from collections.abc import Callable, Iterator

from tooluse.rules.bound import FORMAT_PATH, Bound, format_of
from tooluse.rules.request import Finding, Request
from tooluse.rules.strict_schema import optional_parameters, unions

MAX_TOOLS, MAX_OPTIONAL, MAX_UNIONS = 20, 24, 16


def strict_additional_properties(request: Request) -> Iterator[Finding]:
    """An object leaves room for properties that nobody described; each must close itself, at any depth."""
    return _of(request, "strict-additional-properties")


def strict_keyword(request: Request) -> Iterator[Finding]:
    """A schema holds a word that no grammar can keep: bounds, lengths, `oneOf`."""
    return _of(request, "strict-keyword")


def strict_empty_schema(request: Request) -> Iterator[Finding]:
    """A schema accepts any value: `{}`, or a description alone."""
    return _of(request, "strict-empty-schema")


def strict_reference(request: Request) -> Iterator[Finding]:
    """A reference leads back to itself, or out of the schema."""
    return _of(request, "strict-reference")


def strict_enum(request: Request) -> Iterator[Finding]:
    """The values of an `enum` do not go with the declared type, or are no plain values."""
    return _of(request, "strict-enum")


def _of(request: Request, rule: str) -> Iterator[Finding]:
    for schema, obstacle in request.obstacles:
        if obstacle.rule == rule:
            path = ".".join((schema.path, *obstacle.place))
            # The sentence about a circle was reported without the name of its schema.
            named = "" if obstacle.sentence.startswith("Circular") else f"{schema.name}: "
            yield Finding(path, f"{named}{obstacle.sentence}")


def strict_limits(request: Request) -> Iterator[Finding]:
    """All bound schemas of a request together are too large for one grammar.

    The sentences name no place; the path is that of the tool or schema that goes beyond the limit."""
    strict = [tool for tool in request.tools if tool.body.get("strict") is True]
    if len(strict) > MAX_TOOLS:
        yield Finding(
            strict[MAX_TOOLS].path,
            f"Too many strict tools ({len(strict)}). The maximum number of strict tools supported is "
            f"{MAX_TOOLS}. Try reducing the number of tools marked as strict.",
        )
    count, path = _counted(request.bound_schemas, optional_parameters, MAX_OPTIONAL)
    if path:
        yield Finding(
            path,
            f"Schemas contains too many optional parameters ({count}), which would make grammar compilation "
            "inefficient. Reduce the number of optional parameters in your tool schemas "
            f"(limit: {MAX_OPTIONAL}).",
        )
    count, path = _counted(request.bound_schemas, unions, MAX_UNIONS)
    if path:
        yield Finding(
            path,
            f"Schemas contains too many parameters with union types ({count} parameters with type arrays or "
            "anyOf). This causes exponential compilation cost. Reduce the number of nullable or union-typed "
            f"parameters (limit: {MAX_UNIONS} parameters with unions).",
        )


def _counted(schemas: list[Bound], count: Callable[..., int], limit: int) -> tuple[int, str]:
    """The sum over all schemas, and the path of the one that exceeds the limit, "" if none does."""
    total, path = 0, ""
    for schema in schemas:
        total += count(schema.levels)
        path = path or (schema.path if total > limit else "")
    return total, path


def format_schema_invalid(request: Request) -> Iterator[Finding]:
    """The schema of the format is not valid JSON Schema. Text not public: ours follows that for tools."""
    if request.format_schema and not request.is_schema(request.format_schema):
        draft = "JSON Schema draft 2020-12 (https://json-schema.org/draft/2020-12)"
        yield Finding(FORMAT_PATH, f"{FORMAT_PATH}: JSON schema is invalid. It must match {draft}.")


def format_with_citations(request: Request) -> Iterator[Finding]:
    """Citations are asked for beside a format: they stand between pieces of text, the format is one piece.

    Documented as a 400; its text is not public."""
    if not format_of(request.get("output_config")):
        return
    for turn in request.turns_with("document", "search_result"):
        for block in (*turn.of("document"), *turn.of("search_result")):
            cited = block.body.get("citations")
            if isinstance(cited, dict) and cited.get("enabled") is True:
                sentence = "citations cannot be enabled together with a format"
                yield Finding(f"{block.path}.citations", f"output_config.format: {sentence}")
