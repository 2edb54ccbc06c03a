"""The text as Markdown shows it: nothing is loaded, and HTML in it stays text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import QShowEvent, QTextDocument
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from editor_app.window.panels.preview.markdown_style import style_markdown
from editor_app.window.theme import Theme

MOST_SHOWN: Final = 200_000
_PAUSE_MS: Final = 250


class MarkdownView(QTextBrowser):
    """Shows a text as Markdown, after a pause and only while it is seen."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._theme = theme
        self._text = ""
        self._shown: str | None = None
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setOpenLinks(False)
        self.setUndoRedoEnabled(False)
        self.setAccessibleName("What the model gets, as Markdown")
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(_PAUSE_MS)
        self._timer.timeout.connect(self.catch_up)
        self.apply_theme(theme)

    def show_text(self, text: str) -> None:
        """Show `text`, when it has rested for a moment and somebody looks."""
        self._text = text
        if self.isVisible() and text != self._shown:
            self._timer.start()

    def apply_theme(self, theme: Theme) -> None:
        """Take the colours and sizes of `theme`."""
        self._theme = theme
        self.setFont(theme.font("body"))
        self.document().setDefaultFont(theme.font("body"))
        self._shown = None
        if self.isVisible():
            self.catch_up()

    def catch_up(self) -> None:
        """Show the text as it is now; of a very long one the beginning."""
        self._timer.stop()
        if self._shown == self._text:
            return
        self._shown = self._text
        scrolled = self.verticalScrollBar().value()
        features = QTextDocument.MarkdownFeature
        dialect = features.MarkdownDialectGitHub | features.MarkdownNoHTML
        self.document().setMarkdown(self._text[:MOST_SHOWN].replace("\0", "\ufffd"), dialect)
        style_markdown(self.document(), self._theme)
        self.verticalScrollBar().setValue(scrolled)

    def loadResource(self, _kind: int, _name: QUrl | str) -> None:
        """Load nothing, wherever it lies."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show what came while nobody looked."""
        super().showEvent(event)
        self.catch_up()
