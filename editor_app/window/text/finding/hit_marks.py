"""The ticks beside the scroll bar of a text that show where its hits are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from PySide6.QtCore import QEvent, QObject, QRect, Qt
from PySide6.QtGui import QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from editor_app.window.kit.theme.current import current_theme
from editor_app.window.text.surface import TextSurface

_TICK = (8, 3)
_CURRENT_TICK = (12, 5)
_WIDTH = 14


class HitMarks(QWidget):
    """Ticks left of the scroll bar of a text, where its hits are in the whole of it."""

    def __init__(self, surface: TextSurface) -> None:
        """Lie over the right edge of the view."""
        super().__init__(surface)
        self._surface = surface
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        surface.viewport().installEventFilter(self)
        self._place()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Keep the edge when the view gets another size."""
        if event.type() in {QEvent.Type.Resize, QEvent.Type.Move}:
            self._place()
        return super().eventFilter(watched, event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw a tick for each line with hits, or so many lines as a tick is high, and the current on top."""
        theme, right, hits = current_theme(), self.width() - 1, self._surface.hits
        width, tall = map(theme.px, _TICK)
        with QPainter(self) as painter:
            for top in self._tops(tall) if hits.spans else ():
                painter.fillRect(QRect(right - width, top, width, tall), theme.color("acc"))
            if (current := self._surface.current_hit) >= 0:
                width, tall = map(theme.px, _CURRENT_TICK)
                bridge, document = self._surface.contents.bridge, self._surface.document()
                line = document.findBlock(bridge.position(hits.span_now(current).start)).blockNumber()
                box = QRect(right - width, self._top(line) - 1, width - 1, tall)
                painter.fillRect(box, theme.color("paper"))
                painter.setPen(theme.color("ink"))
                painter.drawRect(box)

    def _tops(self, tall: int) -> Iterator[int]:
        """Yield where the ticks are; each is so many pixels high."""
        document, hits = self._surface.document(), self._surface.hits
        offset, count = self._surface.contents.bridge.offset, document.blockCount()
        lines = sorted(
            {top * self._lines // self.height() for top in range(0, self.height(), tall)} | {count}
        )
        for line, behind in pairwise(line for line in lines if line <= count):
            last = document.findBlockByNumber(behind)
            end = offset(last.position()) if last.isValid() else len(self._surface.contents.text) + 1
            if hits.at_or_after(offset(document.findBlockByNumber(line).position())) < hits.at_or_after(end):
                yield self._top(line)

    @property
    def _lines(self) -> int:
        """The lines that there are, or that fit into the view."""
        rows = self._surface.viewport().height() // max(self._surface.even.line_height, 1)
        return max(self._surface.document().blockCount(), rows, 1)

    def _top(self, line: int) -> int:
        return line * self.height() // self._lines

    def _place(self) -> None:
        view = self._surface.viewport().geometry()
        width = current_theme().px(_WIDTH)
        self.setGeometry(view.right() + 1 - width, view.top(), width, view.height())
        self.raise_()
