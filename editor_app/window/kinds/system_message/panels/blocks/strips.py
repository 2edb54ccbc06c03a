"""The strips between the filter and the block tree: the column headings, or how many blocks are muted."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from PySide6.QtCore import QRect, Signal
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.kinds.system_message.panels.blocks.rows import BlockRow, muted_in_words
from editor_app.window.kit.card.sentence_bar import BarLook, SentenceBar
from editor_app.window.kit.rows.content import LABEL_LEFT
from editor_app.window.kit.rows.row_style import SIDE, row_style
from editor_app.window.kit.theme.current import sized

_HEIGHT: Final = 24


class MutedStrip(SentenceBar):
    """Shows how many blocks are muted, with a link that unmutes them; hidden while none is.

    It replaces the column headings and is as high, so that no row moves when it appears.
    """

    unmute_requested = Signal()

    def __init__(self) -> None:
        """Start hidden."""
        super().__init__(BarLook("volume-x", ground="blkbg"), height=_HEIGHT, gap=6, line_below=False)

    def show_rows(self, rows: Iterable[BlockRow]) -> None:
        """Count the muted blocks among `rows`, and hide where there are none."""
        words = muted_in_words(rows)
        self.say(words, [("Unmute", self.unmute_requested.emit)])
        self.setAccessibleName(words)
        for link in self.links:
            link.setAccessibleName("Unmute all blocks")


class ColumnHeads(QWidget):
    """The headings of the tree's two columns."""

    def __init__(self, parent: QWidget | None = None) -> None:
        """Make the headings."""
        super().__init__(parent)
        sized(self, height=_HEIGHT)

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
