"""A small line with a severity's icon and a sentence, elided, such as the problem of a field."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.text import Severity
from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import SEVERITY_ICONS
from editor_app.window.kit.words.labels import set_plain_tooltip
from editor_app.window.kit.words.plain_text import one_line

_HEIGHT: Final = 18
_ICON: Final = 14
_GAP: Final = 4


class Remark(QWidget):
    """Shows a sentence in the colour of its severity; hidden while there is none."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._severity = Severity.ERROR
        self.sentence = ""
        on_theme(self, self._restyle)
        self.hide()

    def say(self, sentence: str, severity: Severity | None = None) -> None:
        """Show a sentence, by default as an error; "" hides it. The tooltip has the whole."""
        self._severity = severity or Severity.ERROR
        self.sentence = sentence
        self.setAccessibleName(one_line(sentence))
        set_plain_tooltip(self, sentence)
        self.setVisible(bool(sentence))
        self.updateGeometry()
        self.update()

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_HEIGHT))

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the whole sentence."""
        words = row_style().metrics["small"].horizontalAdvance(one_line(self.sentence)) + 2
        return QSize(row_style().px(_ICON + _GAP) + words, self.height())

    def minimumSizeHint(self) -> QSize:
        """Return no width: the sentence is elided where there is too little."""
        return QSize(0, self.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the icon and the sentence."""
        painter = QPainter(self)
        name, role = SEVERITY_ICONS[self._severity]
        left = row_style().icon(painter, self.rect(), 0, name, role, _ICON) + row_style().px(_GAP)
        words = QRect(left, 0, self.width() - left, self.height())
        mode = Qt.TextElideMode.ElideRight
        row_style().text(painter, words, one_line(self.sentence), role, "small", elide=mode)
        painter.end()
