"""Mouse handling of the preview's text: the item under the pointer, its card, and clicks."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication

from editor_app.template.source_map import Piece, Why
from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import HoverCard
from editor_app.window.panels.preview.text.marks import BlankSign, LeftOutRow
from editor_app.window.panels.preview.text.text_pane import TextPane


class Spot(NamedTuple):
    """The item under the pointer: a piece of text, a row about what was left out, or a blank value's sign."""

    offset: int
    rect: QRect
    piece: Piece | None = None
    row: LeftOutRow | None = None
    sign: BlankSign | None = None

    @property
    def key(self) -> object:
        """A value that is equal for spots with the same card."""
        if self.piece is None:
            return self.row or self.sign
        return (self.piece, self.rect.top()) if self.piece.why is Why.TEXT else self.piece


class Pointing(QObject):
    """Follows the mouse over a pane; `clicked` and `link_activated` have the spot they are about."""

    clicked = Signal(object)
    link_activated = Signal(str, object)
    moved = Signal()

    def __init__(self, pane: TextPane, explain: Callable[[Spot], Card | None]) -> None:
        """Watch `pane`; `explain` returns the card of a spot, None if it has none."""
        super().__init__(pane)
        self._pane = pane
        self._explain = explain
        self._pressed: QPoint | None = None
        self.spot: Spot | None = None
        self.rows: list[tuple[QRect, LeftOutRow]] = []
        self.card = HoverCard(pane)
        self.card.link_activated.connect(self._follow_link)
        self.card.gone.connect(self._forget)
        pane.viewport().setMouseTracking(True)
        pane.viewport().installEventFilter(self)
        pane.verticalScrollBar().valueChanged.connect(self.card.leave)

    def spot_at(self, point: QPoint) -> Spot | None:
        """Return the spot at a point of the viewport, None if there is none."""
        pane = self._pane
        for rect, row in self.rows:
            if rect.contains(point):
                return Spot(row.offset, rect, row=row)
        if pane.marks is None:
            return None
        if sign := self._sign_at(point):
            return sign
        found = pane.row_at(point)
        offset = pane.offset_under(point)
        if found is None or offset is None:
            return None
        piece = next(pane.marks.pieces(offset, offset + 1), None)
        place = next(pane.rects(found[0], offset, offset + 1), None)
        if piece is None or place is None:
            return None
        return Spot(offset, place.toAlignedRect(), piece.piece)

    def leave(self) -> None:
        """Forget the pointer, since the text under it has changed."""
        self.card.leave()
        self._forget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse."""
        kind = event.type()
        if isinstance(event, QMouseEvent):
            point = event.position().toPoint()
            if kind == QEvent.Type.MouseMove:
                self._move(point, dragging=bool(event.buttons()))
            elif kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._pressed = point
                self.card.leave()
            elif kind == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
                self._release(point)
        elif kind == QEvent.Type.Leave:
            self.card.leave_soon()
        return super().eventFilter(watched, event)

    def _sign_at(self, point: QPoint) -> Spot | None:
        pane = self._pane
        marks, height = pane.marks, pane.even.line_height
        assert marks is not None
        for visible in pane.visible_blocks():
            if visible.y > point.y():
                break
            for offset, sign in marks.signs(visible.start, visible.end):
                gap = pane.place_of_gap(visible, offset)
                rect = QRect(round(gap.x()), round(gap.y()), pane.sign_width(visible.block, offset), height)
                if rect.contains(point):
                    return Spot(offset, rect, sign=sign)
        return None

    def _move(self, point: QPoint, *, dragging: bool) -> None:
        spot = None if dragging else self.spot_at(point)
        points = spot is not None and spot.piece is None
        shape = Qt.CursorShape.PointingHandCursor if points else Qt.CursorShape.IBeamCursor
        self._pane.viewport().setCursor(shape)
        if spot is None:
            self.card.leave_soon()
            if not self.card.isVisible():
                self._forget()
            return
        if self.spot is not None and self.spot.key == spot.key:
            self.card.stay()
            return
        self.spot = spot
        viewport = self._pane.viewport()
        anchor = QRect(viewport.mapToGlobal(spot.rect.topLeft()), spot.rect.size())
        self.card.ask(anchor, lambda: self._explain(spot))
        self.moved.emit()

    def _release(self, point: QPoint) -> None:
        pressed, self._pressed = self._pressed, None
        if pressed is None or self._pane.textCursor().hasSelection():
            return
        if (point - pressed).manhattanLength() < QApplication.startDragDistance():
            spot = self.spot_at(point)
            if spot is not None:
                self.clicked.emit(spot)

    def _follow_link(self, key: str) -> None:
        if self.spot is not None:
            self.link_activated.emit(key, self.spot)

    def _forget(self) -> None:
        if self.spot is not None:
            self.spot = None
            self.moved.emit()
