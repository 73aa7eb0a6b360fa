"""Signatures of thinking blocks: the seal by which the API recognises a block of its own, unchanged.

Nobody else can check a real signature. What can be told is its form, and whether one that this course's
offline model gave still belongs to the text beside it.
"""

import base64
import hashlib
import re
from typing import Any

# Real signatures are base64 of a protobuf message whose first byte is 0x12, hence the `E`.
_FORM = re.compile(r"E[A-Za-z0-9+/]*={0,2}")
_HEAD = bytes.fromhex("12240a021802120c") + b"tooluse-mock" + bytes.fromhex("1a10")
_MARK = base64.b64encode(_HEAD[:18]).decode()  # 18 bytes: as far as no digit depends on what follows


def signature_of(text: str) -> str:
    """The signature that the offline model gives to a thinking text: always the same for the same text."""
    seal = hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()
    return base64.b64encode(_HEAD + seal).decode()


def is_signature(value: Any) -> bool:
    """Whether a value has the form of a signature, or of a redacted block's data."""
    return isinstance(value, str) and _FORM.fullmatch(value) is not None


def seals(signature: str, text: str) -> bool:
    """Whether a signature may belong to a text: one of ours must match, one from elsewhere is believed."""
    if signature.startswith(_MARK):
        return signature == signature_of(text)
    return is_signature(signature)
