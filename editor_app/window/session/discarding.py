"""Discarding unsaved texts so that they can be had again: with Undo, and from local history."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Final, NamedTuple

from editor_app.clock import Clock
from editor_app.library.files.reading import FileContent, FileError, FileStamp, read_file
from editor_app.library.history.history import keep_version, versions_of
from editor_app.library.history.version_lists import VersionReason
from editor_app.text import Edit, Newlines, TextFormat, UnencodableText, difference, encode, letters_of
from editor_app.variables.access import FileAccess
from editor_app.window.documents.open_file import EarlierText, OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.session.journaling import Journaling

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


class BaseText(NamedTuple):
    """The text that unsaved changes begin with, and of which file."""

    text: str
    format: TextFormat
    stamp: FileStamp


@dataclass(frozen=True, slots=True)
class Discarded:
    """A text that was discarded, and what it was the text of; local history has it under `kept_as`.

    `base` is the text that was saved, as its file was when it was read.
    """

    file: OpenFile
    kept_as: Path
    path: Path
    is_untitled: bool
    text: str
    newlines: Newlines
    base: BaseText


class Discarding:
    """Takes unsaved texts away once local history has them, and brings them back."""

    def __init__(
        self, files: OpenFiles, journaling: Journaling, clock: Clock, warn: Callable[[str], object]
    ) -> None:
        """Use these parts; `warn` shows a sentence about damage in local history."""
        self._files = files
        self._journaling = journaling
        self._clock = clock
        self._warn = warn

    def discard(self, file: OpenFile) -> Discarded:
        """Take what the file holds, as one undo step, or close what is in no file.

        Raises FileError, and the text stays as it is, where its file cannot be read or kept in history.
        """
        now = on_disk(file, self._files.library.access)
        if now.trouble:
            raise FileError(now.trouble, file.path)
        discarded = Discarded(
            file,
            self._keep(file),
            file.path,
            file.is_untitled,
            file.text,
            file.document.newlines,
            BaseText(file.saved_text, file.text_format, file.stamp),
        )
        if now.content is None:
            self._files.close(file)
        else:
            file.take_from_disk(now.content)
        return discarded

    def take_back(self, discarded: Discarded) -> None:
        """Make a discarded text again the unsaved one of its file, or of a document in no file."""
        opened = None if discarded.is_untitled else self._files.find(discarded.path)
        if opened is not None:
            opened.document.replace_text(discarded.text, discarded.newlines)
            return
        base = discarded.base.text if _is_encodable(discarded) else ""
        edit = difference(base, discarded.text)
        steps = () if edit is None else ((edit,),)
        letters = _letters(discarded, base) if steps else ()
        if discarded.is_untitled:
            file = self._files.new_untitled(steps, discarded.path.name)
        else:
            data = encode(base, discarded.base.format) if base else b""
            earlier = EarlierText(steps, discarded.base.format.newlines if base else Newlines(), letters)
            content = FileContent(data, discarded.base.stamp)
            file = self._files.show_text(discarded.path, content, earlier)
        if file is None:
            return
        self._journaling.take_over(file, base, steps, discarded.text, letters)
        self._files.disk.look_at(file)

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


def _letters(discarded: Discarded, base: str) -> tuple[tuple[Edit, ...], ...]:
    """Return the edit of the letters that stand for the newlines of the base, to those of the text."""
    before = letters_of(discarded.base.format.newlines if base else Newlines(), base)
    edit = difference(before, letters_of(discarded.newlines, discarded.text))
    return () if edit is None else ((edit,),)


def _is_encodable(discarded: Discarded) -> bool:
    try:
        encode(discarded.base.text, discarded.base.format)
    except (UnencodableText, LookupError):
        return False
    return True
