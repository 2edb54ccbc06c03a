"""A card that is shown beside what it explains, after the pointer rested there.

    self._card = HoverCard(view)
    self._card.link_activated.connect(self._follow)
    self._card.ask(rect_on_screen(spot), lambda: card_of(spot))
    self._card.leave_soon()

It is asked again as the pointer goes on; what it shows is made only if it comes to be shown. In a text that
scrolls, `Pointing` asks for it, and tells of clicks:

    self.pointing = Pointing(self, self.spot_at, lambda spot: card_of(spot.word))
    self.pointing.clicked.connect(lambda spot: self.go_to(spot.word))

A spot is a value of the view's own; it is found anew as the pointer moves.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QWidget

from editor_app.window.kit.application import application
from editor_app.window.kit.card.card import Card, CardBody
from editor_app.window.kit.card.popups import PopupFrame, place_beside
from editor_app.window.kit.layouts import column
from editor_app.window.kit.theme.current import current_theme
from editor_app.window.kit.work.timers import single_shot

DELAY_MS = 350


class HoverCard(PopupFrame):
    """A card that comes after a moment, and stays while the pointer is in it."""

    link_activated = Signal(object)
    gone = Signal()

    def __init__(self, parent: QWidget) -> None:
        """Create it for the window of `parent`."""
        super().__init__(parent, Qt.WindowType.ToolTip, is_kept=True)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self._make: Callable[[], Card | None] = lambda: None
        self._anchor = QRect()
        self._body = CardBody(self)
        self._body.link_activated.connect(self._choose)
        column(self, self._body, margins=(1, 1, 1, 1))  # beside its edge
        self._delay = single_shot(self, DELAY_MS, self._come)
        self._linger = single_shot(self, 250, self.leave)
        parent.installEventFilter(self)

    def ask(self, anchor: QRect, make: Callable[[], Card | None], *, at_once: bool = False) -> None:
        """Show the card that `make` returns beside `anchor`, in screen coordinates, after the delay."""
        self._linger.stop()
        self._anchor, self._make = anchor, make
        if at_once or self.isVisible():
            self._delay.stop()
            self._come()
        else:
            self._delay.start()

    def leave_soon(self) -> None:
        """Hide after a moment, unless the pointer reaches the card meanwhile."""
        self._delay.stop()
        if self.isVisible() and not self._linger.isActive():
            self._linger.start()

    def stay(self) -> None:
        """Cancel the hiding: the pointer is back on what the card explains."""
        self._linger.stop()

    def leave(self) -> None:
        """Hide at once."""
        self._delay.stop()
        self._linger.stop()
        if self.isVisible():
            application().removeEventFilter(self)
            self.hide()
            self.gone.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Hide when the card's widget hides, when a menu opens, and on any key.

        Esc has no other effect then.
        """
        kind = event.type()
        is_left = watched is self.parent() and kind in {QEvent.Type.Hide, QEvent.Type.WindowDeactivate}
        if kind == QEvent.Type.Show and self.isVisible() and isinstance(watched, QWidget):
            is_left |= watched.windowType() == Qt.WindowType.Popup
        if is_left:
            self.leave()
        elif isinstance(event, QKeyEvent) and kind == QEvent.Type.KeyPress and self.isVisible():
            self.leave()
            return event.key() == Qt.Key.Key_Escape
        return super().eventFilter(watched, event)

    def enterEvent(self, _event: QEvent) -> None:
        """Cancel the hiding while the pointer is in the card."""
        self._linger.stop()

    def leaveEvent(self, _event: QEvent) -> None:
        """Hide when the pointer has left."""
        self._linger.start()

    def _come(self) -> None:
        if QApplication.activePopupWidget() is not None:  # a menu, which the card would cover
            self.leave()
            self.gone.emit()
            return
        card = self._make()
        if card is None:
            self.leave()
            return
        self._body.show_card(card)
        width = current_theme().px(380)
        self.setFixedSize(width, self._body.height_at(width - 2) + 2)
        self.move(place_beside(self._anchor, self.size(), 2))
        application().installEventFilter(self)  # the keys of all widgets, menus included
        self.show()

    def _choose(self, key: object) -> None:
        self.link_activated.emit(key)
        self.leave()


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
    link_activated = Signal(object, object)
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
                if self._card is not None:
                    self._card.leave()
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

    def _follow_link(self, key: object) -> None:
        if self.spot is not None:
            self.link_activated.emit(key, self.spot)

    def _forget(self) -> None:
        if self.spot is not None:
            self.spot = None
            self.moved.emit()


def _selection(cursor: QTextCursor) -> tuple[object, object]:
    return cursor.selectionStart(), cursor.selectionEnd()
