"""`foreword explain`: say why a character is in the text, or what is blank or left out and why."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from editor_app.analysis.explanation import Explanation, explain_at
from editor_app.analysis.model_text import ModelText
from editor_app.cli.colours import coloured, wants_colours
from editor_app.cli.command_line import Arguments
from editor_app.cli.failure import Failure
from editor_app.cli.rendered import render_word
from editor_app.cli.streams import Streams, refuse
from editor_app.library.files.reading import shown as without_controls
from editor_app.text import Sentence
from editor_app.wire.documents import explanation_document
from editor_app.wire.named_texts import place_in_file
from editor_app.wire.problems import to_json

_PLACE = re.compile(r"(?>(?::\d+)*):")  # line and column behind a file's path
_QUOTED = re.compile("‘[^‘’]*+’")


def run(arguments: Arguments, streams: Streams) -> int:
    """Explain one character with `--at`, else list the blank tags and the parts left out.

    A missing required value is listed as blank, so the exit code is 0.
    """
    in_colours = wants_colours(arguments.color, os.environ)
    rendered = render_word(arguments.words[0], arguments, streams)
    named, result = rendered.named, rendered.result
    streams.warn((*rendered.warnings, *rendered.lacks_trust))
    if result is None or named.source is None:
        return refuse(rendered.problems, streams, renderedContent=None, warnings=list(rendered.warnings))
    explanation = None
    if arguments.at is not None:
        explanation = explain_at(result, arguments.at, rendered.value_origins)
        if explanation is None:
            count = len(result.text)
            raise Failure("usage", Sentence("cli.no-character", at=arguments.at, count=count))
    if arguments.json:
        streams.write(to_json(explanation_document(result, arguments.at, explanation)))
        return 0
    shown = named.source.shown
    lines = _why(explanation, shown) if explanation else _what_is_missing(result, shown)
    if in_colours:
        safe = map(without_controls, lines)  # all other control characters are escaped
        path = without_controls(shown)
        streams.write("".join(f"{coloured(line, _colours(line, path))}\n" for line in safe).encode())
    else:
        streams.print(*lines)
    return 0


def _colours(line: str, path: str) -> Iterator[tuple[int, int, str]]:
    """Yield the parts of a line to colour: the place it begins with, and quoted words."""
    place = _PLACE.match(line, len(path)) if line.startswith(path) else None
    if place:
        yield 0, place.end(), "faint"
    for quoted in _QUOTED.finditer(line, place.end() if place else 0):
        yield *quoted.span(), "str"


def _why(explanation: Explanation, shown: str) -> Iterator[str]:
    line, column = explanation.place
    yield f"{shown}:{line}:{column}: {explanation.sentence}"
    for condition in explanation.conditions:
        yield f"  {Sentence('cli.because', condition=condition)}"


def _what_is_missing(result: ModelText, shown: str) -> Iterator[str]:
    """Yield a line for each blank tag and each part or block left out, in the order of the file."""
    rows = [
        (blank.span, Sentence("cli.blank", tag=blank.tag, reason=blank.sentence)) for blank in result.blank
    ]
    rows += [(part.source, Sentence("cli.left-out", reason=part.reason)) for part in result.left_out]
    rows += [
        (block.span, Sentence("cli.block-not-sent", name=block.name, reason=block.reason))
        for block in result.blocks_not_sent or ()
    ]
    for span, words in sorted(rows, key=lambda row: row[0]):
        yield f"{place_in_file(result, span, shown)}: {words}"
