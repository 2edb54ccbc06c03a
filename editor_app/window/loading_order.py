"""The order in which the modules of a package are imported in small pieces."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path

_PROGRAM = __name__.partition(".")[0]
_ROOT = Path(__file__).parents[2]


def loading_order(package: str) -> Iterator[str]:
    """Yield the names of a package's modules, each after those of the program that it imports.

    What is imported already is not named, nor what is imported in functions and conditions. Where the sources
    are not there, as in an installed program without them, nothing is named.
    """
    seen: set[str] = set()
    folder = _ROOT.joinpath(*package.split("."))
    for file in sorted(folder.rglob("*.py")):
        parts = file.relative_to(_ROOT).with_suffix("").parts
        yield from _with_imports(".".join(parts[:-1] if file.stem == "__init__" else parts), seen)


def _with_imports(name: str, seen: set[str]) -> Iterator[str]:
    if name in seen or name in sys.modules:
        return
    seen.add(name)
    for imported in _imports(name):
        yield from _with_imports(imported, seen)
    yield name


def _imports(name: str) -> Iterator[str]:
    """Yield the program's modules that a module imports at its beginning."""
    path = _ROOT.joinpath(*name.split("."))
    file = path / "__init__.py" if path.is_dir() else path.with_suffix(".py")
    if not file.is_file():
        return
    for statement in ast.parse(file.read_bytes()).body:
        if isinstance(statement, ast.ImportFrom) and (statement.module or "").startswith(f"{_PROGRAM}."):
            yield str(statement.module)
