"""A bar of segments, each as wide as its share of a whole; a click, Left or Right choose one.

    self.bar = SegmentBar("Tokens of each part", self)
    self.bar.chosen.connect(lambda at: self.go_to(rows[at]))
    self.bar.show_segments([Segment(row.tokens, "edge", row is current) for row in rows], words_of)

`words_of(at)` gives the tooltip of a segment once it is asked for. No chart of Qt's own can have the focus.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator
from itertools import accumulate
from typing import Final, NamedTuple

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QToolTip, QWidget

from editor_app.window.kit.theme.current import current_theme, sized
from editor_app.window.kit.words.labels import plain_tooltip

_HEIGHT: Final = 18


class Segment(NamedTuple):
    """A segment: what it counts (0 has a width, too), its colour role, whether it is outlined."""

    size: int
    role: str
    is_chosen: bool = False


class SegmentBar(QWidget):
    """Shows segments; `chosen` has the index of the one that was asked for."""

    chosen = Signal(int)

    def __init__(self, name: str, parent: QWidget) -> None:
        """Start without segments; `name` is the accessible name."""
        super().__init__(parent)
        self._segments: tuple[Segment, ...] = ()
        self._ends: list[int] = []
        self._words: Callable[[int], str] = str
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName(name)
        sized(self, height=_HEIGHT)

    def show_segments(self, segments: Iterable[Segment], words: Callable[[int], str]) -> None:
        """Show other segments, about which `words` say more."""
        self._words = words
        if (shown := tuple(segments)) != self._segments:
            self._segments = shown
            self._ends = list(accumulate(max(segment.size, 1) for segment in shown))
            self.update()

    def index_at(self, point: QPoint) -> int | None:
        """Return the index of the segment under a point, None where there is none."""
        if not self._segments or not 0 <= point.x() < self.width():
            return None
        place = point.x() / self.width() * self._ends[-1]
        return min(bisect_right(self._ends, place), len(self._segments) - 1)

    def sizeHint(self) -> QSize:
        """Return a width that a dock can do without."""
        return QSize(current_theme().px(200), current_theme().px(_HEIGHT))

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the segment under the pointer."""
        if not isinstance(event, QHelpEvent):
            return super().event(event)
        if (index := self.index_at(event.pos())) is not None:
            QToolTip.showText(event.globalPos(), plain_tooltip(self._words(index)), self)
        return True

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the segment under the pointer."""
        index = self.index_at(event.position().toPoint())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the next or the previous segment with the arrow keys."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is None or not self._segments:
            super().keyPressEvent(event)
            return
        chosen = [index for index, segment in enumerate(self._segments) if segment.is_chosen]
        self.chosen.emit(max(0, min(chosen[0] + step, len(self._segments) - 1)) if chosen else 0)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the segments, the chosen ones outlined, and the focus."""
        painter, theme = QPainter(self), current_theme()
        outlined: list[QRect] = []
        for segment, place in self._places():
            painter.fillRect(place, theme.color(segment.role))
            if segment.is_chosen:
                outlined.append(place)
        painter.setPen(QPen(theme.color("ink"), 2))
        for place in outlined:
            painter.drawRect(place.adjusted(-1, -1, 1, 1).intersected(self.rect().adjusted(1, 1, -1, -1)))
        if self.hasFocus():
            painter.setPen(QPen(theme.color("acc"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _places(self) -> Iterator[tuple[Segment, QRect]]:
        """Give the segments with their places, without those in a pixel that is taken already."""
        px = current_theme().px
        height, gap = px(12), px(2)
        scale = (self.width() + gap) / self._ends[-1] if self._ends else 0
        left = taken = 0
        for segment, end in zip(self._segments, self._ends, strict=True):
            right = round(end * scale)
            if right > taken or segment.is_chosen:
                taken = right
                width = right - left - (gap if right - left >= px(4) else 0)
                yield segment, QRect(left, (self.height() - height) // 2, max(width, 1), height)
            left = right
