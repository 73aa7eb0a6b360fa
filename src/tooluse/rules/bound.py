"""The schemas that an answer is bound to: those of `strict` tools, and that of `output_config.format`."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.rules.schema_check import Level
from tooluse.rules.strict_schema import Obstacle, obstacles

FORMAT_PATH = "output_config.format.schema"


class Bound(NamedTuple):
    """One such schema, valid as JSON Schema. `name` is how the API's sentences about it begin."""

    name: str
    path: str
    levels: list[Level]

    def obstacles(self) -> Iterator[Obstacle]:
        return obstacles(self.levels)


def format_of(output_config: Any) -> dict[str, Any]:
    """`output_config.format`, if there is one."""
    asked = output_config.get("format") if isinstance(output_config, dict) else None
    return asked if isinstance(asked, dict) else {}
