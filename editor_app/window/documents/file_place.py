"""What a file is opened with: where it is, and what an earlier session made of its text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from editor_app.library.files.reading import FileContent, FileMark, FileStamp
from editor_app.library.kinds import Kind
from editor_app.text import Edit, Newlines

NO_FILE = FileContent(b"", FileStamp("", FileMark(0, 0, 0, 0, 0)))
"""What stands for the bytes of a document that is in no file yet."""


@dataclass(frozen=True, slots=True)
class FilePlace:
    """Where a file is, of what kind that makes it, and why it cannot be changed there, None where it can."""

    path: Path
    kind: Kind
    read_only_because: str | None = None


@dataclass(frozen=True, slots=True)
class EarlierText:
    """What an earlier session made of a text: undo steps, and how it spelled newlines.

    `of_base` are the newlines of the file from which it began, None for those that it has now. `letters` has
    for each undo step the edits of the letters that stand for them (`letters_of`), or nothing.
    """

    steps: Sequence[Sequence[Edit]] = ()
    of_base: Newlines | None = None
    letters: Sequence[Sequence[Edit]] = ()
