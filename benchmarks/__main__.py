"""`python -m benchmarks [name …]`: every benchmark, or those named; ends with 1 when a limit is exceeded."""

import sys
from importlib import import_module

from benchmarks.measure import Result

BENCHMARKS = ("client_overhead", "conversation_growth", "simulated_reply", "lint_command")


def main(names: list[str]) -> int:
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        print(f"no benchmark {', '.join(unknown)}; there are {', '.join(BENCHMARKS)}", file=sys.stderr)
        return 2
    print(f"{'':52}{'value':>10}{'limit':>10}")
    exceeded = 0
    for name in names or BENCHMARKS:
        for result in import_module(f"benchmarks.{name}").results():
            print(_line(result), flush=True)
            exceeded += not result.ok
    return 1 if exceeded else 0


def _line(result: Result) -> str:
    limit = "" if result.limit is None else f"{result.limit:g} {result.unit}"
    mark = "" if result.ok else "   EXCEEDED"
    return f"{result.name:52}{f'{result.value:.2f} {result.unit}':>10}{limit:>10}   {result.note}{mark}"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
