"""Imports go down only, in the house and in its window; one in a function or for types alone counts."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from parsed_modules import module_nodes

from import_graph import WINDOW, WINDOW_FLOORS, Graph, circles, import_graph, module_files, rooms_of, upward

PROJECT = Path(__file__).resolve().parents[2]
PACKAGE = "editor_app"


def graph_of(package: Path) -> Graph:
    """Return what each module of a package imports."""
    return import_graph({name: module_nodes(file) for name, file in module_files(package).items()})


@cache
def project_graph() -> Graph:
    """Return what each module of the project imports."""
    return graph_of(PROJECT / PACKAGE)


def house_floors() -> Sequence[set[str]]:
    """Return the floors of the house, as the contract of imports names them."""
    settings = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))
    layers = settings["tool"]["importlinter"]["contracts"][0]["layers"]
    below = [{room.strip().removeprefix(f"{PACKAGE}.") for room in layer.split("|")} for layer in layers]
    return [{"__main__"}, *below]


@pytest.mark.parametrize(("package", "floors"), [(PACKAGE, house_floors()), (WINDOW, WINDOW_FLOORS)])
def test_every_room_stands_on_a_floor(package: str, floors: Sequence[set[str]]) -> None:
    assert rooms_of(project_graph(), package).keys() == set().union(*floors)


def test_no_room_imports_upward_or_beside_itself() -> None:
    assert upward(rooms_of(project_graph(), PACKAGE), house_floors()) == set()


def test_no_room_of_the_window_imports_upward_or_beside_itself() -> None:
    assert upward(rooms_of(project_graph(), WINDOW), WINDOW_FLOORS) == set()


def test_no_module_imports_itself_in_a_circle() -> None:
    assert circles(project_graph()) == []


def test_no_folders_of_a_room_of_the_window_import_each_other_in_a_circle() -> None:
    graph = project_graph()
    folders = {name for name in graph if any(other.startswith(f"{name}.") for other in graph)}
    found = {}
    for folder in sorted(folders):
        if folder.startswith(f"{WINDOW}."):
            inner = rooms_of(graph, folder)
            inner_folders = {room for room in inner if f"{folder}.{room}" in folders}
            if among := circles({room: inner[room] & inner_folders for room in inner_folders}):
                found[folder.removeprefix(f"{WINDOW}.")] = among
    assert found == {}


@pytest.mark.parametrize(
    "second",
    [
        "from rooms.first import one",
        "def later():\n    from rooms.first import one",
        "def later():\n    import rooms.first",
        "from rooms import one",
        "if TYPE_CHECKING:\n    from rooms.first import one",
    ],
)
def test_a_circle_of_imports_is_found_however_late_it_closes(tmp_path: Path, second: str) -> None:
    rooms = tmp_path / "rooms"
    rooms.mkdir()
    (rooms / "__init__.py").write_text(
        "if TYPE_CHECKING:\n    from rooms.first import one\ndef __getattr__(name): ..."
    )
    (rooms / "first.py").write_text("from rooms.second import two\none = 1\n")
    (rooms / "second.py").write_text("two = 2\n")
    assert circles(graph_of(rooms)) == []
    (rooms / "second.py").write_text(f"two = 2\n{second}\n")
    assert circles(graph_of(rooms)) == [{"rooms.first", "rooms.second"}]


def test_an_import_upward_or_beside_is_found_and_one_from_what_is_on_no_floor() -> None:
    graph = {"high": {"low"}, "low": {"high"}, "beside": {"low"}, "nowhere": {"low"}}
    assert upward(graph, [{"high"}, {"low", "beside"}]) == {
        ("low", "high"),
        ("beside", "low"),
        ("nowhere", "low"),
    }
