"""The scroll bar of a list, which takes no room from its rows.

    self._bar = OverlayScrollBar(self)
    self._bar.place()  # after each change of size

Qt's own bar, which it follows and moves, is switched off.
"""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar


class OverlayScrollBar(QScrollBar):
    """A scroll bar over the rows' empty right edge, so that rows are as wide with it as without."""

    def __init__(self, tree: QAbstractScrollArea) -> None:
        """Stand at the right edge of `tree`."""
        super().__init__(Qt.Orientation.Vertical, tree)
        self._tree = tree
        self._real = tree.verticalScrollBar()
        self._real.rangeChanged.connect(self._take_range)
        self._real.valueChanged.connect(self.setValue)
        self.valueChanged.connect(self._real.setValue)
        self.hide()

    def place(self) -> None:
        """Move to the tree's right edge."""
        width = self.sizeHint().width()
        self.setGeometry(self._tree.width() - width, 0, width, self._tree.height())

    def _take_range(self, least: int, most: int) -> None:
        self.setRange(least, most)
        self.setPageStep(self._tree.viewport().height())  # the real one has its own a moment later
        self.setSingleStep(self._real.singleStep())
        self.setValue(self._real.value())
        self.setVisible(most > least)
        self.place()
