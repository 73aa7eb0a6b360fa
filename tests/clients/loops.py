"""What every client of this folder asks, and what it gets."""

import json

TOOL = {
    "name": "get_weather",
    "description": "Le temps dans une ville",
    "input_schema": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
}
ANSWER = {"city": "Lyon", "celsius": 18}  # as JSON, for the clients that parse it
SCRIPT = [
    [{"type": "tool_use", "name": "get_weather", "input": {"city": "Lyon"}}],
    json.dumps(ANSWER),
]
