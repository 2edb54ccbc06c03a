"""Which module of a package imports which, whenever that happens: in functions and for types too."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from pathlib import Path
from typing import TypeAlias

Graph: TypeAlias = Mapping[str, Set[str]]
"""What each module, or each group of modules, imports."""


def module_files(package: Path) -> dict[str, Path]:
    """Return the files of a package by the names they are imported by."""
    found = {}
    for file in sorted(package.rglob("*.py")):
        parts = file.relative_to(package.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = file
    return found


def import_graph(modules: Mapping[str, ast.Module]) -> Graph:
    """Return what each module imports of the others, a package not counted for what is imported from in it."""
    given = {name: _names_given_later(module) for name, module in modules.items()}
    return {
        name: {imported for imported in _imports(module, given) if imported in modules} - {name}
        for name, module in modules.items()
    }


def is_facade(module: ast.Module) -> bool:
    """Tell whether a module gives names that it imports when they are first asked for."""
    return any(isinstance(node, ast.FunctionDef) and node.name == "__getattr__" for node in module.body)


def _names_given_later(module: ast.Module) -> Mapping[str, str]:
    if not is_facade(module):
        return {}
    return {
        alias.name: imported.module
        for node in module.body
        if isinstance(node, ast.If)
        for imported in node.body
        if isinstance(imported, ast.ImportFrom) and imported.module
        for alias in imported.names
    }


def _imports(module: ast.Module, given: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    for node in ast.walk(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield inner if inner in given else given.get(node.module, {}).get(alias.name, node.module)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def grouped(graph: Graph, group_of: Callable[[str], str]) -> Graph:
    """Return what each group of modules imports of the others."""
    groups: dict[str, set[str]] = {}
    for name, imported in graph.items():
        group = group_of(name)
        groups.setdefault(group, set()).update({group_of(other) for other in imported} - {group})
    return groups


def circles(graph: Graph) -> list[set[str]]:
    """Return the largest sets in which each imports each, over others if need be."""
    left = {name: set(imported) for name, imported in graph.items()}
    while free := {name for name, imported in left.items() if not imported & left.keys()}:
        left = {name: imported - free for name, imported in left.items() if name not in free}
    reached = {name: _reached(left, name) for name in left}
    together = ({other for other in reached[name] if name in reached[other]} for name in left)
    return [group for name, group in zip(left, together, strict=True) if group and name == min(group)]


def _reached(graph: Graph, start: str) -> Set[str]:
    found: set[str] = set()
    waiting = [start]
    while waiting:
        new = graph[waiting.pop()] - found
        found |= new
        waiting += new
    return found


def upward(graph: Graph, floors: Sequence[Set[str]]) -> set[tuple[str, str]]:
    """Return what imports from a floor above its own, or beside itself, and what it imports there.

    The highest floor comes first. What stands on no floor is below them all.
    """
    height = {name: -number for number, floor in enumerate(floors) for name in floor}
    return {
        (name, other)
        for name, imported in graph.items()
        for other in imported & height.keys()
        if name != other and height[other] >= height.get(name, -len(floors))
    }
