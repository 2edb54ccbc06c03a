"""Every benchmark, as one table: `python tests/benchmarks [name …]`.

Each module here that has `rows()` is one; names choose among them. `hostile [WORDS]` and `endpoints [WORDS]`
have tables of their own, of the files and endpoints whose names have all these words, which are printed
behind the others. `packaged [FOREWORD]` measures a built package, and is left out where it is not named. The
exit status is 1 where a target was missed or a limit was passed.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

from measure import Row, machine, print_table

HERE = Path(__file__).parent
OWN_TABLES = ("hostile", "endpoints")


def rows(names: list[str]) -> Iterator[Row]:
    """Yield the rows of the modules called `names`, or of all."""
    for path in sorted(HERE.glob("*.py")):
        if names and path.stem not in names:
            continue
        if path.stem != Path(__file__).stem:
            yield from getattr(import_module(path.stem), "rows", tuple)()


def main(names: list[str]) -> bool:
    """Print the tables that `names` ask for; return whether all is as it should be."""
    fine = True
    own = [name for name in (*OWN_TABLES, "packaged") if name == names[0]] if names else OWN_TABLES
    if not names or not own:
        print(machine())
        fine = print_table(rows(names))
    for name in own:
        fine &= import_module(name).print_all(names[1:])
    return fine


if __name__ == "__main__":
    sys.exit(not main(sys.argv[1:]))
