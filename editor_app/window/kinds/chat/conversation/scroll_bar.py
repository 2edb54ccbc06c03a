"""The scroll bar of the conversation, whose room is kept where there is nothing to scroll."""

from __future__ import annotations

from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QScrollBar


class QuietScrollBar(QScrollBar):
    """A scroll bar that draws nothing while all is in view; the width of the text does not change with it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the bar if there is something to scroll."""
        if self.maximum() > self.minimum():
            super().paintEvent(event)
