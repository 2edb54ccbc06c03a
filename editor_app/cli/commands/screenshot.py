"""`foreword screenshot`: save pictures of the window's main states, without a display."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.streams import Streams

_PICTURES_A_LINE = 5


def run(arguments: Arguments, streams: Streams) -> int:
    """Save the pictures and print the path of each once it is there; standard error counts them."""
    folder = path_of_word(arguments.words[0])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from editor_app.window.startup.pictures import make_pictures
    except ImportError as error:
        raise Failure("display", f"The window’s libraries could not be loaded: {error}.") from error

    def say_made(path: Path, number: int, of_all: int) -> None:
        streams.print(str(path))
        if number % _PICTURES_A_LINE == 0 or number == of_all:
            streams.complain(f"{number} of {of_all} pictures")

    streams.complain(f"The pictures go into {folder}")
    make_pictures(folder, say_made=say_made)
    return 0
