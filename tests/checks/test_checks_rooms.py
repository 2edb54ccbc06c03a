"""The rooms of the project: no circle of imports, none too full, and a map that is true."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest
from parsed_modules import module_tree

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = PROJECT / "editor_app"
ARCHITECTURE = PACKAGE / "ARCHITECTURE.md"
MOST_FILES = 16
"""Files of a folder; its `__init__.py` is not counted."""


def dotted_name(file: Path, root: Path) -> str:
    """Return the name a module is imported by."""
    parts = file.relative_to(root).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def modules_of(package: Path) -> dict[str, ast.Module]:
    """Return the modules of a package, by name."""
    return {
        dotted_name(file, package.parent): module_tree(file)
        for file in sorted(package.rglob("*.py"))
        if "__pycache__" not in file.parts
    }


def is_for_types(node: ast.AST) -> bool:
    """Tell whether a statement is looked at by type checkers only."""
    return isinstance(node, ast.If) and isinstance(node.test, ast.Name) and node.test.id == "TYPE_CHECKING"


def running_parts(node: ast.AST) -> Iterator[ast.AST]:
    """Go through the statements that are run, in functions too."""
    waiting = [node]
    while waiting:
        for child in ast.iter_child_nodes(waiting.pop()):
            if isinstance(child, ast.stmt | ast.excepthandler | ast.match_case) and not is_for_types(child):
                yield child
                waiting.append(child)


def lazy_names(module: ast.Module) -> dict[str, str]:
    """Return the names that a package gives when they are first asked for, and where each comes from."""
    return {
        alias.name: imported.module or ""
        for node in module.body
        if is_for_types(node)
        for imported in ast.walk(node)
        if isinstance(imported, ast.ImportFrom)
        for alias in imported.names
    }


def imports_of(module: ast.Module, names: Mapping[str, Mapping[str, str]]) -> Iterator[str]:
    """Name what a module imports, at its start or later, through packages that give names lazily."""
    for node in running_parts(module):
        if isinstance(node, ast.ImportFrom) and node.module:
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                lazily = names.get(node.module, {}).get(alias.name)
                yield inner if inner in names else lazily or node.module
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def import_circle(package: Path) -> list[str]:
    """Return the modules of one circle of imports, none where there is no circle."""
    modules = modules_of(package)
    names = {name: lazy_names(module) for name, module in modules.items()}
    graph = {
        name: {imported for imported in imports_of(module, names) if imported in modules} - {name}
        for name, module in modules.items()
    }
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return list(error.args[1])
    return []


def test_no_module_imports_itself_in_a_circle() -> None:
    assert import_circle(PACKAGE) == []


@pytest.mark.parametrize(
    "second",
    [
        "from rooms.first import one",
        "def later():\n    from rooms.first import one",
        "def later():\n    import rooms.first",
        "from rooms import one",
    ],
)
def test_a_circle_of_imports_is_found_however_late_it_closes(tmp_path: Path, second: str) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    (rooms / "__init__.py").write_text(
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from rooms.first import one\n"
    )
    (rooms / "first.py").write_text("from rooms.second import two\none = 1\n")
    (rooms / "second.py").write_text("two = 2\n")
    assert import_circle(rooms) == []
    (rooms / "second.py").write_text(f"two = 2\n{second}\n")
    assert {"rooms.first", "rooms.second"} <= set(import_circle(rooms))


def folders() -> Iterator[Path]:
    """Go through the folders that hold modules."""
    yield from sorted({file.parent for file in PACKAGE.rglob("*.py")})


def test_a_folder_can_be_taken_in_at_one_sight() -> None:
    counts = {
        folder.relative_to(PACKAGE).as_posix(): sum(
            file.name != "__init__.py" for file in folder.glob("*.py")
        )
        for folder in folders()
    }
    assert {name: count for name, count in counts.items() if count > MOST_FILES} == {}


def folders_of_map(text: str) -> Iterator[str]:
    """Go through the folders of the map, which says by indentation what lies in what."""
    path: list[str] = []
    drawn = text.split("### Every folder")[1].split("```")[1]
    for line in drawn.strip("\n").split("\n"):
        name = line.split()[0]
        depth = (len(line) - len(line.lstrip())) // 2
        path[depth:] = [name.rstrip("/")]
        yield "/".join(path)


def test_the_map_names_every_folder_and_no_other() -> None:
    there = [folder.relative_to(PACKAGE).as_posix() for folder in folders() if folder != PACKAGE]
    assert list(folders_of_map(ARCHITECTURE.read_text("utf-8"))) == sorted(there)
