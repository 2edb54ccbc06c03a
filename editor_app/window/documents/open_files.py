"""The open files: opening, saving, closing, and their changes on disk."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain, count
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QObject, Signal

from editor_app.library.files.file_changes import TextReplacement, make_folders_for, remove_empty
from editor_app.library.files.reading import (
    MOST_BYTES,
    ChangedOnDisk,
    FileContent,
    FileError,
    FileStamp,
    NotAllowed,
    read_file,
)
from editor_app.library.files.saving import save_file, stamp_now
from editor_app.library.files.unsaved_marks import UnsavedMark, hold_unsaved_mark
from editor_app.library.folders import Library, kind_of
from editor_app.library.history.history import keep_version
from editor_app.library.history.version_lists import VersionReason
from editor_app.library.kinds import UNTITLED_KIND
from editor_app.library.paths import built_in_name
from editor_app.prompts.copies import name_edit_for
from editor_app.text import Edit, Sentence, UnencodableText, decode, together
from editor_app.variables.catalog import Catalog
from editor_app.window.documents.disk.disk_check import DiskCheck
from editor_app.window.documents.file_place import NO_FILE, EarlierText, FilePlace
from editor_app.window.documents.library_state import LibraryState
from editor_app.window.documents.open_file import OpenFile

_HEAD = 64 * 1024
_UNTITLED = re.compile(r"Untitled [1-9][0-9]{0,8}")
BUILT_IN_IS_READ_ONLY = Sentence("window-documents.built-in-read-only")
DEFAULT_IS_READ_ONLY = Sentence("window-documents.default-read-only")


class NotSaved(NamedTuple):
    """Why a file was not saved, as a sentence; the bar above its text may say so, too.

    `refused` is there where its path leads where it may not.
    """

    sentence: str
    is_in_bar: bool = False
    refused: NotAllowed | None = None


class OpenFiles(QObject):
    """Opens each file once, saves without losing anything, and detects what other programs write.

    A file that cannot be shown is closed again while `opened` is announced.
    """

    opened = Signal(object)
    closing = Signal(object)  # a tuple of files that the user closes together, while they are open
    closed = Signal(object)
    saved = Signal(object)
    renamed = Signal(object)
    warned = Signal(str, object)  # about what saving a file, whose path it is, could not keep or promise
    failed = Signal(str)
    refused = Signal(object)  # NotAllowed: the path of a file leads where it may not

    def __init__(self, listed: LibraryState, state_dir: Path, parent: QObject | None = None) -> None:
        """Start without open files; renamed ones are looked for in all folders of the library, too."""
        super().__init__(parent)
        self._listed = listed
        self.state_dir = state_dir
        self.clock = listed.clock
        self.files: list[OpenFile] = []
        self.restore_first: Callable[[Path], None] = lambda _path: None
        """Called with each path before it is read: its tab of an earlier session may still be waiting."""
        self._held_failures: list[str] | None = None
        self.disk = DiskCheck(self.files, listed, state_dir, self)  # finds what other programs write
        self.disk.moved.connect(self.rename)
        self.marks = UnsavedMarks(state_dir, self)
        self.disk.ended.connect(self.marks.try_again)

    @property
    def library(self) -> Library:
        """The library, as far as its paths may lead now."""
        return self._listed.library

    def find(self, path: Path) -> OpenFile | None:
        """Return the open file at `path`, None if it is not open."""
        return next((file for file in self.files if file.path == path and not file.is_untitled), None)

    def text_of(self, path: Path) -> str | None:
        """Return the text of an open file by its path, which may lead over ‘..’; None without one."""
        file = self.find(Path(os.path.abspath(path)))  # noqa: PTH100  as in `open`
        return file.text if file is not None and not file.shows_placeholders else None

    def text_on_disk(self, path: Path, most_bytes: int = MOST_BYTES) -> str | None:
        """Return the text that a file has on the disk; None where it cannot be read, or is no text."""
        try:
            decoded = decode(read_file(path, most_bytes, access=self.library.access).data)
        except FileError:
            return None
        return decoded.text if decoded.bad_byte is None else None

    def of(self, document: object) -> OpenFile:
        """Return the open file with this document."""
        return next(file for file in self.files if file.document is document)

    @contextmanager
    def holding_failures(self) -> Iterator[list[str]]:
        """Give a list that takes why files are not read, in place of `failed`, while the body runs."""
        held: list[str] = []
        self._held_failures = held
        try:
            yield held
        finally:
            self._held_failures = None

    def open(self, path: Path) -> OpenFile | None:
        """Open a file, or return it if it is open; None if it could not be opened."""
        path = Path(os.path.abspath(path))  # noqa: PTH100  not resolved: a link keeps the name the user chose
        if self.find(path) is None:
            self.restore_first(path)
        file = self.find(path)
        if file is not None:
            return file
        try:
            content = read_file(path, access=self.library.access)
        except FileError as error:
            self._fail(error)
            return None
        return self.show_text(path, content)

    def new_untitled(self, steps: Sequence[Sequence[Edit]] = (), name: str = "") -> OpenFile | None:
        """Open an empty document that is in no file yet, or one with the text that `steps` make.

        It gets `name` if that is such a document's, such as "Untitled 2", and free; else the first free one.
        """
        taken = {file.path for file in self.files}
        wanted = [name] if _UNTITLED.fullmatch(name) else []
        names = chain(wanted, (f"Untitled {number}" for number in count(1)))
        paths = (self.library.root / name for name in names)
        free = (path for path in paths if path not in taken and not os.path.lexists(path))
        return self.show_text(next(free), NO_FILE, EarlierText(steps))

    def show_text(
        self, path: Path, content: FileContent, earlier: EarlierText | None = None
    ) -> OpenFile | None:
        """Open a text as that of a file: what was read of it, changed by what an earlier session made of it.

        With that, even without steps, it is text whatever it holds.
        """
        place = self._place(path, content.data)
        if content is NO_FILE:
            place = replace(place, kind=UNTITLED_KIND)
        file = OpenFile(place, content, self._listed.catalog, self.clock, earlier=earlier, parent=self)
        self.files.append(file)
        self.disk.follow()
        self.marks.follow(file)
        self.opened.emit(file)
        return file if file in self.files else None

    def save(self, file: OpenFile) -> bool:
        """Save a file unless it changed on disk; return False after `disk.changed` or `failed`.

        A file that no longer exists on disk is written again. An untitled one is saved by `save_as`.
        """
        return self._tell(self.save_quietly(file))

    def save_quietly(self, file: OpenFile) -> NotSaved | None:
        """Save a file as `save` does; return why it was not saved, None if it was."""
        if file.is_untitled:
            return NotSaved(Sentence("window-documents.untitled-not-saved", name=file.path.name))
        if file.is_gone:
            return self._save_again(file)
        if file.document.read_only_because is not None:
            return _read_only(file)
        why_not = self._write(file, file.path, file.stamp)
        if why_not is not None and why_not.is_in_bar and not file.is_stale:  # gone, as only turned out now
            return self._save_again(file)
        if why_not is None:
            self.saved.emit(file)
        return why_not

    def save_as_utf8(self, file: OpenFile) -> bool:
        """Save a file that was read in another encoding as UTF-8 without BOM."""
        before = file.text_format
        file.text_format = replace(before, encoding="utf-8", bom=False)
        if self.save(file):
            return True
        file.text_format = before
        return False

    def save_mine(self, file: OpenFile, over: FileStamp | None) -> bool:
        """Save over what another program wrote, which local history keeps.

        `over` is the stamp of what the user has seen, None of no file; if the file differs from that too, it
        is announced again.
        """
        if over is None:
            return self.save_again(file)
        file.stamp = over
        return self.save(file)

    def save_again(self, file: OpenFile) -> bool:
        """Save a file that no longer exists on disk, unless another exists there now."""
        return self._tell(self._save_again(file))

    def _save_again(self, file: OpenFile) -> NotSaved | None:
        if file.shows_placeholders:  # placeholders are not what the file held
            return _read_only(file)
        try:
            folders = make_folders_for(file.path)
        except FileError as error:
            return NotSaved(error.sentence)
        why_not = self._write(file, file.path, None)
        if why_not is None:
            self.saved.emit(file)
        else:
            remove_empty(folders)
        return why_not

    def _tell(self, why_not: NotSaved | None) -> bool:
        """Tell why a file was not saved, unless the bar above its text says so; return whether it was."""
        if why_not is not None and why_not.refused is not None:
            self.refused.emit(why_not.refused)
        elif why_not is not None and not why_not.is_in_bar:
            self.failed.emit(why_not.sentence)
        return why_not is None

    def save_as(self, file: OpenFile, path: Path) -> bool:
        """Save the text under another path, which the tab then shows; a prompt's `name` becomes the same.

        An existing file is replaced, which the user has confirmed by choosing it; local history keeps it.
        """
        path = Path(os.path.abspath(path))  # noqa: PTH100  as in `open`
        if path == file.path and not file.is_gone and not file.is_untitled:
            return self.save(file)
        other = self.find(path)
        if other is not None and other is not file:
            self.failed.emit(Sentence("window-documents.open-in-another-tab", name=path.name))
            return False
        reason = self.why_read_only(path) or (file.shows_placeholders and file.document.read_only_because)
        if reason:
            self.failed.emit(Sentence("window-documents.not-saved", name=path.name, reason=reason))
            return False
        if not self._tell(self._write(file, path, stamp_now(path))):
            return False
        self.rename(file, path)
        edit = name_edit_for(file.text, path) if file.kind.has_prompt_names else None
        if edit is not None:
            file.document.apply_edits([edit])
            return self.save(file)
        self.saved.emit(file)
        return True

    def rename(self, file: OpenFile, path: Path) -> None:
        """Change a file's path after a rename; the new name may be of another kind."""
        self.rename_all([(file, path)])

    def rename_all(self, paths: Iterable[tuple[OpenFile, Path]]) -> None:
        """Change the paths of files that were renamed together, whose new names may be each other's."""
        renamed: list[OpenFile] = []
        for file, path in paths:
            file.rename(self._place(path, file.saved_text[:_HEAD].encode("utf-8", "replace")))
            renamed.append(file)
        for file in renamed:
            self.disk.follow()
            self.marks.look_at(file)
            self.renamed.emit(file)

    def take_replaced(self, file: OpenFile, step: TextReplacement) -> None:
        """Update an open file after a file operation replaced it on disk; unsaved changes stay unsaved."""
        try:
            content = read_file(file.path, access=self.library.access)
        except FileError as error:
            self._fail(error)
            return
        if (file.stamp.hash, content.stamp.hash) != (step.hash_before, step.hash_after):
            return  # another program wrote to it too, which the bar above the text says
        if file.is_modified:
            file.take_stamp(content)
        else:
            file.take_from_disk(content)

    def take_written(self, path: Path, content: FileContent | None, hash_before: str) -> None:
        """Let an open file follow what was written to its path here; unsaved text and other changes stay."""
        file = self.find(path)
        if file is None or file.is_modified or content is None or file.stamp.hash != hash_before:
            return
        file.take_from_disk(content)
        self.disk.reloaded.emit(file)

    def reload(self, file: OpenFile) -> None:
        """Replace the text by the file's content on disk, as one undo step; history keeps unsaved text."""
        try:
            content = read_file(file.path, access=self.library.access)
        except FileError as error:
            self._fail(error)
            return
        complaints: tuple[str, ...] = ()
        is_kept = file.is_modified and not file.is_untitled
        if is_kept:
            why, now = VersionReason.RELOADED, self.clock()
            try:
                complaints = keep_version(self.state_dir, file.path, file.data(), why, now=now).warnings
            except FileError as error:
                is_kept, complaints = False, (error.sentence,)
            except UnencodableText:  # half a character is in no file; undo has it
                is_kept = False
        file.take_from_disk(content)
        self.disk.reloaded.emit(file)
        outcome = Sentence("window-documents.reloaded", name=file.path.name, count=1)
        if is_kept:
            outcome = Sentence("window-documents.reloaded-and-kept", name=file.path.name)
        self.disk.news.emit(together([outcome, *complaints]), (file.path,))

    def close_all(self, files: Sequence[OpenFile]) -> None:
        """Close files as the user wants: their tabs can be opened again."""
        self.closing.emit(tuple(files))
        for file in files:
            self.close(file)

    def close(self, file: OpenFile) -> None:
        """Close a file and discard its unsaved changes."""
        self.files.remove(file)
        self.disk.forget(file)
        self.marks.forget(file)
        self.closed.emit(file)
        file.stop_analysing()
        file.deleteLater()

    def set_catalog(self, catalog: Catalog) -> None:
        """Use another catalog of variables in all open files."""
        for file in self.files:
            file.set_catalog(catalog)

    def _write(self, file: OpenFile, path: Path, expected: FileStamp | None) -> NotSaved | None:
        """Write a file's text; return why that failed, after `disk.changed` or `disk.gone` if so."""
        if file.is_restoring:
            return _read_only(file)
        try:
            saved = save_file(
                path,
                file.data(),
                expected=expected,
                state_dir=self.state_dir,
                now=self.clock(),
                access=self.library.access,
            )
        except ChangedOnDisk as error:
            if path != file.path:
                return NotSaved(error.sentence)
            file.is_stale, file.is_gone = error.now is not None, error.now is None
            (self.disk.gone if file.is_gone else self.disk.changed).emit(file)
            because = "gone" if file.is_gone else "changed"
            sentence = Sentence("window-documents.apart-not-saved", name=path.name, because=because)
            return NotSaved(sentence, is_in_bar=True)
        except FileError as error:
            return NotSaved(error.sentence, refused=error if isinstance(error, NotAllowed) else None)
        except UnencodableText as error:
            file.catch_up()
            place = file.analysis.lines.position(error.offset)
            line, column = place
            sentence = Sentence("window-documents.half-character", name=path.name, line=line, column=column)
            return NotSaved(sentence)
        file.mark_saved(saved.stamp)
        if saved.warnings:
            self.warned.emit(together(saved.warnings), path)
        return None

    def _fail(self, error: FileError) -> None:
        if isinstance(error, NotAllowed):
            self.refused.emit(error)
        elif self._held_failures is not None:
            self._held_failures.append(error.sentence)
        else:
            self.failed.emit(error.sentence)

    def _place(self, path: Path, data: bytes) -> FilePlace:
        return FilePlace(path, kind_of(self.library, path, data[:_HEAD]), self.why_read_only(path))

    def why_read_only(self, path: Path) -> str | None:
        """Return why a file cannot be changed where it is, None where it can."""
        if built_in_name(path) is not None:
            return BUILT_IN_IS_READ_ONLY
        return DEFAULT_IS_READ_ONLY if self.library.is_default(path) else None


