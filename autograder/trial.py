"""One try: the cells of a TP up to a task, something in place of its starter cell, and all its tests."""

import ast
import asyncio
import contextlib
import inspect
import linecache
import os
import re
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field

from autograder.tasks import Part, test_id
from tooluse.practice import LocalStudent, Suite
from tooluse.practice.limits import TimeUp, silence, time_limit

SECONDS = 10.0
NOT_RUN = re.compile(r"(?:\s*#.*\n|\s*\n)*\s*(?:verify|hint|judge|predict|quiz|flow)\(")


@dataclass(frozen=True)
class Test:
    """How one test of the task went: no code when it holds."""

    name: str
    public: bool
    code: str | None = None
    seen: str = ""

    __test__ = False  # not pytest's

    @property
    def passed(self) -> bool:
        return self.code is None


@dataclass(frozen=True)
class Trial:
    tests: list[Test] = field(default_factory=list)
    error: str | None = None  # what the replaced cell itself raised

    @property
    def failures(self) -> list[Test]:
        return [test for test in self.tests if not test.passed]

    @property
    def passed(self) -> bool:
        return bool(self.tests) and not self.failures

    @property
    def first(self) -> Test | None:
        """What the learner is told: public tests speak first."""
        return next(iter(self.failures), None)


def attempt(
    parts: list[Part], task: str, source: str, public: Suite, hidden: Suite, seconds: float = SECONDS
) -> Trial:
    """Run the cells with `source` as the cell of `task`, then every test of the task."""
    deadline = time.monotonic() + seconds
    namespace: dict = {"__name__": "__main__"}
    error = None
    for part in _before(parts, task):
        raised = _run(source if part.id == task else part.source, part.id, namespace, deadline)
        error = raised if part.id == task else error
    tests = [
        _test(test, suite is public, namespace, deadline)
        for suite in (public, hidden)
        for test in suite.of(task)
    ]
    return Trial(tests, error)


def _before(parts: list[Part], task: str) -> Iterator[Part]:
    for part in parts:
        if part.id == test_id(task):
            return
        if part.kind == "code" and not NOT_RUN.match(part.source):
            yield part


def _run(source: str, id: str, namespace: dict, deadline: float) -> str | None:
    """Run one cell as a kernel would, silently. What it raises does not stop the notebook."""
    file = f"<{id}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    try:
        code = compile(source, file, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        with silence(), time_limit(_left(deadline)):
            result = eval(code, namespace)  # noqa: S307  (the project's own cells, or the instructor's)
            if inspect.iscoroutine(result):
                asyncio.run(result)
    except TimeUp:
        return "the cell did not end"
    except (Exception, SystemExit) as raised:
        return f"{type(raised).__name__}: {raised}"
    return None


def _left(deadline: float) -> float:
    return max(1.0, deadline - time.monotonic())


def _test(test, public: bool, namespace: dict, deadline: float) -> Test:
    """An endless loop uses the time up once; the tests after it still get a second each."""
    with silence():
        failure = test.run(LocalStudent(namespace, seconds=_left(deadline))).failure
    if failure is None:
        return Test(test.name, public)
    return Test(test.name, public, failure.code, failure.seen)


@contextlib.contextmanager
def offline_elsewhere() -> Iterator[None]:
    """No live model, and nothing written into the checkout, whatever the environment says."""
    kept = {name: os.environ.pop(name) for name in ("TOOLUSE_BACKEND", "TOOLUSE_MODEL") if name in os.environ}
    try:
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            yield
    finally:
        os.environ.update(kept)
