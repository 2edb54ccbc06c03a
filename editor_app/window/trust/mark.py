"""The mark in the status bar: "Restricted" or "Trusted", a button that opens the popup about trust."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from editor_app.window.style.icons import paint_icon
from editor_app.window.style.row_style import RowStyle
from editor_app.window.style.theme import Theme
from editor_app.window.widgets.words import set_plain_tooltip

_SIDE, _GAP, _PADDING = 14, 4, 4


class TrustMark(QAbstractButton):
    """Whether the folder of the current file's variables is trusted; hidden where that does not matter."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._style = RowStyle(theme)
        self._is_trusted = False
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_trust(self, workspace: str, *, is_trusted: bool) -> None:
        """Show whether the folder `workspace` is trusted."""
        self._is_trusted = is_trusted
        self.setText("Trusted" if is_trusted else "Restricted")
        self.setAccessibleName(self.text())
        read = "are read" if is_trusted else "are not read"
        set_plain_tooltip(self, f"git and the files of {workspace} outside of the library {read}")
        self.updateGeometry()
        self.update()
        self.show()

    def apply_theme(self, theme: Theme) -> None:
        """Apply the colours, fonts and sizes of `theme`."""
        self._style = RowStyle(theme)
        self.updateGeometry()
        self.update()

    def sizeHint(self) -> QSize:
        """Return the size of the icon and the word."""
        px = self._style.px
        words = self._style.metrics["small"].horizontalAdvance(self.text())
        return QSize(px(_SIDE + _GAP) + words + 2 * px(_PADDING), px(_SIDE))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the shield and the word."""
        painter = QPainter(self)
        style, px = self._style, self._style.px
        rect = self.rect().adjusted(px(_PADDING), 0, -px(_PADDING), 0)
        role = "ink" if self.underMouse() else "soft"
        place = rect.adjusted(0, (rect.height() - px(_SIDE)) // 2, 0, 0)
        place.setSize(QSize(px(_SIDE), px(_SIDE)))
        paint_icon(painter, place, "shield-check" if self._is_trusted else "shield", style.theme, role)
        words = rect.adjusted(px(_SIDE + _GAP), 0, 0, 0)
        style.text(painter, words, self.text(), role, "small", elide=Qt.TextElideMode.ElideNone)
        if self.hasFocus():
            painter.setPen(style.theme.color("acc"))
            painter.drawRoundedRect(self.rect().adjusted(0, 2, -1, -3), 4, 4)
        painter.end()
