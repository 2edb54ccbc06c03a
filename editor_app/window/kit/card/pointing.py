"""What is under the pointer in a view that scrolls: its card, and clicks on it.

    self.pointing = Pointing(self, self.spot_at, lambda spot: card_of(spot.word))
    self.pointing.clicked.connect(lambda spot: self.go_to(spot.word))

A spot is a value of the view's own; it is found anew as the pointer moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit

from editor_app.window.kit.card.card import Card
from editor_app.window.kit.card.hover_card import HoverCard


class Spot(Protocol):
    """What is at a point of the viewport."""

    @property
    def rect(self) -> QRect:
        """Where it is, in the viewport."""

    @property
    def key(self) -> object:
        """What is equal for spots with the same card."""

    @property
    def is_link(self) -> bool:
        """Whether the pointer shows that a click goes somewhere."""


S = TypeVar("S", bound=Spot)


class Pointing(QObject, Generic[S]):
    """Follows the mouse over a text; `clicked` and `link_activated` have the spot they are about.

    `moved` tells that `spot`, the one whose card is asked for or shown, is another one.
    """

    clicked = Signal(object)
    link_activated = Signal(str, object)
    moved = Signal()

    def __init__(
        self,
        text: QPlainTextEdit,
        spot_at: Callable[[QPoint], S | None],
        card_of: Callable[[S], Card | None],
    ) -> None:
        """Watch `text`; there may be no spot at a point of its viewport, and no card of a spot."""
        super().__init__(text)
        self._text = text
        self._spot_at = spot_at
        self._card_of = card_of
        self._pressed: QPoint | None = None
        self._selected = _selection(text.textCursor())
        self.spot: S | None = None
        self._card: HoverCard | None = None
        text.viewport().setMouseTracking(True)
        text.viewport().installEventFilter(self)
        text.verticalScrollBar().valueChanged.connect(self.leave)

    @property
    def card(self) -> HoverCard:
        """The card, made when it is first asked for: most texts never show one."""
        if self._card is None:
            self._card = HoverCard(self._text)
            self._card.link_activated.connect(self._follow_link)
            self._card.gone.connect(self._forget)
        return self._card

    @property
    def is_shown(self) -> bool:
        """Whether the card is visible."""
        return self._card is not None and self._card.isVisible()

    def show(self, spot: S, *, at_once: bool = False) -> None:
        """Show the card of a spot, after a moment unless `at_once`."""
        self.spot = spot
        anchor = QRect(self._text.viewport().mapToGlobal(spot.rect.topLeft()), spot.rect.size())
        self.card.ask(anchor, lambda: self._card_of(spot), at_once=at_once)
        self.moved.emit()

    def leave(self) -> None:
        """Hide the card and forget the pointer, such as when the text under it has changed."""
        if self._card is not None:
            self._card.leave()
        self._forget()

    def leave_soon(self) -> None:
        """Hide the card after a moment, unless the pointer reaches it meanwhile."""
        if self._card is not None:
            self._card.leave_soon()
        if not self.is_shown:
            self._forget()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Follow the mouse."""
        kind = event.type()
        if isinstance(event, QMouseEvent):
            point = event.position().toPoint()
            if kind == QEvent.Type.MouseMove:
                self._move(point, dragging=bool(event.buttons()))
            elif kind == QEvent.Type.MouseButtonPress and event.button() == Qt.MouseButton.LeftButton:
                self._pressed, self._selected = point, _selection(self._text.textCursor())
                self.leave()
            elif kind == QEvent.Type.MouseButtonRelease and event.button() == Qt.MouseButton.LeftButton:
                self._release(point)
        elif kind == QEvent.Type.Leave:
            self.leave_soon()
        return super().eventFilter(watched, event)

    def _move(self, point: QPoint, *, dragging: bool) -> None:
        spot = None if dragging else self._spot_at(point)
        shapes = Qt.CursorShape
        is_link = spot is not None and spot.is_link
        self._text.viewport().setCursor(shapes.PointingHandCursor if is_link else shapes.IBeamCursor)
        if spot is None:
            self.leave_soon()
        elif self.spot is not None and self.spot.key == spot.key:
            self.card.stay()
        else:
            self.show(spot)

    def _release(self, point: QPoint) -> None:
        pressed, self._pressed = self._pressed, None
        cursor = self._text.textCursor()
        # Qt keeps what was selected before the press until the release is over
        if pressed is None or (cursor.hasSelection() and _selection(cursor) != self._selected):
            return
        if (point - pressed).manhattanLength() < QApplication.startDragDistance():
            spot = self._spot_at(point)
            if spot is not None:
                self.clicked.emit(spot)

    def _follow_link(self, key: str) -> None:
        if self.spot is not None:
            self.link_activated.emit(key, self.spot)

    def _forget(self) -> None:
        if self.spot is not None:
            self.spot = None
            self.moved.emit()


def _selection(cursor: QTextCursor) -> tuple[object, object]:
    return cursor.selectionStart(), cursor.selectionEnd()
