"""How much a student's code may take and say while a test runs."""

import contextlib
import io
import signal
import threading
from collections.abc import Iterator
from typing import Any


class TimeUp(BaseException):
    """The code took too long. Not an Exception, so that its own ``except Exception`` lets it through."""


@contextlib.contextmanager
def time_limit(seconds: float | None) -> Iterator[None]:
    """Raise TimeUp in the code after ``seconds``; no limit in a thread, nor on Windows."""
    possible = hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()
    if not seconds or not possible:
        yield
        return

    def ring(*_: Any) -> None:
        raise TimeUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds, 0.2)  # rings again for code that swallows the first
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextlib.contextmanager
def silence(quiet: bool = True) -> Iterator[None]:
    """Swallow what is printed."""
    if not quiet:
        yield
        return
    sink = io.StringIO()
    with contextlib.redirect_stdout(sink), contextlib.redirect_stderr(sink):
        yield
