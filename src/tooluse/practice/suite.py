"""Suites of tests: named properties of a task, each a function of the student's handle."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from tooluse.practice.verdict import Failure

TestFunction = Callable[[Any], None]


@dataclass(frozen=True)
class Test:
    task: str
    name: str
    function: TestFunction

    __test__ = False  # not pytest's

    def run(self, student: Any) -> "Result":
        """Run it. Any other exception means a value of a form that the test could not even read."""
        try:
            self.function(student)
        except Failure as failure:
            return Result(self.name, failure)
        except Exception as error:
            failure = Failure(None, f"La valeur rendue n'a pas la forme attendue ({type(error).__name__}).")
            failure.__cause__ = error
            return Result(self.name, failure)
        return Result(self.name, None)


@dataclass(frozen=True)
class Result:
    name: str
    failure: Failure | None

    @property
    def passed(self) -> bool:
        return self.failure is None


class Suite:
    """The tests of one TP, in the order in which a learner should hear of them."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.tests: list[Test] = []

    def test(self, task: str, name: str) -> Callable[[TestFunction], TestFunction]:
        """Register a test of ``task`` under the name of the property that it checks."""
        if any(test.task == task and test.name == name for test in self.tests):
            raise ValueError(f"{self.name}.{task} has two tests named {name!r}")

        def register(function: TestFunction) -> TestFunction:
            self.tests.append(Test(task, name, function))
            return function

        return register

    def of(self, task: str) -> list[Test]:
        return [test for test in self.tests if test.task == task]

    def tasks(self) -> list[str]:
        return list(dict.fromkeys(test.task for test in self.tests))

    def run(self, task: str, student: Any) -> Iterator[Result]:
        """Run the tests of a task one by one; stop reading at the first failure to spare the rest."""
        return (test.run(student) for test in self.of(task))
