"""The text as Markdown shows it: nothing is loaded, and HTML in it stays text."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QTimer, QUrl
from PySide6.QtGui import (
    QFont,
    QShowEvent,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
)
from PySide6.QtWidgets import QFrame, QTextBrowser, QWidget

from editor_app.window.theme import Theme

MOST_SHOWN: Final = 200_000
_PAUSE_MS: Final = 250
_LINE: Final = 20
_SIDE: Final = 16
_TOP: Final = 10
_HEADINGS: Final = {1: 17, 2: 15, 3: 13}


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
        self._style()
        self.verticalScrollBar().setValue(scrolled)

    def loadResource(self, _kind: int, _name: QUrl | str) -> None:
        """Load nothing, wherever it lies."""

    def showEvent(self, event: QShowEvent) -> None:
        """Show what came while nobody looked."""
        super().showEvent(event)
        self.catch_up()

    def _style(self) -> None:
        """Give blocks the theme's sizes and spaces; Qt's own are those of a web page."""
        cursor = QTextCursor(self.document())
        cursor.beginEditBlock()
        frame = self.document().rootFrame().frameFormat()
        frame.setMargin(_SIDE)
        frame.setTopMargin(_TOP)
        self.document().rootFrame().setFrameFormat(frame)
        block = self.document().begin()
        while block.isValid():
            level = block.blockFormat().headingLevel()
            is_code = block.blockFormat().hasProperty(QTextBlockFormat.Property.BlockCodeFence) or (
                block.blockFormat().nonBreakableLines()
            )
            cursor.setPosition(block.position())
            cursor.mergeBlockFormat(self._block_format(level, is_code=is_code))
            if level:
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.mergeCharFormat(self._heading(level))
            block = block.next()
        cursor.endEditBlock()

    def _block_format(self, level: int, *, is_code: bool) -> QTextBlockFormat:
        px = self._theme.px
        result = QTextBlockFormat()
        fixed = QTextBlockFormat.LineHeightTypes.FixedHeight.value
        result.setLineHeight(px(24 if level == 1 else _LINE), fixed)
        if level:
            result.setTopMargin(px(10))
            result.setBottomMargin(px(4))
        elif is_code:
            result.setBackground(self._theme.color("panel"))
            result.setTopMargin(0)
            result.setBottomMargin(0)
        else:
            result.setTopMargin(0)
            result.setBottomMargin(px(8))
        return result

    def _heading(self, level: int) -> QTextCharFormat:
        result = QTextCharFormat()
        result.setProperty(QTextCharFormat.Property.FontSizeAdjustment, 0)
        result.setProperty(QTextCharFormat.Property.FontPixelSize, self._theme.px(_HEADINGS.get(level, 13)))
        result.setFontWeight(QFont.Weight.DemiBold)
        return result
