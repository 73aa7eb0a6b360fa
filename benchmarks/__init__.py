"""How fast the kit is. Apart from the tests: `python -m benchmarks` prints a table with the limits."""
