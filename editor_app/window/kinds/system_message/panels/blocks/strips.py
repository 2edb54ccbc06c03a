"""The strips between the filter and the block tree: the column headings, or how many blocks are muted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QWidget

from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow, muted_in_words
from editor_app.window.kit.rows.content import LABEL_LEFT
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.theme.current import current_theme, on_theme
from editor_app.window.kit.theme.icons import pixmap
from editor_app.window.kit.words.labels import ElidedLabel

_HEIGHT: Final = 24


class MutedStrip(QWidget):
    """Shows how many blocks are muted, with a button that unmutes them; hidden while none is.

    It replaces the column headings and is as high, so that no row moves when it appears.
    """

    unmute_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start hidden."""
        super().__init__(parent)
        self._image = QLabel(self)
        self.words = ElidedLabel("", "small", parent=self)
        self.link = QPushButton("Unmute", self)
        self.link.setProperty("look", "link")
        self.link.setAccessibleName("Unmute all blocks")
        self.link.clicked.connect(lambda _checked=False: self.unmute_requested.emit())
        self._row = QHBoxLayout(self)
        self._row.addWidget(self._image)
        self._row.addWidget(self.words, 1)
        self._row.addWidget(self.link)
        on_theme(self, self._restyle)
        self.hide()

    def show_rows(self, rows: Iterable[BlockRow]) -> None:
        """Count the muted blocks among `rows`, and hide where there are none."""
        words = muted_in_words(rows)
        self.words.setText(words)
        self.setAccessibleName(words)
        self.setVisible(bool(words))

    def _restyle(self) -> None:
        theme = current_theme()
        self._image.setPixmap(pixmap("volume-x", "soft", theme.px(14), self.devicePixelRatioF()))
        self._row.setContentsMargins(theme.px(SIDE), 0, theme.px(8), 0)
        self._row.setSpacing(theme.px(6))
        self.setFixedHeight(theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("blkbg"))
        painter.end()


class ColumnHeads(QWidget):
    """The headings of the tree's two columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the headings in the colours of `theme`."""
        super().__init__(parent)
        on_theme(self, self._restyle)

    def _restyle(self) -> None:
        theme = current_theme()
        self.setFixedHeight(theme.px(_HEIGHT))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the headings."""
        painter = QPainter(self)
        style = row_style()
        side = style.px(SIDE)
        left = style.px(LABEL_LEFT)
        place = QRect(left, 0, self.width() - left - side, self.height())
        taken = style.text(painter, place, "Priority", "soft", "small", right=True)
        style.text(painter, place.adjusted(0, 0, -taken - side, 0), "Block", "soft", "small")
        painter.end()
