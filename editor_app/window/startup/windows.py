"""Other windows, each a process of its own."""

from __future__ import annotations

from pathlib import Path

from editor_app.window.server.own_process import foreword_process


def open_another_window(runtime: Path, root: Path | None) -> bool:
    """Open a library, or without one the start page, in another process; return whether that was started."""
    arguments = [] if root is None else ["--library", str(root)]
    started: object = foreword_process(arguments, runtime).startDetached()
    return started not in (False, (False, 0))  # some releases of PySide6 return the process id too
