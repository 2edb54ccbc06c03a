"""The folder for variables that the user chose by hand, kept per library between starts."""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path

from PySide6.QtCore import QSettings

from editor_app.library.folders import Library
from editor_app.library.paths import is_folder


def chosen_folder(settings: QSettings, library: Library) -> Path | None:
    """Return the folder that the user chose for a library's variables, None without one that is there."""
    kept = settings.value(_key(library), "")
    folder = Path(kept) if isinstance(kept, str) and kept and "\0" not in kept else None
    return folder if folder is not None and folder.is_absolute() and is_folder(folder) else None


def keep_chosen_folder(settings: QSettings, library: Library, folder: Path) -> None:
    """Remember a folder for the next start; the library's own workspace needs no remembering."""
    if folder == library.workspace:
        settings.remove(_key(library))
    else:
        settings.setValue(_key(library), str(folder.absolute()))


def _key(library: Library) -> str:
    return f"workspace/{sha256(os.fsencode(os.path.realpath(library.root))).hexdigest()[:16]}"
