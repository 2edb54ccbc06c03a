"""What starting imports: the time until the window is there is mostly imports."""

from __future__ import annotations

import subprocess
import sys

import pytest

IMPORTED = """
import sys
before = set(sys.modules)
import {module}
print(" ".join(sorted({{name.partition(".")[0] for name in set(sys.modules) - before}})))
"""
ROOMS = ["text", "template", "structured", "variables", "library", "prompts", "analysis", "wire", "cli"]
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


def imported_by(module: str) -> set[str]:
    command = [sys.executable, "-c", IMPORTED.format(module=module)]
    return set(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_below_the_window_start_with_nothing_but_the_standard_library(room: str) -> None:
    names = imported_by(f"editor_app.{room}")
    assert names - set(sys.stdlib_module_names) == {"editor_app"}
    assert not names & SLOW_AND_SELDOM_NEEDED


def test_the_window_starts_without_what_it_seldom_needs() -> None:
    names = imported_by("editor_app.window.app")
    assert "PySide6" in names
    third_party = (
        names - set(sys.stdlib_module_names) - {"editor_app", "PySide6", "shiboken6", "shibokensupport"}
    )
    assert third_party <= {"__feature__", "signature_bootstrap"}
    assert not names & SLOW_AND_SELDOM_NEEDED
