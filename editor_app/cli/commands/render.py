"""`foreword render`: print what the model gets."""

from __future__ import annotations

import os

from editor_app.cli.colours import coloured_markdown, wants_colours
from editor_app.cli.command_line import Arguments
from editor_app.cli.rendered import render_word
from editor_app.cli.streams import Streams, refuse
from editor_app.wire.documents import render_document
from editor_app.wire.problems import to_json


def run(arguments: Arguments, streams: Streams) -> int:
    """Print the text exactly; if it has errors or lacks a required value, print the problems instead."""
    in_colours = wants_colours(arguments.color, os.environ)
    rendered = render_word(arguments.words[0], arguments, streams)
    named, result = rendered.named, rendered.result
    warnings = rendered.all_warnings
    streams.warn(warnings)
    if result is None or rendered.problems:
        return refuse(rendered.problems, streams, renderedContent=None, warnings=list(warnings))
    if arguments.json:
        streams.write(to_json(render_document(result, named.origin, warnings)))
    else:
        shown = coloured_markdown(result.text) if in_colours else result.text
        streams.write(shown.encode())
    return 0
