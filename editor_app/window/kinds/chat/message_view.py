"""The view of an open message: its content, with plain backticks, in an editor of its own."""

from __future__ import annotations

from PySide6.QtCore import QObject

from editor_app.text import Span
from editor_app.window.documents.open_file import OpenFile
from editor_app.window.kinds.chat.content_link import ContentLink
from editor_app.window.text.code_editor import CodeEditor


class MessageView(QObject):
    """The content editor of an open message, linked with its file."""

    def __init__(self, file: OpenFile, parent: QObject | None = None) -> None:
        """Make the editor."""
        super().__init__(parent)
        self.file = file
        self.folder = file.path.parent
        self.link = ContentLink(file, self)
        self.editor = CodeEditor(self.link.document)
        self.link.connect_editor(self.editor)
        self.name_editor()

    def name_editor(self) -> None:
        """Name the editor after its file, for screen readers."""
        self.editor.setAccessibleName(f"Content of {self.file.path.parent.name}/{self.file.path.name}")

    def go_to(self, span: Span) -> bool:
        """Go to `span` of the file; return False if it does not begin in the content."""
        start, end = (self.link.content_offset(offset) for offset in span)
        if start is None:
            return False
        self.editor.go_to(Span(start, start if end is None else end))
        return True

    @property
    def source_offset(self) -> int:
        """The offset in the file of the content editor's caret."""
        return self.link.source_offset(self.editor.cursor_offset())