def _read_only(file: OpenFile) -> NotSaved:
    reason = file.document.read_only_because or ""
    return NotSaved(Sentence("window-documents.not-saved", name=file.path.name, reason=reason))


class UnsavedMarks(QObject):
    """Holds the mark of each followed file that is unsaved, so that the server and the command line know."""

    def __init__(self, state_dir: Path, parent: QObject | None = None) -> None:
        """Start without files; the marks are in the state folder."""
        super().__init__(parent)
        self._state_dir = state_dir
        self._marks: dict[OpenFile, tuple[Path, UnsavedMark] | None] = {}

    def follow(self, file: OpenFile) -> None:
        """Hold the mark of a file from now on while it is unsaved."""
        self._marks[file] = None
        for changed in (file.document.modified_changed, file.gone_changed, file.restored):
            changed.connect(partial(self.look_at, file))
        self.look_at(file)

    def look_at(self, file: OpenFile, _changed: object = None) -> None:
        """Hold the mark of a file that is unsaved by now, at its path of now, and release any other."""
        if file not in self._marks:
            return
        path = file.path if file.is_unsaved and not file.is_untitled else None
        mark = self._marks[file]
        if mark is not None and mark[0] != path:
            mark[1].release()
            mark = None
        if mark is None and path is not None:
            mark = path, hold_unsaved_mark(self._state_dir, path)
        self._marks[file] = mark

    def forget(self, file: OpenFile) -> None:
        """Release the mark of a file that is closed."""
        mark = self._marks.pop(file, None)
        if mark is not None:
            mark[1].release()

    def forget_all(self) -> None:
        """Release all marks: the window ends."""
        for file in list(self._marks):
            self.forget(file)

    def try_again(self) -> None:
        """Hold the marks that could not be held before, since another process was writing the file."""
        for mark in self._marks.values():
            if mark is not None and not mark[1].is_held:
                mark[1].hold()
