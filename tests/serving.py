"""`tooluse serve` in a process of its own, as clients meet it."""

import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

START_SECONDS = 30
HEADERS = {"x-api-key": "hors-ligne", "anthropic-version": "2023-06-01", "content-type": "application/json"}
REQUEST = {
    "model": "claude-sonnet-5-5",
    "max_tokens": 200,
    "messages": [{"role": "user", "content": "Quel temps fait-il à Lyon ?"}],
}


class Served:
    """Starts on entry and waits for its address; stops on exit. `words` follow `tooluse serve --port 0`.

    With `code` it is a program of its own instead, which prints its address when it is ready.
    """

    def __init__(self, folder: Path, *words: str, code: str = "") -> None:
        self._command = [sys.executable, "-c", code] if code else [sys.executable, "-m", "tooluse", "serve"]
        self._command += words if code else ["--port", "0", *words]
        self.log_file = folder / "serve.log"
        self.url = ""

    def __enter__(self) -> "Served":
        environment = {**os.environ, "PYTHONIOENCODING": "utf-8"}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        self._log = self.log_file.open("wb")
        self.process = subprocess.Popen(
            self._command, env=environment, stdout=subprocess.PIPE, stderr=self._log, encoding="utf-8"
        )
        self.first_line = self.process.stdout.readline()  # ends when the process does
        found = re.search(r"http://\S+:(\d+)", self.first_line)
        assert found, f"no address: {self.first_line!r} {self.log()}"
        self.url, self.port = found[0], int(found[1])
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.stop()
        self.process.stdout.close()
        self._log.close()

    def stop(self, number: int = signal.SIGTERM) -> int:
        """Ask it to stop; its exit code."""
        self.process.send_signal(number)
        try:
            return self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise

    def log(self) -> str:
        return self.log_file.read_text(encoding="utf-8")

    def last_line(self, containing: str) -> str:
        """The newest line of the log with these words; it is written just after the answer is sent."""
        deadline = time.monotonic() + 5
        while True:
            found = [line for line in self.log().splitlines() if containing in line]
            if found or time.monotonic() > deadline:
                return found[-1] if found else ""
            time.sleep(0.02)

    def peak_memory(self) -> float | None:
        """The most memory that it ever held, in MiB. None where the system does not say."""
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text()
        except OSError:
            return None
        return int(re.search(r"VmHWM:\s*(\d+) kB", status)[1]) / 1024

    # --- a client that knows no library: what is sent is what the test says

    def connect(self, timeout: float = 6) -> socket.socket:
        return socket.create_connection(("127.0.0.1", self.port), timeout)

    def raw(self, sent: bytes) -> bytes:
        """Everything that comes back until the server closes."""
        with self.connect() as connection:
            try:
                connection.sendall(sent)
                connection.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it has had enough; what it said is still there to be read
            return received(connection)

    def post(self, body: Any, path: str = "/v1/messages", **headers: str) -> tuple[int, Any]:
        """Status and JSON of one request; `body` is bytes, or a value to send as JSON."""
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return parsed(self.raw(request_bytes(data, path=path, headers=headers)))


def request_bytes(
    body: bytes = b"", method: str = "POST", path: str = "/v1/messages", headers: dict[str, str] | None = None
) -> bytes:
    """One HTTP request on a connection of its own."""
    lines = HEADERS | {"host": "x", "connection": "close", "content-length": str(len(body))} | (headers or {})
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body


def received(connection: socket.socket) -> bytes:
    """What comes until the other side closes, or breaks the connection."""
    pieces = []
    try:
        while piece := connection.recv(65536):
            pieces.append(piece)
    except ConnectionError:
        pass
    return b"".join(pieces)


def parsed(answer: bytes) -> tuple[int, Any]:
    """Status and JSON of a whole answer that is not streamed."""
    head, _, body = answer.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body) if body else None
