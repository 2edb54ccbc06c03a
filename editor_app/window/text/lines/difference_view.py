"""A view of the difference between two texts: lines with their signs, equal lines folded."""

from __future__ import annotations

import re
from typing import Final

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import (
    QFontMetrics,
    QPainter,
    QPaintEvent,
    QTextBlock,
    QTextCursor,
    QTextDocument,
    QTextOption,
)
from PySide6.QtWidgets import QFrame, QWidget

from editor_app.window.kit.form.fields import TextField
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.theme import Theme
from editor_app.window.kit.words.plain_text import number_in_words
from editor_app.window.text.document.placeholders import label_of
from editor_app.window.text.lines.even_lines import EvenLines
from editor_app.window.text.lines.line_difference import DifferenceLine, LineKind, line_difference

_LINE: Final = 20
_MARGIN: Final = 16
_LONGEST: Final = 2_000
_MOST_LINES: Final = 5_000
_SIGNS: Final = {LineKind.SAME: "  ", LineKind.ADDED: "+ ", LineKind.REMOVED: "- ", LineKind.FOLDED: "  "}
_GROUNDS: Final = {LineKind.ADDED: "okbg", LineKind.REMOVED: "errbg"}
_UNSHOWABLE: Final = re.compile(
    "[\r\x85\u2028\u2029\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufdd0\ufdd1\ufffc]"
)


class DifferenceView(TextField):
    """A read-only pane with the difference between two texts."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start empty."""
        super().__init__(parent)
        self._zoom = 0
        self._lines: tuple[DifferenceLine, ...] = ()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setReadOnly(True)
        self.setUndoRedoEnabled(False)
        self.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        document = QTextDocument(self)
        self._even = EvenLines(document)
        document.setDocumentLayout(self._even)
        document.setDocumentMargin(_MARGIN)
        self.setDocument(document)
        self.setAccessibleName("Difference")
        on_theme(self, self._take_sizes)

    @property
    def lines(self) -> tuple[DifferenceLine, ...]:
        """The lines shown."""
        return self._lines

    @property
    def counts(self) -> tuple[int, int]:
        """How many lines were added and how many removed."""
        kinds = [line.kind for line in self._lines]
        return kinds.count(LineKind.ADDED), kinds.count(LineKind.REMOVED)

    def compare(self, old: str, new: str) -> None:
        """Show the changes from `old` to `new`; equal texts show nothing."""
        lines = line_difference(old, new)
        if lines == self._lines:
            return
        self._lines = lines
        scrolled = self.verticalScrollBar().value()
        self.setPlainText("\n".join(_words(line) for line in self._shown))
        self._color_folds()
        self.verticalScrollBar().setValue(scrolled)

    def set_zoom(self, zoom: int) -> None:
        """Make the text `zoom` pixels larger than usual; 0 is the usual size."""
        self._zoom = zoom
        self._take_sizes()

    @property
    def _theme(self) -> Theme:
        return current_theme().zoomed(self._zoom)

    def _take_sizes(self) -> None:
        theme = self._theme
        font = theme.font("code small")
        self.setFont(font)
        self.document().setDefaultFont(font)
        self._even.line_height = theme.px(_LINE)
        self._even.hanging = QFontMetrics(font).horizontalAdvance("  ")
        self._color_folds()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the backgrounds of added and removed lines over the whole width, then the text."""
        painter = QPainter(self.viewport())
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            height = self.blockBoundingRect(block).height()
            if ground := _GROUNDS.get(self._kind(block)):
                lines = block.layout().lineCount() * self._even.line_height
                painter.fillRect(QRectF(0, top, self.viewport().width(), lines), self._theme.color(ground))
            top += height
            block = block.next()
        painter.end()
        super().paintEvent(event)

    @property
    def _shown(self) -> tuple[DifferenceLine, ...]:
        if len(self._lines) <= _MOST_LINES:
            return self._lines
        rest = len(self._lines) - _MOST_LINES
        return (*self._lines[:_MOST_LINES], DifferenceLine(LineKind.FOLDED, "more", rest))

    def _kind(self, block: QTextBlock) -> LineKind:
        number = block.blockNumber()
        return self._lines[number].kind if number < len(self._lines) else LineKind.SAME

    def _color_folds(self) -> None:
        soft = self.currentCharFormat()
        soft.setForeground(self._theme.color("soft"))
        cursor = QTextCursor(self.document())
        for number, line in enumerate(self._shown):
            if line.kind is LineKind.FOLDED:
                cursor.setPosition(self.document().findBlockByNumber(number).position())
                cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
                cursor.setCharFormat(soft)


def _words(line: DifferenceLine) -> str:
    if line.kind is LineKind.FOLDED:
        number = number_in_words(line.lines)
        return f"  … {number} more lines" if line.text else f"  … {number} lines the same"
    text = line.text[:_LONGEST]
    if len(text) < len(line.text):
        text += f" … {len(line.text) - _LONGEST} more characters"
    return _SIGNS[line.kind] + _UNSHOWABLE.sub(lambda match: f"⟨{label_of(match[0])}⟩", text)
