"""What can be written at an offset of a file of any kind."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Final

from editor_app.analysis.analysis import Analysis, FilesAround
from editor_app.analysis.library_facts.check import access_of_links
from editor_app.library.files.reading import FileError, read_file
from editor_app.library.folders import Library
from editor_app.text import decode
from editor_app.text.completions import Completion
from editor_app.variables.access import Refusal, end_of

MOST_BYTES: Final = 1024 * 1024
"""The size up to which files are read for the names in them."""

MOST_OFFERED: Final = 200


def complete_at(
    analysis: Analysis, offset: int, around: FilesAround | None = None, *, source: str | None = None
) -> tuple[Completion, ...]:
    """Return what can be written at an offset, the best first; nothing where that is not known.

    `source` is the text of now, where the analysis is of an earlier one. Without `around`, which says what
    lies beside the file, only names of its own are offered.
    """
    if source is not None and source is not analysis.source:
        analysis = replace(analysis, source=source)
    complete = analysis.row.completions
    if complete is None:
        return ()
    return complete(analysis, min(offset, len(analysis.source)), around)[:MOST_OFFERED]


def files_around(path: Path, library: Library | None, open_text: Callable[[Path], str | None]) -> FilesAround:
    """Return what lies beside a file; `open_text` returns the text of an open file, None for others."""
    access = access_of_links(path, library)

    def read(other: Path) -> str | None:
        try:
            end = end_of(other, access)
            if isinstance(end, Refusal):
                return None
            text = open_text(other)
            return (
                text
                if text is not None
                else decode(read_file(end, MOST_BYTES, follows_links=False).data).text
            )
        except (FileError, OSError, ValueError):
            return None

    return FilesAround(path, access, read)
