"""Commands between the source and the preview of what the model gets."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from PySide6.QtWidgets import QApplication

from editor_app.text import Sentence, Span
from editor_app.window.commands.window_commands import WindowCommands
from editor_app.window.documents.documents import Documents
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.frame.notices import User
from editor_app.window.perspectives.window_services import WindowView


class PreviewCommands(WindowCommands):
    """Goes between source and preview, explains the text, and copies it."""

    def __init__(
        self, documents: Documents, shown: WindowView, user: User, *, open_file: Callable[[Path], object]
    ) -> None:
        """Use the parts of a window."""
        super().__init__(documents, shown, user)
        self._panel, self._open_file = shown.panels.preview, open_file
        self._waits_for: OpenFile | None = None

    def go_across(self) -> None:
        """Go from the source to its place in the preview, or back."""
        editor, preview = self._current.editor, self._panel
        if editor is None:
            return
        focus = QApplication.focusWidget()
        if focus is not None and preview.isAncestorOf(focus):
            span = preview.text.source_at_cursor()
            if span is not None:
                self.go_to_source(span)
        else:
            self._shown.window.show_right("preview")
            self._show_own_text()
            preview.show_output_at(self._current.caret_offset)

    def go_to_source(self, span: Span) -> None:
        """Go to a place in the source of the preview, which may be the default that callers get."""
        file = self._current.file
        callers = self._current.callers.shown(file) if file is not None else None
        if callers is not None:
            self._open_file(callers.path)
        self._current.go_to(span)

    def show_other_text(self) -> None:
        """Show the prompt's own text instead of what callers get, or the reverse."""
        if self._current.file is not None:
            self._current.callers.choose_other(self._current.file)
            self._current.show_status()
            self._current.show_now()

    def _show_own_text(self) -> None:
        """Show what the current file itself gives, which is what a place in it is looked for in."""
        file = self._current.file
        if file is not None and self._current.callers.shown(file) is not None:
            self.show_other_text()

    def why_here(self) -> None:
        """Show why the text at the caret is in the preview, or why it is not.

        This is the preview's caret if that has the focus, else the editor's; a panel of the kind may have
        something chosen instead.
        """
        if self._current.perspective.explain_chosen():
            return
        preview = self._panel
        self._shown.window.show_right("preview")
        if preview.has_caret or self._current.editor is None:
            preview.show_why()
        else:
            self._show_own_text()
            preview.explain_source(self._current.caret_offset)

    def copy_if_waiting(self, file: OpenFile) -> None:
        """Copy the text now, if that was asked for while the values of `file` were being resolved."""
        waits, self._waits_for = self._waits_for, None
        if waits is file is self._current.file:
            self.copy_model_text()

    def copy_model_text(self) -> None:
        """Copy the text the model gets, and say which file it is from and if a required value is missing."""
        file = self._current.file
        if file is None:
            return
        if self._documents.resolver.is_resolving(file):
            self._notifier.say(Sentence("window-commands.copied-later"))
            self._waits_for = file
            return
        file.catch_up()
        callers = self._current.callers.copied(file)
        result = callers.result if callers is not None else file.result_to_send
        if result is None:
            return
        self._current.show_now()
        self._panel.copy(result, self._current.callers.name_of_copy(file, callers))
        if result.missing_required:
            names = result.missing_required
            of, source = ("own", "") if callers is None else ("callers", callers.name)
            self._notifier.say_of_file(
                Sentence("window-commands.copied-but", of=of, source=source, names=names, count=len(names))
            )
