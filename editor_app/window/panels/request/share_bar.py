"""The bar of shares: how many of the tokens each part has, and which of them stay the same."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QEvent, QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolTip, QVBoxLayout, QWidget

from editor_app.requests import PartGroup, PartRow
from editor_app.window.kit.theme.current import current_theme, sized, spaced
from editor_app.window.kit.words.labels import ElidedLabel, PlainLabel, plain_tooltip
from editor_app.window.panels.request.view import RequestView
from editor_app.window.panels.request.words import about, in_front_words, share_name, stable_words

_BAR: Final = 12
_HEIGHT: Final = 18
_GAP: Final = 2
_LEAST_WITH_GAP: Final = 4


class ShareStrip(QWidget):
    """The bar, and under it the part in front and how much stays the same in words."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without parts."""
        super().__init__(parent)
        self.has_shares = False
        """Whether there is a token to have a share of."""
        self.bar = ShareBar(self)
        self.bar.chosen.connect(self.chosen)
        self.in_front = ElidedLabel("", "soft", parent=self)
        self.stable = PlainLabel("", "soft", self)
        row = QHBoxLayout()
        row.addWidget(self.in_front, 1)
        row.addWidget(self.stable)
        column = spaced(QVBoxLayout(self), margins=(12, 6, 12, 6))
        column.addWidget(self.bar)
        column.addLayout(row)

    def show_view(self, view: RequestView) -> None:
        """Show the shares of a request."""
        self.has_shares = view.structure.tokens.count > 0
        self.bar.show_view(view)
        self.in_front.setText(in_front_words(view))
        self.stable.setText(stable_words(view))

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the background and the line below."""
        painter = QPainter(self)
        painter.fillRect(self.rect(), current_theme().color("panel"))
        painter.fillRect(0, self.height() - 1, self.width(), 1, current_theme().color("line"))
        painter.end()


class ShareBar(QWidget):
    """A segment for each part, with a width in proportion to its tokens; `chosen` has the part's row."""

    chosen = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without parts."""
        super().__init__(parent)
        self._view: RequestView | None = None
        self._rows: tuple[PartRow | PartGroup, ...] = ()
        self._ends: list[int] = []
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Tokens of each part")
        sized(self, height=_HEIGHT)

    def show_view(self, view: RequestView) -> None:
        """Show the parts of a request."""
        self._view, self._rows = view, view.structure.shares
        self._ends = list(accumulate(max(row.tokens.count, 1) for row in self._rows))
        self.setAccessibleDescription(f"{in_front_words(view)}; {stable_words(view)}".strip("; "))
        self.update()

    def sizeHint(self) -> QSize:
        """Return a width that a dock can do without."""
        return QSize(current_theme().px(200), current_theme().px(_HEIGHT))

    def row_at(self, point: QPoint) -> PartRow | PartGroup | None:
        """Return the part, or group of parts, under a point."""
        if not self._rows or not 0 <= point.x() < self.width():
            return None
        place = point.x() / self.width() * self._ends[-1]
        return self._rows[min(bisect_right(self._ends, place), len(self._rows) - 1)]

    def event(self, event: QEvent) -> bool:
        """Show the tooltip of the part under the pointer."""
        if isinstance(event, QHelpEvent) and self._view is not None:
            row = self.row_at(event.pos())
            if row is not None:
                words = f"{share_name(row, self._view)}: {about(row.tokens)} tokens"
                QToolTip.showText(event.globalPos(), plain_tooltip(words), self)
            return True
        return super().event(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        """Choose the part under the pointer."""
        row = self.row_at(event.position().toPoint())
        if row is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(row)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Choose the next or previous part with the arrow keys."""
        step = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}.get(Qt.Key(event.key()))
        if step is None or not self._rows:
            super().keyPressEvent(event)
            return
        here = self._place_in_front()
        place = 0 if here is None else max(0, min(here + step, len(self._rows) - 1))
        self.chosen.emit(self._rows[place])

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the segments, the part in front outlined, and the focus."""
        painter = QPainter(self)
        theme, top = current_theme(), (self.height() - current_theme().px(_BAR)) // 2
        outlined: list[QRect] = []
        for row, left, right in self._segments():
            rect = QRect(left, top, max(right - left, 1), theme.px(_BAR))
            painter.fillRect(rect, theme.color("acc" if row.is_cached else "edge"))
            if self._view is not None and self._view.is_in_front(row):
                outlined.append(rect)
        painter.setPen(QPen(theme.color("ink"), 2))
        for rect in outlined:
            painter.drawRect(rect.adjusted(-1, -1, 1, 1).intersected(self.rect().adjusted(1, 1, -1, -1)))
        if self.hasFocus():
            painter.setPen(QPen(theme.color("acc"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _segments(self) -> list[tuple[PartRow | PartGroup, int, int]]:
        if not self._ends:
            return []
        scale = (self.width() + current_theme().px(_GAP)) / self._ends[-1]
        found: list[tuple[PartRow | PartGroup, int, int]] = []
        start = 0
        for row, end in zip(self._rows, self._ends, strict=True):
            left, right = round(start * scale), round(end * scale)
            gap = current_theme().px(_GAP) if right - left >= current_theme().px(_LEAST_WITH_GAP) else 0
            found.append((row, left, right - gap))
            start = end
        return found

    def _place_in_front(self) -> int | None:
        view = self._view
        if view is None:
            return None
        return next((at for at, row in enumerate(self._rows) if view.is_in_front(row)), None)
