"""The updates after a file operation or its undo: tabs, the library list, and a message."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path

from editor_app.library.files.file_changes import FileChange, Removed, Replaced
from editor_app.prompts.copies import name_edit_for
from editor_app.text import Edit, Span
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import Notices


class FileChangeCommands:
    """Updates the open files after file operations, and says what was done."""

    def __init__(
        self,
        *,
        documents: Documents,
        show_history: Callable[[Sequence[Path]], object],
        notifier: Notices,
    ) -> None:
        """Use these parts; `show_history` shows the versions of files."""
        self._documents, self._open_files = documents, documents.files
        self._show_history = show_history
        self._notifier = notifier

    def announce(self, change: FileChange) -> None:
        """Say what a file operation did, with Undo, and update the open tabs."""
        self.follow(change)
        kept = [step.path for step in change.steps if isinstance(step, Removed) and step.version]
        if not change.steps:
            self._notifier.say(change.in_words)
            return
        if change.warnings:
            kept = list(dict.fromkeys((*kept, *_paths_of(change))))
        other = ("History", lambda: self._show_history(kept)) if kept else None
        self._notifier.say_with_undo(change.in_words, lambda: self._documents.work.undo(change), other=other)

    def follow_undo(self, change: FileChange) -> None:
        """Update the open tabs after an undone file operation, and say what could not be restored."""
        self.follow(change)
        self._notifier.announce(change.sentence)
        if change.warnings:
            paths = _paths_of(change)
            words = " ".join(change.warnings)
            self._notifier.say_with_link(words, "History", lambda: self._show_history(paths))

    def follow(self, change: FileChange) -> None:
        """Update the open tabs and the library list after a file operation.

        The names of files that were renamed together may be each other's, so all tabs follow at once.
        """
        opened = [file for file in self._open_files.files if not file.is_untitled]
        after = [(file, change.path_after(file.path)) for file in opened]
        moved = [(file, now) for file, now in after if now is not None and now != file.path]
        self._documents.cases.move_all(change.moves | {file.path: now for file, now in moved})
        self._open_files.rename_all(moved)
        for file, _ in moved:
            self._follow_text(file, change)
        for file, now in after:
            if now is None and not file.is_modified:
                self._open_files.close(file)
            elif now is None and os.path.lexists(file.path):
                self._keep_apart(file)
        for file in self._open_files.files:
            if file.is_gone and file.path in change.appeared:
                self._open_files.disk.look_at(file)
        self._documents.library.refresh()

    def _keep_apart(self, file: OpenFile) -> None:
        """Move unsaved text to no file, where another file is at its place now."""
        untitled = self._open_files.new_untitled([[Edit(Span(0, 0), file.text_in_full)]])
        if untitled is None:
            return
        name, now = file.path.name, untitled.path.name
        self._notifier.say(f"The unsaved text of ‘{name}’ is in ‘{now}’: another file has its name now.")
        self._open_files.close(file)

    def _follow_text(self, file: OpenFile, change: FileChange) -> None:
        """Write the new name into the text of an open file that the operation renamed."""
        steps = (step for step in change.steps if isinstance(step, Replaced))
        step = next((step for step in steps if step.path == file.path), None)
        if file.is_modified and file.document.read_only_because is None:
            edit = step.edit_of(file.text) if step is not None else None
            if edit is None and change.says_name:
                edit = name_edit_for(file.text, file.path)
            if edit is not None:
                file.document.apply_edits([edit])
        if step is not None:
            self._open_files.take_replaced(file, step)


def _paths_of(change: FileChange) -> list[Path]:
    """Return the files that a change was about, first those that are gone: their history may have stayed."""
    rewritten = (step.path for step in change.steps if isinstance(step, Replaced))
    return list(dict.fromkeys((*change.gone, *change.appeared, *rewritten)))
