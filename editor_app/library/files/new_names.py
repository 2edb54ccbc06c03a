"""Names that a new file or folder of a library can have, on every system that the library may be used on."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

from editor_app.library.files.reading import FileError, check_name_on_windows, quoted
from editor_app.text import Sentence

_MOST_BYTES: Final = 200  # file systems take 255, and endings such as `.cases.yaml` are added


def name_problem(name: str, sort: str = "file") -> str:
    """Return why no new file, or folder, can have a name, "" where one can."""
    fault = next((fault for fault, is_broken in _RULES if is_broken(name)), "")
    return Sentence("library.bad-name", name=quoted(name), sort=sort, fault=fault) if fault else ""


def new_folder_problem(parent: Path, name: str) -> str:
    """Return why no new folder in another can have a name, "" where one can."""
    wrong = name_problem(name, "folder")
    if not wrong and os.path.lexists(parent / name):
        return Sentence("library.name-taken", name=quoted(name))
    return wrong


def _is_a_device(name: str) -> bool:
    try:
        check_name_on_windows(name, Path(name))
    except FileError:
        return True
    return False


_RULES: Final[tuple[tuple[str, Callable[[str], bool]], ...]] = (
    ("empty", lambda name: not name.strip()),
    ("first-dot", lambda name: name.startswith(".")),
    ("slashes", lambda name: bool(set(name) & set("/\\"))),
    ("characters", lambda name: bool(set(name) & set(':*?"<>|'))),
    ("control", lambda name: not name.isprintable()),
    ("long", lambda name: len(os.fsencode(name)) > _MOST_BYTES),
    ("windows", _is_a_device),
)
