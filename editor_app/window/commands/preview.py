"""Commands between the source and the preview of what the model gets."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication

from editor_app.text import Span
from editor_app.window.current_file import CurrentFile
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notifier import Notifier
from editor_app.window.panels.preview import PreviewPanel


class PreviewCommands:
    """Goes between source and preview, explains the text, and copies it."""

    def __init__(
        self,
        *,
        current: CurrentFile,
        panel: PreviewPanel,
        show_panel: Callable[[], object],
        is_resolving: Callable[[OpenFile], bool],
        notifier: Notifier,
    ) -> None:
        """Use these parts.

        `show_panel` brings the preview to the front; `is_resolving` returns whether the values of a file are
        still being resolved.
        """
        self._current = current
        self._panel = panel
        self._show_panel = show_panel
        self._is_resolving = is_resolving
        self._notifier = notifier
        self._waits_for: OpenFile | None = None

    def go_across(self) -> None:
        """Go from the source to its place in the preview, or back."""
        editor, preview = self._current.editor, self._panel
        if editor is None:
            return
        focus = QApplication.focusWidget()
        if focus is not None and preview.isAncestorOf(focus):
            span = preview.source_at_cursor()
            if span is not None:
                self.go_to_source(span)
        else:
            self._show_panel()
            preview.show_output_at(self._current.caret_offset)

    def go_to_source(self, span: Span) -> None:
        """Go to a place in the source."""
        self._current.go_to(span)

    def why_here(self) -> None:
        """Show why the text at the caret is in the preview, or why it is not.

        This is the preview's caret if that has the focus, else the editor's.
        """
        preview = self._panel
        self._show_panel()
        if preview.has_caret or self._current.editor is None:
            preview.show_why()
        else:
            preview.explain_source(self._current.caret_offset)

    def copy_if_waiting(self, file: OpenFile) -> None:
        """Copy the text now, if that was asked for while the values of `file` were being resolved."""
        waits, self._waits_for = self._waits_for, None
        if waits is file is self._current.file:
            self.copy_model_text()

    def copy_model_text(self) -> None:
        """Copy the text the model gets, and say if a required value is missing."""
        file = self._current.file
        if file is None:
            return
        if self._is_resolving(file):
            self._notifier.say("The values are still being found. It is copied as soon as they are there.")
            self._waits_for = file
            return
        file.catch_up()
        result = file.result_to_send
        if result is None:
            return
        self._current.show_now()
        self._panel.copy(result)
        if result.missing_required:
            names = ", ".join(f"‘{name}’" for name in result.missing_required)
            self._notifier.say_of_file(f"Copied, but {names} is required and was not given a value.")
