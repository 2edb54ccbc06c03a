"""The ruler: a bar of each block's tokens, with words below."""

from __future__ import annotations

from bisect import bisect_right
from itertools import accumulate
from typing import Final

from PySide6.QtCore import QPoint, QRect, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QHelpEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QHBoxLayout, QToolTip, QVBoxLayout, QWidget

from editor_app.window.kinds.system_message.preview.look import MessageLook
from editor_app.window.kinds.system_message.preview.segments import RulerSegment
from editor_app.window.kit.theme.current import current_theme, sized, spaced
from editor_app.window.kit.words.labels import ElidedLabel, plain_tooltip
from editor_app.window.panels.preview.stable_prefix import StabilityButton
from editor_app.window.panels.preview.why import count

_BAR: Final = 12
_HEIGHT: Final = 18
_GAP: Final = 2
_LEAST: Final = 2


class BlockRuler(QWidget):
    """The bar of tokens, the tokens of the selected block, and how much of the text is stable.

    `block_chosen` has the index of a block, `output_requested` an offset of the text.
    """

    block_chosen = Signal(int)
    output_requested = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        """Start without blocks."""
        super().__init__(parent)
        self.bar = _TokensBar(self)
        self.bar.chosen.connect(self.block_chosen)
        self._words = ElidedLabel("", "soft", parent=self)
        self.stability = StabilityButton(self)
        self.stability.output_requested.connect(self.output_requested)
        row = QHBoxLayout()
        row.addWidget(self._words, 1)
        row.addWidget(self.stability)
        column = spaced(QVBoxLayout(self), margins=(12, 8, 8, 4))
        bar_row = spaced(QHBoxLayout(), margins=(0, 0, 4, 0))
        bar_row.addWidget(self.bar)
        column.addLayout(bar_row)
        column.addLayout(row)

    def show_look(self, look: MessageLook) -> None:
        """Show the tokens of a system message's blocks."""
        self.bar.show_segments(look.segments, look.selected)
        self._words.setText(_in_words(look))
        self.stability.show_rows(look.stability)


def _in_words(look: MessageLook) -> str:
    about = "≈ " if look.is_estimate else ""
    chosen = next((segment for segment in look.segments if segment.block == look.selected), None)
    total = f"{about}{count(look.tokens, 'token')}"
    if chosen is None:
        return f"{count(len(look.segments), 'block')}, {total}"
    return f"{chosen.name}: {about}{chosen.tokens:,} of {total}".replace(",", "\u2009")


class _TokensBar(QWidget):
    """A segment for each block, with a width in proportion to its tokens."""

    chosen = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self._segments: tuple[RulerSegment, ...] = ()
        self._selected: int | None = None
        self._ends: list[int] = []
        self._painted: list[tuple[object, ...]] = []
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAccessibleName("Tokens of each block")
        self.setMouseTracking(True)
        sized(self, height=_HEIGHT)

    def show_segments(self, segments: tuple[RulerSegment, ...], selected: int | None) -> None:
        if (segments, selected) == (self._segments, self._selected):
            return
        painted = _painted(segments)
        is_same = selected == self._selected and painted == self._painted
        self._segments, self._selected, self._painted = segments, selected, painted
        chosen = self._chosen_place()
        self.setAccessibleDescription(_sentence(segments[chosen]) if chosen is not None else "")
        if not is_same:  # else only the offsets in the text differ
            self._ends = list(accumulate(max(segment.tokens, 1) for segment in segments))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(current_theme().px(200), current_theme().px(_HEIGHT))

    def segment_at(self, point: QPoint) -> RulerSegment | None:
        """Return the segment under a point."""
        if not self._segments or not 0 <= point.x() < self.width():
            return None
        place = point.x() / self.width() * self._ends[-1]
        return self._segments[min(bisect_right(self._ends, place), len(self._segments) - 1)]

    def event(self, event: object) -> bool:
        """Show the tooltip of the segment under the pointer."""
        if isinstance(event, QHelpEvent):
            segment = self.segment_at(event.pos())
            if segment is not None:
                QToolTip.showText(event.globalPos(), plain_tooltip(_sentence(segment)), self)
            return True
        return super().event(event)  # type: ignore[arg-type]  # Qt brings events only

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        segment = self.segment_at(event.position().toPoint())
        if segment is not None and event.button() == Qt.MouseButton.LeftButton:
            self.chosen.emit(segment.block)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Select the next or previous block with the arrow keys."""
        steps = {Qt.Key.Key_Right: 1, Qt.Key.Key_Left: -1}
        step = steps.get(Qt.Key(event.key()))
        if step is None or not self._segments:
            super().keyPressEvent(event)
            return
        here = self._chosen_place()
        place = 0 if here is None else max(0, min(here + step, len(self._segments) - 1))
        self.chosen.emit(self._segments[place].block)

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter = QPainter(self)
        theme = current_theme()
        top = (self.height() - theme.px(_BAR)) // 2
        start = painted = 0
        for segment, end in zip(self._segments, self._ends, strict=True):
            left, right = self._x(start), self._x(end)
            if right == painted and segment.block != self._selected:
                start = end
                continue  # narrower than the pixel that is painted already
            painted = right
            place = QRect(left, top, max(_LEAST, right - left - _GAP), theme.px(_BAR))
            painter.fillRect(place, theme.color(segment.role))
            if segment.is_outranked:
                painter.fillRect(place, QBrush(theme.color("panel"), Qt.BrushStyle.BDiagPattern))
            if segment.block == self._selected:
                painter.setPen(QPen(theme.color("ink"), 1))
                painter.drawRect(place.adjusted(-2, -3, 1, 2))
            start = end
        if self.hasFocus():
            painter.setPen(QPen(theme.color("acc"), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        painter.end()

    def _x(self, tokens: int) -> int:
        return round(tokens / self._ends[-1] * self.width())

    def _chosen_place(self) -> int | None:
        places = (place for place, one in enumerate(self._segments) if one.block == self._selected)
        return next(places, None)


def _painted(segments: tuple[RulerSegment, ...]) -> list[tuple[object, ...]]:
    return [(block, name, role, tokens, outranked) for block, name, role, _, tokens, outranked in segments]


def _sentence(segment: RulerSegment) -> str:
    size = f"{count(segment.tokens, 'token')}, {count(segment.output.length, 'character')}"
    return f"{segment.name}: {size}{', outranked' if segment.is_outranked else ''}"
