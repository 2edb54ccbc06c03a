"""`foreword [PATH…]`: open the window."""

from __future__ import annotations

import os
import sys

from editor_app.cli.command_line import Arguments
from editor_app.cli.command_table import COMMANDS, OPEN
from editor_app.cli.display import why_no_display
from editor_app.cli.failure import Failure
from editor_app.cli.paths import is_path, no_such_path, path_of_word
from editor_app.cli.streams import Streams


def run(arguments: Arguments, streams: Streams) -> int:
    """Open the window with these files; a single folder is the library to open."""
    del streams
    paths = []
    for word in arguments.words:
        if not is_path(word) or word == "-":
            raise no_such_path(word, or_command=True)
        paths.append(path_of_word(word))
    library = None if arguments.library is None else path_of_word(arguments.library)
    if library is None and len(paths) == 1 and paths[0].is_dir():
        library = paths.pop()
    no_display = why_no_display(os.environ, sys.platform)
    if no_display is not None:
        raise Failure("display", f"{no_display} {_without()}")
    try:
        from editor_app.window.startup.starting import run as run_window
    except ImportError as error:
        raise Failure(
            "display", f"The window’s libraries could not be loaded: {error}. {_without()}"
        ) from error
    return run_window(paths, library)


def _without() -> str:
    names = [name for name in COMMANDS if name != OPEN]
    return f"These commands need none: {', '.join(names)}."
