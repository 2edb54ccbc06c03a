"""The command that offers what can be written at the caret."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from editor_app.library.folders import Library
from editor_app.text.completions import Completion
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.perspectives.current_file import CurrentFile


class CompletionCommands:
    """Offers completions in the text being written."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        find_open: Callable[[Path], OpenFile | None],
        library: Callable[[], Library],
        say: Callable[[str], None],
    ) -> None:
        """Use these parts; names in files that are open are those of their texts as they are."""
        self._current = current
        self._find_open = find_open
        self._library = library
        self._say = say

    def complete(self) -> None:
        """Offer what can be written at the caret, or say that nothing is known there."""
        edited = self._current.edited_file
        if edited is None:
            return
        edited.editor.setFocus()
        if not edited.editor.complete():
            self._say("Nothing is known that could be written here.")

    def offers_at(self, file: OpenFile, offset: int) -> tuple[Completion, ...]:
        """Return what can be written at an offset of a file."""
        from editor_app.analysis.editing.completion import complete_at, completes, files_around

        if not completes(file.kind):
            return ()
        around = None if file.is_untitled else files_around(file.path, self._library(), self._open_text)
        return complete_at(file.analysis, offset, around, source=file.text)

    def _open_text(self, path: Path) -> str | None:
        file = self._find_open(path)
        return file.text if file is not None else None
