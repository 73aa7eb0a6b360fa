"""What a picture or a PDF costs: by its size in pixels or pages, never by the length of its base64."""

import base64
import binascii
import re
from functools import cache
from math import ceil, sqrt
from typing import Any

from tooluse.data import read_json

_UNKNOWN_SIZE = (1000, 1000)  # a URL or a file id: nothing is fetched
_HEAD = 64 * 1024  # characters of base64 in which a picture tells its size
_PDF_HEAD = 8 * 1024 * 1024
_PAGE = re.compile(rb"/Type\s*/Page\b")
_DATED = re.compile(r"-\d{8}$")


@cache
def table(name: str) -> Any:
    """One of the published tables of `data/tokens.json`."""
    return read_json("tokens.json")[name]


def family(model: str) -> str:
    """A model id without its date, as the tables name it."""
    return _DATED.sub("", model)


def image_tokens(source: Any, model: str) -> int:
    """Tokens of a picture: one a patch, once it is scaled down to what the model reads."""
    width, height = _size(source)
    limits = table("images")
    tier = limits["standard" if family(model) in limits["standard_models"] else "high"]
    shrink = min(1.0, tier["edge"] / max(width, height))
    patch = limits["patch"]
    tokens = _patches(width * shrink, height * shrink, patch)
    if tokens > tier["tokens"]:
        shrink *= sqrt(tier["tokens"] / tokens)
        tokens = min(_patches(width * shrink, height * shrink, patch), tier["tokens"])
    return tokens


def pdf_tokens(source: Any) -> int:
    """Tokens of a PDF: so many a page that can be counted, at least one page."""
    data = _decoded(source, _PDF_HEAD)
    return table("pdf_page") * max(1, len(_PAGE.findall(data)))


def _patches(width: float, height: float, patch: int) -> int:
    return max(1, ceil(width / patch)) * max(1, ceil(height / patch))


def _decoded(source: Any, limit: int) -> bytes:
    """The first bytes of a base64 source; none if it has another form or is not base64."""
    data = source.get("data") if isinstance(source, dict) else None
    if not isinstance(data, str):
        return b""
    try:
        return base64.b64decode(data[:limit] if len(data) > limit else data)
    except (binascii.Error, ValueError):
        return b""


def _size(source: Any) -> tuple[int, int]:
    """Width and height in pixels, read from the head of a PNG, JPEG, GIF or WebP."""
    for limit in (64, _HEAD):  # most formats say it in the first bytes
        size = _header(_decoded(source, limit))
        if size is not None:
            return size
    return _UNKNOWN_SIZE


def _header(head: bytes) -> tuple[int, int] | None:
    width = height = 0
    if head[:8] == b"\x89PNG\r\n\x1a\n":
        width, height = _big(head[16:20]), _big(head[20:24])
    elif head[:3] == b"GIF":
        width, height = _little(head[6:8]), _little(head[8:10])
    elif head[:4] == b"RIFF" and head[8:12] == b"WEBP":
        width, height = _webp(head)
    elif head[:2] == b"\xff\xd8":
        width, height = _jpeg(head)
    return (width, height) if width and height else None


def _webp(head: bytes) -> tuple[int, int]:
    kind = head[12:16]
    if kind == b"VP8X":
        return _little(head[24:27]) + 1, _little(head[27:30]) + 1
    if kind == b"VP8 ":
        return _little(head[26:28]) & 0x3FFF, _little(head[28:30]) & 0x3FFF
    if kind == b"VP8L":
        bits = _little(head[21:25])
        return (bits & 0x3FFF) + 1, (bits >> 14 & 0x3FFF) + 1
    return 0, 0


def _jpeg(head: bytes) -> tuple[int, int]:
    """Walk the segments up to the frame header (SOF), which holds the size."""
    at = 2
    while at + 9 <= len(head) and head[at] == 0xFF:
        marker = head[at + 1]
        if 0xC0 <= marker <= 0xCF and marker not in (0xC4, 0xC8, 0xCC):
            return _big(head[at + 7 : at + 9]), _big(head[at + 5 : at + 7])
        at += 2 + _big(head[at + 2 : at + 4])
    return 0, 0


def _big(data: bytes) -> int:
    return int.from_bytes(data, "big")


def _little(data: bytes) -> int:
    return int.from_bytes(data, "little")
