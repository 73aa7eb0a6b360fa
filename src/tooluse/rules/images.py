"""Images that are sent as base64: whether there are any bytes, and of which kind."""

import re
from base64 import b64decode
from collections.abc import Iterator
from typing import Any, NamedTuple

from tooluse.rules.request import Finding, Request

HOLDERS = ("image", "tool_result")  # an image stands in a message, or in the result of a tool
ALPHABET = re.compile(r"[A-Za-z0-9+/]*={0,2}")
MEDIA_TYPES = ("image/jpeg", "image/png", "image/gif", "image/webp")
SIGNATURES = {"image/png": b"\x89PNG\r\n\x1a\n", "image/jpeg": b"\xff\xd8\xff", "image/gif": b"GIF8"}


class Image(NamedTuple):
    path: str  # as the API writes it, up to `base64`
    media_type: str
    data: str

    @property
    def is_base64(self) -> bool:
        """Whether it can be decoded; line breaks are let through."""
        return len(self.packed) % 4 == 0 and ALPHABET.fullmatch(self.packed) is not None

    @property
    def packed(self) -> str:
        return "".join(self.data.split())

    @property
    def shows(self) -> str | None:
        """The type that its first bytes tell, if they are those of a known one."""
        head = b64decode(self.packed[:24])
        if head[:4] == b"RIFF" and head[8:12] == b"WEBP":
            return "image/webp"
        return next((kind for kind, start in SIGNATURES.items() if head.startswith(start)), None)


def image_data_empty(request: Request) -> Iterator[Finding]:
    """`data` is an empty string (reported 2025-10 and 2025-11)."""
    for image in _images(request):
        if not image.data:
            yield Finding(f"{image.path}.data", f"{image.path}: image cannot be empty")


def image_data_invalid(request: Request) -> Iterator[Finding]:
    """`data` is not base64: a `data:` address, a file name, the bytes themselves (reported 2024-11)."""
    for image in _images(request):
        if image.data and not image.is_base64:
            yield Finding(f"{image.path}.data", f"{image.path}: invalid base64 data")


def image_media_type(request: Request) -> Iterator[Finding]:
    """The bytes are those of another type than `media_type` says (reported 2025-12).

    Nothing is claimed of bytes that are of none: the API says "Could not process image" of these."""
    for image in _images(request):
        if image.data and image.is_base64 and image.shows not in (None, image.media_type):
            path = f"{image.path}.data"
            sentence = f"Image does not match the provided media type {image.media_type}"
            yield Finding(path, f"{path}: {sentence}")


def _images(request: Request) -> Iterator[Image]:
    for turn in request.turns_with(*HOLDERS):
        for block in turn.blocks:
            if block.type == "image":
                yield from _image(block.path, block.body)
            elif block.type == "tool_result" and isinstance(block.body.get("content"), list):
                for index, part in enumerate(block.body["content"]):
                    if isinstance(part, dict) and part.get("type") == "image":
                        yield from _image(f"{block.path}.tool_result.content.{index}", part)


def _image(path: str, body: dict[str, Any]) -> Iterator[Image]:
    source = body.get("source")
    if not isinstance(source, dict) or source.get("type") != "base64":
        return
    media_type, data = source.get("media_type"), source.get("data")
    if isinstance(data, str) and media_type in MEDIA_TYPES:  # else it is a fault of shape, and that is all
        yield Image(f"{path}.image.source.base64", media_type, data)
