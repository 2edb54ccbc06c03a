"""What starting imports: the time until the window is there is mostly imports."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec

import pytest

WINDOW = "editor_app.window.app"
IMPORTED = """
import sys
before = set(sys.modules)
for module in sys.argv[1:]:
    __import__(module)
    print(*sorted({name.partition(".")[0] for name in set(sys.modules) - before}))
from editor_app.window.building import all_menus
assert "switch_view" in {spec.id for menu in all_menus() for spec in menu.actions()}
print(*(name for name in sys.modules if name.startswith("editor_app.window.kinds.")))
"""
ROOMS = [
    "text",
    "template",
    "highlighting",
    "structured",
    "variables",
    "library",
    "prompts",
    "conversations",
    "analysis",
    "wire",
    "cli",
]
SLOW_AND_SELDOM_NEEDED = {
    "asyncio",
    "ctypes",
    "difflib",
    "multiprocessing",
    "sqlite3",
    "ssl",
    "subprocess",
    "tomllib",
}


@pytest.fixture(scope="module")
def imported() -> dict[str, set[str]]:
    """Import the rooms from the lowest up, then the window; return what was imported up to each.

    At last the modules of kinds of file are named, with those of the actions.
    """
    command = [sys.executable, "-c", IMPORTED, *(f"editor_app.{room}" for room in ROOMS), WINDOW]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    lines = [set(line.split()) for line in said.splitlines()]
    return dict(zip((*ROOMS, "window", "kinds"), lines, strict=True))


def test_rooms_below_the_window_start_with_nothing_but_the_standard_library(imported) -> None:
    """The first room that is named here is where it comes from."""
    needed = {room: imported[room] for room in ROOMS}
    assert all("editor_app" in names for names in needed.values())
    others = {room: names - set(sys.stdlib_module_names) - {"editor_app"} for room, names in needed.items()}
    assert {room: names for room, names in others.items() if names} == {}
    slow = {room: names & SLOW_AND_SELDOM_NEEDED for room, names in needed.items()}
    assert {room: names for room, names in slow.items() if names} == {}


def test_what_only_one_kind_of_file_needs_is_not_imported_with_the_window(imported) -> None:
    names = ("chat", "scenario", "system_message", "template", "triggers")
    kinds = [f"editor_app.window.kinds.{name}" for name in names]
    actions = [f"{kind}.actions" for kind in kinds if find_spec(f"{kind}.actions")]
    assert imported["kinds"] == {*kinds, *actions}, "their menus are there from the start"


def test_the_window_starts_without_what_it_seldom_needs(imported) -> None:
    names = imported["window"]
    assert "PySide6" in names
    third_party = (
        names - set(sys.stdlib_module_names) - {"editor_app", "PySide6", "shiboken6", "shibokensupport"}
    )
    assert third_party <= {"__feature__", "signature_bootstrap"}
    assert not names & SLOW_AND_SELDOM_NEEDED
