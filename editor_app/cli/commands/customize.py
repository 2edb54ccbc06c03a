"""`foreword customize`: copy a default prompt to the user's folder."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams, report_change
from editor_app.clock import utc_now
from editor_app.library.paths import state_dir
from editor_app.prompts.copies import customize


def run(arguments: Arguments, streams: Streams) -> int:
    """Make the copy and print its path."""
    library = open_current_library(arguments, streams)
    report_change(customize(arguments.words[0], library, state_dir=state_dir(), now=utc_now()), streams)
    return 0
