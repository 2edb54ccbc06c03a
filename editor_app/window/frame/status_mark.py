"""A mark in the status bar: an icon and a word that can be clicked."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.theme.icons import paint_icon
from editor_app.window.kit.words.labels import set_plain_tooltip

_SIDE, _GAP, _PADDING = 14, 4, 4


class StatusMark(QAbstractButton):
    """An icon and a word; hidden while there is nothing to say."""

    def __init__(self, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._icon = self._role = ""
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_mark(self, icon: str, words: str, about: str, role: str = "") -> None:
        """Show an icon and words, in a colour of their own if there is a `role`; `about` is the tooltip."""
        self._icon, self._role = icon, role
        self.setText(words)
        self.setAccessibleName(words)
        set_plain_tooltip(self, about)
        self.updateGeometry()
        self.update()
        self.show()

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the word."""
        px = row_style().px
        words = row_style().metrics["small"].horizontalAdvance(self.text())
        return QSize(px(_SIDE + _GAP) + words + 2 * px(_PADDING), px(_SIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw what the mark shows, and the focus."""
        painter = QPainter(self)
        self.paint_content(painter)
        if self.hasFocus():
            painter.setPen(current_theme().color("acc"))
            painter.drawRoundedRect(self.rect().adjusted(0, 2, -1, -3), 4, 4)
        painter.end()

    def paint_content(self, painter: QPainter) -> None:
        """Draw the icon and the word."""
        style, px = row_style(), row_style().px
        rect = self.rect().adjusted(px(_PADDING), 0, -px(_PADDING), 0)
        role = self._role or ("ink" if self.underMouse() else "soft")
        place = rect.adjusted(0, (rect.height() - px(_SIDE)) // 2, 0, 0)
        place.setSize(QSize(px(_SIDE), px(_SIDE)))
        paint_icon(painter, place, self._icon, style.theme, role)
        words = rect.adjusted(px(_SIDE + _GAP), 0, 0, 0)
        style.text(painter, words, self.text(), role, "small", elide=Qt.TextElideMode.ElideNone)
