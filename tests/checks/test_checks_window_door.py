"""A whole window is built in two places: where the program starts, and in the door of tests and scripts."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path

PROJECT = Path(__file__).resolve().parents[2]
FOLDERS = ("editor_app", "packaging", "resources", "tests")
BUILDERS = ["editor_app/window/driver.py", "editor_app/window/startup/running.py"]


def builds_a_window(tree: ast.Module) -> bool:
    """Whether a module calls `Workbench`, by that name or another it gave it."""
    names = {"Workbench"}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            names |= {one.asname for one in node.names if one.name == "Workbench" and one.asname}
    called = (node.func for node in ast.walk(tree) if isinstance(node, ast.Call))
    return any(
        (isinstance(one, ast.Name) and one.id in names)
        or (isinstance(one, ast.Attribute) and one.attr == "Workbench")
        for one in called
    )


def builders(files: Iterable[Path], folder: Path) -> list[str]:
    """Return the files that build a whole window."""
    sources = ((file, file.read_text("utf-8")) for file in files)
    return [
        file.relative_to(folder).as_posix()
        for file, source in sources
        if "Workbench" in source and builds_a_window(ast.parse(source))
    ]


def test_only_the_start_and_the_door_build_a_window() -> None:
    files = [file for folder in FOLDERS for file in sorted((PROJECT / folder).rglob("*.py"))]
    assert builders(files, PROJECT) == BUILDERS


def test_another_builder_is_found(tmp_path: Path) -> None:
    sources = {
        "alias.py": "from editor_app.window.app import Workbench as Window\nWindow(library, folders, theme)",
        "call.py": "from editor_app.window.app import Workbench\nWorkbench(library, folders, theme)",
        "module.py": "from editor_app.window import app\nbuilt = app.Workbench(library, folders, theme)",
        "no_call.py": "from editor_app.window.app import Workbench\ndef go(workbench: Workbench): ...",
        "words.py": '"""Workbench(library) is not called here."""\nWorkbench_of = "Workbench()"',
    }
    for name, source in sources.items():
        (tmp_path / name).write_text(source)
    assert builders(sorted(tmp_path.iterdir()), tmp_path) == ["alias.py", "call.py", "module.py"]
