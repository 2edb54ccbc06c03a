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
    new = set(sys.modules) - before
    ours = [name for name in new if name.startswith("editor_app")]
    print(len(ours), *sorted({name.partition(".")[0] for name in new}))
from editor_app.window.building import all_menus
assert "switch_view" in {spec.id for menu in all_menus() for spec in menu.actions()}
print(*(name for name in sys.modules if name.startswith("editor_app.window.kinds.")))
"""
MOST_MODULES = 40  # of the program, before a command is known or the window is seen
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
def imported() -> dict[str, list[str]]:
    """Import the command line, then the window; return how many modules that are, and what was imported.

    At last the modules of kinds of file are named, with those of the actions.
    """
    command = [sys.executable, "-c", IMPORTED, "editor_app.cli", WINDOW]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    return dict(zip(("cli", "window", "kinds"), map(str.split, said.splitlines()), strict=True))


def test_the_command_line_starts_with_little_and_nothing_but_the_standard_library(imported) -> None:
    count, *names = imported["cli"]
    assert 0 < int(count) <= MOST_MODULES
    assert set(names) - set(sys.stdlib_module_names) == {"editor_app"}
    assert not set(names) & SLOW_AND_SELDOM_NEEDED


def test_what_only_one_kind_of_file_needs_is_not_imported_with_the_window(imported) -> None:
    names = ("cases", "chat", "prompt", "scenario", "situations", "system_message", "template", "triggers")
    kinds = [f"editor_app.window.kinds.{name}" for name in names]
    actions = [f"{kind}.actions" for kind in kinds if find_spec(f"{kind}.actions")]
    assert {*imported["kinds"]} == {*kinds, *actions}, "their menus are there from the start"


def test_the_window_starts_without_what_it_seldom_needs(imported) -> None:
    _count, *imported_names = imported["window"]
    names = set(imported_names)
    assert "PySide6" in names
    third_party = (
        names - set(sys.stdlib_module_names) - {"editor_app", "PySide6", "shiboken6", "shibokensupport"}
    )
    assert third_party <= {"__feature__", "signature_bootstrap"}
    assert not names & SLOW_AND_SELDOM_NEEDED
