"""`foreword render`: print what the model gets."""

from __future__ import annotations

from editor_app.cli.command_line import Arguments
from editor_app.cli.problem_lines import complain_of
from editor_app.cli.rendered import render_word
from editor_app.cli.streams import Streams
from editor_app.wire import failed_render_document, render_document, to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the text exactly; with an error in it, or a required value missing, print the problem instead."""
    rendered = render_word(arguments.words[0], arguments, streams)
    found, result = rendered.found, rendered.result
    warnings = rendered.all_warnings
    streams.warn(warnings)
    if result is None or rendered.problems:
        if arguments.json:
            streams.write(to_json(failed_render_document(rendered.problems, warnings)))
        complain_of(rendered.problems, streams)
        return 1
    if arguments.json:
        streams.write(to_json(render_document(result, found.origin, warnings)))
    else:
        streams.write(result.text.encode())
    return 0
