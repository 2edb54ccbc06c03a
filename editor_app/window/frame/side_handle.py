"""The strip at the window's edge in place of a hidden side, which shows it again."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QSizePolicy

from editor_app.window.kit.rows.row_style import row_style
from editor_app.window.kit.theme.icons import paint_icon

_WIDTH = 28
_HEADER = 34
_ICON = 14


class SideHandle(QAbstractButton):
    """A strip along the left or the right edge, with the name of the hidden panel."""

    def __init__(self, *, at_left: bool) -> None:
        """Create it for one edge, without a name yet."""
        super().__init__()
        self._at_left = at_left
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setCursor(Qt.CursorShape.PointingHandCursor)

    def set_name(self, name: str) -> None:
        """Set the name of the panel that a click shows."""
        self.setText(name)
        self.setAccessibleName(f"Show {name}")
        self.setToolTip(f"Show {name}")

    def sizeHint(self) -> QSize:
        """Return the size of an icon and the name from top to bottom."""
        return QSize(row_style().px(_WIDTH), row_style().px(_HEADER + 80))

    def minimumSizeHint(self) -> QSize:
        """Return the size of the icon."""
        return QSize(row_style().px(_WIDTH), row_style().px(_HEADER))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background, the line, an arrow and the name."""
        painter = QPainter(self)
        style, px = row_style(), row_style().px
        color = style.theme.color
        painter.fillRect(self.rect(), color("nsel" if self.underMouse() else "panel"))
        painter.fillRect(self.width() - 1 if self._at_left else 0, 0, 1, self.height(), color("line"))
        side = px(_ICON)
        arrow = QRect((self.width() - side) // 2, (px(_HEADER) - side) // 2, side, side)
        paint_icon(painter, arrow, "chevron-right" if self._at_left else "chevron-left", style.theme, "soft")
        if self.hasFocus():
            painter.setPen(color("acc"))
            painter.drawRoundedRect(self.rect().adjusted(2, 2, -3, -3), 4, 4)
        painter.translate(QPoint(self.width(), px(_HEADER)))
        painter.rotate(90)
        room = QRect(0, 0, self.height() - px(_HEADER), self.width())
        style.text(painter, room, self.text(), "soft", "small")
        painter.end()
