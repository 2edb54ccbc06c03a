"""Print what the program weighs: `python packaging/weight.py [DIR]`.

DIR is a checkout, this one if none is given, so that two can be compared. Only sources are read.
"""

from __future__ import annotations

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from pathlib import Path
from typing import Final

from import_graph import (
    WINDOW,
    WINDOW_FLOORS,
    circles,
    import_graph,
    is_facade,
    module_files,
    rooms_of,
    upward,
)

_MODELS: Final = {"QAbstractItemModel", "QAbstractListModel", "QAbstractTableModel"}
_DELEGATES: Final = {"QAbstractItemDelegate", "QStyledItemDelegate"}
_THREADS: Final = {"start_thread", "QThread", "QThreadPool", "Thread", "ThreadPoolExecutor"}
_MOST_MEMBERS: Final = 8
_RUN: Final = 6
"""The shortest run of lines that counts as a duplicate."""
_MOST_PLACES: Final = 8
"""A run that stands in more places is an idiom."""


def main() -> None:
    """Print the figures of a checkout, one a line."""
    checkout = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parents[1])
    for what, figure in figures(checkout / "editor_app").items():
        print(f"{figure:7,}  {what}")  # noqa: T201


def figures(package: Path) -> dict[str, int]:
    """Return what is counted of a package, by what it is."""
    sources = {name: file.read_text("utf-8") for name, file in module_files(package).items()}
    modules = {name: tuple(ast.walk(ast.parse(source))) for name, source in sources.items()}
    window = {name: nodes for name, nodes in modules.items() if f"{name}.".startswith(f"{WINDOW}.")}
    graph = import_graph(modules)
    in_circles = circles(graph)
    rooms = rooms_of(graph, WINDOW)
    nodes = [node for of_module in modules.values() for node in of_module]
    classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
    return {
        "statements of the window": sum(map(statements, window.values())),
        "statements of the package": sum(map(statements, modules.values())),
        "modules": len(modules),
        "circles of imports": len(in_circles),
        "modules in them": sum(map(len, in_circles)),
        "imports between rooms of the window": sum(map(len, rooms.values())),
        "of them upward": len(upward(rooms, WINDOW_FLOORS)),
        "rooms of the window that import each other": sum(map(len, circles(rooms))),
        "functions apply_theme": sum(
            isinstance(node, ast.FunctionDef) and node.name == "apply_theme" for node in nodes
        ),
        "classes of item models": len(descendants(classes, _MODELS)),
        "classes of delegates": len(descendants(classes, _DELEGATES)),
        "modules of the window that start threads": sum(map(starts_threads, window.values())),
        "facades": sum(map(is_facade, modules.values())),
        f"constructors and records with more than {_MOST_MEMBERS} members": sum(
            members(node) > _MOST_MEMBERS for node in classes
        ),
        f"pairs of places with the same {_RUN} lines": duplicates(sources, modules),
    }


def statements(nodes: Sequence[ast.AST]) -> int:
    """Count the statements of a module, docstrings left out."""
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    return sum(isinstance(node, ast.stmt) for node in nodes) - sum(
        isinstance(node, documented) and ast.get_docstring(node, clean=False) is not None for node in nodes
    )


def starts_threads(nodes: Sequence[ast.AST]) -> bool:
    """Tell whether a module makes a thread or a pool of them."""
    return any(isinstance(node, ast.Call) and _name(node.func) in _THREADS for node in nodes)


def _name(node: ast.expr) -> str:
    """Return the last word of a name, without what it is called with or indexed by."""
    while isinstance(node, ast.Call | ast.Subscript):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.attr if isinstance(node, ast.Attribute) else getattr(node, "id", "")


def descendants(classes: list[ast.ClassDef], ancestors: set[str]) -> set[str]:
    """Return the classes that inherit from some, directly or over others."""
    found: set[str] = set()
    while (
        new := {node.name for node in classes if {_name(base) for base in node.bases} & (ancestors | found)}
        - found
    ):
        found |= new
    return found


def members(node: ast.ClassDef) -> int:
    """Count the fields of a record, and the parameters of another class's constructor, `self` left out."""
    bases = {_name(base) for base in node.bases}
    if "NamedTuple" in bases or "dataclass" in {_name(each) for each in node.decorator_list}:
        return sum(
            isinstance(each, ast.AnnAssign) and _name(each.annotation) not in {"ClassVar", "KW_ONLY"}
            for each in node.body
        )
    return next(
        (
            len(each.args.posonlyargs) + len(each.args.args) + len(each.args.kwonlyargs) - 1
            for each in node.body
            if isinstance(each, ast.FunctionDef) and each.name == "__init__"
        ),
        0,
    )


def duplicates(sources: Mapping[str, str], modules: Mapping[str, Sequence[ast.AST]]) -> int:
    """Count the pairs of places that have the same run of lines to the letter."""
    places: dict[tuple[str, ...], list[tuple[str, int]]] = defaultdict(list)
    for name, source in sources.items():
        lines = list(_counted_lines(source, modules[name]))
        for start in range(len(lines) - _RUN + 1):
            places[tuple(lines[start : start + _RUN])].append((name, start))
    shared = {
        pair for found in places.values() if len(found) <= _MOST_PLACES for pair in combinations(found, 2)
    }
    return sum(
        ((first, at - 1), (second, there - 1)) not in shared for (first, at), (second, there) in shared
    )


def _counted_lines(source: str, nodes: Sequence[ast.AST]) -> Iterator[str]:
    """Give the lines that say something, white space folded: no comments, imports and lone punctuation."""
    skipped = {
        line
        for node in nodes
        if isinstance(node, ast.Import | ast.ImportFrom)
        for line in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    for number, line in enumerate(source.split("\n"), 1):
        words = " ".join(line.split())
        if number not in skipped and not words.startswith("#") and re.search(r"\w", words):
            yield words


if __name__ == "__main__":
    main()
