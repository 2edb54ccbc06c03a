"""`foreword customize`: copy a default prompt to the user's folder."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.paths import state_dir
from editor_app.prompts.copies import customize
from editor_app.wire.documents import file_change_document
from editor_app.wire.problems import to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Make the copy and print its path."""
    library = open_current_library(arguments, streams)
    change = customize(arguments.words[0], library, state_dir=state_dir(), now=utc_now())
    if arguments.json:
        streams.write(to_json(file_change_document(change)))
    else:
        streams.print(change.sentence)
        streams.warn(change.warnings)
    return 0
