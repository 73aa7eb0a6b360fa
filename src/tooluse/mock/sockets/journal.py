"""The server's log: one line a request, without any header, key or content of a conversation."""

import sys
import time
import traceback
from dataclasses import dataclass, field
from typing import Any, TextIO

_WIDTH = 160


@dataclass
class Entry:
    """One request's line: filled while it is answered."""

    method: str = "?"
    path: str = "?"
    status: int | None = None
    model: str = ""
    remark: str = ""
    began: float = field(default_factory=time.monotonic)

    def note(self, request: Any, response: Any) -> None:
        """What the server has recorded: the model asked for, and why it stopped or what was wrong."""
        model = request.get("model") if isinstance(request, dict) else None
        self.model = model if isinstance(model, str) else ""
        error = response.get("error") if isinstance(response, dict) else None
        if isinstance(error, dict):
            self.remark = str(error.get("message", ""))
        elif isinstance(response, dict):
            self.remark = str(response.get("stop_reason") or "")

    def __str__(self) -> str:
        took = round(1000 * (time.monotonic() - self.began))
        words = [self.method, self.path, str(self.status or "—"), f"{took} ms", self.model, self.remark]
        return " ".join(_printable(word) for word in words if word)


class Journal:
    """Writes lines; a reader of the log that has gone, or a terminal's narrow encoding, stops nobody."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream

    def line(self, text: Any) -> None:
        self._write(f"{time.strftime('%H:%M:%S')} {text}\n")

    def failure(self, error: BaseException) -> None:
        """A traceback: an error of ours, or of a function in a script."""
        self._write("".join(traceback.format_exception(error)))

    def _write(self, text: str) -> None:
        stream = self._stream or sys.stderr
        try:
            encoding = stream.encoding or "utf-8"
            stream.write(text.encode(encoding, "backslashreplace").decode(encoding))
            stream.flush()
        except (OSError, ValueError, AttributeError):
            pass


def _printable(text: str) -> str:
    """One line of bounded length, without what would steer a terminal."""
    short = text if len(text) <= _WIDTH else f"{text[:_WIDTH]}…"
    return "".join(letter if letter.isprintable() or letter == "\u00a0" else "·" for letter in short)
