"""Scenarios that are written: from a transcript of another program, or from a run that was played."""

from __future__ import annotations

import os
from pathlib import Path

from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.paths import STANDARD_INPUT, make_folder_for, path_of_word, show_path
from editor_app.cli.sources import access_to, library_of
from editor_app.cli.streams import Streams
from editor_app.clock import utc_now
from editor_app.library.files.reading import quoted, read_file
from editor_app.library.files.saving import save_file
from editor_app.library.paths import state_dir
from editor_app.runs.model.scenario import Scenario
from editor_app.runs.reading.steps_file import MOST_BYTES, SUFFIX
from editor_app.runs.transcripts.importing import import_scenario
from editor_app.runs.transcripts.writing import write_scenario
from editor_app.text import Sentence, decode
from editor_app.wire.runs import scenario_import_document

_NAMES = (".yaml", ".yml")


def import_as_scenario(word: str, out: Path, arguments: Arguments, streams: Streams) -> int:
    """Write the scenario of a transcript, a large one with its steps in a file beside it."""
    steps_path = require_free_paths(out)
    source = _source(word, arguments, streams)
    with streams.with_time(Sentence("cli.importing")):
        imported = import_scenario(source)
    if not imported.steps:
        why = imported.losses[0].message if imported.losses else ""
        raise Failure("values", Sentence("cli.nothing-to-play", name=quoted(word)), why)
    with streams.with_time(Sentence("cli.writing")):
        written = save_scenario(imported.scenario, out, steps_path)
    streams.warn(note.message for note in (*imported.losses, *imported.marked, *imported.warnings))
    streams.show(
        lambda: scenario_import_document(imported, map(str, written)), (show_path(path) for path in written)
    )
    return 0


def require_free_paths(out: Path) -> Path:
    """Return the path of the file of steps beside a new scenario; raises Failure where one is taken."""
    if out.suffix.lower() not in _NAMES:
        raise Failure("usage", Sentence("cli.not-yaml", name=quoted(out.name)))
    steps_path = out.with_name(out.stem + SUFFIX)
    for path in (out, steps_path):
        if os.path.lexists(path):
            taken = Sentence("cli.file-exists", name=quoted(show_path(path)))
            raise Failure("usage", taken, path=path)
    return steps_path


def _source(word: str, arguments: Arguments, streams: Streams) -> str:
    if word == STANDARD_INPUT:
        data = streams.read()
    else:
        path = path_of_word(word)
        data = read_file(
            path, MOST_BYTES, access=access_to(path, library_of(path, arguments), arguments)
        ).data
    decoded = decode(data)
    if decoded.bad_byte is not None:
        raise Failure("values", Sentence("cli.not-utf-8", name=quoted(word), byte=decoded.bad_byte))
    return decoded.text


def save_scenario(scenario: Scenario, out: Path, steps_path: Path) -> list[Path]:
    """Write a scenario, and its steps beside it where they are many; return the paths that were written."""
    made = write_scenario(scenario, steps_path.name)
    texts = {out: made.text}
    if made.steps_text is not None:
        texts = {steps_path: made.steps_text, **texts}
    make_folder_for(out)
    for path, text in texts.items():
        save_file(path, text.encode(), expected=None, state_dir=state_dir(), now=utc_now())
    return [out, *(path for path in texts if path != out)]
