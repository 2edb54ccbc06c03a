"""`foreword [PATH…]`: open the window."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping

from editor_app.cli.command_line import COMMANDS, OPEN, Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.sources import absolute, is_path, no_such_path
from editor_app.cli.streams import Streams

_DISPLAYS = ("QT_QPA_PLATFORM", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "DISPLAY")


def run(arguments: Arguments, streams: Streams) -> int:
    """Open the window with these files; a single folder is the library to open."""
    del streams
    paths = []
    for word in arguments.words:
        if not is_path(word) or word == "-":
            raise no_such_path(word)
        paths.append(absolute(word))
    library = arguments.library
    if library is None and len(paths) == 1 and paths[0].is_dir():
        library = paths.pop()
    check_display(os.environ, sys.platform)
    try:
        from editor_app.window.app import run as run_window
    except ImportError as error:
        raise Failure(
            "display", f"The window’s libraries could not be loaded: {error}. {_without()}"
        ) from error
    return run_window(paths, library)


def check_display(environment: Mapping[str, str], platform: str) -> None:
    """Raise Failure where there is no display; Qt itself would end the process without a word to act on."""
    if platform in {"win32", "darwin"} or any(environment.get(name) for name in _DISPLAYS):
        return
    raise Failure(
        "display",
        f"There is no display to open a window on: neither DISPLAY nor WAYLAND_DISPLAY is set. {_without()}",
    )


def _without() -> str:
    names = [name for name in COMMANDS if name != OPEN]
    return f"These commands need none: {', '.join(names)}."
