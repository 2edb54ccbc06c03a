"""The test vectors that `foreword export --vectors` writes: one for each saved case or situation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from editor_app.analysis.vectors import Vector, vectors_of
from editor_app.cli.command_line import Arguments
from editor_app.cli.rendered import render_word
from editor_app.cli.sources import access_to, library_of
from editor_app.cli.streams import Streams
from editor_app.library.files.reading import read_file
from editor_app.library.paths import is_file
from editor_app.prompts.cases.cases import read_cases
from editor_app.text import decode
from editor_app.wire.named_texts import NamedSource


def vectors_for(word: str, found: NamedSource, arguments: Arguments, streams: Streams) -> Iterator[Vector]:
    """Yield the vectors of a text, for all its cases, or of a system message for all its situations."""
    has_situations = found.source is not None and found.source.analysis.row.sending.has_situations
    plain = replace(arguments, situation=None, set=(), values=None)
    for name in _situations(found, arguments) if has_situations else _cases(found, arguments):
        given = replace(plain, situation=name) if has_situations else replace(plain, case=name)
        rendered = render_word(word, given, streams)
        if rendered.result is not None:
            yield from vectors_of(name, rendered.result)


def _cases(found: NamedSource, arguments: Arguments) -> list[str]:
    path = next(filter(is_file, found.cases), None)
    return [] if path is None else [case.name for case in read_cases(_text(path, arguments))[0].cases]


def _situations(found: NamedSource, arguments: Arguments) -> list[str]:
    from editor_app.system_messages.situations.situations_file import read_situations, situations_path

    path = situations_path(Path(found.origin.file_path))
    return [one.name for one in read_situations(_text(path, arguments))[0]] if is_file(path) else []


def _text(path: Path, arguments: Arguments) -> str:
    return decode(read_file(path, access=access_to(path, library_of(path, arguments), arguments)).data).text
