"""Starting the window: first something to see, then the rest of the program."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtWidgets import QApplication

from editor_app.window.first_window import FirstWindow, first_text, state_folder, window_settings


def run(paths: Sequence[Path], library: Path | None) -> int:
    """Open the window on a library, or hand the files to the window it is open in; return the exit code."""
    app = QApplication.instance() or QApplication([sys.argv[0] if sys.argv else "foreword"])
    assert isinstance(app, QApplication)
    app.setApplicationName("Foreword")
    app.setDesktopFileName("foreword")
    first = None
    if not any(runtime_dir().glob("foreword-*.socket")):  # else another window may take the files
        settings = window_settings()
        first = FirstWindow(settings, first_text(paths, library, settings))
        first.show()
        first.wait_until_seen()
    from editor_app.window.running import run_window  # takes several times as long as all of the above

    return run_window(app, first, paths, library)


def runtime_dir() -> Path:
    """Return a folder only this user can write to, for the socket."""
    named = os.environ.get("XDG_RUNTIME_DIR")
    folder = Path(named) if named and Path(named).is_absolute() and Path(named).is_dir() else state_folder()
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    return folder
