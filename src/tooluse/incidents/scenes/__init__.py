"""The fourteen scenes, by what goes wrong first: the request, the reply, its arguments, the tool."""

from tooluse.incidents.scenes import arguments, replies, requests, tools

__all__ = ["arguments", "replies", "requests", "tools"]
