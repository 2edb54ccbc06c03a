"""The text of the document in front, and under it what is written beside it."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QSplitter, QWidget


class TextSplitter(QSplitter):
    """The text, and under it at most one widget; the user drags the line between them.

    `height_dragged` has the new height of the widget in pixels.
    """

    height_dragged = Signal(int)

    def __init__(self, text: QWidget, parent: QWidget | None = None) -> None:
        """Show only `text`."""
        super().__init__(Qt.Orientation.Vertical, parent)
        self.setHandleWidth(1)
        self.setChildrenCollapsible(False)
        self.addWidget(text)
        self.setStretchFactor(0, 1)
        self.splitterMoved.connect(lambda *_: self.height_dragged.emit(self.sizes()[-1]))

    def set_height_under(self, height: int) -> None:
        """Give the widget under the text a height in pixels, as far as there is room."""
        total = sum(self.sizes()) or height * 4
        self.setSizes([max(1, total - height), height])
