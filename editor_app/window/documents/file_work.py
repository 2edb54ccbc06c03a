"""What the library panel asks for: new, copied, reset, renamed, duplicated and deleted files, with Undo."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from editor_app.clock import Clock
from editor_app.library import (
    FileChange,
    FileError,
    Library,
    apply_rename,
    create_file,
    duplicate_file,
    move_to_history,
    undo_file_change,
)
from editor_app.prompts import PromptError, customize, new_prompt_source, rename_with_companions, reset
from editor_app.text import Rename


class FileWork(QObject):
    """Does file operations one at a time; each is announced with what takes it back."""

    done = Signal(object)  # FileChange
    undone = Signal(object)  # FileChange
    created = Signal(Path, int)  # the new file, and where in its text to begin
    failed = Signal(str)

    def __init__(
        self, library: Library, state_dir: Path, clock: Clock, parent: QObject | None = None
    ) -> None:
        """Take where files and their former versions lie, and the clock that says when they were kept."""
        super().__init__(parent)
        self._library = library
        self._state_dir = state_dir
        self._clock = clock

    def new_prompt(self, name: str) -> None:
        """Make a prompt file with valid frontmatter."""
        name = name.strip().removesuffix(".md")
        *folders, stem = name.split("/")
        source, cursor = new_prompt_source(stem)
        path = self._library.user_dir.joinpath(*folders, f"{stem}.md")
        change = self._do(lambda: create_file(path, source.encode(), state_dir=self._state_dir))
        if change is not None:
            self.created.emit(path, cursor)

    def customize(self, name: str) -> Path | None:
        """Make my copy: copy a default to the user's folder."""
        change = self._do(lambda: customize(name, self._library, state_dir=self._state_dir))
        return change.appeared[0] if change is not None and change.appeared else None

    def reset(self, name: str) -> None:
        """Reset to default: move the user's file to local history, so that the default shows."""
        self._do(lambda: reset(name, self._library, state_dir=self._state_dir, now=self._clock()))

    def rename(self, path: Path, new_name: str) -> None:
        """Give a file another name, and its cases with it; a prompt then says so in its frontmatter."""
        self._do(
            lambda: rename_with_companions(
                path, new_name, self._library, state_dir=self._state_dir, now=self._clock()
            )
        )

    def apply_rename(self, path: Path, fix: Rename) -> None:
        """Do the rename that a fix asks for."""
        self._do(lambda: apply_rename(path.parent, fix, state_dir=self._state_dir))

    def duplicate(self, path: Path) -> None:
        """Copy a file beside itself."""
        self._do(lambda: duplicate_file(path, state_dir=self._state_dir))

    def delete(self, path: Path) -> None:
        """Move a file to local history."""
        self._do(lambda: move_to_history(path, state_dir=self._state_dir, now=self._clock()))

    def undo(self, change: FileChange) -> None:
        """Take an operation back."""
        try:
            taken_back = undo_file_change(change, now=self._clock())
        except FileError as error:
            self.failed.emit(error.sentence)
            return
        self.undone.emit(taken_back)

    def _do(self, operation: Callable[[], FileChange]) -> FileChange | None:
        try:
            change = operation()
        except FileError as error:
            self.failed.emit(error.sentence)
            return None
        except PromptError as error:
            self.failed.emit(error.message)
            return None
        self.done.emit(change)
        return change
