"""File operations of the library panel: new, copied, reset, renamed, duplicated, deleted files, with Undo."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from editor_app.analysis.library_facts.check import edit_of_rename
from editor_app.analysis.library_facts.new_files import NewPlace
from editor_app.library.files.companions import delete_file, delete_folder, move_file
from editor_app.library.files.file_changes import FileChange
from editor_app.library.files.operations import (
    create_file,
    create_folder,
    rename_file,
    undo_in_steps,
)
from editor_app.library.files.reading import FileError, HistoryError, NotAllowed, allowed_end
from editor_app.library.paths import is_folder
from editor_app.prompts.copies import customize, duplicate, rename_with_companions, reset
from editor_app.prompts.entities import PromptError
from editor_app.text import Rename, Span
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.kit.work.slicer import Slicer

if TYPE_CHECKING:
    from editor_app.requests.importing import ImportedChat

_SLICE_MS = 40  # a file takes some milliseconds, until the disk has it


class FileWork(QObject):
    """Does file operations one at a time; each is announced as a change that can be undone."""

    done = Signal(object)  # FileChange
    undone = Signal(object)  # FileChange
    created = Signal(Path, object)  # the new file's path, and the Span in it that is written first
    failed = Signal(str)
    refused = Signal(object)  # NotAllowed: a path leads where it may not
    history_failed = Signal(str, object)  # why local history could not do its part, and the file's path

    def __init__(self, files: OpenFiles, parent: QObject | None = None) -> None:
        """Work in the library of these files, with the local history and the clock of their window."""
        super().__init__(parent)
        self._files = files
        self._state_dir = files.state_dir
        self._clock = files.clock
        self._undoing = Slicer(self, milliseconds=_SLICE_MS)
        self.last_undone: FileChange | None = None
        """The operation that was undone last."""

    def make(self, place: NewPlace, name: str, source: str | None = None) -> None:
        """Make a file in its place, of the text `source` if that is given."""
        path = place.path_of(name)
        try:
            text, first = place.text(name, self._clock(), source)
        except FileError as error:
            self._fail(error)
            return
        if self.create(path, text):
            self.created.emit(path, first)

    def create(self, path: Path, text: str) -> bool:
        """Create a file; return False on failure."""
        change = self.do(lambda: create_file(path, text.encode(), state_dir=self._state_dir), path)
        return change is not None

    def make_folder(self, folder: Path) -> FileChange | None:
        """Make an empty folder; return None on failure."""
        return self.do(lambda: create_folder(folder, state_dir=self._state_dir), folder)

    def customize(self, name: str) -> Path | None:
        """Copy a default to the user's folder ("Make my copy"); return the copy's path, None on failure."""
        change = self.do(
            lambda: customize(name, self._files.library, state_dir=self._state_dir, now=self._clock())
        )
        return change.appeared[0] if change is not None and change.appeared else None

    def reset(self, name: str) -> None:
        """Move the user's file to local history, so that the default is used again ("Reset to default")."""
        self.do(lambda: reset(name, self._files.library, state_dir=self._state_dir, now=self._clock()))

    def rename(self, path: Path, new_name: str) -> None:
        """Rename a file and its cases file; in a prompt, the name in the frontmatter is changed too."""
        self.do(
            lambda: rename_with_companions(
                path,
                new_name,
                self._files.library,
                state_dir=self._state_dir,
                now=self._clock(),
                make_edit=edit_of_rename(self._files.library, path, new_name),
            ),
            path.parent,
        )

    def apply_rename(self, path: Path, fix: Rename) -> None:
        """Do the rename that a fix asks for."""
        old = path.with_name(fix.old_name)
        self.do(
            lambda: rename_file(old, fix.new_name, state_dir=self._state_dir, now=self._clock()), path.parent
        )

    def duplicate(self, path: Path) -> FileChange | None:
        """Copy a file beside itself, with its cases or situations; return None on failure."""
        return self.do(lambda: duplicate(path, self._files.library, state_dir=self._state_dir), path)

    def delete(self, path: Path) -> None:
        """Move a file and its cases or situations to local history."""
        self.do(lambda: delete_file(path, state_dir=self._state_dir, now=self._clock()), path.parent)

    def move(self, path: Path, folder: Path) -> FileChange | None:
        """Move a file or a chat into another folder; return None on failure."""
        from editor_app.chats.folders import move_chat

        operation = move_chat if is_folder(path) else move_file
        return self.do(
            lambda: operation(path, folder, state_dir=self._state_dir, now=self._clock()), path.parent, folder
        )

    def begin_chat(self, folder: Path) -> None:
        """Make the first message of a chat that has none."""
        from editor_app.chats.chat import read_chat
        from editor_app.chats.operations import insert_message

        chat, now = read_chat(folder, access=self._files.library.access), self._clock()
        change = self.do(lambda: insert_message(chat, 0, "user", state_dir=self._state_dir, now=now), folder)
        if change is not None and change.appeared:
            path = change.appeared[0]
            end = len(path.read_text("utf-8"))
            self.created.emit(path, Span(end, end))

    def import_chat(self, chat: ImportedChat, folder: Path) -> FileChange | None:
        """Make a chat of the messages of a request's body; return None on failure, which is said."""
        from editor_app.analysis.chat_requests.importing import write_imported

        return self.do(
            lambda: write_imported(chat, folder, state_dir=self._state_dir, now=self._clock()), folder
        )

    def rename_chat(self, folder: Path, name: str) -> None:
        """Give a chat's folder, or any other, another name."""
        from editor_app.chats.folders import rename_chat

        self.do(
            lambda: rename_chat(folder, name, state_dir=self._state_dir, now=self._clock()), folder.parent
        )

    def duplicate_chat(self, folder: Path) -> FileChange | None:
        """Copy a chat beside itself; return None on failure."""
        from editor_app.chats.folders import duplicate_chat

        access = self._files.library.access
        now = self._clock()
        return self.do(lambda: duplicate_chat(folder, state_dir=self._state_dir, now=now, access=access))

    def delete_chat(self, folder: Path) -> None:
        """Move the messages of a chat to local history."""
        from editor_app.chats.folders import delete_chat

        self.do(lambda: delete_chat(folder, state_dir=self._state_dir, now=self._clock()), folder)

    def delete_folder(self, folder: Path) -> None:
        """Move all files of a folder to local history, and remove it."""
        self.do(lambda: delete_folder(folder, state_dir=self._state_dir, now=self._clock()), folder.parent)

    def undo(self, change: FileChange) -> None:
        """Undo an operation, one that has to write many files in later events, too."""
        self.finish_undoing()
        self._undoing.start(self._undo_in_slices(change), partial(self._end_undoing, change))
        self._undoing.advance()

    def finish_undoing(self) -> None:
        """Do now what is left of an operation that is being undone."""
        self._undoing.finish()

    def _undo_in_slices(self, change: FileChange) -> Iterator[FileChange | None]:
        unsaved = {file.path for file in self._files.files if file.is_modified}
        try:
            yield from undo_in_steps(change, now=self._clock(), unsaved=unsaved)
        except FileError as error:
            self._fail(error)

    def _end_undoing(self, change: FileChange, taken_back: FileChange) -> None:
        self.last_undone = change
        self.undone.emit(taken_back)

    def _fail(self, error: FileError) -> None:
        if isinstance(error, HistoryError):
            self.history_failed.emit(error.sentence, error.path)
        elif isinstance(error, NotAllowed):
            self.refused.emit(error)
        else:
            self.failed.emit(error.sentence)

    def do(self, operation: Callable[[], FileChange], *places: Path) -> FileChange | None:
        """Do a file operation at places that the paths of the library may lead to.

        Returns its change, None on failure, which is said.
        """
        self.finish_undoing()
        try:
            for place in places:
                allowed_end(place, self._files.library.access)
            change = operation()
        except FileError as error:
            self._fail(error)
            return None
        except PromptError as error:
            self.failed.emit(error.message)
            return None
        self.done.emit(change)
        return change
