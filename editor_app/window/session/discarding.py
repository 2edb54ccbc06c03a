"""Discarding unsaved texts so that they can be had again: with Undo, and from local history."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final

from editor_app.clock import Clock
from editor_app.library.files.reading import FileContent, FileError, read_file
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.journal.records import JournalledText
from editor_app.text import Newlines, UnencodableText, letters_of
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.session.journaling import document_of, edits_between
from editor_app.window.session.restoring import Restoring

_GONE: Final = (FileNotFoundError, NotADirectoryError)


@dataclass(frozen=True, slots=True)
class OnDisk:
    """What the disk has of a file: its content, or none; `trouble` says why what is there cannot be read."""

    content: FileContent | None = None
    trouble: str = ""


def on_disk(file: OpenFile, access: FileAccess | None) -> OnDisk:
    """Return what the disk has of an open file now; `access` says where its path may lead."""
    if file.is_untitled:
        return OnDisk()
    try:
        return OnDisk(read_file(file.path, access=access))
    except FileError as error:
        return OnDisk() if isinstance(error.__cause__, _GONE) else OnDisk(trouble=error.sentence)


@dataclass(frozen=True, slots=True)
class Discarded:
    """A text that was discarded, in one undo step, and its newlines; local history has it at `kept_as`."""

    kept_as: Path
    text: JournalledText
    newlines: Newlines


class Discarding:
    """Takes unsaved texts away once local history has them, and brings them back."""

    def __init__(
        self, files: OpenFiles, restoring: Restoring, clock: Clock, warn: Callable[[str], object]
    ) -> None:
        """Use these parts; `warn` shows a sentence about damage in local history."""
        self._files = files
        self._restoring = restoring
        self._clock = clock
        self._warn = warn

    def discard(self, file: OpenFile) -> Discarded:
        """Take what the file holds, as one undo step, or close what is in no file.

        Raises FileError, and the text stays as it is, where its file cannot be read or kept in history.
        """
        now = on_disk(file, self._files.library.access)
        if now.trouble:
            raise FileError(now.trouble, file.path)
        discarded = Discarded(self._keep(file), _as_journalled(file), file.document.newlines)
        if now.content is None:
            self._files.close(file)
        else:
            file.take_from_disk(now.content)
        return discarded

    def take_back(self, discarded: Discarded) -> None:
        """Make a discarded text again the unsaved one of its file, or of a document in no file."""
        text, path = discarded.text, discarded.text.document.path
        opened = self._files.find(path) if path is not None else None
        if opened is not None:
            opened.document.replace_text(text.text, discarded.newlines)
        else:
            self._restoring.restore_text(text)

    def _keep(self, file: OpenFile) -> Path:
        path = self._path_in_history(file)
        try:
            kept = keep_version(
                self._files.state_dir, path, file.data(), VersionReason.DISCARDED, now=self._clock()
            )
        except UnencodableText as error:
            sentence = f"‘{file.path.name}’ holds half of a character, which local history cannot keep."
            raise FileError(sentence, file.path) from error
        if kept.warnings:
            self._warn(" ".join(kept.warnings))
        return path

    def _path_in_history(self, file: OpenFile) -> Path:
        """Return the file's path, or for a text in no file the first free one to save it under."""
        if not file.is_untitled:
            return file.path
        folder, stem = self._files.library.user_dir, file.path.name.lower().replace(" ", "-")
        names = (f"{stem}.md" if number == 1 else f"{stem}-{number}.md" for number in count(1))
        paths = (folder / name for name in names if not os.path.lexists(folder / name))
        return next(path for path in paths if not versions_of(self._files.state_dir, path))


def _as_journalled(file: OpenFile) -> JournalledText:
    """Return the unsaved text of a file as a journal would have it, in one undo step."""
    base, newlines = file.saved_text, file.text_format.newlines
    edits = edits_between(base, file.text)
    letters = edits_between(letters_of(newlines, base), file.document.newline_letters)
    return JournalledText(
        document_of(file), (edits,) if edits or letters else (), file.text, (letters,) if letters else ()
    )
