"""Fourteen ways in which a tool call goes wrong, each really run against the offline API, with its cures."""

from tooluse.incidents.catalogue import Incident, Word, classes, incident, incidents, remedies
from tooluse.incidents.play import Played, play

__all__ = ["Incident", "Played", "Word", "classes", "incident", "incidents", "play", "remedies"]
