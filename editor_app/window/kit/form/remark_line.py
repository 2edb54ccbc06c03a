"""A small line with a sentence, elided, and the icon of its severity, such as the problem of a field."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Severity
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import sized
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_ICON: Final = 14
_GAP: Final = 4


class RemarkLine(QWidget):
    """Shows a sentence in the colour of its severity; hidden while there is none."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._severity: Severity | None = None
        self.sentence = ""
        sized(self, height=18)
        self.hide()

    def say(self, sentence: str, severity: Severity | None = None) -> None:
        """Show a sentence, "" hides it; one without a severity is soft. The tooltip has the whole."""
        self._severity = severity
        self.sentence = sentence
        self.setAccessibleName(one_line(sentence))
        set_plain_tooltip(self, sentence)
        self.setVisible(bool(sentence))
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the whole sentence."""
        style = row_style()
        icon = style.px(_ICON + _GAP) if self._severity is not None else 0
        words = style.metrics["small"].horizontalAdvance(one_line(self.sentence)) + 2
        return QSize(icon + words, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return no width: the sentence is elided where there is too little."""
        return QSize(0, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the sentence."""
        painter = QPainter(self)
        style, left, role = row_style(), 0, "soft"
        if self._severity is not None:
            name, role = SEVERITY_ICONS[self._severity]
            left = style.icon(painter, self.rect(), 0, name, role, _ICON) + style.px(_GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        style.text(painter, words, one_line(self.sentence), role, "small", elide=Qt.TextElideMode.ElideRight)
        painter.end()
