"""`foreword reset`: move the user's prompt to local history, so that the default is used."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.sources import open_current_library
from editor_app.cli.streams import Streams, report_change
from editor_app.clock import utc_now
from editor_app.library.files.file_changes import FileRemoval
from editor_app.library.files.reading import quoted
from editor_app.library.files.unsaved_marks import writing_allowed
from editor_app.library.kinds import STANDARD_KINDS
from editor_app.library.paths import state_dir
from editor_app.prompts.copies import reset
from editor_app.prompts.names import prompt_path
from editor_app.text import Sentence


def run(arguments: Arguments, streams: Streams) -> int:
    """Ask for confirmation, unless `--yes` is given, and move the file to local history."""
    name = arguments.words[0]
    library = open_current_library(arguments, streams)
    if not arguments.yes and not streams.confirm(Sentence("cli.reset", name=quoted(name))):
        raise Failure("usage", Sentence("cli.not-reset", name=quoted(name)))
    own = library.own_text(name) if name in STANDARD_KINDS else prompt_path(library.user_dir, name)
    with writing_allowed(state_dir(), own) as unknown:
        change = reset(name, library, state_dir=state_dir(), now=utc_now())
    streams.warn(unknown)
    is_kept = any(isinstance(step, FileRemoval) and step.version is not None for step in change.steps)
    report_change(change, streams, Sentence("cli.history-lists", name=name) if is_kept else "")
    return 0
