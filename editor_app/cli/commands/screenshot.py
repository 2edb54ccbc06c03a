"""`foreword screenshot`: save pictures of the window, without a display."""

from __future__ import annotations

import os

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import path_of_word
from editor_app.cli.streams import Streams
from editor_app.text import Sentence


def run(arguments: Arguments, streams: Streams) -> int:
    """Save the pictures that are named, or all, and print the path of each once it is there."""
    folder, *names = arguments.words
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    os.environ["QT_LOGGING_RULES"] = "default.warning=false"  # that this platform has no desktop
    try:
        from editor_app.window.startup.pictures import take_pictures
    except ImportError as error:
        raise Failure("display", Sentence("cli.no-window", reason=str(error))) from error
    take_pictures(path_of_word(folder), names, lambda path: streams.print(str(path)))
    return 0
