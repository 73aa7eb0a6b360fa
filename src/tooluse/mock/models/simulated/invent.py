"""Values that nothing gives, made up so that the call is whole; and values in the type that is asked for."""

from typing import Any

from tooluse.mock.models.simulated import knowledge, schema
from tooluse.mock.models.simulated.formats import write_date
from tooluse.mock.models.simulated.lexicon import table
from tooluse.mock.models.simulated.properties import Property
from tooluse.mock.models.simulated.reading import Reading


def invented(one: Property, reading: Reading) -> Any:
    """What stands for a required value that nothing gives: an example, the smallest value, « inconnu »."""
    if one.choices:
        return one.choices[0]
    if one.type == "boolean":
        return False
    if one.type in ("array", "object", "null", "integer", "number"):
        least = schema.smallest(one.schema, reading.tool.schema)
        return schema.bounded(1, one.schema) if one.type in ("integer", "number") and least == 0 else least
    if one.kinds[:1] == ("date",):
        day = reading.scene.today or reading.profile.assumed_today
        return write_date(day, one.time_format or "%Y-%m-%d", None)
    for example in one.examples:
        if isinstance(example, str):
            return example
    if isinstance(one.schema.get("pattern"), str) or "format" in one.schema:
        return schema.smallest(one.schema, reading.tool.schema)
    return knowledge.plausible(one.kind) or table("phrases")[reading.scene.language]["unknown"]


def typed(one: Property, value: Any) -> Any:
    """The value in the type that the schema asks for, where that is plain."""
    if one.type == "string" and isinstance(value, int | float) and not isinstance(value, bool):
        return str(value)
    if one.type == "integer" and isinstance(value, float):
        return int(value)
    longest = one.schema.get("maxLength")
    if isinstance(value, str) and isinstance(longest, int) and 0 < longest < len(value):
        return value[:longest]
    return value
