"""A model that follows the text of the definitions: perceive, choose, fill, follow up, answer, explain."""

from tooluse.mock.models.simulated.model import SimulatedModel

__all__ = ["SimulatedModel"]
