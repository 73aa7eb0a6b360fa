"""Bodies of requests whose tokens are counted: text, tools, images, marks of the prompt cache."""

import base64
import struct

from tooluse.rules import profile

SONNET = profile("claude-sonnet-5")
MARK = {"cache_control": {"type": "ephemeral"}}
HOUR = {"cache_control": {"type": "ephemeral", "ttl": "1h"}}
TOOL = {"name": "get_weather", "description": "Météo d'une ville.", "input_schema": {"type": "object"}}
LONG = "Ardoise vend des toits. " * 250  # about 1,500 tokens


def text(value, **more):
    return {"type": "text", "text": value, **more}


def user(*content):
    return {"role": "user", "content": list(content)}


def asking(*messages, **more):
    return {"model": SONNET.id, "max_tokens": 9, "messages": list(messages) or [user(text("Oui ?"))], **more}


def png(width, height):
    head = (
        b"\x89PNG\r\n\x1a\n"
        + struct.pack(">I4sII", 13, b"IHDR", width, height)
        + b"\x08\x06\0\0\0"
        + b"\0" * 99
    )
    return {"type": "base64", "media_type": "image/png", "data": base64.b64encode(head).decode()}
