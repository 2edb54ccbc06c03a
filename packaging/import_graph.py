"""Which module of a package imports which, whenever that happens: in functions and for types too."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import Final, TypeAlias

WINDOW: Final = "editor_app.window"
WINDOW_FLOORS: Final = (
    {"startup"},
    {"driver"},
    {"app"},
    {"file_tabs", "connecting"},
    {"building"},
    {"kinds"},
    {"session", "commands"},
    {"perspectives"},
    {"endpoint", "server"},
    {"dialogs"},
    {"panels"},
    {"documents"},
    {"frame"},
    {"text"},
    {"kit"},
)
"""The floors of the window, the highest first. What shares a floor does not know each other."""

Graph: TypeAlias = Mapping[str, AbstractSet[str]]
"""What each module, or each room, imports."""


def module_files(package: Path) -> dict[str, Path]:
    """Return the files of a package by the names they are imported by."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def import_graph(modules: Mapping[str, Sequence[ast.AST]]) -> Graph:
    """Return what each module imports of the others, from all nodes of each, the module itself first.

    A name that a facade gives counts as imported from where the facade has it.
    """
    given = {name: _names_given_later(nodes) for name, nodes in modules.items()}
    return {
        name: {imported for imported in _imports(nodes, given) if imported in modules} - {name}
        for name, nodes in modules.items()
    }


def is_facade(nodes: Sequence[ast.AST]) -> bool:
    """Tell whether a module gives names that it imports when they are first asked for."""
    module = nodes[0]
    return isinstance(module, ast.Module) and any(
        isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in module.body
    )


def _names_given_later(nodes: Sequence[ast.AST]) -> Mapping[str, str]:
    if not is_facade(nodes):
        return {}
    return {
        alias.name: imported.module
        for node in nodes
        if isinstance(node, ast.If)
        for imported in node.body
        if isinstance(imported, ast.ImportFrom) and imported.module
        for alias in imported.names
    }


def _imports(nodes: Sequence[ast.AST], given: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in given else given.get(node.module, {}).get(alias.name, node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def rooms_of(graph: Graph, package: str) -> Graph:
    """Return what the modules and folders that lie in a package import of each other, by their last names."""
    rooms: dict[str, set[str]] = {}
    for name, imported in graph.items():
        if room := _room(name, package):
            rooms.setdefault(room, set()).update(_room(other, package) for other in imported)
    return {room: (imported & rooms.keys()) - {room} for room, imported in rooms.items()}


def _room(name: str, package: str) -> str:
    start, _, inner = name.partition(f"{package}.")
    return "" if start else inner.partition(".")[0]


def circles(graph: Graph) -> list[set[str]]:
    """Return the largest sets in which each imports each, over others if need be."""
    left = {name: set(imported) for name, imported in graph.items()}
    while free := {name for name, imported in left.items() if not imported & left.keys()}:
        left = {name: imported - free for name, imported in left.items() if name not in free}
    reached = {name: _reached(left, name) for name in left}
    together = ({other for other in reached[name] if name in reached[other]} for name in left)
    return [group for name, group in zip(left, together, strict=True) if group and name == min(group)]


def _reached(graph: Graph, start: str) -> AbstractSet[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def upward(graph: Graph, floors: Sequence[AbstractSet[str]]) -> set[tuple[str, str]]:
    """Return what imports from a floor above its own, or beside itself, and what it imports there.

    The highest floor comes first; what stands on no floor is below them all.
    """
    height = {name: -number for number, floor in enumerate(floors) for name in floor}
    return {
        (name, other)
        for name, imported in graph.items()
        for other in imported & height.keys()
        if height[other] >= height.get(name, -len(floors))
    }
