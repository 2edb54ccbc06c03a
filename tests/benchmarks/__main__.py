"""Every benchmark, as one table: `python tests/benchmarks [name …]`.

Each module here that has `rows()` is one; names choose among them.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from measure import Row, machine, print_table

HERE = Path(__file__).parent


def rows(names: list[str]) -> Iterator[Row]:
    """Yield the rows of the modules called `names`, or of all."""
    for path in sorted(HERE.glob("*.py")):
        if names and path.stem not in names:
            continue
        if path.stem not in ("__main__", "measure"):
            yield from import_module(path.stem).rows()


if __name__ == "__main__":
    print(machine())
    sys.exit(not print_table(rows(sys.argv[1:])))
