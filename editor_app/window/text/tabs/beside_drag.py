"""A tab dragged to the right half of the text, where its file is opened beside."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Signal
from PySide6.QtWidgets import QRubberBand, QWidget

from editor_app.window.text.tabs.tab_bar import DocumentTabBar


class BesideDrag(QRubberBand):
    """Marks the right half of a text while a tab is over it; `dropped` has the index of a tab left there.

    The tab that was in front before the drag is in front again then.
    """

    dropped = Signal(int)

    def __init__(self, bar: DocumentTabBar, text: QWidget) -> None:
        """Follow the tabs that are dragged out of a bar."""
        super().__init__(QRubberBand.Shape.Rectangle, text)
        self._bar, self._text = bar, text
        bar.dragged.connect(self._follow)
        bar.drag_ended.connect(self._end)

    def _follow(self, place: QPoint) -> None:
        half = self._text.rect()
        half.setLeft(half.center().x())
        self.setGeometry(half)
        self.setVisible(half.contains(self._text.mapFromGlobal(place)))

    def _end(self, before: int) -> None:
        if self.isVisible():
            self.hide()
            dragged = self._bar.tabData(self._bar.currentIndex())
            self._bar.setCurrentIndex(self._bar.index_of(before))
            self.dropped.emit(self._bar.index_of(dragged))
