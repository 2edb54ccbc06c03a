"""What is said once files were saved, or were not."""

from __future__ import annotations

from editor_app.window.documents.changes.saving import SaveResult
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.documents.open_files import OpenFiles
from editor_app.window.frame.notifier import Notifier
from editor_app.window.perspectives.current_file import CurrentFile
from editor_app.window.text.editor_tabs import EditorTabs


class SaveReports:
    """Says which files were not saved, and why; that several were, only to screen readers."""

    def __init__(
        self, *, open_files: OpenFiles, tabs: EditorTabs, current: CurrentFile, notifier: Notifier
    ) -> None:
        """Use these parts."""
        self._open_files = open_files
        self._tabs = tabs
        self._current = current
        self._notifier = notifier

    def tell(self, result: SaveResult) -> None:
        """Say what was not saved, or not kept; what was, where the status bar does not say it."""
        if not result.failed:
            if len(result.saved) > 1:
                self._notifier.announce(result.in_words())
            return
        file, _ = result.failed[0]
        sentence = " ".join(filter(None, (result.in_words(), result.warnings)))
        if file is self._current.file and len(result.failed) == 1:
            self._notifier.say(sentence)
        else:
            self._notifier.say_with_link(sentence, "Show", lambda: self._show(file))

    def _show(self, file: OpenFile) -> None:
        if file in self._open_files.files:
            self._tabs.show_document(file.document)
