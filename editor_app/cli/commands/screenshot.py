"""`foreword screenshot`: save pictures of the window's main states, without a display."""

from __future__ import annotations

import os

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.streams import Streams


def run(arguments: Arguments, streams: Streams) -> int:
    """Save the pictures and print their paths."""
    folder = path_of_word(arguments.words[0])
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    try:
        from editor_app.window.startup.pictures import make_pictures
    except ImportError as error:
        raise Failure("display", f"The window’s libraries could not be loaded: {error}.") from error
    for path in make_pictures(folder):
        streams.print(str(path))
    return 0
